// SPDX-License-Identifier: GPL-2.0-only
/*
 * A witness of the kernel's masks of overloaded CPUs. It reads every run queue itself: whenever the
 * kernel has set a bit, under the run queue's lock, where both must agree at once; and from outside,
 * at any time, where a difference may last two ticks of that CPU. It knows nothing of headroom-top.
 */
#include "maskwatch.h"
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#include <stddef.h>

#define __reloc __attribute__((preserve_access_index))

typedef struct {
	int counter;
} __reloc atomic_t;

struct cfs_rq {
	unsigned int h_nr_runnable, idle_h_nr_running;
} __reloc;

struct task_struct {
	int pid;
} __reloc;

struct rq {
	unsigned int nr_running;
	int cpu, online;
	struct cfs_rq cfs;
	struct task_struct *curr, *idle;
} __reloc;

struct sched_domain_shared {
	atomic_t nr_overloaded;
	unsigned long overloaded[1];
} __reloc;

struct sched_domain {
	unsigned int sib_peeked, sib_pulled, sib_failed;
} __reloc;

extern struct rq runqueues __ksym;
extern struct sched_domain_shared *sd_llc_shared __ksym;
extern struct sched_domain *sd_llc __ksym;

char maskwatch_license[] SEC("license") = "GPL";

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, MASKWATCH_CPUS);
	__type(key, __u32);
	__type(value, struct maskwatch_cpu);
} watch SEC(".maps");

static struct maskwatch_cpu *watch_of(__u32 cpu)
{
	return bpf_map_lookup_elem(&watch, &cpu);
}

/* More than one task that is no idle one: the definition, not the kernel's own function. */
static __u32 truth_of(struct rq *rq)
{
	int normal = (int)BPF_CORE_READ(rq, cfs.h_nr_runnable) -
		     (int)BPF_CORE_READ(rq, cfs.idle_h_nr_running);

	return BPF_CORE_READ(rq, online) && normal > 1;
}

static struct sched_domain_shared *shared_of(__u32 cpu)
{
	struct sched_domain_shared **shared = bpf_per_cpu_ptr(&sd_llc_shared, cpu);

	return shared ? *shared : NULL;
}

static __u64 mask_of(struct sched_domain_shared *shared)
{
	return shared ? BPF_CORE_READ(shared, overloaded[0]) : 0;
}

SEC("fentry/__sched_update_overloaded")
int BPF_PROG(updating, struct rq *rq)
{
	struct maskwatch_cpu *w = watch_of(rq->cpu);

	if (!w)
		return 0;
	w->is_updating = 1;
	w->shared_at_update = (__u64)shared_of(rq->cpu);
	return 0;
}

/* What was true at the last ticks since the CPU was idle: under the lock, as the bit is. */
static void note_tick(struct maskwatch_cpu *w, __u32 truth)
{
	w->ticks_running++;
	w->truths = w->truths << 1 | truth;
	w->updates_at_tick = w->updates;
	w->changes_at_tick = w->changes;
}

static void judge_update(struct maskwatch_cpu *w, struct rq *rq)
{
	__u32 cpu = rq->cpu, truth = truth_of(rq);
	struct sched_domain_shared *shared = shared_of(cpu);

	/* None for an isolated CPU. A rebuild changes it without this lock: then who knows which. */
	if (!shared || (__u64)shared != w->shared_at_update) {
		w->shared_at_update = 0;
		return;
	}
	w->updated_ns = bpf_ktime_get_ns();
	w->updates++;
	w->wrong_updates += ((mask_of(shared) >> (cpu % 64)) & 1) != truth;
	if (w->is_in_tick && bpf_get_smp_processor_id() == cpu)
		note_tick(w, truth);
}

/* The lock is still held: nothing can have changed since the bit was written. */
SEC("fexit/__sched_update_overloaded")
int BPF_PROG(updated, struct rq *rq)
{
	struct maskwatch_cpu *w = watch_of(rq->cpu);

	if (!w)
		return 0;
	judge_update(w, rq);
	w->was_updated = 1;
	w->is_updating = 0;
	return 0;
}

SEC("fentry/sched_tick")
int BPF_PROG(ticking)
{
	struct maskwatch_cpu *w = watch_of(bpf_get_smp_processor_id());

	if (!w)
		return 0;
	w->is_in_tick = 1;
	w->was_updated = 0;
	return 0;
}

SEC("fexit/sched_tick")
int BPF_PROG(ticked)
{
	struct maskwatch_cpu *w = watch_of(bpf_get_smp_processor_id());

	if (!w || !w->is_in_tick)
		return 0;
	w->is_in_tick = 0;
	w->ticks++;
	w->ticks_without_update += !w->was_updated;
	return 0;
}

