// SPDX-License-Identifier: GPL-2.0-only
/* Figures of the model against values worked out by hand, over resets, suspends and clock jumps. */
#include "model_run.h"

static void test_one_sample_has_no_rates(void **state)
{
	struct run *run = *state;

	advance(run, machine_sample(run->topo, 1));
	assert_false(run->m->settled);
	expect_missing(run->m->machine.global_idle_pct, GAUGE_UNREAD);
	expect_missing(run->m->cpus[0].shares.pct[SHARE_IDLE], GAUGE_UNREAD);
	expect_missing(run->m->self.cpu_pct, GAUGE_UNREAD);
	assert_int_equal(run->m->machine.state_now[CPU_STATE_IDLE], 8);
	assert_null(history_at(run->m->machine.history, 0));
}

/* Of 100 samples: 37 overloaded, 13 busy, 50 idle of which 20 beside an overloaded CPU. */
static void test_shares_of_samples_taken(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);
	const struct model_cpu *cpu;

	advance(run, machine_sample(run->topo, 1));
	machine_count(s, 1, CPU_STATE_OVERLOADED, 37);
	machine_count(s, 1, CPU_STATE_BUSY, 13);
	machine_count(s, 1, CPU_STATE_IDLE, 50);
	s->cpus[1].counts.missed_idle = 20;
	advance(run, s);
	cpu = &run->m->cpus[1];
	expect_rate(cpu->shares.pct[SHARE_OVERLOADED], 37);
	expect_rate(cpu->shares.pct[SHARE_BUSY], 13);
	expect_rate(cpu->shares.pct[SHARE_IDLE], 50);
	expect_rate(cpu->shares.pct[SHARE_SCHED_IDLE], 0);
	expect_rate(cpu->shares.pct[SHARE_MISSED_IDLE], 20);
	expect_rate(cpu->samples_hz, 100);
	expect_missing(run->m->cpus[2].shares.pct[SHARE_IDLE], GAUGE_UNREAD);
	expect_rate(run->m->llcs[0].shares.pct[SHARE_OVERLOADED], 37);
	expect_missing(run->m->llcs[1].shares.pct[SHARE_OVERLOADED], GAUGE_UNREAD);
}

static void test_groups_are_means_over_online_cpus(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	for (unsigned int i = 0; i < 8; i++)
		machine_count(s, i, i < 2 ? CPU_STATE_OVERLOADED : CPU_STATE_IDLE, 100);
	advance(run, s);
	expect_rate(run->m->machine.shares.pct[SHARE_OVERLOADED], 25);
	expect_rate(run->m->llcs[0].shares.pct[SHARE_OVERLOADED], 50);
	expect_rate(run->m->llcs[1].shares.pct[SHARE_OVERLOADED], 0);
	expect_rate(run->m->cores[0].shares.pct[SHARE_OVERLOADED], 100);
	expect_rate(run->m->cores[1].shares.pct[SHARE_OVERLOADED], 0);
	assert_int_equal(run->m->cores[3].first_cpu, 6);
	assert_int_equal(run->m->cores[3].nr_cpus, 2);
}

/* Two CPUs idle 0.25 s and 0.75 s of 1 s, six not at all: 1 s of 8. */
static void test_global_idleness(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	s->cpus[0].times.idle_ns = SEC / 4;
	s->cpus[1].times.idle_ns = SEC * 3 / 4;
	s->cpus[2].times.iowait_ns = SEC;
	advance(run, s);
	expect_rate(run->m->machine.global_idle_pct, 12.5);
	expect_rate(run->m->cpus[0].times.idle, 25);
	expect_rate(run->m->cpus[2].times.iowait, 100);
}

