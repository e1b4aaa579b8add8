// SPDX-License-Identifier: GPL-2.0-only
/*
 * The witness of the sampler's tests: it hooks every change of a run queue, where the sampler hooks
 * nothing, and adds up the time in each state. It goes by the tasks themselves, one by one and with
 * the run queue locked by whoever changes it, where the sampler trusts the kernel's counts. Groups
 * with cpu.idle or a bandwidth limit are not looked at: the tests have none.
 */
#include <linux/types.h>
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#include "tests/host/truth.shared.h"

#define MAX_CPUS   1024
#define MAX_TASKS  256
#define SCHED_IDLE 5

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct list_head {
	struct list_head *next;
};

struct cfs_rq {
	unsigned int h_nr_queued, h_nr_running;
	struct rq *rq;
};

struct rq {
	unsigned int nr_running;
	int cpu;
	struct cfs_rq cfs;
	struct list_head cfs_tasks;
};

struct sched_entity {
	struct list_head group_node;
	unsigned char sched_delayed;
	struct cfs_rq *cfs_rq;
};

struct task_struct {
	char comm[16];
	unsigned int policy;
	struct sched_entity se;
};

#pragma clang attribute pop

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, MAX_CPUS);
	__type(key, __u32);
	__type(value, struct truth_cpu);
} truth_cpus SEC(".maps");

struct census {
	const struct list_head *head, *node;
	__u32 normal, idle_class;
};

/* The thread that stands in for the timer is no load of the machine: the sampler leaves it out. */
static __always_inline int is_sampler(const struct task_struct *task)
{
	union {
		char comm[16];
		__u64 words[2];
	} name = {}, sampler = { .comm = "headroom-sample" };

	bpf_core_read(&name.comm, sizeof(name.comm), &task->comm);
	return name.words[0] == sampler.words[0] && name.words[1] == sampler.words[1];
}

static long count_task(__u32 i, struct census *c)
{
	const struct list_head *node = c->node;
	const struct task_struct *task;

	if (node == c->head || !node)
		return 1;
	task = (void *)node - bpf_core_field_offset(struct task_struct, se) -
	       bpf_core_field_offset(struct sched_entity, group_node);
	c->node = BPF_CORE_READ(node, next);
	if (bpf_core_field_exists(struct sched_entity, sched_delayed) &&
	    BPF_CORE_READ(task, se.sched_delayed))
		return 0;
	if (is_sampler(task))
		return 0;
	if (BPF_CORE_READ(task, policy) == SCHED_IDLE)
		c->idle_class++;
	else
		c->normal++;
	return 0;
}

static __always_inline __u32 judge(struct rq *rq)
{
	const struct list_head *head = __builtin_preserve_access_index(&rq->cfs_tasks);
	struct census c = { .head = head, .node = BPF_CORE_READ(head, next) };
	__u32 queued;

	bpf_loop(MAX_TASKS, count_task, &c, 0);
	if (c.normal > 1)
		return TRUTH_OVERLOADED;
	if (bpf_core_field_exists(struct cfs_rq, h_nr_queued))
		queued = rq->cfs.h_nr_queued;
	else
		queued = rq->cfs.h_nr_running;
	if (c.normal || rq->nr_running > queued)
		return TRUTH_BUSY;
	return c.idle_class ? TRUTH_SCHED_IDLE : TRUTH_IDLE;
}

/*
 * change: of nr_running, that brought us here. Some kernels keep the witness out of some tasks: what
 * those change is missed, and the next change then starts from another number than was seen last.
 */
static __always_inline void note(struct rq *rq, int change)
{
	__u32 cpu = rq->cpu;
	struct truth_cpu *t = bpf_map_lookup_elem(&truth_cpus, &cpu);
	__u64 now = bpf_ktime_get_ns();

	if (!t)
		return;
	if (rq->nr_running - change != t->nr_running)
		t->state = TRUTH_UNSEEN;
	if (t->since_ns && t->state < TRUTH_STATES)
		t->time_ns[t->state] += now - t->since_ns;
	t->since_ns = now;
	t->state = judge(rq);
	t->nr_running = rq->nr_running;
	t->changes++;
}

SEC("tp_btf/sched_update_nr_running_tp")
int BPF_PROG(truth_changed, struct rq *rq, int change)
{
	note(rq, change);
	return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(truth_switched, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	note(next->se.cfs_rq->rq, 0);
	return 0;
}

/* A sleeper whose dequeue was delayed comes back without a change of nr_running. */
SEC("tp_btf/sched_wakeup")
int BPF_PROG(truth_woken, struct task_struct *task)
{
	note(task->se.cfs_rq->rq, 0);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
