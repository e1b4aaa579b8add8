// SPDX-License-Identifier: GPL-2.0-only
/* The JSON document: valid with hostile names, null with a reason, all digits of large numbers. */
#include "cmocka_run.h"

#include <math.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "core/json.h"
#include "core/text.h"
#include "document.h"
#include "machine.h"

/* A model after two samples of a machine of four CPUs; the second is changed by f. */
static struct model *model_of(void (*f)(struct sample *s))
{
	struct topology *topo = machine_topology(4, 1);
	struct model *m = model_new();
	struct sample *s = machine_sample(topo, 2);

	assert_int_equal(model_advance(m, machine_sample(topo, 1)), 0);
	if (f)
		f(s);
	assert_int_equal(model_advance(m, s), 0);
	topology_unref(topo);
	return m;
}

static char *text_of(void (*f)(struct sample *s))
{
	struct model *m = model_of(f);
	char *text = document_text(m, true);

	assert_non_null(text);
	model_free(m);
	return text;
}

static void make_names_hostile(struct sample *s)
{
	memcpy(s->host, "h\x1b]0;\"\\\xff", 9);
	memcpy(s->cpus[0].now.comm, "\xc3(\n\x9b\"\\", 7);
	memcpy(s->sched_ext_ops, "\xed\xa0\x80\xe2\x80\xae", 7);
}

static void test_hostile_names(void **state)
{
	char *text = text_of(make_names_hostile);
	cJSON *doc = cJSON_Parse(text);
	const cJSON *cpu = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "cpus"), 0);
	const cJSON *comm = cJSON_GetObjectItem(cJSON_GetObjectItem(cpu, "current"), "comm");

	(void)state;
	assert_non_null(doc);
	assert_true(text_is_utf8(text));
	assert_string_equal(cJSON_GetStringValue(comm), "\\xc3(\\x0a\\x9b\"\\");
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
	cJSON_Delete(doc);
	free(text);
}

static void test_all_digits(void **state)
{
	char *text = text_of(NULL);

	(void)state;
	assert_non_null(strstr(text, "\"time_unix_ns\":1700000002000000000,"));
	free(text);
}

/* The member of a document under a path of keys and indexes; the test fails without it. */
static const cJSON *member(const cJSON *doc, const char *path)
{
	char words[128], *rest = words, *word;

	snprintf(words, sizeof(words), "%s", path);
	while (doc && (word = strsep(&rest, "/"))) {
		doc = *word >= '0' && *word <= '9' ? cJSON_GetArrayItem(doc, atoi(word))
						   : cJSON_GetObjectItemCaseSensitive(doc, word);
	}
	if (!doc)
		fail_msg("no %s", path);
	return doc;
}

static void expect_text(const cJSON *doc, const char *path, const char *want)
{
	assert_true(cJSON_IsString(member(doc, path)));
	assert_string_equal(member(doc, path)->valuestring, want);
}

static void expect_number(const cJSON *doc, const char *path, double want)
{
	assert_true(cJSON_IsNumber(member(doc, path)));
	if (member(doc, path)->valuedouble != want)
		fail_msg("%s is %.17g, not %.17g", path, member(doc, path)->valuedouble, want);
}

static void make_busy(struct sample *s)
{
	machine_count(s, 1, CPU_STATE_BUSY, 2);
	machine_count(s, 1, CPU_STATE_IDLE, 1);
	s->cpus[3].online = false;
	s->cpus[3].has = 0;
	s->load_1_milli = gauge_known(1250);
	s->self.rss_bytes = UINT64_MAX;
}

static void test_figures_and_reasons(void **state)
{
	char *text = text_of(make_busy);
	cJSON *doc = cJSON_Parse(text);

	(void)state;
	expect_number(doc, "schema_version", 1);
	expect_number(doc, "interval_s", 1);
	expect_number(doc, "cpus/1/busy_pct", 66.667); /* three decimals */
	expect_number(doc, "cpus/1/cpu", 1);
	expect_number(doc, "llcs/0/busy_pct", 66.667);
	expect_number(doc, "llcs/0/cpus/3", 3);
	expect_number(doc, "llcs/0/online_cpus", 3);
	expect_number(doc, "machine/load_1", 1.25);
	expect_number(doc, "cores/1/cpus/0", 2);
	assert_true(cJSON_IsNull(member(doc, "cpus/3/idle_pct")));
	expect_text(doc, "cpus/3/idle_pct_reason", "offline");
	expect_text(doc, "cpus/3/state", "offline");
	expect_text(doc, "cpus/3/times_reason", "offline");
	expect_text(doc, "cpus/0/idle_pct_reason", "unread");
	expect_text(doc, "cpus/0/kind_reason", "unsupported");
	expect_text(doc, "machine/load_5_reason", "unread");
	expect_text(doc, "kernel/sched_ext_reason", "not_loaded");
	assert_null(cJSON_GetObjectItem(member(doc, "cpus/1"), "busy_pct_reason"));
	assert_non_null(strstr(text, "\"rss_bytes\":18446744073709551615,"));
	cJSON_Delete(doc);
	free(text);
}

