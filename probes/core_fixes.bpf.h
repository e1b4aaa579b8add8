/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fields that were renamed, added or are optional, each read by its presence in the running kernel,
 * never by version: stable kernels mix old and new names. Everything is read without a lock.
 */
#ifndef HEADROOM_PROBES_CORE_FIXES_BPF_H
#define HEADROOM_PROBES_CORE_FIXES_BPF_H

#include "probes/kernel_types.bpf.h"
#include "probes/runq_state.h"

#define IDLE_DEPTH_MAX 8 /* cgroup levels that are asked for cpu.idle */

/* 6.14 renamed h_nr_running to h_nr_queued and idle_h_nr_running to h_nr_idle (31898e7b87dd). */
static __always_inline __u32 core_read_queued(const struct rq *rq)
{
	if (bpf_core_field_exists(struct cfs_rq, h_nr_queued))
		return BPF_CORE_READ(rq, cfs.h_nr_queued);
	return BPF_CORE_READ(rq, cfs.h_nr_running);
}

static __always_inline __u32 core_read_runnable(const struct rq *rq, __u32 queued)
{
	if (bpf_core_field_exists(struct cfs_rq, h_nr_runnable))
		return BPF_CORE_READ(rq, cfs.h_nr_runnable);
	if (bpf_core_field_exists(struct cfs_rq, h_nr_delayed))
		return runq_minus(queued, BPF_CORE_READ(rq, cfs.h_nr_delayed));
	return queued;
}

static __always_inline __u32 core_read_idle_class(const struct rq *rq)
{
	if (bpf_core_field_exists(struct cfs_rq, h_nr_idle))
		return BPF_CORE_READ(rq, cfs.h_nr_idle);
	return BPF_CORE_READ(rq, cfs.idle_h_nr_running);
}

static __always_inline __u32 core_read_nr_ext(const struct rq *rq)
{
	if (bpf_core_field_exists(struct rq, scx))
		return BPF_CORE_READ(rq, scx.nr_running);
	return 0;
}

static __always_inline int core_is_delayed(const struct task_struct *task)
{
	if (bpf_core_field_exists(struct sched_entity, sched_delayed))
		return BPF_CORE_READ(task, se.sched_delayed);
	return 0;
}

static __always_inline int core_is_ext(const struct task_struct *task)
{
	if (bpf_core_field_exists(struct task_struct, scx))
		return BPF_CORE_READ(task, scx.flags) & SCX_TASK_QUEUED;
	return 0;
}

/* Idle-class: SCHED_IDLE, or below a cgroup with cpu.idle. */
static __always_inline int core_is_idle_class(const struct task_struct *task)
{
	const struct sched_entity *se = &task->se;

	if (BPF_CORE_READ(task, policy) == SCHED_IDLE)
		return 1;
	if (!bpf_core_field_exists(struct sched_entity, parent) ||
	    !bpf_core_field_exists(struct cfs_rq, idle))
		return 0;
	for (int i = 0; i < IDLE_DEPTH_MAX && se; i++) {
		if (BPF_CORE_READ(se, cfs_rq, idle) > 0)
			return 1;
		se = BPF_CORE_READ(se, parent);
	}
	return 0;
}

/*
 * Real-time or deadline tasks that are queued, without the fair server: 6.12 counts the server in
 * nr_running while it is queued, which would make a crowd of idle-class tasks look busy.
 */
static __always_inline __u32 core_read_others(const struct rq *rq)
{
	__u32 nr_dl = BPF_CORE_READ(rq, dl.dl_nr_running);
	__u32 nr_rt = BPF_CORE_READ(rq, rt.rt_nr_running);
	const void *node;

	/* Throttled real-time tasks stay in their queue, which is then taken off the run queue. */
	if (bpf_core_field_exists(struct rt_rq, rt_queued) && !BPF_CORE_READ(rq, rt.rt_queued))
		nr_rt = 0;
	if (bpf_core_field_exists(struct rq, fair_server)) {
		/* As RB_EMPTY_NODE: a node that is not in a tree has itself as parent. */
		node = __builtin_preserve_access_index(&rq->fair_server.rb_node);
		if (BPF_CORE_READ(rq, fair_server.rb_node.__rb_parent_color) != (__u64)node)
			nr_dl = runq_minus(nr_dl, 1);
	}
	return nr_rt + nr_dl;
}

static __always_inline int core_is_online(const struct rq *rq)
{
	if (bpf_core_field_exists(struct rq, online))
		return BPF_CORE_READ(rq, online);
	return 1;
}

/*
 * kernel/sched/core.c, pick_next_task(): idle was picked though tasks are queued. A task that a sibling
 * picked for this CPU and that it has not come to yet (core_pick) is not held back, only on its way.
 */
static __always_inline int core_is_forced_idle(const struct rq *rq)
{
	const struct task_struct *pick;

	if (!bpf_core_field_exists(struct rq, core_forceidle_count))
		return 0;
	/* Switching core scheduling off leaves the count as it was. */
	if (!BPF_CORE_READ(rq, core_enabled) || !BPF_CORE_READ(rq, core, core_forceidle_count))
		return 0;
	pick = BPF_CORE_READ(rq, core_pick);
	return !pick || pick == BPF_CORE_READ(rq, idle);
}

/* A plain count or an atomic one: types that differ in kind do not match. */
static __always_inline __u32 core_read_nr_overloaded(const struct sched_domain_shared *shared)
{
	const struct sched_domain_shared___atomic *atomic = (const void *)shared;

	if (bpf_core_field_exists(struct sched_domain_shared___atomic, nr_overloaded))
		return BPF_CORE_READ(atomic, nr_overloaded.counter);
	if (bpf_core_field_exists(struct sched_domain_shared, nr_overloaded))
		return BPF_CORE_READ(shared, nr_overloaded);
	return 0;
}

static __always_inline __u64 core_read_cookie(const struct task_struct *task)
{
	if (bpf_core_field_exists(struct task_struct, core_cookie))
		return BPF_CORE_READ(task, core_cookie);
	return 0;
}

#endif
