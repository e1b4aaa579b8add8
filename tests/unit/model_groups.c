// SPDX-License-Identifier: GPL-2.0-only
/* LLCs of the model: who is in which, over hotplug and regrouping, and what the kernel counts there. */
#include "model_run.h"

/* A CPU that goes and comes back: same LLC, same history; no figure while it has no two readings. */
static void test_hotplug(void **state)
{
	struct run *run = *state;
	const struct history *history;
	struct sample *s;

	advance(run, machine_sample(run->topo, 1));
	advance(run, machine_sample(run->topo, 2));
	history = run->m->llcs[1].history;
	s = machine_sample(run->topo, 3);
	cpu_set_offline(s, 4);
	advance(run, s);
	assert_int_equal(run->m->cpus[4].llc, 1);
	assert_int_equal(run->m->llcs[1].nr_cpus, 4);
	assert_int_equal(run->m->llcs[1].nr_online, 3);
	assert_int_equal(run->m->llcs[1].state_now[CPU_STATE_OFFLINE], 1);
	assert_int_equal(run->m->llcs[1].first_cpu, 4);
	assert_ptr_equal(run->m->llcs[1].history, history);
	assert_false(run->m->llcs[1].differs);
	s = machine_sample(run->topo, 4);
	machine_count(s, 4, CPU_STATE_BUSY, 900);
	advance(run, s);
	expect_missing(run->m->cpus[4].shares.pct[SHARE_BUSY], GAUGE_UNREAD);
	assert_ptr_equal(run->m->llcs[1].history, history);
	assert_int_equal(history->count, 3);
	s = machine_sample(run->topo, 5);
	machine_count(s, 4, CPU_STATE_BUSY, 1000);
	advance(run, s);
	expect_rate(run->m->cpus[4].shares.pct[SHARE_BUSY], 100);
}

/* Where the topology forgets the cache of an offline CPU, the model remembers its LLC. */
static void test_offline_cpu_without_cache(void **state)
{
	struct run *run = *state;
	struct topology *topo = machine_topology(8, 2);
	struct sample *s;

	advance(run, machine_sample(run->topo, 1));
	topo->cpus[5].cache = TOPOLOGY_NONE;
	s = machine_sample(topo, 2);
	cpu_set_offline(s, 5);
	advance(run, s);
	assert_int_equal(run->m->cpus[5].llc, 1);
	topology_unref(topo);
}

static void test_whole_llc_offline(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	for (unsigned int cpu = 4; cpu < 8; cpu++)
		cpu_set_offline(s, cpu);
	advance(run, s);
	assert_int_equal(run->m->nr_llcs, 2);
	assert_int_equal(run->m->llcs[1].nr_online, 0);
	assert_string_equal(run->m->llcs[1].name, "L3 #1");
}

/* Facts of an offline CPU are stale: the scheduler's number for it does not count. */
static void test_offline_cpu_with_a_stale_number(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	cpu_set_offline(s, 4);
	s->cpus[4].sched_llc = 0;
	advance(run, s);
	assert_int_equal(run->m->cpus[4].llc, 1);
	assert_int_equal(run->m->llcs[0].nr_cpus, 4);
}

/* A cpuset partition splits the first cache; numbers of the scheduler come in any order. */
static void test_split_llc(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 0));
	advance(run, machine_sample(run->topo, 1));
	assert_string_equal(run->m->llc_source, "scheduler");
	assert_false(run->m->llcs[0].differs);
	for (unsigned int cpu = 0; cpu < 8; cpu++)
		s->cpus[cpu].sched_llc = cpu < 2 ? 2 : cpu < 4 ? 0 : 1;
	advance(run, s);
	assert_int_equal(run->m->nr_llcs, 3);
	assert_string_equal(run->m->llcs[0].name, "L3 #0");
	assert_string_equal(run->m->llcs[1].name, "L3 #0.1");
	assert_string_equal(run->m->llcs[2].name, "L3 #1");
	assert_true(run->m->llcs[0].differs && run->m->llcs[1].differs);
	assert_false(run->m->llcs[2].differs);
	assert_int_equal(run->m->llcs[0].sched_llc, 2);
	assert_int_equal(run->m->llcs[1].first_cpu, 2);
	assert_int_equal(run->m->cpus[3].llc, 1);
	assert_int_equal(run->m->llcs[0].history->count, 1); /* other CPUs: its history is new */
	assert_int_equal(run->m->llcs[2].history->count, 2);
}

static void test_parts_are_counted(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	for (unsigned int cpu = 0; cpu < 8; cpu++)
		s->cpus[cpu].sched_llc = cpu < 4 ? (int)cpu : 4;
	advance(run, s);
	assert_string_equal(run->m->llcs[1].name, "L3 #0.1");
	assert_string_equal(run->m->llcs[3].name, "L3 #0.3");
	assert_string_equal(run->m->llcs[4].name, "L3 #1");
}

