// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory that runs out at every single allocation of a step: the step says so, leaks nothing, and
 * the model stays as it was. The linker wraps malloc() and its kin; cJSON is given them as hooks.
 */
#include "cmocka_run.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bigmachine.h"
#include "core/json.h"
#include "core/model.h"
#include "core/samplefile.h"
#include "document.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);

static long allocations_left = -1; /* before one fails; negative: none does */
static bool has_failed;

static bool fails_now(void)
{
	if (allocations_left < 0)
		return false;
	if (allocations_left-- > 0)
		return false;
	has_failed = true;
	return true;
}

void *__wrap_malloc(size_t size)
{
	return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return fails_now() ? NULL : __real_realloc(old, size);
}

static int hooks_setup(void **state)
{
	cJSON_Hooks hooks = { .malloc_fn = __wrap_malloc, .free_fn = free };

	(void)state;
	cJSON_InitHooks(&hooks);
	return 0;
}

static int hooks_teardown(void **state)
{
	(void)state;
	cJSON_InitHooks(NULL);
	return 0;
}

static void fail_after(long allocations)
{
	allocations_left = allocations;
	has_failed = false;
}

static char *text_of(const struct model *m)
{
	return document_text(m, true);
}

/* A model with two ticks of the made-up machine behind it. */
static struct model *model_started(struct bigmachine *b)
{
	struct model *m = model_new();

	for (int i = 0; i < 2; i++)
		assert_int_equal(model_advance(m, bigmachine_next(b)), 0);
	return m;
}

static void test_model_advance(void **state)
{
	long failures = 0;

	(void)state;
	do {
		struct bigmachine *b = bigmachine_new(20, 1);
		struct model *m = model_started(b);
		struct sample *s = bigmachine_next(b);
		char *before = text_of(m), *after;
		int r;

		fail_after(failures);
		r = model_advance(m, s);
		allocations_left = -1;
		after = text_of(m);
		if (r < 0) {
			assert_int_equal(r, -ENOMEM);
			assert_string_equal(before, after);
			failures++;
		} else {
			assert_string_not_equal(before, after);
		}
		free(before);
		free(after);
		model_free(m);
		bigmachine_free(b);
		if (r == 0)
			break;
	} while (failures < 10000);
	assert_true(failures > 5 && failures < 10000);
}

static bool makes_tree(const struct model *m)
{
	cJSON *doc = json_snapshot(m);

	cJSON_Delete(doc);
	return doc;
}

static bool makes_text(const struct model *m)
{
	char *text = document_text(m, true);

	free(text);
	return text;
}

static void expect_document(bool (*makes)(const struct model *m))
{
	struct bigmachine *b = bigmachine_new(3, 1);
	struct model *m = model_started(b);
	long failures = 0;
	bool made;

	for (;; failures += 1 + failures / 25) { /* all of the first, then every so many */
		fail_after(failures);
		made = makes(m);
		allocations_left = -1;
		if (!has_failed)
			break;
		assert_false(made);
	}
	assert_true(made);
	assert_true(failures > 100);
	model_free(m);
	bigmachine_free(b);
}

static void test_document(void **state)
{
	(void)state;
	expect_document(makes_tree);
	expect_document(makes_text);
}

static void test_sample_line(void **state)
{
	struct bigmachine *b = bigmachine_new(3, 1);
	struct sample *s = bigmachine_next(b);
	long failures = 0;
	char *line;

	(void)state;
	for (;; failures += 1 + failures / 25) {
		fail_after(failures);
		line = samplefile_sample(s);
		allocations_left = -1;
		if (!has_failed)
			break;
		assert_null(line);
	}
	assert_non_null(line);
	assert_true(failures > 100);
	free(line);
	sample_free(s);
	bigmachine_free(b);
}

static void test_reading_a_line(void **state)
{
	struct bigmachine *b = bigmachine_new(3, 1);
	struct sample *s = bigmachine_next(b), *got = NULL;
	char *lines[] = { samplefile_header(), samplefile_topology(s->topo), samplefile_sample(s) };
	struct samplefile_reader *r = NULL;
	long failures = 0;
	int ret = 0;

	(void)state;
	do {
		samplefile_reader_free(r);
		r = samplefile_reader_new();
		fail_after(failures);
		ret = 0;
		for (int i = 0; i < 3 && ret == 0; i++)
			ret = samplefile_read_line(r, lines[i], &got, NULL);
		allocations_left = -1;
		assert_true(has_failed ? ret < 0 : ret == 1);
		failures += 1 + failures / 25;
	} while (has_failed);
	assert_true(failures > 100);
	samplefile_reader_free(r);
	sample_free(got);
	sample_free(s);
	for (int i = 0; i < 3; i++)
		free(lines[i]);
	bigmachine_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model_advance),
		cmocka_unit_test(test_document),
		cmocka_unit_test(test_sample_line),
		cmocka_unit_test(test_reading_a_line),
	};

	return cmocka_run_group_tests_name("memory", tests, hooks_setup, hooks_teardown);
}
