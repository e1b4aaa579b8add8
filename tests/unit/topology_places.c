// SPDX-License-Identifier: GPL-2.0-only
/*
 * Offline CPUs keep their place: on a machine of two nodes with an L3, two cores and four threads
 * each, CPUs 0-1, 2-3, 4-5, 6-7 being the cores.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "probes/topology.h"

static struct topology *machine(void)
{
	struct topology *t = topology_new(8, 2, 0);

	for (int i = 0; i < 8; i++)
		t->cpus[i] = (struct topology_cpu){ .core = i / 2,
						    .cache = i / 4,
						    .node = i / 4,
						    .package = i / 4,
						    .smt = i % 2,
						    .kind = TOPOLOGY_NONE,
						    .present = true,
						    .online = true };
	t->nr_cores = 4;
	t->nr_nodes = t->nr_packages = 2;
	return t;
}

/* As hwloc tells it once a CPU is gone: no place, and its sibling becomes the first thread. */
static void take_offline(struct topology *t, int cpu)
{
	t->cpus[cpu] = (struct topology_cpu){ .core = TOPOLOGY_NONE,
					      .cache = TOPOLOGY_NONE,
					      .node = TOPOLOGY_NONE,
					      .package = TOPOLOGY_NONE,
					      .kind = TOPOLOGY_NONE,
					      .present = true };
	t->cpus[cpu ^ 1].smt = 0;
}

static void expect_place(const struct topology *t, int cpu, int core, int cache, int smt)
{
	assert_int_equal(t->cpus[cpu].core, core);
	assert_int_equal(t->cpus[cpu].cache, cache);
	assert_int_equal(t->cpus[cpu].node, cache);
	assert_int_equal(t->cpus[cpu].package, cache);
	assert_int_equal(t->cpus[cpu].smt, smt);
}

static void test_one_thread(void **state)
{
	struct topology *before = machine(), *now = machine();

	(void)state;
	take_offline(now, 4);
	topology_keep_places(before, now);
	expect_place(now, 4, 2, 1, 0);
	expect_place(now, 5, 2, 1, 1);
	assert_false(now->cpus[4].online);
	assert_int_equal(now->nr_cores, 4);
	topology_unref(before);
	topology_unref(now);
}

/* The second core goes: those behind it move up by one number, it comes last. */
static void test_whole_core(void **state)
{
	struct topology *before = machine(), *now = machine();

	(void)state;
	take_offline(now, 2);
	take_offline(now, 3);
	for (int i = 4; i < 8; i++)
		now->cpus[i].core--;
	now->nr_cores = 3;
	topology_keep_places(before, now);
	expect_place(now, 2, 3, 0, 0);
	expect_place(now, 3, 3, 0, 1);
	expect_place(now, 4, 1, 1, 0);
	assert_int_equal(now->nr_cores, 4);
	topology_unref(before);
	topology_unref(now);
}

/* One after the other: the second reading starts from what was kept at the first. */
static void test_kept_twice(void **state)
{
	struct topology *before = machine(), *now = machine(), *later = machine();

	(void)state;
	take_offline(now, 6);
	topology_keep_places(before, now);
	take_offline(later, 6);
	take_offline(later, 7);
	later->nr_cores = 3;
	topology_keep_places(now, later);
	expect_place(later, 6, 3, 1, 0);
	expect_place(later, 7, 3, 1, 1);
	topology_unref(before);
	topology_unref(now);
	topology_unref(later);
}

/* Nobody is left to tell what its group is called now: it has no place, and no wrong one. */
static void test_whole_node(void **state)
{
	struct topology *before = machine(), *now = machine();

	(void)state;
	for (int i = 4; i < 8; i++)
		take_offline(now, i);
	now->nr_cores = 2;
	topology_keep_places(before, now);
	for (int i = 4; i < 8; i++)
		assert_int_equal(now->cpus[i].core, TOPOLOGY_NONE);
	assert_int_equal(now->nr_cores, 2);
	topology_unref(before);
	topology_unref(now);
}

/* A hole stays a hole, and a CPU that was never seen online has nothing to keep. */
static void test_never_online(void **state)
{
	struct topology *before = machine(), *now = machine();

	(void)state;
	take_offline(before, 1);
	take_offline(now, 1);
	take_offline(now, 3);
	now->cpus[3].present = false;
	topology_keep_places(before, now);
	assert_int_equal(now->cpus[1].core, TOPOLOGY_NONE);
	assert_int_equal(now->cpus[3].core, TOPOLOGY_NONE);
	topology_unref(before);
	topology_unref(now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_thread),   cmocka_unit_test(test_whole_core),
		cmocka_unit_test(test_kept_twice),   cmocka_unit_test(test_whole_node),
		cmocka_unit_test(test_never_online),
	};

	return cmocka_run_group_tests_name("topology_places", tests, NULL, NULL);
}