/* Files of a captured machine: nothing grew, idle time neither, so nothing is 0 either. */
static void test_counters_that_stand_still(void **state)
{
	struct run *run = *state;
	struct sample *before = machine_sample(run->topo, 1), *s = machine_sample(run->topo, 2);

	before->psi_some_us = s->psi_some_us = gauge_known(77);
	for (unsigned int i = 0; i < 8; i++) {
		before->cpus[i].times.idle_ns = s->cpus[i].times.idle_ns = 5 * SEC;
		before->cpus[i].times.user_ns = s->cpus[i].times.user_ns = 3 * SEC;
	}
	s->self.cpu_ns = SEC / 100;
	advance(run, before);
	advance(run, s);
	assert_true(run->m->settled);
	expect_missing(run->m->machine.global_idle_pct, GAUGE_UNREAD);
	expect_missing(run->m->machine.times.user, GAUGE_UNREAD);
	expect_missing(run->m->cpus[3].times.idle, GAUGE_UNREAD);
	expect_missing(run->m->machine.psi_some_pct, GAUGE_UNREAD);
	expect_rate(run->m->self.cpu_pct, 1); /* our own does grow */
	s = machine_sample(run->topo, 3);
	s->psi_some_us = gauge_known(77);
	for (unsigned int i = 0; i < 8; i++) {
		s->cpus[i].times.idle_ns = 5 * SEC;
		s->cpus[i].times.user_ns = (i == 7 ? 4 : 3) * SEC; /* one that runs is enough */
	}
	advance(run, s);
	expect_rate(run->m->machine.global_idle_pct, 0);
	expect_rate(run->m->cpus[3].times.user, 0);
	expect_rate(run->m->cpus[7].times.user, 100);
	expect_rate(run->m->machine.psi_some_pct, 0);
}

static void test_global_idleness_over_hotplug(void **state)
{
	struct run *run = *state;
	struct sample *before = machine_sample(run->topo, 1), *s;

	before->cpus[0].times.idle_ns = 5 * SEC;
	before->cpus[1].times.idle_ns = 9 * SEC;
	advance(run, before);
	s = machine_sample(run->topo, 2);
	for (unsigned int i = 0; i < 8; i++)
		s->cpus[i].times.idle_ns = before->cpus[i].times.idle_ns + SEC / 2;
	s->cpus[0].times.idle_ns = 4 * SEC; /* stepped back: counts as 0 */
	s->cpus[7].online = false;          /* went: left out */
	s->cpus[7].has = 0;
	before->cpus[6].online = false; /* came: left out, though both have times */
	advance(run, s);
	expect_rate(run->m->machine.global_idle_pct, 100 * 5 * 0.5 / 6);
	assert_int_equal(run->m->machine.nr_online, 7);
	assert_int_equal(run->m->cpus[7].now.state, CPU_STATE_OFFLINE);
}

/* Counters that begin anew give no figure for one tick, and the right one after it. */
static void test_sampler_started_anew(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	machine_count(s, 0, CPU_STATE_BUSY, 1000);
	advance(run, s);
	s = machine_sample(run->topo, 2);
	machine_count(s, 0, CPU_STATE_BUSY, 50);
	advance(run, s);
	assert_true(run->m->settled);
	expect_missing(run->m->cpus[0].shares.pct[SHARE_BUSY], GAUGE_UNREAD);
	expect_missing(run->m->cpus[0].samples_hz, GAUGE_UNREAD);
	s = machine_sample(run->topo, 3);
	machine_count(s, 0, CPU_STATE_BUSY, 150);
	advance(run, s);
	expect_rate(run->m->cpus[0].shares.pct[SHARE_BUSY], 100);
	expect_rate(run->m->cpus[0].samples_hz, 100);
}

/* An hour of suspend between two seconds of being awake: nothing for a tick, then right again. */
static void test_suspend(void **state)
{
	struct run *run = *state;
	struct sample *s;

	for (int tick = 1; tick <= 4; tick++) {
		s = machine_sample(run->topo, tick);
		s->boot_ns += tick >= 3 ? 3600 * SEC : 0;
		s->cpus[0].times.idle_ns = tick * SEC / 2;
		machine_count(s, 0, CPU_STATE_IDLE, 100 * tick);
		advance(run, s);
		if (tick != 3)
			continue;
		assert_false(run->m->settled);
		expect_missing(run->m->machine.global_idle_pct, GAUGE_UNREAD);
		expect_missing(run->m->cpus[0].shares.pct[SHARE_IDLE], GAUGE_UNREAD);
		assert_true(isnan(history_at(run->m->machine.history, 0)->idle_pct));
	}
	expect_rate(run->m->machine.global_idle_pct, 6.25);
	expect_rate(run->m->cpus[0].shares.pct[SHARE_IDLE], 100);
}

/* People set clocks; no rate is taken over one that they set. */
static void test_realtime_jumps(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	s->time_unix_ns = 5;
	machine_count(s, 0, CPU_STATE_BUSY, 100);
	advance(run, s);
	expect_rate(run->m->cpus[0].samples_hz, 100);
	assert_true(fabs(run->m->elapsed_s - 1) < 1e-9);
}

