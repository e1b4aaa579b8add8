// SPDX-License-Identifier: GPL-2.0-only
/* The cgroup tree's shares, claims and causes, against values worked out by hand. */
#include "core/cgroup_model.h"

#include <string.h>

#include "cmocka_run.h"

/* Two seconds on four CPUs: 8 s of CPU time, so 80 ms are 1 %. */
#define ELAPSED_S 2.0
#define NR_ONLINE 4

static struct sample_cgroup *add(struct cgroup_tree *tree, const char *path, size_t parent,
				 uint64_t id)
{
	struct sample_cgroup *g = cgroup_tree_add(tree, path, parent, id);

	assert_non_null(g);
	return g;
}

static void set(struct sample_cgroup *g, enum cgroup_fact fact, uint64_t value)
{
	g->fact[fact] = gauge_known(value);
}

static void set_bandwidth(struct sample_cgroup *g, uint64_t usage_us, uint64_t periods,
			  uint64_t throttled)
{
	set(g, CGROUP_USAGE_US, usage_us);
	set(g, CGROUP_NR_PERIODS, periods);
	set(g, CGROUP_NR_THROTTLED, throttled);
}

static struct cgroup_tree tree_of(uint64_t usage_us, uint64_t periods, uint64_t throttled)
{
	struct cgroup_tree tree = { .groups = NULL };

	add(&tree, "", CGROUP_NO_PARENT, 1);
	set(&tree.groups[0], CGROUP_USAGE_US, 10 * usage_us);
	set_bandwidth(add(&tree, "side", 0, 20), usage_us, periods, throttled);
	set_bandwidth(add(&tree, "side/job", 1, 30), usage_us, 0, 0);
	return tree;
}

static double rate_of(const struct cgroup_model *m, size_t group, enum cgroup_rate id)
{
	assert_int_equal(m->groups[group].rate[id].state, GAUGE_KNOWN);
	return m->groups[group].rate[id].value;
}

static void advance(struct cgroup_model *m, const struct cgroup_tree *before,
		    const struct cgroup_tree *now)
{
	assert_int_equal(cgroup_model_advance(m, before, now, ELAPSED_S, NR_ONLINE), 0);
}

static void test_first_has_no_rates(void **state)
{
	struct cgroup_tree tree = tree_of(800000, 10, 5);
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	assert_int_equal(cgroup_model_advance(&m, NULL, &tree, 0, NR_ONLINE), 0);
	assert_int_equal(m.nr_groups, 3);
	assert_int_equal(m.groups[1].rate[CGROUP_RATE_USAGE].state, GAUGE_UNREAD);
	assert_int_equal(m.groups[1].limited_by, CGROUP_LIMIT_UNKNOWN);
	assert_string_equal(m.groups[0].name, "/");
	assert_string_equal(m.groups[2].name, "job");
	assert_int_equal(m.groups[2].depth, 2);
	cgroup_model_clear(&m);
	cgroup_tree_clear(&tree);
}

static void test_shares_of_the_machine(void **state)
{
	struct cgroup_tree a = tree_of(0, 10, 5), b = tree_of(800000, 30, 10);
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	advance(&m, NULL, &a);
	advance(&m, &a, &b);
	/* 0.8 s of 8 s; 5 of 20 periods. */
	assert_true(rate_of(&m, 1, CGROUP_RATE_USAGE) == 10.0);
	assert_true(rate_of(&m, 0, CGROUP_RATE_USAGE) == 100.0);
	assert_true(rate_of(&m, 1, CGROUP_RATE_THROTTLED_PERIODS) == 25.0);
	assert_int_equal(m.groups[1].rate[CGROUP_RATE_PSI_SOME].state, GAUGE_UNREAD);
	assert_int_equal(cgroup_trend_at(m.groups[1].trend, m.groups[1].trend->usage, 0), 1000);
	assert_int_equal(cgroup_trend_at(m.groups[1].trend, m.groups[1].trend->usage, 1),
			 CGROUP_TREND_NONE);
	cgroup_model_clear(&m);
	cgroup_tree_clear(&a);
	cgroup_tree_clear(&b);
}

