// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tasks queued on one CPU: a task iterator that runs when somebody asks, and writes a record for
 * each of them into its own file. No map, no hook.
 */
#include "probes/core_fixes.bpf.h"
#include "probes/waiters.shared.h"

__u32 wanted_cpu; /* set before each walk */

/* A group over its bandwidth limit keeps its tasks; they are held back and wait for no CPU. */
static __always_inline int is_throttled(const struct task_struct *task)
{
	if (bpf_core_field_exists(struct task_struct, throttled) && BPF_CORE_READ(task, throttled))
		return 1;
	if (bpf_core_field_exists(struct cfs_rq, throttle_count))
		return BPF_CORE_READ(task, prio) >= MAX_RT_PRIO &&
		       BPF_CORE_READ(task, se.cfs_rq, throttle_count) > 0;
	return 0;
}

static __always_inline void read_wait(struct waiters_task *w, const struct task_struct *task,
				      const struct rq *rq)
{
	__u64 since, now;

	if (!bpf_core_field_exists(struct task_struct, sched_info))
		return;
	w->flags |= WAITERS_WAIT_KNOWN;
	since = BPF_CORE_READ(task, sched_info.last_queued);
	now = BPF_CORE_READ(rq, clock);
	w->wait_ns = since && now > since ? now - since : 0;
}

static __always_inline void read_flags(struct waiters_task *w, const struct task_struct *task,
				       const struct rq *rq)
{
	if (BPF_CORE_READ(rq, curr) == task)
		w->flags |= WAITERS_RUNNING;
	if (core_is_idle_class(task))
		w->flags |= WAITERS_IDLE_CLASS;
	if (core_is_delayed(task))
		w->flags |= WAITERS_DELAYED;
	if (core_is_ext(task))
		w->flags |= WAITERS_EXT;
}

SEC("iter/task")
int waiters_walk(struct bpf_iter__task *ctx)
{
	const struct task_struct *task = ctx->task;
	struct waiters_task w = { 0 };
	const struct rq *rq;

	if (!task || BPF_CORE_READ(task, on_rq) != 1)
		return 0;
	rq = BPF_CORE_READ(task, se.cfs_rq, rq);
	if (BPF_CORE_READ(rq, cpu) != (int)wanted_cpu || is_throttled(task))
		return 0;
	w.pid = BPF_CORE_READ(task, pid);
	w.tgid = BPF_CORE_READ(task, tgid);
	w.prio = BPF_CORE_READ(task, prio);
	w.nice = BPF_CORE_READ(task, static_prio) - DEFAULT_PRIO;
	w.policy = BPF_CORE_READ(task, policy);
	w.nr_cpus_allowed = BPF_CORE_READ(task, nr_cpus_allowed);
	BPF_CORE_READ_STR_INTO(&w.comm, task, comm);
	read_flags(&w, task, rq);
	read_wait(&w, task, rq);
	bpf_seq_write(ctx->meta->seq, &w, sizeof(w));
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
