// SPDX-License-Identifier: GPL-2.0-only
/* Waits of tasks added up over the cgroup tree, against sums worked out by hand. */
#include "core/cgroup_waits.h"

#include <stdio.h>

#include "cmocka_run.h"

#define MANY 5000

static void add(struct cgroup_tree *tree, const char *path, size_t parent, uint64_t id)
{
	assert_non_null(cgroup_tree_add(tree, path, parent, id));
}

/* / (1), side (20), side/job (30), main (40) */
static struct cgroup_tree tree_of(bool has_job)
{
	struct cgroup_tree tree = { .groups = NULL };

	add(&tree, "", CGROUP_NO_PARENT, 1);
	add(&tree, "side", 0, 20);
	if (has_job)
		add(&tree, "side/job", 1, 30);
	add(&tree, "main", 0, 40);
	return tree;
}

static void expect(const struct cgroup_tree *tree, size_t group, uint64_t wait_ns, uint64_t count)
{
	const struct gauge *fact = tree->groups[group].fact;

	assert_true(gauge_is_known(fact[CGROUP_WAIT_NS]));
	assert_int_equal(fact[CGROUP_WAIT_NS].value, wait_ns);
	assert_int_equal(fact[CGROUP_WAIT_COUNT].value, count);
}

static void test_goes_up_the_tree(void **state)
{
	struct cgroup_tree tree = tree_of(true);
	struct cgroup_waits waits = { .nr_groups = 0 };

	(void)state;
	assert_int_equal(cgroup_waits_begin(&waits, &tree), 0);
	cgroup_waits_add(&waits, &tree, 30, 900, 3);
	cgroup_waits_add(&waits, &tree, 20, 100, 1);
	cgroup_waits_add(&waits, &tree, 40, 7, 1);
	cgroup_waits_add(&waits, &tree, 777, 5000, 5); /* not ours to see */
	cgroup_waits_fill(&waits, 42, &tree);
	expect(&tree, 0, 1007, 5);
	expect(&tree, 1, 1000, 4);
	expect(&tree, 2, 900, 3);
	expect(&tree, 3, 7, 1);
	assert_int_equal(tree.waits_ns, 42);
	cgroup_waits_clear(&waits);
	cgroup_tree_clear(&tree);
}

/* What a removed group waited stays with those above it; one made anew begins at 0. */
static void test_goes_on_without_a_group(void **state)
{
	struct cgroup_tree first = tree_of(true), second = tree_of(false), third = tree_of(true);
	struct cgroup_waits waits = { .nr_groups = 0 };

	(void)state;
	assert_int_equal(cgroup_waits_begin(&waits, &first), 0);
	cgroup_waits_add(&waits, &first, 30, 900, 3);
	assert_int_equal(cgroup_waits_begin(&waits, &second), 0);
	cgroup_waits_add(&waits, &second, 30, 50, 1);
	cgroup_waits_add(&waits, &second, 20, 100, 1);
	cgroup_waits_fill(&waits, 1, &second);
	expect(&second, 1, 1000, 4);
	expect(&second, 2, 0, 0);
	assert_int_equal(cgroup_waits_begin(&waits, &third), 0);
	cgroup_waits_fill(&waits, 2, &third);
	expect(&third, 1, 1000, 4);
	expect(&third, 2, 0, 0);
	cgroup_waits_clear(&waits);
	cgroup_tree_clear(&first);
	cgroup_tree_clear(&second);
	cgroup_tree_clear(&third);
}

/* Ids that lie apart by the number of slots meet in one slot. */
static void test_many_groups(void **state)
{
	struct cgroup_tree tree = { .groups = NULL };
	struct cgroup_waits waits = { .nr_groups = 0 };
	char name[16];

	(void)state;
	add(&tree, "", CGROUP_NO_PARENT, 1);
	for (uint64_t i = 1; i < MANY; i++) {
		snprintf(name, sizeof(name), "g%u", (unsigned int)i);
		add(&tree, name, 0, 1 + i * 8192);
	}
	assert_int_equal(cgroup_waits_begin(&waits, &tree), 0);
	for (uint64_t i = 1; i < MANY; i++)
		cgroup_waits_add(&waits, &tree, 1 + i * 8192, i, 1);
	cgroup_waits_fill(&waits, 1, &tree);
	for (size_t i = 1; i < MANY; i++)
		expect(&tree, i, i, 1);
	expect(&tree, 0, (uint64_t)MANY * (MANY - 1) / 2, MANY - 1);
	cgroup_waits_clear(&waits);
	cgroup_tree_clear(&tree);
}

static void test_missing(void **state)
{
	struct cgroup_tree tree = tree_of(true);

	(void)state;
	cgroup_waits_miss(&tree, GAUGE_DENIED);
	for (size_t i = 0; i < tree.nr_groups; i++)
		assert_int_equal(tree.groups[i].fact[CGROUP_WAIT_NS].state, GAUGE_DENIED);
	assert_int_equal(tree.waits_ns, 0);
	cgroup_tree_clear(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_goes_up_the_tree),
		cmocka_unit_test(test_goes_on_without_a_group),
		cmocka_unit_test(test_many_groups),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
