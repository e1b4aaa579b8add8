/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Holds what the kernel says of a group's headroom against the rules of core/headroom.h; a
 * difference is a fault of one of the two.
 */
#ifndef HEADROOM_CORE_HEADROOM_CHECK_H
#define HEADROOM_CORE_HEADROOM_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/cgroup.h"
#include "core/headroom.h"

/* A value in hundredths of a percent that differs. */
struct headroom_difference {
	const char *name; /* "allowed headroom", "target idle", ... */
	unsigned int kernel, ours;
};

/*
 * 1 and the first value that differs, 0 when all that the kernel tells are equal. Facts that are
 * not known are not compared.
 */
int headroom_check(const struct sample_cgroup *facts, const struct headroom_group *h,
		   struct headroom_difference *ret_difference);

#endif
