/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the counts of a run queue to the state of its CPU: the definitions of sched-idle balancing,
 * as pure functions for both sides of the probe and for the unit tests. The counts are read without
 * a lock and disagree at times, so nothing here may wrap.
 */
#ifndef HEADROOM_PROBES_RUNQ_STATE_H
#define HEADROOM_PROBES_RUNQ_STATE_H

#include "probes/runq.shared.h"

struct runq_counts {
	__u32 nr_running;   /* all classes; with delayed sleepers and, on 6.12, the fair server */
	__u32 queued;       /* CFS tasks, with delayed sleepers */
	__u32 runnable;     /* CFS tasks, without */
	__u32 idle_class;   /* idle-class CFS tasks, with delayed sleepers */
	__u32 delayed_idle; /* delayed sleepers among idle_class, where they had to be counted */
	__u32 ext;          /* sched_ext tasks */
	__u32 forced_idle;  /* the core's other thread runs a cookie that none here has */
	__u32 online;
};

static inline __u32 runq_minus(__u32 a, __u32 b)
{
	return a > b ? a - b : 0;
}

/*
 * Sleepers whose dequeue is delayed are in queued and idle_class and not in runnable. The true
 * count lies between runnable - idle_class and queued - idle_class; when these fall on different
 * sides of the limit, somebody has to look which of the sleepers are idle-class.
 */
static inline int runq_is_ambiguous(const struct runq_counts *n)
{
	__u32 low = runq_minus(n->runnable, n->idle_class);
	__u32 high = runq_minus(n->queued, n->idle_class);

	return n->idle_class && high != low && low < 2;
}

/* Runnable tasks that are not idle-class. A sched_ext scheduler knows no idle class. */
static inline __u32 runq_nonidle(const struct runq_counts *n)
{
	return runq_minus(n->runnable, runq_minus(n->idle_class, n->delayed_idle)) + n->ext;
}

/* Runnable idle-class tasks. */
static inline __u32 runq_idle_class(const struct runq_counts *n)
{
	return runq_minus(n->runnable, runq_nonidle(n) - n->ext);
}

/* Tasks of real-time, deadline and stop class. */
static inline __u32 runq_others(const struct runq_counts *n)
{
	return runq_minus(n->nr_running, n->queued + n->ext);
}

static inline enum runq_state runq_state_of(const struct runq_counts *n)
{
	__u32 nonidle = runq_nonidle(n);

	if (!n->online)
		return RUNQ_OFFLINE;
	if (n->forced_idle)
		return RUNQ_FORCED_IDLE;
	if (nonidle > 1)
		return RUNQ_OVERLOADED;
	if (nonidle || runq_others(n))
		return RUNQ_BUSY;
	return runq_idle_class(n) ? RUNQ_SCHED_IDLE : RUNQ_IDLE;
}

/* Bucket of an episode of missed idle. */
static inline __u32 runq_episode_bucket(__u64 length_ns)
{
	if (length_ns < 20000000)
		return 0;
	if (length_ns < 100000000)
		return 1;
	return length_ns < 1000000000 ? 2 : 3;
}

#endif
