// SPDX-License-Identifier: GPL-2.0-only
/* The model against values worked out by hand, over resets, suspends, hotplug and regrouping. */
#include "cmocka_run.h"

#include <math.h>
#include <stdlib.h>

#include "core/model.h"
#include "machine.h"

static void expect_rate_at(struct rate got, double want, const char *file, int line)
{
	_assert_int_equal(got.state, GAUGE_KNOWN, file, line);
	if (fabs(got.value - want) > 1e-6) {
		print_error("%g instead of %g\n", got.value, want);
		_fail(file, line);
	}
}

#define expect_rate(got, want)     expect_rate_at(got, want, __FILE__, __LINE__)
#define expect_missing(rate, want) assert_int_equal((rate).state, (want))

struct run {
	struct topology *topo;
	struct model *m;
};

static int run_setup(void **state)
{
	struct run *run = calloc(1, sizeof(*run));

	run->topo = machine_topology(8, 2);
	run->m = model_new();
	*state = run;
	return 0;
}

static int run_teardown(void **state)
{
	struct run *run = *state;

	model_free(run->m);
	topology_unref(run->topo);
	free(run);
	return 0;
}

static void advance(struct run *run, struct sample *s)
{
	assert_int_equal(model_advance(run->m, s), 0);
}

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
	advance(run, s);
	expect_rate(run->m->machine.global_idle_pct, 100 * 6 * 0.5 / 7);
	assert_int_equal(run->m->machine.nr_online, 7);
	assert_int_equal(run->m->cpus[7].now.state, CPU_STATE_OFFLINE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define model_test(f) cmocka_unit_test_setup_teardown(f, run_setup, run_teardown)
		model_test(test_one_sample_has_no_rates),
		model_test(test_shares_of_samples_taken),
		model_test(test_groups_are_means_over_online_cpus),
		model_test(test_global_idleness),
		model_test(test_global_idleness_over_hotplug),
	};

	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
