/* SPDX-License-Identifier: GPL-2.0-only */
/* A queued task as the task iterator writes it into its file, one record after the other. */
#ifndef HEADROOM_PROBES_WAITERS_SHARED_H
#define HEADROOM_PROBES_WAITERS_SHARED_H

#include <linux/types.h>

#define WAITERS_COMM_SIZE 16

enum waiters_flag {
	WAITERS_RUNNING = 1,
	WAITERS_IDLE_CLASS = 2,
	WAITERS_DELAYED = 4,
	WAITERS_WAIT_KNOWN = 8,
	WAITERS_EXT = 16,
};

struct waiters_task {
	__u64 wait_ns; /* since it was queued, with WAITERS_WAIT_KNOWN */
	__s32 pid, tgid;
	__s32 prio, nice;
	__u32 policy;
	__u32 nr_cpus_allowed;
	__u32 flags; /* enum waiters_flag */
	__u32 unused;
	char comm[WAITERS_COMM_SIZE];
};

_Static_assert(sizeof(struct waiters_task) == 56, "kernel and user space must agree");

#endif
