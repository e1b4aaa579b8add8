/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What both sides of the witness of group statistics see: one record for each size of a scheduling
 * group, counts of the groups that were judged with forced-idle CPUs in them.
 */
#ifndef GROUPWATCH_H
#define GROUPWATCH_H

#include <linux/types.h>

#define GROUPWATCH_SIZES 65 /* CPUs of a group, 0 to 64 */

struct groupwatch_size {
	__u64 judged, overloaded;
	__u64 wrong;      /* the kernel's type is not what the rules give */
	__u64 other_type; /* without the correction the rules give another one */
	__u64 forceidle_cpus, forceidle_capacity;
	__u64 nested; /* inside a core, where nothing may be corrected */
};

_Static_assert(sizeof(struct groupwatch_size) == 7 * 8, "both sides must agree");

#endif