static void test_isolated_cpu_has_no_llc(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	run->topo->cpus[3].isolated = true;
	s->cpus[3].sched_llc = TOPOLOGY_NONE;
	advance(run, s);
	assert_int_equal(run->m->cpus[3].llc, TOPOLOGY_NONE);
	assert_true(run->m->cpus[3].isolated);
	assert_int_equal(run->m->llcs[0].nr_cpus, 3);
	assert_false(run->m->llcs[0].differs);
	assert_int_equal(run->m->machine.nr_online, 8);
	assert_int_equal(run->m->machine.nr_isolated, 1);
}

static void test_without_the_scheduler_caches_group(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	for (unsigned int cpu = 0; cpu < 8; cpu++)
		s->cpus[cpu].sched_llc = TOPOLOGY_NONE;
	advance(run, s);
	assert_string_equal(run->m->llc_source, "L3");
	assert_int_equal(run->m->nr_llcs, 2);
	assert_int_equal(run->m->cpus[7].llc, 1);
}

static void test_nothing_known_about_caches(void **state)
{
	struct run *run = *state;
	struct topology *topo = topology_new(4, 0, 0);
	struct sample *s;

	for (unsigned int cpu = 0; cpu < 4; cpu++)
		topo->cpus[cpu].present = topo->cpus[cpu].online = true;
	s = machine_sample(topo, 1);
	advance(run, s);
	assert_int_equal(run->m->nr_llcs, 0);
	assert_int_equal(run->m->nr_cores, 0);
	assert_int_equal(run->m->cpus[0].core, TOPOLOGY_NONE);
	s = machine_sample(topo, 2);
	for (unsigned int cpu = 0; cpu < 4; cpu++)
		s->cpus[cpu].sched_llc = 0;
	advance(run, s);
	assert_string_equal(run->m->llcs[0].name, "LLC #0");
	assert_false(run->m->llcs[0].differs);
	topology_unref(topo);
}

/* Whoever made the topology: what lies behind an index is there, or the index is none. */
static void test_ids_beyond_the_topology(void **state)
{
	static const int wrong[] = { -7, 8, 1000000, 2147483647 };
	struct run *run = *state;

	for (unsigned int i = 0; i < 4; i++) {
		struct topology_cpu *place = &run->topo->cpus[i];

		place->core = place->node = place->package = place->kind = wrong[i];
		place->cache = wrong[i];
		place->smt = -1;
	}
	run->topo->cpus[7].core = 3;
	for (int second = 1; second < 3; second++) {
		struct sample *s = machine_sample(run->topo, second);

		for (unsigned int i = 0; i < 8; i++)
			s->cpus[i].sched_llc = i < 4 ? wrong[i] : TOPOLOGY_NONE;
		advance(run, s);
	}
	for (unsigned int i = 0; i < 4; i++) {
		const struct model_cpu *cpu = &run->m->cpus[i];

		assert_int_equal(cpu->core, TOPOLOGY_NONE);
		assert_int_equal(cpu->node, TOPOLOGY_NONE);
		assert_int_equal(cpu->package, TOPOLOGY_NONE);
		assert_int_equal(cpu->kind, TOPOLOGY_NONE);
		assert_int_equal(cpu->llc, TOPOLOGY_NONE);
		assert_int_equal(cpu->smt, 0);
	}
	assert_int_equal(run->m->cpus[7].core, 3);
	assert_int_equal(run->m->cpus[7].package, 0);
	assert_int_equal(run->m->nr_llcs, 1); /* the cache of CPUs 4 to 7 */
	assert_int_equal(run->m->llcs[0].nr_cpus, 4);
}

static void sample_set_sib(struct sample *s, uint32_t peeked, uint32_t pulled)
{
	s->nr_llcs = 2;
	s->llcs = calloc(2, sizeof(*s->llcs));
	for (int i = 0; i < 2; i++)
		s->llcs[i] = (struct sample_llc){
			.nr_overloaded = gauge_known(3),
			.sib_peeked = gauge_known(peeked),
			.sib_pulled = gauge_known(pulled),
			.sib_failed = { .state = GAUGE_UNSUPPORTED },
			.overloaded_mask = calloc(1, sizeof(uint64_t)),
		};
	s->llcs[1].overloaded_mask[0] = 0xd0; /* CPUs 4, 6 and 7 */
}

