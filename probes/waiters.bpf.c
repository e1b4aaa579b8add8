// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tasks queued on one CPU: a task iterator that runs when somebody asks, and writes a record for
 * each of them into its own file. No map, no hook.
 */
#include "probes/core_fixes.bpf.h"
#include "probes/waiters.shared.h"

/* Set before each walk. */
__u32 wanted_cpu;
__u64 arrived_ns;  /* CLOCK_MONOTONIC when the reading thread had just come onto its CPU */
__s64 clock_ahead; /* of the scheduler's clock to ours; 0: not known yet */

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

/*
 * The scheduler's clock, which no helper reads. A run queue's copy of it stands still between two
 * ticks, where a task may have waited long; but our own thread has just slept, so its last arrival,
 * by that clock, and arrived_ns are one moment (kernel/sched/stats.h, sched_info_arrive).
 */
static __always_inline __u64 sched_clock_ns(void)
{
	const struct task_struct *self = (void *)bpf_get_current_task();

	if (!clock_ahead)
		clock_ahead = BPF_CORE_READ(self, sched_info.last_arrival) - arrived_ns;
	return bpf_ktime_get_ns() + clock_ahead;
}

static __always_inline void read_wait(struct waiters_task *w, const struct task_struct *task)
{
	__u64 since, now;

	if (!bpf_core_field_exists(struct task_struct, sched_info))
		return;
	w->flags |= WAITERS_WAIT_KNOWN;
	since = BPF_CORE_READ(task, sched_info.last_queued);
	now = sched_clock_ns();
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
	read_wait(&w, task);
	bpf_seq_write(ctx->meta->seq, &w, sizeof(w));
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