static void test_limits(void **state)
{
	struct cgroup_tree a = tree_of(0, 10, 5), b = tree_of(800000, 30, 10);
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	set(&b.groups[1], CGROUP_MAX_US, 100000);
	advance(&m, NULL, &a);
	advance(&m, &a, &b);
	assert_int_equal(m.groups[0].limited_by, CGROUP_LIMIT_NOTHING);
	assert_int_equal(m.groups[1].limited_by, CGROUP_LIMIT_OWN_MAX);
	assert_int_equal(m.groups[2].limited_by, CGROUP_LIMIT_ANCESTOR);
	assert_int_equal(m.groups[2].limited_at, 1);
	cgroup_model_clear(&m);
	cgroup_tree_clear(&a);
	cgroup_tree_clear(&b);
}

static void set_headroom(struct sample_cgroup *g, uint64_t headroom, uint64_t tolerance)
{
	set(g, CGROUP_HEADROOM, headroom);
	set(g, CGROUP_TOLERANCE, tolerance);
	set(g, CGROUP_HAS_TASKS, 1);
}

static void set_kernel(struct sample_cgroup *g, uint64_t headroom, uint64_t tolerance,
		       uint64_t target)
{
	set(g, CGROUP_EFFECTIVE_HEADROOM, headroom);
	set(g, CGROUP_EFFECTIVE_TOLERANCE, tolerance);
	set(g, CGROUP_TARGET_IDLE, target);
}

static void test_headroom_limits_and_agrees(void **state)
{
	struct cgroup_tree a = tree_of(0, 10, 5), b = tree_of(800000, 30, 10);
	struct cgroup_model m = { .groups = NULL };
	const struct model_cgroup *side;

	(void)state;
	set_headroom(&b.groups[1], 0, HEADROOM_MAX);
	set_headroom(add(&b, "main", 0, 40), 3000, 500);
	set_kernel(&b.groups[1], 0, HEADROOM_MAX, 3000);
	set_kernel(&b.groups[3], 3000, 500, 3000); /* wrong: its own target is 0 */
	set(&b.groups[1], CGROUP_MAX_US, 200000);
	set(&b.groups[1], CGROUP_GRANTED_US, 80000);
	set(&b.groups[1], CGROUP_PERIOD_US, 100000);
	advance(&m, NULL, &a);
	advance(&m, &a, &b);
	side = &m.groups[1];
	assert_int_equal(m.claim.pair.headroom, 3000);
	assert_int_equal(m.headroom[side->headroom_at].target_idle, 3000);
	assert_int_equal(side->limited_by, CGROUP_LIMIT_HEADROOM);
	assert_true(rate_of(&m, 1, CGROUP_RATE_GRANTED) == 20.0); /* 80 ms of 4 x 100 ms */
	assert_int_equal(side->kernel_agrees.value, 1);
	assert_int_equal(m.groups[3].kernel_agrees.state, GAUGE_UNREAD);
	assert_int_equal(m.groups[2].kernel_agrees.state, GAUGE_UNSUPPORTED);
	cgroup_model_clear(&m);
	cgroup_tree_clear(&a);
	cgroup_tree_clear(&b);
}

/* Each of the kernel's values in turn is not ours, at two samples running. */
static void test_each_disagreement_is_a_fault(void **state)
{
	static const enum cgroup_fact facts[] = {
		CGROUP_ALLOWED_HEADROOM,    CGROUP_ALLOWED_TOLERANCE, CGROUP_EFFECTIVE_HEADROOM,
		CGROUP_EFFECTIVE_TOLERANCE, CGROUP_TARGET_IDLE,       CGROUP_MIN_RUNTIME,
	};
	static const uint64_t right[] = { 3000, 500, 3000, 500, 0, 500 };
	struct cgroup_tree tree = tree_of(0, 10, 5);
	struct cgroup_model m = { .groups = NULL };
	struct sample_cgroup *g = &tree.groups[1];

	(void)state;
	set_headroom(g, 3000, 500);
	for (size_t i = 0; i < 6; i++)
		set(g, facts[i], right[i]);
	advance(&m, NULL, &tree);
	assert_int_equal(m.groups[1].kernel_agrees.value, 1);
	for (size_t i = 0; i < 6; i++) {
		set(g, facts[i], right[i] + 1);
		advance(&m, &tree, &tree);
		assert_int_equal(m.groups[1].kernel_agrees.state, GAUGE_UNREAD);
		advance(&m, &tree, &tree);
		assert_true(gauge_is_known(m.groups[1].kernel_agrees));
		assert_int_equal(m.groups[1].kernel_agrees.value, 0);
		assert_int_equal(m.groups[1].difference.kernel, right[i] + 1);
		assert_int_equal(m.groups[1].difference.ours, right[i]);
		set(g, facts[i], right[i]);
		advance(&m, &tree, &tree);
		assert_int_equal(m.groups[1].kernel_agrees.value, 1);
	}
	cgroup_model_clear(&m);
	cgroup_tree_clear(&tree);
}

