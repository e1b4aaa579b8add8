/* SPDX-License-Identifier: GPL-2.0-only */
/* The tasks of one cgroup, those of the groups below it left out, as /proc tells of them. */
#ifndef HEADROOM_CORE_GROUP_TASKS_H
#define HEADROOM_CORE_GROUP_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/gauge.h"
#include "core/sample.h"

struct group_task {
	int32_t pid;                 /* thread id */
	char comm[SAMPLE_COMM_SIZE]; /* raw bytes, terminated */
	char state;                  /* 'R', 'S', 'D', ... of procfs(5) */
	uint32_t policy;             /* SCHED_* of <linux/sched.h> */
	int32_t nice;
	int32_t cpu;              /* where it runs, or ran last */
	uint64_t start_ticks;     /* after boot: tells it from another task with its number */
	struct gauge run_ns;      /* CPU time since its start */
	struct gauge wait_ns;     /* time on a run queue without running, since its start */
	uint64_t count;           /* arrivals on a CPU, each the end of a wait; with wait_ns */
	struct rate usage_pct;    /* of one CPU, since the list before */
	struct rate wait_mean_ns; /* since the list before */
};

#define GROUP_TASKS_MAX 256

struct group_task_list {
	uint64_t group_id;
	uint64_t mono_ns; /* CLOCK_MONOTONIC when it was read */
	size_t count;
	size_t nr_tasks;  /* of the group: count, those beyond GROUP_TASKS_MAX, those untold */
	size_t nr_untold; /* ended while they were read, or outside of our pid namespace */
	struct group_task tasks[GROUP_TASKS_MAX];
};

/*
 * Fills in what tasks used and waited since the list before. Rates are unread for a task that was
 * not in it, and for all of them when it is of another group.
 */
void group_tasks_compare(const struct group_task_list *before, struct group_task_list *now);

const char *group_task_state_name(char state); /* "runnable", "sleeps", ...; "?" for no known one */

#endif
