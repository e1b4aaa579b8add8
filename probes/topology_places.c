// SPDX-License-Identifier: GPL-2.0-only
/* Keeps offline CPUs where they were; see topology_keep_places(). Pure. */
#include "probes/topology.h"

#include <stddef.h>

/* What two CPUs may have had in common, the closest first. */
enum nearness { SAME_CORE, SAME_CACHE, SAME_NODE, NEARNESS_COUNT };

static int id_of(const struct topology_cpu *cpu, enum nearness nearness)
{
	switch (nearness) {
	case SAME_CORE:
		return cpu->core;
	case SAME_CACHE:
		return cpu->cache;
	default:
		return cpu->node;
	}
}

static bool is_lost(const struct topology_cpu *cpu)
{
	return cpu->present && !cpu->online && cpu->core == TOPOLOGY_NONE &&
	       cpu->cache == TOPOLOGY_NONE && cpu->node == TOPOLOGY_NONE;
}

/* A CPU that is online now and was as near as that before, or NULL. */
static const struct topology_cpu *find_beside(const struct topology *before,
					      const struct topology *now, unsigned int cpu,
					      enum nearness nearness)
{
	int id = id_of(&before->cpus[cpu], nearness);

	for (unsigned int i = 0; id != TOPOLOGY_NONE && i < now->nr_cpus; i++) {
		if (i < before->nr_cpus && now->cpus[i].online &&
		    id_of(&before->cpus[i], nearness) == id)
			return &now->cpus[i];
	}
	return NULL;
}

static void take_place(const struct topology *before, struct topology *now, unsigned int cpu)
{
	const struct topology_cpu *was = &before->cpus[cpu], *beside = NULL;
	struct topology_cpu *is = &now->cpus[cpu];
	int nearness;

	for (nearness = 0; nearness < NEARNESS_COUNT && !beside; nearness++)
		beside = find_beside(before, now, cpu, nearness);
	if (!beside)
		return;
	nearness--;
	is->core = nearness == SAME_CORE ? beside->core : TOPOLOGY_NONE;
	is->cache = nearness <= SAME_CACHE ? beside->cache : TOPOLOGY_NONE;
	is->node = beside->node;
	/* a node may span packages, and then the neighbour's is not ours */
	is->package = nearness <= SAME_CACHE ? beside->package : TOPOLOGY_NONE;
	is->smt = was->smt;
	is->kind = before->nr_kinds == now->nr_kinds ? was->kind : TOPOLOGY_NONE;
}

static bool is_kept(const struct topology_cpu *cpu)
{
	return cpu->present && !cpu->online && cpu->node != TOPOLOGY_NONE;
}

/* A core that is offline as a whole gets the next number. */
static void number_core(const struct topology *before, struct topology *now, unsigned int cpu)
{
	int was = before->cpus[cpu].core;

	if (was == TOPOLOGY_NONE || now->cpus[cpu].core != TOPOLOGY_NONE)
		return;
	for (unsigned int i = cpu; i < now->nr_cpus && i < before->nr_cpus; i++) {
		if (is_kept(&now->cpus[i]) && before->cpus[i].core == was)
			now->cpus[i].core = now->nr_cores;
	}
	now->nr_cores++;
}

/* hwloc counts the threads that are online: with one kept beside them their order is as before. */
static void number_thread(const struct topology *before, struct topology *now, unsigned int cpu)
{
	for (unsigned int i = 0; i < now->nr_cpus && i < before->nr_cpus; i++) {
		if (now->cpus[i].core != TOPOLOGY_NONE &&
		    now->cpus[i].core == now->cpus[cpu].core &&
		    before->cpus[i].core == before->cpus[cpu].core)
			now->cpus[i].smt = before->cpus[i].smt;
	}
}

void topology_keep_places(const struct topology *before, struct topology *now)
{
	unsigned int nr_cpus = now->nr_cpus < before->nr_cpus ? now->nr_cpus : before->nr_cpus;

	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++) {
		if (is_lost(&now->cpus[cpu]))
			take_place(before, now, cpu);
	}
	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++) {
		if (!is_kept(&now->cpus[cpu]))
			continue;
		number_core(before, now, cpu);
		number_thread(before, now, cpu);
	}
}
