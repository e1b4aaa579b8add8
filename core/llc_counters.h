/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a patched kernel counts for one LLC: its own number of overloaded CPUs and the sib_* totals,
 * by BPF from the domains where that is there, else by the domain lines of /proc/schedstat.
 */
#ifndef HEADROOM_CORE_LLC_COUNTERS_H
#define HEADROOM_CORE_LLC_COUNTERS_H

#include "core/model.h"

/*
 * Fills in kernel_nr_overloaded, kernel_overloaded, sib_* and sib_*_hz of llc. Rates are UNREAD when
 * before is NULL or had other CPUs in this LLC: the totals are sums over its CPUs.
 */
void llc_counters_read(const struct model *m, const struct sample *before, struct model_llc *llc);

#endif
