/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures of LLCs, cores and the machine out of those of their CPUs. */
#ifndef HEADROOM_CORE_AGGREGATE_H
#define HEADROOM_CORE_AGGREGATE_H

#include "core/model.h"

/* Which group of a kind a CPU is in: the index of its LLC or core, or TOPOLOGY_NONE. */
typedef int (*group_of_cpu)(const struct model_cpu *cpu);
int group_of_llc(const struct model_cpu *cpu);
int group_of_core(const struct model_cpu *cpu);

/*
 * The model's cpus are filled in, identities of llcs and cores too; before may be NULL. Shares are
 * means over the online CPUs that have the figure; where none has, the state is that of the first.
 */
void aggregate_llcs(struct model *m, const struct sample *before);
void aggregate_cores(struct model *m);
void aggregate_machine(struct model *m, const struct sample *before);

#endif
