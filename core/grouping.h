/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs form an LLC. The scheduler's own word counts where it is known for any online CPU;
 * without it, the cache groups of the topology.
 */
#ifndef HEADROOM_CORE_GROUPING_H
#define HEADROOM_CORE_GROUPING_H

#include "core/model.h"

/*
 * Fills in llc of every model_cpu of now, and *ret_llcs (freed by the caller) with identity, name
 * and numbers of CPUs. An offline CPU has no domain: it stays with the CPUs that shared its LLC
 * in before (may be NULL) or share its cache, so that a CPU taken offline does not change which
 * LLC is which. An online CPU without a domain (isolated) has TOPOLOGY_NONE. 0 or -ENOMEM.
 */
int grouping_make_llcs(const struct sample *s, struct model_cpu *cpus, const struct model *before,
		       struct model_llc **ret_llcs, unsigned int *ret_nr_llcs);

/* Whether the scheduler's LLCs are used. */
bool grouping_by_scheduler(const struct sample *s);

#endif
