// SPDX-License-Identifier: GPL-2.0-only
/* Allocation and counted references of a topology; see topology.h. */
#include "core/topology.h"

#include <stdlib.h>

static void cpu_set_unknown(struct topology_cpu *cpu)
{
	*cpu = (struct topology_cpu){
		.core = TOPOLOGY_NONE,
		.cache = TOPOLOGY_NONE,
		.node = TOPOLOGY_NONE,
		.package = TOPOLOGY_NONE,
		.kind = TOPOLOGY_NONE,
	};
}

static void topology_free(struct topology *topo)
{
	free(topo->cpus);
	free(topo->caches);
	free(topo->kinds);
	free(topo);
}

/* calloc() may return NULL for no elements; an empty table is one element that nobody looks at. */
static void *table_new(unsigned int count, size_t size)
{
	return calloc(count ? count : 1, size);
}

struct topology *topology_new(unsigned int nr_cpus, unsigned int nr_caches, unsigned int nr_kinds)
{
	struct topology *topo = calloc(1, sizeof(*topo));

	if (!topo)
		return NULL;
	topo->refs = 1;
	topo->nr_cpus = nr_cpus;
	topo->nr_caches = nr_caches;
	topo->nr_kinds = nr_kinds;
	topo->cpus = table_new(nr_cpus, sizeof(*topo->cpus));
	topo->caches = table_new(nr_caches, sizeof(*topo->caches));
	topo->kinds = table_new(nr_kinds, sizeof(*topo->kinds));
	if (!topo->cpus || !topo->caches || !topo->kinds) {
		topology_free(topo);
		return NULL;
	}
	for (unsigned int i = 0; i < nr_cpus; i++)
		cpu_set_unknown(&topo->cpus[i]);
	for (unsigned int i = 0; i < nr_caches; i++)
		topo->caches[i].node = topo->caches[i].package = TOPOLOGY_NONE;
	return topo;
}

struct topology *topology_ref(struct topology *topo)
{
	if (topo)
		topo->refs++;
	return topo;
}

struct topology *topology_unref(struct topology *topo)
{
	if (topo && !--topo->refs)
		topology_free(topo);
	return NULL;
}