static void test_other_boot_or_machine(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 5);

	advance(run, machine_sample(run->topo, 9));
	advance(run, s); /* a clock that went backwards: another boot */
	assert_false(run->m->settled);
	s = machine_sample(run->topo, 6);
	strcpy(s->host, "other");
	advance(run, s);
	assert_false(run->m->settled);
	s = machine_sample(run->topo, 7);
	strcpy(s->host, "other");
	advance(run, s);
	assert_true(run->m->settled);
}

static void test_forced_idle_where_it_cannot_be(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	sample_set_capability(s, CAP_CORE_SCHED, GAUGE_UNSUPPORTED, TIER_NONE, "no");
	machine_count(s, 0, CPU_STATE_IDLE, 10);
	advance(run, s);
	expect_missing(run->m->cpus[0].shares.pct[SHARE_FORCED_IDLE], GAUGE_UNSUPPORTED);
	expect_missing(run->m->machine.shares.pct[SHARE_FORCED_IDLE], GAUGE_UNSUPPORTED);
	expect_rate(run->m->cpus[0].shares.pct[SHARE_IDLE], 100);
}

static void test_forced_idle_now(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	s->cpus[5].now.state = CPU_STATE_FORCED_IDLE;
	advance(run, s);
	assert_true(run->m->cores[2].forced_idle_now);
	assert_false(run->m->cores[1].forced_idle_now);
	assert_int_equal(run->m->llcs[1].state_now[CPU_STATE_FORCED_IDLE], 1);
}

/* What could not be read says so with the state of what it needs. */
static void test_missing_capabilities(void **state)
{
	struct run *run = *state;

	for (int tick = 1; tick <= 2; tick++) {
		struct sample *s = machine_sample(run->topo, tick);

		for (unsigned int cpu = 0; cpu < 8; cpu++)
			s->cpus[cpu].has = 0;
		sample_set_capability(s, CAP_SAMPLER, GAUGE_DENIED, TIER_NONE, "no");
		sample_set_capability(s, CAP_PROC_STAT, GAUGE_FAILED, TIER_NONE, "no");
		sample_set_capability(s, CAP_SCHEDSTAT, GAUGE_UNSUPPORTED, TIER_NONE, "no");
		s->psi_some_us.state = GAUGE_UNSUPPORTED;
		advance(run, s);
	}
	expect_missing(run->m->cpus[0].shares.pct[SHARE_IDLE], GAUGE_DENIED);
	expect_missing(run->m->machine.shares.pct[SHARE_IDLE], GAUGE_DENIED);
	expect_missing(run->m->cpus[0].times.idle, GAUGE_FAILED);
	expect_missing(run->m->machine.global_idle_pct, GAUGE_FAILED);
	expect_missing(run->m->machine.times.steal, GAUGE_FAILED);
	expect_missing(run->m->cpus[0].wait_mean_ns, GAUGE_UNSUPPORTED);
	expect_missing(run->m->llcs[0].wait_mean_ns, GAUGE_UNSUPPORTED);
	expect_missing(run->m->machine.psi_some_pct, GAUGE_UNSUPPORTED);
	assert_int_equal(run->m->cpus[0].now.state, CPU_STATE_UNKNOWN);
}

/* CPU 0: 3 ms over 3 waits; CPU 1: 1 ms in one; CPU 4: none. Waits count once, not CPUs. */
static void test_wait_mean(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	s->cpus[0].schedstat.run_delay_ns = 3000000;
	s->cpus[0].schedstat.pcount = 3;
	s->cpus[1].schedstat.run_delay_ns = 5000000;
	s->cpus[1].schedstat.pcount = 1;
	advance(run, s);
	expect_rate(run->m->cpus[0].wait_mean_ns, 1000000);
	expect_rate(run->m->llcs[0].wait_mean_ns, 2000000);
	expect_rate(run->m->machine.wait_mean_ns, 2000000);
	expect_missing(run->m->llcs[1].wait_mean_ns, GAUGE_UNREAD);
}