static void make_patched(struct sample *s)
{
	s->nr_llcs = 1;
	s->llcs = calloc(1, sizeof(*s->llcs));
	s->llcs[0].nr_overloaded = gauge_known(2);
	s->llcs[0].overloaded_mask = calloc(1, sizeof(uint64_t));
	s->llcs[0].overloaded_mask[0] = 0x6;
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		s->cpus[i].sched_llc = 0;
}

static void test_mask_of_the_kernel(void **state)
{
	char *text = text_of(make_patched);
	cJSON *doc = cJSON_Parse(text);

	(void)state;
	expect_number(doc, "llcs/0/kernel_overloaded_cpus", 2);
	assert_int_equal(cJSON_GetArraySize(member(doc, "llcs/0/kernel_overloaded_mask")), 2);
	expect_number(doc, "llcs/0/kernel_overloaded_mask/0", 1);
	expect_number(doc, "llcs/0/kernel_overloaded_mask/1", 2);
	cJSON_Delete(doc);
	free(text);
}

static void make_sensors_odd(struct sample *s)
{
	s->nr_sensors = 2;
	s->sensors = calloc(2, sizeof(*s->sensors));
	s->sensors[0].value = NAN;
	s->sensors[1].value = 1e300;
	s->sensors[1].kind = SENSOR_POWER;
	s->cpus[0].sched_llc = TOPOLOGY_NONE;
}

static void test_numbers_are_finite(void **state)
{
	char *text = text_of(make_sensors_odd);
	cJSON *doc = cJSON_Parse(text);

	(void)state;
	expect_text(doc, "sensors/0/temperature_celsius_reason", "failed");
	assert_true(cJSON_IsNumber(member(doc, "sensors/1/power_watts")));
	expect_text(doc, "cpus/0/llc_reason", "no_domain");
	cJSON_Delete(doc);
	free(text);
}

static void make_groups(struct sample *s)
{
	assert_non_null(cgroup_tree_add(&s->cgroups, "", CGROUP_NO_PARENT, 1));
	assert_non_null(cgroup_tree_add(&s->cgroups, "a", 0, 2));
	assert_non_null(cgroup_tree_add(&s->cgroups, "a/b", 1, 3));
	assert_non_null(cgroup_tree_add(&s->cgroups, "ab", 0, 4));
}

static size_t lines_of(const char *text)
{
	size_t n = 1;

	while ((text = strchr(text, '\n')))
		text++, n++;
	return n;
}

/* As a tree, on one line and indented: the same document. */
static void expect_one_document(const struct model *m, int nr_groups)
{
	cJSON *tree = json_snapshot(m);
	char *printed = cJSON_PrintUnformatted(tree);
	char *line = document_text(m, true), *indented = document_text(m, false);
	cJSON *doc = cJSON_Parse(indented);

	assert_string_equal(line, printed);
	assert_int_equal(lines_of(line), 1);
	cJSON_Delete(tree);
	tree = cJSON_Parse(line);
	assert_true(cJSON_Compare(tree, doc, true));
	assert_int_equal(cJSON_GetArraySize(member(doc, "cgroups")), nr_groups);
	cJSON_Delete(doc);
	cJSON_Delete(tree);
	free(indented);
	free(line);
	cJSON_free(printed);
}

static void test_forms(void **state)
{
	struct model *none = model_of(NULL), *some = model_of(make_groups);

	(void)state;
	expect_one_document(none, 0);
	expect_one_document(some, 4);
	some->below = "a";
	expect_one_document(some, 2);
	some->below = "nowhere";
	expect_one_document(some, 0);
	model_free(none);
	model_free(some);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_all_digits),
		cmocka_unit_test(test_figures_and_reasons),
		cmocka_unit_test(test_mask_of_the_kernel),
		cmocka_unit_test(test_numbers_are_finite),
		cmocka_unit_test(test_forms),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
