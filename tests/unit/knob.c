// SPDX-License-Identifier: GPL-2.0-only
/* What every knob takes and refuses, how readings compare, and the rules between two files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "core/bandwidth.h"
#include "core/feature.h"
#include "core/knob.h"
#include "core/number.h"

static const struct {
	const char *name, *good[6], *bad[10];
} cgroup_cases[] = {
	{ "cpu.headroom",
	  { "30 5", "0 max", "max 0" },
	  { "30", "30 5 1", "101 0", "-1 0", "", "x y" } },
	{ "cpu.max",
	  { "max", "1000", "50000 100000", "max 1000000", "18000000000 1000" },
	  { "", "999", "max 999", "max 1000001", "5x", "-1", "1000 1000 1", "0x1000", "MAX" } },
	{ "cpu.max.burst", { "0", "100000" }, { "-1", "max", "", "1.5", "99999999999999999999" } },
	{ "cpu.weight",
	  { "1", "100", "10000" },
	  { "0", "10001", "", "-1", "100 ", "idle", "1e3" } },
	{ "cpu.weight.nice", { "-20", "0", "19" }, { "-21", "20", "", "--1", "nice", "+3" } },
	{ "cpu.idle", { "0", "1" }, { "2", "-1", "", "true", "01x" } },
	{ "cpuset.cpus",
	  { "", "0", "0-3", "0-3,8,10-12", "8191" },
	  { "3-1", "a", "0,", ",0", "8192", "0-", "-1", "0--1", "1 2" } },
};

static void test_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cgroup_cases) / sizeof(cgroup_cases[0]); i++) {
		const struct knob *k = knob_find_cgroup(cgroup_cases[i].name);

		assert_non_null(k);
		for (const char *const *v = cgroup_cases[i].good; *v; v++)
			if (!k->is_valid(k, *v))
				fail_msg("%s refused \"%s\"", k->name, *v);
		for (const char *const *v = cgroup_cases[i].bad; *v; v++)
			if (k->is_valid(k, *v))
				fail_msg("%s took \"%s\"", k->name, *v);
	}
}

static void test_rows_are_complete(void **state)
{
	size_t nr_cgroup = 0;

	(void)state;
	for (const struct knob *k = knob_table; k->name; k++) {
		assert_non_null(k->takes);
		assert_non_null(k->help);
		assert_non_null(k->is_valid);
		assert_non_null(k->is_same);
		assert_ptr_equal(knob_find(k->place, k->name), k);
		assert_true(!k->loses || knob_find_cgroup(k->loses));
		assert_true(!k->fresh || k->is_valid(k, k->fresh));
		nr_cgroup += k->place == KNOB_CGROUP;
	}
	assert_int_equal(nr_cgroup, sizeof(cgroup_cases) / sizeof(cgroup_cases[0]));
}

static void test_readings_compare(void **state)
{
	static const struct {
		const char *knob, *a, *b;
		bool same;
	} cases[] = {
		{ "cpuset.cpus", "0,1,2", "0-2", true },
		{ "cpuset.cpus", "0,1,3", "0-2", false },
		{ "cpuset.cpus", "0-2,8", "2,1,0,8", true },
		{ "cpuset.cpus", "0-2,8", "0-2,9", false },
		{ "cpuset.cpus", "1,8", "8", false },
		{ "cpuset.cpus", "", "\n", true },
		{ "cpu.max", "max", "max 100000", false },
		{ "cpu.max", "max 100000", "max  100000", true },
		{ "cpu.headroom", "30 100", "30.00 max", true },
		{ "cpu.headroom", "30.1 5", "30.10 5.00", true },
		{ "cpu.headroom", "30.01 5", "30.10 5.00", false },
		{ "cpu.weight", "100", "0100", true },
		{ "cpu.weight", "100", "101", false },
		{ "cpu.weight.nice", "-5", "5", false },
		{ "cpu.idle", "0", "1", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (knob_find_cgroup(cases[i].knob)->is_same(cases[i].a, cases[i].b) !=
		    cases[i].same)
			fail_msg("%s: \"%s\" and \"%s\"", cases[i].knob, cases[i].a, cases[i].b);
	assert_true(knob_find_tunable(KNOB_SCHED, "preempt")->is_same("full", "none (full) lazy"));
	assert_false(knob_find_tunable(KNOB_SCHED, "preempt")->is_same("none", "none (full) lazy"));
	assert_true(knob_find_tunable(KNOB_SCHED, "verbose")->is_same("1", "Y"));
	assert_false(knob_find_tunable(KNOB_SCHED, "verbose")->is_same("1", "N"));
}

static void expect_taken(const struct knob *k, const char *const *good, const char *const *bad)
{
	assert_non_null(k);
	for (; *good; good++)
		if (!k->is_valid(k, *good))
			fail_msg("%s refused \"%s\"", k->name, *good);
	for (; *bad; bad++)
		if (k->is_valid(k, *bad))
			fail_msg("%s took \"%s\"", k->name, *bad);
}

static void test_words(void **state)
{
	static const char *const on_off[] = { "on", "off", NULL };
	static const char *const bools[] = { "0", "1", "Y", "N", NULL };
	static const char *const models[] = { "none", "voluntary", "full", "lazy", NULL };
	static const char *const others[] = { "", "yes", "2", "ON", "on ", "(full)", NULL };
	const struct knob *verbose = knob_find_tunable(KNOB_SCHED, "verbose");
	char line[80];

	(void)state;
	expect_taken(knob_feature(), on_off, others);
	expect_taken(verbose, bools, others);
	expect_taken(knob_find_tunable(KNOB_SCHED, "preempt"), models, others);
	memset(line, 'x', 63);
	line[63] = '\0';
	assert_true(knob_find_tunable(KNOB_SCHED, "new")
			    ->is_valid(knob_find_tunable(KNOB_SCHED, "new"), line));
	assert_true(verbose->is_same("Y", "1") && verbose->is_same("0", "N"));
	assert_false(verbose->is_same("", "1"));
	assert_true(verbose->is_same("", "0"));
}

static void test_period_is_completed(void **state)
{
	const struct knob *k = knob_find_cgroup("cpu.max");
	char text[64];

	(void)state;
	k->complete("50000", "max 20000", text, sizeof(text));
	assert_string_equal(text, "50000 20000");
	k->complete("max 5000", "max 20000", text, sizeof(text));
	assert_string_equal(text, "max 5000");
}

static void test_unknown_tunables(void **state)
{
	const struct knob *k = knob_find_tunable(KNOB_SCHED, "some_new_knob");
	char line[80];

	(void)state;
	assert_string_equal(k->name, "");
	assert_true(k->is_valid(k, "12 abc"));
	assert_false(k->is_valid(k, ""));
	assert_false(k->is_valid(k, "1\n2"));
	memset(line, 'x', 64);
	line[64] = '\0';
	assert_false(k->is_valid(k, line));
	assert_null(knob_find_cgroup("memory.max"));
	assert_null(knob_find(KNOB_CGROUP, "feature"));
	k = knob_find_tunable(KNOB_SYSCTL, "sched_rt_runtime_us");
	assert_true(k->is_valid(k, "-1"));
	assert_false(k->is_valid(k, "-2"));
}

/* Another file of the group, as the test has it. */
struct group {
	const char *idle, *max, *burst;
};

