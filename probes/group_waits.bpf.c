// SPDX-License-Identifier: GPL-2.0-only
/*
 * What every task waited for a CPU since the walk before, from the scheduler's own sched_info: a task
 * iterator with a note kept at each task. No hook: a note is made by the walk, and goes with its task
 * or with this program.
 */
#include "probes/core_fixes.bpf.h"
#include "probes/group_waits.shared.h"

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct group_waits_seen);
} group_waits_notes SEC(".maps");

/* A moment before the walk before began, CLOCK_MONOTONIC; set before each walk. ~0: the first. */
__u64 last_walk_ns;

/* A task that started since the walk before counts whole; any other from now on. NULL: no memory. */
static __always_inline struct group_waits_seen *make_note(struct task_struct *task,
							  const struct group_waits_seen *now)
{
	struct group_waits_seen from = { 0 };

	if (BPF_CORE_READ(task, start_time) < last_walk_ns)
		from = *now;
	return bpf_task_storage_get(&group_waits_notes, task, &from,
				    BPF_LOCAL_STORAGE_GET_F_CREATE);
}

SEC("iter/task")
int group_waits_walk(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct group_waits_seen now, *seen;
	struct group_waits_step step;

	if (!task)
		return 0;
	now.delay_ns = BPF_CORE_READ(task, sched_info.run_delay);
	now.count = BPF_CORE_READ(task, sched_info.pcount);
	seen = bpf_task_storage_get(&group_waits_notes, task, 0, 0);
	if (!seen)
		seen = make_note(task, &now);
	if (!seen || seen->count == now.count)
		return 0;
	step.cgroup_id = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	step.delay_ns = now.delay_ns - seen->delay_ns;
	step.count = now.count - seen->count;
	/* When the file's buffer is full the kernel comes again with this task. */
	if (!bpf_seq_write(ctx->meta->seq, &step, sizeof(step)))
		*seen = now;
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
