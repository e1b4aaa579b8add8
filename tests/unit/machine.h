/* SPDX-License-Identifier: GPL-2.0-only */
/* Small machines for tests of the model: samples built by hand, second by second. */
#ifndef HEADROOM_TESTS_UNIT_MACHINE_H
#define HEADROOM_TESTS_UNIT_MACHINE_H

#include <stdio.h>
#include <string.h>

#include "core/sample.h"

#define SEC 1000000000ull

/* nr_cpus CPUs, two threads a core, nr_caches caches of equal parts; all online. */
static inline struct topology *machine_topology(unsigned int nr_cpus, unsigned int nr_caches)
{
	struct topology *topo = topology_new(nr_cpus, nr_caches, 0);

	topo->nr_cores = (nr_cpus + 1) / 2;
	topo->nr_nodes = topo->nr_packages = 1;
	strcpy(topo->cache_level, "L3");
	for (unsigned int i = 0; i < nr_caches; i++)
		snprintf(topo->caches[i].name, sizeof(topo->caches[i].name), "L3 #%u", i);
	for (unsigned int i = 0; i < nr_cpus; i++) {
		topo->cpus[i] = (struct topology_cpu){
			.core = (int)(i / 2),
			.cache = (int)(i * nr_caches / nr_cpus),
			.smt = (int)(i % 2),
			.kind = TOPOLOGY_NONE,
			.present = true,
			.online = true,
		};
	}
	return topo;
}

/* A sample of that machine at a time in seconds; every counter 0, every capability there. */
static inline struct sample *machine_sample(struct topology *topo, double seconds)
{
	struct sample *s = sample_new(topo);

	s->mono_ns = (uint64_t)(seconds * SEC);
	s->boot_ns = s->mono_ns;
	s->time_unix_ns = 1700000000 * SEC + s->mono_ns;
	strcpy(s->host, "host");
	strcpy(s->release, "6.12.0");
	strcpy(s->machine, "x86_64");
	for (int i = 0; i < CAP_COUNT; i++)
		s->caps[i] = (struct capability){ .state = GAUGE_KNOWN, .tier = TIER_BPF };
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		s->cpus[i].online = topo->cpus[i].online;
		if (!s->cpus[i].online)
			continue;
		s->cpus[i].has = CPU_HAS_COUNTS | CPU_HAS_NOW | CPU_HAS_TIMES | CPU_HAS_SCHEDSTAT;
		s->cpus[i].now.state = CPU_STATE_IDLE;
		s->cpus[i].now.class = TASK_CLASS_IDLE;
		s->cpus[i].sched_llc = topo->cpus[i].cache;
	}
	return s;
}

/* The sampler saw the CPU in a state that many times more. */
static inline void machine_count(struct sample *s, unsigned int cpu, enum cpu_state state,
				 uint64_t times)
{
	struct cpu_counts *counts = &s->cpus[cpu].counts;

	counts->taken += times;
	counts->state[state] += times;
	if (state == CPU_STATE_OVERLOADED)
		counts->overloaded += times;
}

#endif