static int read_group(void *ctx, const char *name, char *buf, size_t size)
{
	const struct group *g = ctx;
	const char *value = strcmp(name, "cpu.idle") == 0  ? g->idle
			    : strcmp(name, "cpu.max") == 0 ? g->max
							   : g->burst;

	return value ? snprintf(buf, size, "%s", value) : -ENOENT;
}

static bool conflicts(const char *knob, const char *want, struct group g)
{
	return knob_conflict(knob_find_cgroup(knob), want, read_group, &g) != NULL;
}

static void test_conflicts(void **state)
{
	(void)state;
	assert_true(conflicts("cpu.weight", "50", (struct group){ .idle = "1" }));
	assert_true(conflicts("cpu.weight.nice", "5", (struct group){ .idle = "1" }));
	assert_false(conflicts("cpu.weight", "50", (struct group){ .idle = "0" }));
	assert_false(conflicts("cpu.weight", "50", (struct group){ 0 }));
	assert_true(conflicts("cpu.max", "5000", (struct group){ .burst = "5001" }));
	assert_false(conflicts("cpu.max", "5000", (struct group){ .burst = "5000" }));
	assert_false(conflicts("cpu.max", "max", (struct group){ .burst = "5001" }));
	assert_true(conflicts("cpu.max.burst", "5001", (struct group){ .max = "5000 10000" }));
	assert_false(conflicts("cpu.max.burst", "5001", (struct group){ .max = "max 10000" }));
	assert_false(conflicts("cpu.idle", "1", (struct group){ .idle = "0" }));
}

static void test_tightest_quota(void **state)
{
	const struct bandwidth chain[] = {
		{ .quota_usec = 200000, .period_usec = 100000 },
		{ .quota_usec = BANDWIDTH_NO_QUOTA, .period_usec = 100000 },
		{ .quota_usec = 15000, .period_usec = 10000 },
	};

	(void)state;
	assert_int_equal(bandwidth_tightest(chain, 3), 2);
	assert_int_equal(bandwidth_tightest(chain, 2), 0);
	assert_int_equal(bandwidth_tightest(chain + 1, 1), 1);
	assert_true(bandwidth_cpus(&chain[2]) == 1.5);
}

static void test_systemd_properties(void **state)
{
	const struct knob *k = knob_find_cgroup("cpu.max");
	char text[32];

	(void)state;
	assert_true(k->to_property("150000 100000", text, sizeof(text)));
	assert_string_equal(text, "150.00%");
	assert_true(k->to_property("max", text, sizeof(text)));
	assert_string_equal(text, "");
	assert_false(k->to_property("nonsense", text, sizeof(text)));
	k = knob_find_cgroup("cpu.idle");
	assert_true(k->to_property("1", text, sizeof(text)));
	assert_string_equal(text, "idle");
}

static void test_numbers(void **state)
{
	uint64_t u;
	int64_t i;

	(void)state;
	assert_int_equal(number_parse_u64("18446744073709551615", &u), 0);
	assert_int_equal(number_parse_u64("18446744073709551616", &u), -ERANGE);
	assert_int_equal(number_parse_i64("-20", &i), 0);
	assert_int_equal(i, -20);
	assert_int_equal(number_parse_i64("-", &i), -EINVAL);
}

static void test_features(void **state)
{
	(void)state;
	assert_string_equal(feature_find("CPU_HEADROOM")->mechanism, "headroom");
	assert_string_equal(feature_find("FORCEIDLE_LB")->mechanism, "forced idle");
	assert_null(feature_find("NO_SUCH_FEATURE"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_rows_are_complete),
		cmocka_unit_test(test_readings_compare),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_period_is_completed),
		cmocka_unit_test(test_unknown_tunables),
		cmocka_unit_test(test_conflicts),
		cmocka_unit_test(test_tightest_quota),
		cmocka_unit_test(test_systemd_properties),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_features),
	};

	return cmocka_run_group_tests_name("knob", tests, NULL, NULL);
}
