/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine's shape as hwloc tells it: slow to read, seldom changed, shared between samples by
 * counted references. Pure facts; which CPUs the scheduler itself takes as one LLC is in the sample
 * (struct sample_cpu.sched_llc), because cpuset partitions change it at run time.
 */
#ifndef HEADROOM_CORE_TOPOLOGY_H
#define HEADROOM_CORE_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#define TOPOLOGY_NONE (-1)

/* Ids are dense, 0-based and machine-wide (hwloc logical order); TOPOLOGY_NONE where unknown. */
struct topology_cpu {
	int core, cache, node, package; /* cache: group by the largest shared data cache */
	int smt;                        /* 0 for the first thread of its core, 1 for the next */
	int kind;                       /* hybrid: 0 is the least capable kind; NONE if all alike */
	bool present;                   /* false: a hole in the numbering */
	bool online, isolated, nohz_full;
};

struct topology_cache {
	char name[32];       /* "L3 #0", or what the group is where there is no L3 */
	uint64_t size_bytes; /* 0 where the machine does not tell */
	int node, package;   /* of its first CPU */
};

struct topology_kind {
	char name[32]; /* "performance", "efficiency", or a core type's name */
};

struct topology {
	unsigned int refs;
	uint64_t generation;  /* grows when the shape was read anew */
	unsigned int nr_cpus; /* highest possible CPU number + 1; cpus[] has that many */
	struct topology_cpu *cpus;
	unsigned int nr_cores, nr_nodes, nr_packages, nr_caches, nr_kinds;
	struct topology_cache *caches;
	struct topology_kind *kinds;
	char cache_level[16]; /* "L3", "L2", "package", "machine": what cache groups are */
};

/* All-unknown topology of nr_cpus CPUs and nr_caches groups with one reference, or NULL. */
struct topology *topology_new(unsigned int nr_cpus, unsigned int nr_caches, unsigned int nr_kinds);
struct topology *topology_ref(struct topology *topo);   /* returns topo; NULL is fine */
struct topology *topology_unref(struct topology *topo); /* returns NULL */

#endif
