/* SPDX-License-Identifier: GPL-2.0-only */
/* A model of a machine of eight CPUs, four cores and two caches, for one test. */
#ifndef HEADROOM_TESTS_UNIT_MODEL_RUN_H
#define HEADROOM_TESTS_UNIT_MODEL_RUN_H

#include "cmocka_run.h"

#include <math.h>
#include <stdlib.h>

#include "core/model.h"
#include "machine.h"

static inline void expect_rate_at(struct rate got, double want, const char *file, int line)
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

static inline int run_setup(void **state)
{
	struct run *run = calloc(1, sizeof(*run));

	run->topo = machine_topology(8, 2);
	run->m = model_new();
	*state = run;
	return 0;
}

static inline int run_teardown(void **state)
{
	struct run *run = *state;

	model_free(run->m);
	topology_unref(run->topo);
	free(run);
	return 0;
}

static inline void advance(struct run *run, struct sample *s)
{
	assert_int_equal(model_advance(run->m, s), 0);
}

static inline void cpu_set_offline(struct sample *s, unsigned int cpu)
{
	s->cpus[cpu].online = false;
	s->cpus[cpu].has = 0;
	s->cpus[cpu].sched_llc = TOPOLOGY_NONE;
}

#define model_test(f) cmocka_unit_test_setup_teardown(f, run_setup, run_teardown)

#endif