static void test_recreated_group_starts_anew(void **state)
{
	struct cgroup_tree a = tree_of(900000, 10, 5), b = tree_of(900000, 10, 5);
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	b.groups[1].id = 21;
	set(&b.groups[1], CGROUP_USAGE_US, 950000);
	advance(&m, NULL, &a);
	advance(&m, &a, &b);
	assert_int_equal(m.groups[1].rate[CGROUP_RATE_USAGE].state, GAUGE_UNREAD);
	assert_int_equal(m.groups[1].trend->count, 1);
	assert_int_equal(m.groups[2].trend->count, 2);
	assert_int_equal(cgroup_model_find(&m, 21), 1);
	assert_true(cgroup_model_find(&m, 20) == CGROUP_NO_PARENT);
	cgroup_model_clear(&m);
	cgroup_tree_clear(&a);
	cgroup_tree_clear(&b);
}

static void test_pressure_between_slow_rounds(void **state)
{
	struct cgroup_tree tree[3];
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	for (int i = 0; i < 3; i++) {
		tree[i] = tree_of(0, 0, 0);
		set(&tree[i].groups[1], CGROUP_PSI_SOME_US, i ? 500000 : 0);
		tree[i].groups[1].settings_ns = i ? 6000000000 : 1000000000;
	}
	advance(&m, NULL, &tree[0]);
	advance(&m, &tree[0], &tree[1]);
	assert_true(rate_of(&m, 1, CGROUP_RATE_PSI_SOME) == 10.0); /* 0.5 s in 5 s */
	advance(&m, &tree[1], &tree[2]);
	assert_true(rate_of(&m, 1, CGROUP_RATE_PSI_SOME) == 10.0);
	cgroup_model_clear(&m);
	for (int i = 0; i < 3; i++)
		cgroup_tree_clear(&tree[i]);
}

static struct cgroup_tree tree_of_waits(uint64_t wait_ns, uint64_t count, uint64_t walk_ns)
{
	struct cgroup_tree tree = { .groups = NULL };

	add(&tree, "", CGROUP_NO_PARENT, 1);
	set(&tree.groups[0], CGROUP_WAIT_NS, wait_ns);
	set(&tree.groups[0], CGROUP_WAIT_COUNT, count);
	tree.waits_ns = walk_ns;
	return tree;
}

/* Between two walks over the tasks the mean stays; a walk that saw nobody run knows none. */
static void test_mean_wait(void **state)
{
	struct cgroup_tree tree[] = { tree_of_waits(1000, 10, 1), tree_of_waits(9000, 14, 2),
				      tree_of_waits(9000, 14, 2), tree_of_waits(9000, 14, 3) };
	struct cgroup_model m = { .groups = NULL };

	(void)state;
	advance(&m, NULL, &tree[0]);
	assert_int_equal(m.groups[0].rate[CGROUP_RATE_WAIT].state, GAUGE_UNREAD);
	advance(&m, &tree[0], &tree[1]);
	assert_true(rate_of(&m, 0, CGROUP_RATE_WAIT) == 2000);
	advance(&m, &tree[1], &tree[2]);
	assert_true(rate_of(&m, 0, CGROUP_RATE_WAIT) == 2000);
	advance(&m, &tree[2], &tree[3]);
	assert_int_equal(m.groups[0].rate[CGROUP_RATE_WAIT].state, GAUGE_UNREAD);
	tree[3].groups[0].fact[CGROUP_WAIT_NS].state = GAUGE_DENIED;
	advance(&m, &tree[2], &tree[3]);
	assert_int_equal(m.groups[0].rate[CGROUP_RATE_WAIT].state, GAUGE_DENIED);
	cgroup_model_clear(&m);
	for (int i = 0; i < 4; i++)
		cgroup_tree_clear(&tree[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_first_has_no_rates),
		cmocka_unit_test(test_shares_of_the_machine),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_headroom_limits_and_agrees),
		cmocka_unit_test(test_each_disagreement_is_a_fault),
		cmocka_unit_test(test_recreated_group_starts_anew),
		cmocka_unit_test(test_pressure_between_slow_rounds),
		cmocka_unit_test(test_mean_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
