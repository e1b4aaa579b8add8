// SPDX-License-Identifier: GPL-2.0-only
/* LLCs out of what the scheduler and the topology say; see grouping.h. */
#include "core/grouping.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * While grouping, model_cpu.llc holds a key: the scheduler's number, or the number of CPUs plus the
 * cache group's; at the end it is replaced by the index of the LLC.
 */
static int key_of_cache(const struct sample *s, unsigned int cpu)
{
	int cache = s->topo->cpus[cpu].cache;

	if (cache < 0 || (unsigned int)cache >= s->topo->nr_caches)
		return TOPOLOGY_NONE;
	return (int)s->nr_cpus + cache;
}

static int key_of_scheduler(const struct sample *s, unsigned int cpu)
{
	int llc = s->cpus[cpu].sched_llc;

	if (!s->cpus[cpu].online || llc < 0 || (unsigned int)llc >= s->nr_cpus)
		return TOPOLOGY_NONE;
	return llc;
}

bool grouping_by_scheduler(const struct sample *s)
{
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (key_of_scheduler(s, i) != TOPOLOGY_NONE)
			return true;
	}
	return false;
}

static bool shared_llc_before(const struct model *before, unsigned int a, unsigned int b)
{
	return before && a < before->nr_cpus && b < before->nr_cpus &&
	       before->cpus[a].llc != TOPOLOGY_NONE && before->cpus[a].llc == before->cpus[b].llc;
}

/* The key of the online CPUs that an offline one belongs to. */
static int key_of_offline(const struct sample *s, unsigned int cpu, const struct model *before)
{
	int cache = s->topo->cpus[cpu].cache;
	int by_cache = TOPOLOGY_NONE;

	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		int key = key_of_scheduler(s, i);

		if (key == TOPOLOGY_NONE)
			continue;
		if (shared_llc_before(before, cpu, i))
			return key;
		if (by_cache == TOPOLOGY_NONE && cache >= 0 && s->topo->cpus[i].cache == cache)
			by_cache = key;
	}
	return by_cache != TOPOLOGY_NONE ? by_cache : key_of_cache(s, cpu);
}

static void cpus_set_keys(const struct sample *s, struct model_cpu *cpus,
			  const struct model *before)
{
	bool by_scheduler = grouping_by_scheduler(s);

	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (!cpus[i].present)
			cpus[i].llc = TOPOLOGY_NONE;
		else if (!by_scheduler)
			cpus[i].llc = key_of_cache(s, i);
		else if (cpus[i].online)
			cpus[i].llc = key_of_scheduler(s, i);
		else
			cpus[i].llc = key_of_offline(s, i, before);
	}
}

/* Gives each key an index in order of the lowest CPU, and each CPU its index. */
static unsigned int cpus_set_indexes(const struct sample *s, struct model_cpu *cpus,
				     int *index_of_key, struct model_llc *llcs)
{
	unsigned int nr_llcs = 0;

	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		int key = cpus[i].llc;

		if (key == TOPOLOGY_NONE)
			continue;
		if (index_of_key[key] == TOPOLOGY_NONE) {
			index_of_key[key] = (int)nr_llcs;
			llcs[nr_llcs] = (struct model_llc){
				.llc = (int)nr_llcs,
				.first_cpu = (int)i,
				.node = cpus[i].node,
				.package = cpus[i].package,
				.sched_llc = key < (int)s->nr_cpus ? key : TOPOLOGY_NONE,
			};
			nr_llcs++;
		}
		cpus[i].llc = index_of_key[key];
		llcs[cpus[i].llc].nr_cpus++;
		llcs[cpus[i].llc].nr_online += cpus[i].online;
	}
	return nr_llcs;
}

static int cache_of_llc(const struct sample *s, const struct model_llc *llc)
{
	int key = key_of_cache(s, (unsigned int)llc->first_cpu);

	return key == TOPOLOGY_NONE ? TOPOLOGY_NONE : key - (int)s->nr_cpus;
}

/* Isolated CPUs left out of every domain are no difference: the scheduler does not say. */
static bool llc_differs(const struct sample *s, const struct model_cpu *cpus,
			const struct model_llc *llc, int cache)
{
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (cpus[i].llc == TOPOLOGY_NONE || s->topo->cpus[i].cache == TOPOLOGY_NONE)
			continue;
		if ((cpus[i].llc == llc->llc) != (s->topo->cpus[i].cache == cache))
			return true;
	}
	return false;
}

static void llc_set_name(const struct sample *s, struct model_llc *llcs, unsigned int index)
{
	struct model_llc *llc = &llcs[index];
	int cache = cache_of_llc(s, llc);
	unsigned int part = 0;

	if (cache == TOPOLOGY_NONE) {
		snprintf(llc->name, sizeof(llc->name), "LLC #%u", index);
		return;
	}
	for (unsigned int i = 0; i < index; i++)
		part += cache_of_llc(s, &llcs[i]) == cache;
	if (part)
		snprintf(llc->name, sizeof(llc->name), "%.20s.%u", s->topo->caches[cache].name,
			 part);
	else
		snprintf(llc->name, sizeof(llc->name), "%s", s->topo->caches[cache].name);
}

int grouping_make_llcs(const struct sample *s, struct model_cpu *cpus, const struct model *before,
		       struct model_llc **ret_llcs, unsigned int *ret_nr_llcs)
{
	size_t nr_keys = (size_t)s->nr_cpus + s->topo->nr_caches + 1;
	int *index_of_key = malloc(nr_keys * sizeof(*index_of_key));
	struct model_llc *llcs = calloc(nr_keys, sizeof(*llcs));

	if (!index_of_key || !llcs) {
		free(index_of_key);
		free(llcs);
		return -ENOMEM;
	}
	for (size_t i = 0; i < nr_keys; i++)
		index_of_key[i] = TOPOLOGY_NONE;
	cpus_set_keys(s, cpus, before);
	*ret_nr_llcs = cpus_set_indexes(s, cpus, index_of_key, llcs);
	free(index_of_key);
	for (unsigned int i = 0; i < *ret_nr_llcs; i++) {
		int cache = cache_of_llc(s, &llcs[i]);

		llcs[i].differs = cache != TOPOLOGY_NONE && llc_differs(s, cpus, &llcs[i], cache);
		llc_set_name(s, llcs, i);
	}
	*ret_llcs = llcs;
	return 0;
}
