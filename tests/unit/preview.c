// SPDX-License-Identifier: GPL-2.0-only
/* What the preview of an edit says, word for word, and how a change under systemd lasts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/lasting.h"
#include "core/preview.h"

struct machine {
	struct cgroup_tree tree;
	struct cgroup_model model;
};

static struct sample_cgroup *add(struct machine *m, const char *path, size_t parent,
				 const char *headroom)
{
	struct sample_cgroup *g = cgroup_tree_add(&m->tree, path, parent, 100 + m->tree.nr_groups);
	struct headroom_pair pair;

	assert_non_null(g);
	g->fact[CGROUP_HAS_TASKS] = gauge_known(1);
	if (!headroom)
		return g;
	assert_int_equal(headroom_parse(headroom, &pair), 0);
	g->fact[CGROUP_HEADROOM] = gauge_known(pair.headroom);
	g->fact[CGROUP_TOLERANCE] = gauge_known(pair.tolerance);
	g->fact[CGROUP_WEIGHT] = gauge_known(100);
	g->fact[CGROUP_MAX_US] = gauge_known(UINT64_MAX);
	g->fact[CGROUP_PERIOD_US] = gauge_known(100000);
	return g;
}

/* main and side beside each other, and a slice without tasks that holds one group. */
static void make(struct machine *m)
{
	*m = (struct machine){ 0 };
	add(m, "", CGROUP_NO_PARENT, NULL);
	add(m, "main", 0, "0 max");
	add(m,
	    "si\x1b"
	    "de",
	    0, "0 max");
	add(m, "slice", 0, "0 max")->fact[CGROUP_HAS_TASKS] = gauge_known(0);
	add(m, "slice/web", 3, "0 max");
	assert_int_equal(cgroup_model_advance(&m->model, NULL, &m->tree, 0, 2), 0);
}

static void drop(struct machine *m)
{
	cgroup_model_clear(&m->model);
	cgroup_tree_clear(&m->tree);
}

static void expect(struct machine *m, const char *knob, const char *path, const char *now,
		   const char *want, int idle, const char *text)
{
	const struct preview_facts x = { .cgroups = &m->model, .idle = idle };
	struct plan plan = { .nr_steps = 1 };
	char *seen;

	assert_int_equal(step_init(&plan.steps[0], knob_find_cgroup(knob), path, now, want), 0);
	for (size_t i = 0; i < m->tree.nr_groups; i++)
		if (strcmp(m->tree.groups[i].path, path) == 0)
			plan.steps[0].inode = m->tree.groups[i].id;
	seen = preview_text(&plan, &x);
	assert_non_null(seen);
	assert_string_equal(seen, text);
	free(seen);
	plan_clear(&plan);
}

static void test_headroom(void **state)
{
	struct machine m;

	(void)state;
	make(&m);
	expect(&m, "cpu.headroom", "main", "0.00 max", "30 0", 1234,
	       "cpu.headroom of main\n"
	       "  now        0.00 max\n"
	       "  wanted     30 0\n"
	       "  allowed    30.00 0.00\n"
	       "  effective  30.00 0.00, target_idle 0.00\n"
	       "  claim      0.00 max -> 30.00 0.00, set by main\n"
	       "  idle       30.00 % asked for, 12.34 % now\n"
	       "  throttles  si\\x1bde, slice, slice/web\n"
	       "  frees      no group\n");
	expect(&m, "cpu.headroom", "main", "0.00 max", "30 0", 3000,
	       "cpu.headroom of main\n"
	       "  now        0.00 max\n"
	       "  wanted     30 0\n"
	       "  allowed    30.00 0.00\n"
	       "  effective  30.00 0.00, target_idle 0.00\n"
	       "  claim      0.00 max -> 30.00 0.00, set by main\n"
	       "  idle       30.00 % asked for, 30.00 % now\n"
	       "  throttles  no group\n"
	       "  frees      no group\n");
	drop(&m);
}

