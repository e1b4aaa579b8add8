/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu.max as numbers: parsing, what the ancestors leave of it, and why a group is throttled. The
 * kernel accepts a child above its parent; what counts is the lowest on the way to the root.
 */
#ifndef HEADROOM_CORE_BANDWIDTH_H
#define HEADROOM_CORE_BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BANDWIDTH_NO_QUOTA        UINT64_MAX
#define BANDWIDTH_MIN_USEC        1000u /* of quota and period */
#define BANDWIDTH_MAX_PERIOD_USEC 1000000u

struct bandwidth {
	uint64_t quota_usec; /* BANDWIDTH_NO_QUOTA: "max" */
	uint64_t period_usec;
};

/*
 * "QUOTA|max [PERIOD]". A missing period is left as it is in *ret_bw, which the caller presets
 * (the kernel keeps the old one). -EINVAL when the kernel would refuse it.
 */
int bandwidth_parse(const char *text, struct bandwidth *ret_bw);
char *bandwidth_format(const struct bandwidth *bw, char *buf, size_t size);

/* CPUs that the quota allows on average: 1.5 for "150000 100000"; infinity without quota. */
double bandwidth_cpus(const struct bandwidth *bw);

/* The tightest of a chain, from a group up to the root's child; nr when none has a quota. */
size_t bandwidth_tightest(const struct bandwidth *chain, size_t nr);

#endif