/*
 * What can change the truth. Updates by a puller are not all seen (the compiler may copy the function
 * into its callers), but without a change they can only write what the tick wrote.
 */
static int note_change(struct rq *rq)
{
	struct maskwatch_cpu *w = watch_of(rq->cpu);

	if (w)
		w->changes++;
	return 0;
}

SEC("fentry/enqueue_task_fair")
int BPF_PROG(enqueued, struct rq *rq)
{
	return note_change(rq);
}

SEC("fentry/dequeue_task_fair")
int BPF_PROG(dequeued, struct rq *rq)
{
	return note_change(rq);
}

/* A rebuild of the domains takes each CPU off, its bit too, and puts it back. */
SEC("fentry/set_rq_offline")
int BPF_PROG(removing, struct rq *rq)
{
	return note_change(rq);
}

SEC("fexit/set_rq_offline")
int BPF_PROG(removed, struct rq *rq)
{
	return note_change(rq);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(switched, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct maskwatch_cpu *w = watch_of(bpf_get_smp_processor_id());

	if (!w)
		return 0;
	w->switches++;
	if (next->pid == 0)
		w->ticks_running = 0;
	return 0;
}

/*
 * A whole run of ticks said the same, so does the run queue now, no task came or went and nobody wrote
 * since the last of these ticks, the mask is still that one, and the bit says the opposite.
 */
static int is_stale(const struct maskwatch_cpu *w, __u32 truth)
{
	__u32 grace = (1 << (MASKWATCH_GRACE_TICKS + 1)) - 1;

	if (w->ticks_running <= MASKWATCH_GRACE_TICKS || w->updates != w->updates_at_tick ||
	    w->changes != w->changes_at_tick || w->shared != w->shared_at_update)
		return 0;
	return (w->truths & grace) == (truth ? grace : 0);
}

/* Idle at two looks in a row, with nothing run between them. */
static int is_idle_still(struct maskwatch_cpu *w, struct rq *rq)
{
	int was_idle = w->was_idle && w->switches == w->switches_at_look;

	w->was_idle = BPF_CORE_READ(rq, nr_running) == 0 &&
		      BPF_CORE_READ(rq, curr) == BPF_CORE_READ(rq, idle);
	w->switches_at_look = w->switches;
	return was_idle && w->was_idle;
}

static void note_stale(struct maskwatch_cpu *w, __u32 truth)
{
	w->looks_stale++;
	w->stale.age_ns = bpf_ktime_get_ns() - w->updated_ns;
	w->stale.mask = w->mask;
	w->stale.truths = w->truths;
	w->stale.truth = truth;
}

/*
 * A look is of one moment when the kernel was not at the bit before, nor during it, and the run queue
 * says the same at its end: a virtual CPU may stand still between any two instructions.
 */
static void look_at(__u32 cpu, struct rq *rq, struct maskwatch_cpu *w)
{
	struct sched_domain_shared *shared = shared_of(cpu);
	volatile struct maskwatch_cpu *live = w;
	__u64 updates_before = live->updates;
	__u32 truth = truth_of(rq), bit;
	int is_idle = is_idle_still(w, rq);

	w->shared = (__u64)shared;
	w->mask = mask_of(shared);
	w->count = shared ? BPF_CORE_READ(shared, nr_overloaded.counter) : 0;
	bit = (w->mask >> (cpu % 64)) & 1;
	if (!shared || truth_of(rq) != truth || live->is_updating ||
	    live->updates != updates_before)
		return;
	w->looks++;
	w->looks_overloaded += truth;
	w->looks_different += bit != truth;
	if (bit != truth && is_stale(w, truth))
		note_stale(w, truth);
	w->looks_idle_in_mask += bit && is_idle;
}

static void read_counters(__u32 cpu, struct maskwatch_cpu *w)
{
	struct sched_domain **llc = bpf_per_cpu_ptr(&sd_llc, cpu);

	if (!llc || !*llc)
		return;
	w->sib_peeked = BPF_CORE_READ(*llc, sib_peeked);
	w->sib_pulled = BPF_CORE_READ(*llc, sib_pulled);
	w->sib_failed = BPF_CORE_READ(*llc, sib_failed);
}

static long look_at_index(__u32 cpu, void *unused)
{
	struct rq *rq = bpf_per_cpu_ptr(&runqueues, cpu);
	struct maskwatch_cpu *w = watch_of(cpu);

	(void)unused;
	if (!rq || !w)
		return 1;
	look_at(cpu, rq, w);
	read_counters(cpu, w);
	return 0;
}

SEC("syscall")
int look(void *unused)
{
	(void)unused;
	bpf_loop(MASKWATCH_CPUS, look_at_index, NULL, 0);
	return 0;
}