/* 16 before the wrap and 24 after it in 2 s: 20 a second. 100 to 3 is a reset. */
static void test_sib_counters_wrap_and_reset(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	sample_set_sib(s, UINT32_MAX - 15, 100);
	advance(run, s);
	s = machine_sample(run->topo, 3);
	sample_set_sib(s, 24, 3);
	advance(run, s);
	expect_rate(run->m->llcs[0].sib_peeked_hz, 20);
	expect_missing(run->m->llcs[0].sib_pulled_hz, GAUGE_UNREAD);
	expect_missing(run->m->llcs[0].sib_failed_hz, GAUGE_UNSUPPORTED);
	assert_int_equal(run->m->llcs[0].sib_peeked.value, 24);
	assert_int_equal(run->m->llcs[1].kernel_nr_overloaded.value, 3);
	assert_int_equal(run->m->llcs[1].kernel_overloaded[0], 0xd0);
	s = machine_sample(run->topo, 4);
	sample_set_sib(s, 34, 5);
	s->cpus[3].sched_llc = 1; /* moved: other sums */
	advance(run, s);
	expect_missing(run->m->llcs[0].sib_peeked_hz, GAUGE_UNREAD);
}

/* The scheduler numbers its LLCs anew: the totals are found again by the CPUs. */
static void test_sib_counters_follow_the_cpus(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	sample_set_sib(s, 0, 0);
	s->llcs[0].sib_peeked = gauge_known(100);
	advance(run, s);
	s = machine_sample(run->topo, 2);
	for (unsigned int cpu = 0; cpu < 8; cpu++)
		s->cpus[cpu].sched_llc = cpu < 4;
	sample_set_sib(s, 0, 0);
	s->llcs[1].sib_peeked = gauge_known(107);
	advance(run, s);
	expect_rate(run->m->llcs[0].sib_peeked_hz, 7);
	expect_rate(run->m->llcs[1].sib_peeked_hz, 0);
}

static void sample_set_domains(struct sample *s, uint32_t failed)
{
	s->nr_domains = 16;
	s->domains = calloc(16, sizeof(*s->domains));
	for (int i = 0; i < 16; i++)
		s->domains[i] = (struct sample_domain){
			.cpu = i / 2,
			.level = i % 2,
			.has_sib = true,
			.sib_failed = i % 2 ? failed : 0,
		};
}

/* Without BPF the domain lines tell: 4 CPUs an LLC, each 5 more in a second. */
static void test_sib_counters_of_schedstat(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	sample_set_domains(s, UINT32_MAX - 1);
	advance(run, s);
	s = machine_sample(run->topo, 2);
	sample_set_domains(s, 3);
	advance(run, s);
	expect_rate(run->m->llcs[1].sib_failed_hz, 20);
	assert_int_equal(run->m->llcs[1].sib_failed.value, 12);
	assert_int_equal(run->m->llcs[1].kernel_nr_overloaded.state, GAUGE_UNREAD);
}

/* Lines of an unpatched kernel hold no such counters, whatever stands in their place. */
static void test_schedstat_without_sib_counters(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	sample_set_domains(s, 5);
	for (size_t i = 0; i < s->nr_domains; i++)
		s->domains[i].has_sib = false;
	sample_set_capability(s, CAP_SIB_COUNTERS, GAUGE_UNSUPPORTED, TIER_NONE, "no");
	advance(run, s);
	assert_int_equal(run->m->llcs[0].sib_failed.state, GAUGE_UNSUPPORTED);
}

/* More CPUs than before, and fewer: what has no counterpart has no figure. */
static void test_number_of_cpus_changes(void **state)
{
	static const unsigned int sizes[] = { 8, 16, 2, 8 };
	struct run *run = *state;

	for (int i = 0; i < 4; i++) {
		struct topology *topo = machine_topology(sizes[i], 2);
		struct sample *s = machine_sample(topo, i + 1);

		machine_count(s, sizes[i] - 1, CPU_STATE_BUSY, 100 * (i + 1));
		advance(run, s);
		assert_int_equal(run->m->nr_cpus, sizes[i]);
		assert_int_equal(run->m->cpus[sizes[i] - 1].shares.pct[SHARE_BUSY].state,
				 sizes[i] == 2 ? GAUGE_KNOWN : GAUGE_UNREAD);
		topology_unref(topo);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		model_test(test_hotplug),
		model_test(test_offline_cpu_without_cache),
		model_test(test_whole_llc_offline),
		model_test(test_offline_cpu_with_a_stale_number),
		model_test(test_split_llc),
		model_test(test_parts_are_counted),
		model_test(test_isolated_cpu_has_no_llc),
		model_test(test_without_the_scheduler_caches_group),
		model_test(test_nothing_known_about_caches),
		model_test(test_sib_counters_wrap_and_reset),
		model_test(test_ids_beyond_the_topology),
		model_test(test_sib_counters_follow_the_cpus),
		model_test(test_sib_counters_of_schedstat),
		model_test(test_schedstat_without_sib_counters),
		model_test(test_number_of_cpus_changes),
	};

	return cmocka_run_group_tests_name("model_groups", tests, NULL, NULL);
}
