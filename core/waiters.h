/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks queued on one CPU, as the task iterator found them. */
#ifndef HEADROOM_CORE_WAITERS_H
#define HEADROOM_CORE_WAITERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/gauge.h"
#include "core/sample.h"

struct waiter {
	int32_t pid, tgid;
	char comm[SAMPLE_COMM_SIZE]; /* raw bytes, terminated */
	uint32_t policy;             /* SCHED_* of <linux/sched.h> */
	int32_t nice;
	enum task_class class;
	bool running;             /* it is the current task there */
	bool idle_class;          /* SCHED_IDLE, or in a cpu.idle cgroup where that is known */
	bool delayed;             /* a sleeper whose dequeue is delayed (6.12 and newer) */
	struct gauge wait_ns;     /* queued since; needs sched_info, else unsupported */
	uint32_t nr_cpus_allowed; /* 1: pinned, no balancer may move it */
};

#define WAITER_LIST_MAX 256

struct waiter_list {
	size_t count;
	uint64_t dropped; /* queued tasks beyond WAITER_LIST_MAX */
	struct waiter tasks[WAITER_LIST_MAX];
};

const char *waiter_policy_name(uint32_t policy); /* "other", "fifo", "rr", "batch", "idle", ... */

#endif
