// SPDX-License-Identifier: GPL-2.0-only
/* The sample file: what is written reads back the same, and no damage does worse than a sentence. */
#include "cmocka_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bigmachine.h"
#include "core/samplefile.h"
#include "core/text.h"

#define TICKS 4

/* The lines of a small recording: header, topology, samples. */
struct lines {
	size_t count;
	char *text[2 + TICKS];
};

static int lines_setup(void **state)
{
	struct bigmachine *b = bigmachine_new(70, 7);
	struct lines *lines = calloc(1, sizeof(*lines));

	lines->text[lines->count++] = samplefile_header();
	for (int i = 0; i < TICKS; i++) {
		struct sample *s = bigmachine_next(b);

		if (i == 0)
			lines->text[lines->count++] = samplefile_topology(s->topo);
		lines->text[lines->count++] = samplefile_sample(s);
		sample_free(s);
	}
	bigmachine_free(b);
	*state = lines;
	return 0;
}

static int lines_teardown(void **state)
{
	struct lines *lines = *state;

	for (size_t i = 0; i < lines->count; i++)
		free(lines->text[i]);
	free(lines);
	return 0;
}

static void test_lines_are_utf8_without_control_characters(void **state)
{
	const struct lines *lines = *state;

	for (size_t i = 0; i < lines->count; i++) {
		assert_true(text_is_utf8(lines->text[i]));
		for (const char *p = lines->text[i]; *p; p++)
			assert_true((unsigned char)*p >= 0x20);
	}
}

static void expect_same_cpu(const struct sample_cpu *a, const struct sample_cpu *b)
{
	assert_int_equal(a->has, b->has);
	assert_int_equal(a->online, b->online);
	assert_int_equal(a->sched_llc, b->sched_llc);
	assert_memory_equal(&a->counts, &b->counts, sizeof(a->counts));
	assert_memory_equal(&a->times, &b->times, sizeof(a->times));
	assert_memory_equal(&a->schedstat, &b->schedstat, sizeof(a->schedstat));
	assert_int_equal(a->now.state, b->now.state);
	assert_int_equal(a->now.class, b->now.class);
	assert_int_equal(a->now.nr_running, b->now.nr_running);
	assert_int_equal(a->now.nr_nonidle, b->now.nr_nonidle);
	assert_int_equal(a->now.nr_idle_class, b->now.nr_idle_class);
	assert_int_equal(a->now.pid, b->now.pid);
	assert_string_equal(a->now.comm, b->now.comm);
	assert_true(a->now.cookie == b->now.cookie);
}

static void expect_same_cgroups(const struct cgroup_tree *a, const struct cgroup_tree *b)
{
	assert_int_equal(a->nr_groups, b->nr_groups);
	for (size_t i = 0; i < a->nr_groups; i++) {
		const struct sample_cgroup *x = &a->groups[i], *y = &b->groups[i];

		assert_string_equal(x->path, y->path);
		assert_true(x->id == y->id && x->parent == y->parent);
		assert_true(x->settings_ns == y->settings_ns);
		assert_string_equal(x->cpuset, y->cpuset);
		for (int fact = 0; fact < CGROUP_FACT_COUNT; fact++) {
			assert_int_equal(x->fact[fact].state, y->fact[fact].state);
			assert_true(x->fact[fact].value == y->fact[fact].value);
		}
	}
}

static void expect_same_sample(const struct sample *a, const struct sample *b)
{
	assert_int_equal(a->nr_cpus, b->nr_cpus);
	for (unsigned int i = 0; i < a->nr_cpus; i++)
		expect_same_cpu(&a->cpus[i], &b->cpus[i]);
	assert_true(a->time_unix_ns == b->time_unix_ns);
	assert_string_equal(a->host, b->host);
	assert_int_equal(a->psi_full_us.state, b->psi_full_us.state);
	assert_int_equal(a->nr_llcs, b->nr_llcs);
	for (unsigned int i = 0; i < a->nr_llcs; i++)
		assert_memory_equal(a->llcs[i].overloaded_mask, b->llcs[i].overloaded_mask,
				    (a->nr_cpus + 63) / 64 * 8);
	assert_int_equal(a->nr_domains, b->nr_domains);
	assert_memory_equal(a->domains, b->domains, a->nr_domains * sizeof(*a->domains));
	assert_int_equal(a->nr_tunables, b->nr_tunables);
	for (size_t i = 0; i < a->nr_tunables; i++)
		assert_string_equal(a->tunables[i].value, b->tunables[i].value);
	expect_same_cgroups(&a->cgroups, &b->cgroups);
	assert_int_equal(a->nr_sensors, b->nr_sensors);
	for (size_t i = 0; i < a->nr_sensors; i++)
		assert_memory_equal(&a->sensors[i], &b->sensors[i], sizeof(a->sensors[i]));
	for (int i = 0; i < CAP_COUNT; i++) {
		assert_int_equal(a->caps[i].state, b->caps[i].state);
		assert_string_equal(a->caps[i].reason, b->caps[i].reason);
	}
}

/* The sample that a line holds; fails the test when it is none. */
static struct sample *read_sample(struct samplefile_reader *r, const char *line)
{
	struct sample *s = NULL;
	struct fault f = { 0 };

	if (samplefile_read_line(r, line, &s, &f) != 1)
		fail_msg("%s", f.text);
	return s;
}

static void test_round_trip(void **state)
{
	const struct lines *lines = *state;
	struct samplefile_reader *r = samplefile_reader_new();
	struct bigmachine *b = bigmachine_new(70, 7);
	struct sample *none;

	assert_int_equal(samplefile_read_line(r, lines->text[0], &none, NULL), 0);
	assert_int_equal(samplefile_read_line(r, lines->text[1], &none, NULL), 0);
	for (size_t i = 2; i < lines->count; i++) {
		struct sample *want = bigmachine_next(b);
		struct sample *got = read_sample(r, lines->text[i]);
		char *again = samplefile_sample(got);
		char *topology = samplefile_topology(got->topo);

		expect_same_sample(want, got);
		assert_string_equal(again, lines->text[i]);
		assert_string_equal(topology, lines->text[1]);
		free(topology);
		free(again);
		sample_free(got);
		sample_free(want);
	}
	bigmachine_free(b);
	samplefile_reader_free(r);
}

/* Machines of every small size hold together: each id is below the number of what it counts. */
static void test_every_size(void **state)
{
	(void)state;
	for (unsigned int nr_cpus = 1; nr_cpus <= 40; nr_cpus++) {
		struct samplefile_reader *r = samplefile_reader_new();
		struct bigmachine *b = bigmachine_new(nr_cpus, nr_cpus);
		struct sample *s = bigmachine_next(b), *got;
		char *lines[] = { samplefile_header(), samplefile_topology(s->topo),
				  samplefile_sample(s) };
		struct fault f = { 0 };

		for (int i = 0; i < 2; i++) {
			if (samplefile_read_line(r, lines[i], &got, &f) != 0)
				fail_msg("%u CPUs: %s", nr_cpus, f.text);
		}
		got = read_sample(r, lines[2]);
		assert_int_equal(got->nr_cpus, nr_cpus);
		sample_free(got);
		sample_free(s);
		for (int i = 0; i < 3; i++)
			free(lines[i]);
		bigmachine_free(b);
		samplefile_reader_free(r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_are_utf8_without_control_characters),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_every_size),
	};

	return cmocka_run_group_tests_name("samplefile", tests, lines_setup, lines_teardown);
}
