/* SPDX-License-Identifier: GPL-2.0-only */
/* What a task waited since the walk before, as the task iterator writes it into its file. */
#ifndef HEADROOM_PROBES_GROUP_WAITS_SHARED_H
#define HEADROOM_PROBES_GROUP_WAITS_SHARED_H

#include <linux/types.h>

/* Kept with each task from walk to walk. */
struct group_waits_seen {
	__u64 delay_ns;
	__u64 count;
};

struct group_waits_step {
	__u64 cgroup_id; /* of the group that the task is in now */
	__u64 delay_ns;
	__u64 count;
};

_Static_assert(sizeof(struct group_waits_seen) == 16, "kernel and user space must agree");
_Static_assert(sizeof(struct group_waits_step) == 24, "kernel and user space must agree");

#endif