static void test_headroom_caveats(void **state)
{
	struct machine m;

	(void)state;
	make(&m);
	expect(&m, "cpu.headroom", "slice", "0.00 max", "30 max", -1,
	       "cpu.headroom of slice\n"
	       "  now        0.00 max\n"
	       "  wanted     30 max\n"
	       "  allowed    30.00 max\n"
	       "  effective  0.00 max, target_idle 0.00\n"
	       "  claim      0.00 max -> 0.00 max, set by nobody\n"
	       "  idle       0.00 % asked for; idleness now is not known\n"
	       "  may become no group\n"
	       "  frees      no group\n"
	       "  note       headroom is not inherited: this group has no tasks of its own and "
	       "takes the maximum of its children; set the groups that hold the tasks too\n"
	       "  note       headroom alone does nothing: the tolerance in force is max and "
	       "throttles nobody; set both values\n");
	expect(&m, "cpu.headroom", "slice/web", "0.00 max", "30 5", 0,
	       "cpu.headroom of slice/web\n"
	       "  now        0.00 max\n"
	       "  wanted     30 5\n"
	       "  allowed    0.00 max, headroom capped by slice\n"
	       "  effective  0.00 max, target_idle 0.00\n"
	       "  claim      0.00 max -> 0.00 max, set by nobody\n"
	       "  idle       0.00 % asked for, 0.00 % now\n"
	       "  throttles  no group\n"
	       "  frees      no group\n"
	       "  note       headroom alone does nothing: the tolerance in force is max and "
	       "throttles nobody; set both values\n"
	       "  note       with a global headroom of 0 the tolerance is ignored\n"
	       "  note       an ancestor caps it: the allowed headroom is the lowest and the "
	       "allowed tolerance the highest on the way from the root\n");
	drop(&m);
}

static void test_headroom_taken_back(void **state)
{
	struct machine m;

	(void)state;
	make(&m);
	m.tree.groups[1].fact[CGROUP_HEADROOM] = gauge_known(3000);
	m.tree.groups[1].fact[CGROUP_TOLERANCE] = gauge_known(0);
	assert_int_equal(cgroup_model_advance(&m.model, NULL, &m.tree, 0, 2), 0);
	expect(&m, "cpu.headroom", "main", "30.00 0.00", "0.00 max", 500,
	       "cpu.headroom of main\n"
	       "  now        30.00 0.00\n"
	       "  wanted     0.00 max\n"
	       "  allowed    0.00 max\n"
	       "  effective  0.00 max, target_idle 0.00\n"
	       "  claim      30.00 0.00 -> 0.00 max, set by nobody\n"
	       "  idle       0.00 % asked for, 5.00 % now\n"
	       "  throttles  no group\n"
	       "  frees      si\\x1bde, slice, slice/web\n");
	drop(&m);
}

static void test_quota_and_weight(void **state)
{
	struct machine m;

	(void)state;
	make(&m);
	m.tree.groups[3].fact[CGROUP_MAX_US] = gauge_known(50000);
	expect(&m, "cpu.max", "slice/web", "max 100000", "150000 100000", -1,
	       "cpu.max of slice/web\n"
	       "  now        max 100000\n"
	       "  wanted     150000 100000\n"
	       "  effective  0.50 CPUs, by cpu.max of slice\n"
	       "  note       every write refills the group's runtime and unthrottles it at once\n");
	expect(&m, "cpu.max", "slice/web", "max 100000", "20000 100000", -1,
	       "cpu.max of slice/web\n"
	       "  now        max 100000\n"
	       "  wanted     20000 100000\n"
	       "  effective  0.20 CPUs, by its own cpu.max\n"
	       "  note       every write refills the group's runtime and unthrottles it at once\n");
	expect(&m, "cpu.max", "main", "20000 100000", "max 100000", -1,
	       "cpu.max of main\n"
	       "  now        20000 100000\n"
	       "  wanted     max 100000\n"
	       "  effective  no limit, here or above\n"
	       "  note       every write refills the group's runtime and unthrottles it at once\n");
	expect(&m, "cpu.weight", "main", "100", "200", -1,
	       "cpu.weight of main\n"
	       "  now        100\n"
	       "  wanted     200\n"
	       "  effective  33.3 % -> 50.0 % of what its parent has, while all siblings want "
	       "it\n");
	drop(&m);
}