/* 250 ms of pressure in 2 s are 12.5 %. */
static void test_pressure(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	s->psi_some_us = gauge_known(1000);
	advance(run, s);
	s = machine_sample(run->topo, 3);
	s->psi_some_us = gauge_known(251000);
	s->psi_full_us = gauge_known(7);
	s->cpus[0].times.user_ns = SEC; /* a machine that runs */
	advance(run, s);
	expect_rate(run->m->machine.psi_some_pct, 12.5);
	expect_missing(run->m->machine.psi_full_pct, GAUGE_UNREAD);
}

/* 2 ms of process and 1 ms of BPF in 1 s; a thread's BPF time is in the process time already. */
static void test_own_cost(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 2);

	advance(run, machine_sample(run->topo, 1));
	s->self = (struct sample_self){ .cpu_ns = 2000000,
					.bpf_ns = 1000000,
					.samples_taken = 97,
					.samples_late = 2,
					.samples_lost = 1 };
	advance(run, s);
	expect_rate(run->m->self.cpu_pct, 0.3);
	expect_rate(run->m->self.process_pct, 0.2);
	expect_rate(run->m->self.samples_hz, 97);
	expect_rate(run->m->self.late_hz, 2);
	expect_rate(run->m->self.lost_hz, 1);
	s = machine_sample(run->topo, 3);
	s->self = (struct sample_self){ .cpu_ns = 4000000, .bpf_ns = 2000000 };
	sample_set_capability(s, CAP_SAMPLER_TIMER, GAUGE_UNSUPPORTED, TIER_NONE, "a thread");
	advance(run, s);
	expect_rate(run->m->self.cpu_pct, 0.2);
	expect_missing(run->m->self.samples_hz, GAUGE_UNREAD);
}

static void test_episodes(void **state)
{
	struct run *run = *state;
	struct sample *s = machine_sample(run->topo, 1);

	s->cpus[1].counts.episodes[0] = 4;
	s->cpus[2].counts.episodes[0] = 5;
	s->cpus[2].counts.episodes[3] = 1;
	s->cpus[2].counts.episode_longest_ns = 2 * SEC;
	s->cpus[6].counts.episode_longest_ns = 3 * SEC;
	s->cpus[6].counts.episode_open_ns = SEC;
	advance(run, s);
	assert_int_equal(run->m->llcs[0].episodes[0], 9);
	assert_int_equal(run->m->llcs[0].episodes[3], 1);
	assert_int_equal(run->m->llcs[0].episode_longest_ns, 2 * SEC);
	assert_int_equal(run->m->llcs[1].episode_open_ns, SEC);
	assert_int_equal(run->m->machine.episodes[0], 9);
	assert_int_equal(run->m->machine.episode_longest_ns, 3 * SEC);
}

static void test_history_keeps_the_newest(void **state)
{
	struct run *run = *state;
	const struct history *h;

	for (int tick = 1; tick <= HISTORY_POINTS + 11; tick++) {
		struct sample *s = machine_sample(run->topo, tick);

		machine_count(s, 0, CPU_STATE_BUSY, 100 * tick);
		s->cpus[0].times.idle_ns = tick * SEC / 10;
		advance(run, s);
	}
	h = run->m->machine.history;
	assert_int_equal(h->count, HISTORY_POINTS);
	assert_int_equal(history_at(h, 0)->mono_ns, (HISTORY_POINTS + 11) * SEC);
	assert_int_equal(history_at(h, HISTORY_POINTS - 1)->mono_ns, 12 * SEC);
	assert_null(history_at(h, HISTORY_POINTS));
	assert_true(fabs(history_at(h, 0)->busy_pct - 100) < 1e-6);
	assert_true(fabs(history_at(h, 0)->global_idle_pct - 1.25) < 1e-6);
	assert_true(isnan(history_at(run->m->llcs[0].history, 0)->global_idle_pct));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		model_test(test_one_sample_has_no_rates),
		model_test(test_shares_of_samples_taken),
		model_test(test_groups_are_means_over_online_cpus),
		model_test(test_global_idleness),
		model_test(test_counters_that_stand_still),
		model_test(test_global_idleness_over_hotplug),
		model_test(test_sampler_started_anew),
		model_test(test_suspend),
		model_test(test_realtime_jumps),
		model_test(test_other_boot_or_machine),
		model_test(test_forced_idle_where_it_cannot_be),
		model_test(test_forced_idle_now),
		model_test(test_missing_capabilities),
		model_test(test_wait_mean),
		model_test(test_pressure),
		model_test(test_own_cost),
		model_test(test_episodes),
		model_test(test_history_keeps_the_newest),
	};

	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
