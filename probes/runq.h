/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sampler of run queues as an object of its own: the row `runq` of the probe table uses it, and
 * the tests on the build machine's kernel. Definitions of the states are in core/sample.h.
 */
#ifndef HEADROOM_PROBES_RUNQ_H
#define HEADROOM_PROBES_RUNQ_H

#include <stdbool.h>

#include "core/fault.h"
#include "core/sample.h"
#include "probes/runq.shared.h"

struct runq_config {
	unsigned int nr_cpus;   /* highest possible CPU number + 1 */
	unsigned int sample_hz; /* wanted */
	double budget_pct;      /* of one CPU; 0: no limit */
	unsigned int chunk;     /* CPUs visited at a time; 0: RUNQ_CHUNK */
	bool no_jitter;         /* sample in a fixed rhythm, to show in a test what jitter is for */
	bool use_thread;        /* do not try the timer */
};

struct runq_sampler;

/*
 * Learns the run queues and starts sampling. 0, or -errno with f set; nothing is left behind then.
 * Where the timer does not start, a thread of this process samples instead.
 */
int runq_sampler_open(const struct runq_config *config, struct runq_sampler **ret_sampler,
		      struct fault *f);
struct runq_sampler *runq_sampler_close(struct runq_sampler *s); /* takes and returns NULL */

/*
 * Copies what was counted: all records belong to one moment between two chunks. They are valid
 * until the next read; nr_cpus of them. Numbers the LLCs densely (runq_cpu.llc) by lowest CPU.
 */
const struct runq_cpu *runq_sampler_read(struct runq_sampler *s);
const struct runq_control *runq_sampler_control(const struct runq_sampler *s); /* of that moment */
unsigned int runq_sampler_nr_llcs(const struct runq_sampler *s);

/*
 * Looks again for the run queues of the CPUs that topo has online, on other CPUs than ours too.
 * Returns the number of those still missing.
 */
unsigned int runq_sampler_learn(struct runq_sampler *s, const struct topology *topo);

/* Why the thread samples and not the timer; "" while the timer does. */
const char *runq_sampler_thread_reason(const struct runq_sampler *s);

#endif