/* Many groups: the first eight by name, the rest by number. */
static void test_many_groups(void **state)
{
	struct machine m = { 0 };
	char path[16];

	(void)state;
	add(&m, "", CGROUP_NO_PARENT, NULL);
	add(&m, "main", 0, "0 max");
	for (int i = 0; i < 11; i++) {
		snprintf(path, sizeof(path), "s%d", i);
		add(&m, path, 0, i == 10 ? NULL : "0 max");
	}
	assert_int_equal(cgroup_model_advance(&m.model, NULL, &m.tree, 0, 2), 0);
	expect(&m, "cpu.headroom", "main", "0.00 max", "30 0", 0,
	       "cpu.headroom of main\n"
	       "  now        0.00 max\n"
	       "  wanted     30 0\n"
	       "  allowed    30.00 0.00\n"
	       "  effective  30.00 0.00, target_idle 0.00\n"
	       "  claim      0.00 max -> 30.00 0.00, set by main\n"
	       "  idle       30.00 % asked for, 0.00 % now\n"
	       "  throttles  s0, s1, s2, s3, s4, s5, s6, s7 and 2 more\n"
	       "  frees      no group\n");
	drop(&m);
}

static void test_move(void **state)
{
	struct plan plan = { .nr_steps = 2 };
	char *seen;

	(void)state;
	assert_int_equal(step_init(&plan.steps[0], NULL, "side", "a\x1b", "77"), 0);
	assert_int_equal(step_init(&plan.steps[1], NULL, "new", NULL, NULL), 0);
	plan.steps[0].kind = STEP_MOVE;
	plan.steps[1].kind = STEP_CREATE;
	seen = preview_text(&plan, &(struct preview_facts){ .idle = -1 });
	assert_string_equal(seen, "move of task 77 to side\n"
				  "  from       a\\x1b\n"
				  "create of group new\n");
	free(seen);
	plan_clear(&plan);
}

/* Without the tree, or for a group that is not in it, the values alone are told. */
static void test_without_a_tree(void **state)
{
	struct plan plan = { .nr_steps = 2 };
	char *seen;

	(void)state;
	assert_int_equal(step_init(&plan.steps[0], knob_find_cgroup("cpu.idle"), "main", "1", "0"),
			 0);
	assert_int_equal(
		step_init(&plan.steps[1], knob_find_cgroup("cpu.weight"), "main", NULL, "300"), 0);
	plan.steps[1].follows = true;
	seen = preview_text(&plan, &(struct preview_facts){ .idle = -1 });
	assert_string_equal(
		seen, "cpu.idle of main\n"
		      "  now        1\n"
		      "  wanted     0\n"
		      "  note       the group's weight is lost: after clearing it again it is 100\n"
		      "cpu.weight of main\n"
		      "  now        known only after the step before\n"
		      "  wanted     300\n");
	free(seen);
	plan_clear(&plan);
}

static const char *warning(const char *knob, const char *path, const char *want)
{
	static char text[1024];
	struct step step;
	const char *seen;

	assert_int_equal(step_init(&step, knob_find_cgroup(knob), path, "", want), 0);
	seen = lasting_warning(&step, text, sizeof(text));
	step_clear(&step);
	return seen;
}

static void test_systemd(void **state)
{
	static const char managed[] = "systemd manages this group and may overwrite the value; to "
				      "make it last: ";
	char want[256];

	(void)state;
	assert_null(warning("cpu.max", "main", "max"));
	assert_null(warning("cpu.max", "system.slice/a.service/inner", "max"));
	assert_null(warning("cpu.max", ".service", "max"));
	snprintf(want, sizeof(want),
		 "%ssystemctl set-property 'a b'\\''c.service' 'CPUQuota=50.00%%'", managed);
	assert_string_equal(warning("cpu.max", "system.slice/a b'c.service", "50000 100000"), want);
	snprintf(want, sizeof(want), "%ssystemctl set-property 'system.slice' 'CPUWeight=idle'",
		 managed);
	assert_string_equal(warning("cpu.idle", "system.slice", "1"), want);
	snprintf(want, sizeof(want),
		 "%ssystemctl --user --machine=1000@ set-property 'x.service' 'AllowedCPUs=0-3'",
		 managed);
	assert_string_equal(
		warning("cpuset.cpus",
			"user.slice/user-1000.slice/user@1000.service/app.slice/x.service", "0-3"),
		want);
	assert_non_null(strstr(warning("cpu.headroom", "system.slice/x.service", "30 5"),
			       "no property for cpu.headroom"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headroom),
		cmocka_unit_test(test_headroom_caveats),
		cmocka_unit_test(test_headroom_taken_back),
		cmocka_unit_test(test_quota_and_weight),
		cmocka_unit_test(test_many_groups),
		cmocka_unit_test(test_move),
		cmocka_unit_test(test_without_a_tree),
		cmocka_unit_test(test_systemd),
	};

	return cmocka_run_group_tests_name("preview", tests, NULL, NULL);
}
