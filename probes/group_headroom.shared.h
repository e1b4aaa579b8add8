/* SPDX-License-Identifier: GPL-2.0-only */
/* What the headroom-top kernel series keeps for a cgroup, asked for by the cgroup's id. */
#ifndef HEADROOM_PROBES_GROUP_HEADROOM_SHARED_H
#define HEADROOM_PROBES_GROUP_HEADROOM_SHARED_H

#include <linux/types.h>

#define GROUP_HEADROOM_CHUNK 512 /* groups a run of the program */

/* Percentages in hundredths, as in task_group::headroom. */
struct group_headroom {
	__u64 cgroup_id;
	__u32 configured_headroom, configured_tolerance;
	__u32 allowed_headroom, allowed_tolerance;
	__u32 effective_headroom, effective_tolerance;
	__u32 target_idle, min_runtime;
	__u8 known; /* the group has a cpu controller of its own, and the rest is filled in */
	__u8 has_tasks;
	__u8 tasks_stale; /* has_tasks may be of before */
	__u8 unused[5];
};

_Static_assert(sizeof(struct group_headroom) == 48, "kernel and user space must agree");

#endif
