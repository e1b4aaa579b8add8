/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A made-up machine for goldens and benches, the same for the same seed: LLCs of unequal size,
 * hybrid cores, holes in the numbering, offline and isolated CPUs, odd names, counters that wrap,
 * and churn: CPUs that come and go, an LLC that is split, a suspend, a sampler that starts anew.
 */
#ifndef HEADROOM_TESTS_BIGMACHINE_H
#define HEADROOM_TESTS_BIGMACHINE_H

#include "core/sample.h"

/* Ticks, counted from 0 and one second apart, at which something happens. */
#define BIGMACHINE_TICK_OFFLINE 4  /* every 31st CPU goes, and comes back two ticks later */
#define BIGMACHINE_TICK_SPLIT   8  /* the first LLC is split in two, until the end */
#define BIGMACHINE_TICK_SUSPEND 11 /* an hour of suspend before it */
#define BIGMACHINE_TICK_RESTART 14 /* the sampler's counters begin at 0 again */

struct bigmachine;

/* nr_cpus CPU numbers, from 1. NULL: no memory. */
struct bigmachine *bigmachine_new(unsigned int nr_cpus, uint64_t seed);
struct bigmachine *bigmachine_free(struct bigmachine *b);

/* The next tick's sample, to be freed by the caller. NULL: no memory. */
struct sample *bigmachine_next(struct bigmachine *b);

#endif
