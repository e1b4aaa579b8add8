/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kinds of core on hybrid machines: hwloc's, which go by capacity and frequency, parted further by
 * the model of the core where the machine tells it (arm64), since two models may be rated alike.
 */
#ifndef HEADROOM_PROBES_CPUKINDS_H
#define HEADROOM_PROBES_CPUKINDS_H

#include <hwloc.h>

#include "core/topology.h"

struct fsroot;

struct cpukinds {
	unsigned int nr_kinds; /* 0 when all CPUs are alike */
	unsigned int nr_cpus;
	int *kind; /* of each CPU, by increasing capability; TOPOLOGY_NONE */
	struct topology_kind *kinds;
};

/* Fills k in for nr_cpus CPUs. 0 or -ENOMEM; cpukinds_release() is due in either case. */
int cpukinds_read(struct cpukinds *k, const struct fsroot *root, hwloc_topology_t hw,
		  unsigned int nr_cpus);
void cpukinds_release(struct cpukinds *k);

#endif
