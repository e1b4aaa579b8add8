// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sampler: learns every run queue from the tasks once, then a timer looks at all of them some
 * hundred times a second and counts the state of each CPU. It hooks nothing of the scheduler, takes
 * no lock and ends with the process that loaded it.
 */
#include "probes/core_fixes.bpf.h"
#include "probes/runq.shared.h"
#include "probes/runq_state.h"

#define CLOCK_MONOTONIC 1
#define DOMAIN_LEVELS   12 /* more than any topology has; NUMA levels included */
#define DELAYED_LOOK    64 /* tasks of a queue that are asked whether they sleep */
#define NSEC_PER_SEC    1000000000ULL

/* Bound: one record a possible CPU, set when loading. Writers: these programs, one at a time. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct runq_cpu);
} runq_cpus SEC(".maps");

/* The CPUs whose run queues are known, control.nr_known of them: a machine may have many holes. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} runq_known SEC(".maps");

/* Bound: there are at most as many LLCs as CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct runq_llc);
} runq_llcs SEC(".maps");

struct runq_timer {
	struct bpf_timer timer;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct runq_timer);
} runq_timers SEC(".maps");

const volatile __u32 chunk = RUNQ_CHUNK; /* CPUs that one firing visits at most */
const volatile __u32 jitter = 1;
const volatile __u64 wanted_period_ns = 10000000;
const volatile __u64 budget_ns_per_s = 2000000; /* time that sampling may take in a second */

struct runq_control control;

/* One firing. The task that carries us (a thread, ksoftirqd) is no load of the machine. */
struct walk {
	__u64 now_ns;
	__u32 first;
	__u32 self_cpu;
	const struct task_struct *self;
};

static __always_inline struct runq_cpu *cpu_record(__u32 cpu)
{
	return bpf_map_lookup_elem(&runq_cpus, &cpu);
}

/* ---- learning ---------------------------------------------------------------------------- */

static __always_inline __u32 kernel_has(void)
{
	__u32 has = 0;

	if (bpf_core_field_exists(struct rq, core_forceidle_count))
		has |= RUNQ_HAS_CORE_SCHED;
	if (bpf_core_field_exists(struct rq, scx))
		has |= RUNQ_HAS_SCHED_EXT;
	if (bpf_core_field_exists(struct sched_domain_shared, overloaded))
		has |= RUNQ_HAS_OVERLOADED_MASK;
	if (bpf_core_field_exists(struct sched_domain, sib_pulled))
		has |= RUNQ_HAS_SIB;
	if (bpf_core_field_exists(struct sched_entity, sched_delayed))
		has |= RUNQ_HAS_DELAYED;
	if (bpf_core_field_exists(struct sched_entity, cfs_rq) &&
	    bpf_core_field_exists(struct cfs_rq, rq))
		has |= RUNQ_HAS_GROUPS;
	return has;
}

static __always_inline void learn_rq(const struct rq *rq)
{
	__u32 cpu = BPF_CORE_READ(rq, cpu), next = control.nr_known;
	struct runq_cpu *c = cpu_record(cpu);
	__u32 *known = bpf_map_lookup_elem(&runq_known, &next);

	if (!c || !known || c->rq)
		return;
	c->idle = (__u64)BPF_CORE_READ(rq, idle);
	c->stop = (__u64)BPF_CORE_READ(rq, stop);
	c->llc = RUNQ_NO_LLC;
	c->rq = (__u64)rq;
	*known = cpu;
	control.nr_known = next + 1;
}

/* Every CPU that was ever online has tasks of its own, so a walk over all tasks finds its queue. */
SEC("iter/task")
int runq_learn(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;

	if (!task)
		return 0;
	control.has = kernel_has();
	if (bpf_core_field_exists(struct sched_entity, cfs_rq) &&
	    bpf_core_field_exists(struct cfs_rq, rq))
		learn_rq(task->se.cfs_rq->rq);
	return 0;
}

/* For a CPU that the walk did not find (other pid namespace): its queue, seen from a task on it. */
SEC("syscall")
int runq_learn_here(void *ctx)
{
	const struct task_struct *task = (void *)bpf_get_current_task();

	if (bpf_core_field_exists(struct sched_entity, cfs_rq) &&
	    bpf_core_field_exists(struct cfs_rq, rq))
		learn_rq(BPF_CORE_READ(task, se.cfs_rq, rq));
	return 0;
}

/*
 * Functions that are not static take plain numbers and are verified once, by themselves; inlined
 * into the loop over the CPUs they would be verified on every path, which takes most of a second.
 */

/* The LLC: the highest domain that shares data. */
__noinline int learn_llc(__u32 cpu)
{
	struct runq_cpu *c = cpu_record(cpu);
	const struct rq *rq = c ? (void *)c->rq : 0;
	const struct sched_domain *sd = BPF_CORE_READ(rq, sd), *llc = 0;
	const struct sched_domain_shared *shared = 0, *s;

	if (!c)
		return 0;
	for (int i = 0; i < DOMAIN_LEVELS && sd; i++) {
		s = BPF_CORE_READ(sd, shared);
		if (s) {
			llc = sd;
			shared = s;
		}
		sd = BPF_CORE_READ(sd, parent);
	}
	if (c->llc_shared != (__u64)shared)
		c->llc = RUNQ_NO_LLC; /* rebuilt: user space numbers it anew */
	c->llc_shared = (__u64)shared;
	c->llc_domain = (__u64)llc;
	if (bpf_core_field_exists(struct sched_domain, sib_pulled) && llc) {
		c->sib_peeked = BPF_CORE_READ(llc, sib_peeked);
		c->sib_pulled = BPF_CORE_READ(llc, sib_pulled);
		c->sib_failed = BPF_CORE_READ(llc, sib_failed);
	}
	return 0;
}

/* ---- looking at one CPU ------------------------------------------------------------------- */

static __always_inline __u32 class_of(const struct runq_cpu *c, const struct task_struct *task)
{
	int prio;

	if ((__u64)task == c->idle)
		return RUNQ_CLASS_IDLE;
	if ((__u64)task == c->stop)
		return RUNQ_CLASS_STOP;
	prio = BPF_CORE_READ(task, prio);
	if (prio < 0)
		return RUNQ_CLASS_DL;
	if (prio < MAX_RT_PRIO)
		return RUNQ_CLASS_RT;
	return core_is_ext(task) ? RUNQ_CLASS_EXT : RUNQ_CLASS_FAIR;
}

__noinline int is_idle_class(__u64 task)
{
	return core_is_idle_class((void *)task);
}

/* Takes the task that carries the sampler off the counts of the CPU it runs on. */
static __always_inline void take_off_self(struct runq_counts *n, const struct task_struct *self,
					  __u32 class)
{
	n->nr_running = runq_minus(n->nr_running, 1);
	if (class == RUNQ_CLASS_EXT)
		n->ext = runq_minus(n->ext, 1);
	if (class != RUNQ_CLASS_FAIR)
		return;
	n->queued = runq_minus(n->queued, 1);
	n->runnable = runq_minus(n->runnable, 1);
	if (is_idle_class((__u64)self))
		n->idle_class = runq_minus(n->idle_class, 1);
}

struct delayed_look {
	__u64 head, node;
	__u32 idle;
};

static long look_at_queued(__u32 i, struct delayed_look *look)
{
	const struct list_head *node = (void *)look->node;
	const struct task_struct *task;

	if (look->node == look->head || !node)
		return 1;
	task = (void *)node - bpf_core_field_offset(struct task_struct, se) -
	       bpf_core_field_offset(struct sched_entity, group_node);
	if (core_is_delayed(task) && is_idle_class((__u64)task))
		look->idle++;
	look->node = (__u64)BPF_CORE_READ(node, next);
	return 0;
}

/* Idle-class tasks whose dequeue is delayed; asked only where the counts alone do not decide. */
__noinline int count_delayed_idle(__u64 rq_address)
{
	const struct rq *rq = (void *)rq_address;
	const struct list_head *head = __builtin_preserve_access_index(&rq->cfs_tasks);
	struct delayed_look look = {
		.head = (__u64)head,
		.node = (__u64)BPF_CORE_READ(head, next),
	};

	bpf_loop(DELAYED_LOOK, look_at_queued, &look, 0);
	return (int)look.idle;
}

static __always_inline void read_counts(struct runq_counts *n, const struct rq *rq)
{
	n->queued = core_read_queued(rq);
	n->runnable = core_read_runnable(rq, n->queued);
	n->idle_class = core_read_idle_class(rq);
	n->ext = core_read_nr_ext(rq);
	if (bpf_core_field_exists(struct sched_entity, sched_delayed) && runq_is_ambiguous(n))
		n->delayed_idle = (__u32)count_delayed_idle((__u64)rq);
}

static __always_inline void read_current(struct runq_cpu *c, const struct task_struct *curr)
{
	/* Names change seldom: they are re-read with the domains, or with another task. */
	if (c->curr == (__u64)curr && !control.relearning)
		return;
	c->curr = (__u64)curr;
	c->pid = BPF_CORE_READ(curr, pid);
	BPF_CORE_READ_STR_INTO(&c->comm, curr, comm);
}

/* Also a forced-idle CPU where two or more wait. */
static __always_inline int is_overloaded(const struct runq_cpu *c)
{
	return c->state == RUNQ_OVERLOADED || (c->state == RUNQ_FORCED_IDLE && c->nr_nonidle > 1);
}

static __always_inline void count_state(struct runq_cpu *c, const struct runq_counts *n)
{
	__u32 state = runq_state_of(n);

	c->nr_running = n->nr_running;
	c->nr_nonidle = runq_nonidle(n);
	c->nr_idle_class = runq_idle_class(n);
	c->state = state;
	c->taken++;
	if (state < RUNQ_STATES)
		c->state_count[state]++;
	if (c->class < RUNQ_CLASSES)
		c->class_count[c->class]++;
	if (is_overloaded(c))
		c->overloaded++;
}

static __always_inline void note_overloaded(const struct runq_cpu *c)
{
	__u32 llc = c->llc;
	struct runq_llc *l;

	if (!is_overloaded(c))
		return;
	l = bpf_map_lookup_elem(&runq_llcs, &llc);
	if (!l)
		return;
	l->overloaded_round = control.rounds;
	control.any_overloaded = 1;
}

static __always_inline void read_kernel_mask(struct runq_cpu *c, __u32 cpu)
{
	const struct sched_domain_shared *shared = (void *)c->llc_shared;
	const unsigned long *mask;
	unsigned long word = 0;

	if (!bpf_core_field_exists(struct sched_domain_shared, overloaded) || !shared)
		return;
	c->kernel_nr_overloaded = core_read_nr_overloaded(shared);
	mask = __builtin_preserve_access_index(&shared->overloaded[0]);
	bpf_probe_read_kernel(&word, sizeof(word), mask + cpu / 64);
	c->kernel_overloaded = (word >> (cpu % 64)) & 1;
}

/*
 * own: we run on this CPU; then self is the task that carries us, or 0 in an interrupt. An interrupt
 * that finds the idle task came to an idle CPU, whatever it has woken since: other timers fire with
 * ours, the more so after the host has not run this CPU for a while.
 */
__noinline int look_at_cpu(__u32 cpu, __u64 self, __u32 own)
{
	struct runq_cpu *c = cpu_record(cpu);
	const struct rq *rq = c ? (void *)c->rq : 0;
	const struct task_struct *curr = BPF_CORE_READ(rq, curr);
	struct runq_counts n = { .nr_running = BPF_CORE_READ(rq, nr_running) };

	if (!c)
		return 0;
	c->class = class_of(c, curr);
	n.online = core_is_online(rq);
	if (c->class == RUNQ_CLASS_IDLE && n.nr_running) {
		n.forced_idle = core_is_forced_idle(rq);
		if (own && !n.forced_idle)
			n.nr_running = 0;
	}
	if (n.nr_running)
		read_counts(&n, rq);
	if (self)
		take_off_self(&n, (void *)self, class_of(c, (void *)self));
	if ((__u64)curr == self && !n.nr_running) {
		curr = (void *)c->idle;
		c->class = RUNQ_CLASS_IDLE;
	}
	/* Only here the fair server matters, which 6.12 counts in nr_running. */
	if (runq_others(&n) && !runq_nonidle(&n) && runq_idle_class(&n) &&
	    c->class == RUNQ_CLASS_FAIR)
		n.nr_running = n.queued + n.ext + core_read_others(rq);
	read_current(c, curr);
	c->cookie = core_read_cookie(curr);
	count_state(c, &n);
	note_overloaded(c);
	read_kernel_mask(c, cpu);
	return 0;
}

static long visit_cpu(__u32 i, struct walk *w)
{
	__u32 next = w->first + i;
	__u32 *cpu = bpf_map_lookup_elem(&runq_known, &next);
	__u32 is_own;

	if (!cpu)
		return 1;
	is_own = *cpu == w->self_cpu;
	if (control.relearning)
		learn_llc(*cpu);
	look_at_cpu(*cpu, is_own ? (__u64)w->self : 0, is_own);
	return 0;
}

/* ---- missed idle -------------------------------------------------------------------------- */

static __always_inline int is_missed(const struct runq_cpu *c)
{
	__u32 llc = c->llc;
	struct runq_llc *l;

	if (c->state != RUNQ_IDLE && c->state != RUNQ_SCHED_IDLE)
		return 0;
	l = bpf_map_lookup_elem(&runq_llcs, &llc);
	return l && l->overloaded_round == control.rounds;
}

static __always_inline void end_episode(struct runq_cpu *c)
{
	__u64 length_ns = control.round_ns - c->episode_since_ns;
	__u32 bucket = runq_episode_bucket(length_ns);

	if (bucket < RUNQ_EPISODES)
		c->episodes[bucket]++;
	if (length_ns > c->episode_longest_ns)
		c->episode_longest_ns = length_ns;
	c->episode_since_ns = 0;
}

/* An episode lasts from the first sample that saw it to the first that did not. */
static long judge_missed_idle(__u32 i, void *unused)
{
	__u32 *cpu = bpf_map_lookup_elem(&runq_known, &i);
	struct runq_cpu *c = cpu ? cpu_record(*cpu) : 0;

	if (!c)
		return 1;
	if (is_missed(c)) {
		c->missed_idle++;
		control.open_episodes++;
		if (!c->episode_since_ns)
			c->episode_since_ns = control.round_ns;
	} else if (c->episode_since_ns) {
		end_episode(c);
	}
	return 0;
}

/* ---- rounds and their times --------------------------------------------------------------- */

static __always_inline void begin_round(struct walk *w)
{
	struct runq_control *k = &control;

	k->rounds++;
	k->round_ns = w->now_ns;
	k->any_overloaded = 0;
	k->relearning = w->now_ns - k->relearn_ns >= RUNQ_RELEARN_NS;
	if (k->relearning)
		k->relearn_ns = w->now_ns;
	if (k->planned_ns && w->now_ns > k->planned_ns + k->period_ns / 4)
		k->late++;
}

static __always_inline void end_round(void)
{
	struct runq_control *k = &control;

	k->window_rounds++;
	if (!k->any_overloaded && !k->open_episodes)
		return;
	k->open_episodes = 0;
	bpf_loop(k->nr_known, judge_missed_idle, 0, 0);
}

static __always_inline int is_window_over(__u64 now_ns)
{
	const struct runq_control *k = &control;
	__u64 spent_ns = k->window_busy_ns + k->window_rounds * k->outside_ns;

	return now_ns - k->window_ns >= NSEC_PER_SEC ||
	       (budget_ns_per_s && spent_ns > budget_ns_per_s);
}

/*
 * Once a second, or when a second's budget is spent before: the shortest slot, not below the wanted
 * one, that keeps within the budget.
 */
static __always_inline void adapt_rate(__u64 now_ns)
{
	struct runq_control *k = &control;
	__u64 cost_ns, period_ns = wanted_period_ns;

	/* The first round runs on cold caches and learns the domains: it is no measure. */
	if (!k->window_ns) {
		k->window_ns = now_ns;
		k->window_busy_ns = 0;
		k->window_rounds = 0;
	}
	if (!k->window_rounds || !is_window_over(now_ns))
		return;
	cost_ns = k->window_busy_ns / k->window_rounds + k->outside_ns;
	if (cost_ns * NSEC_PER_SEC > period_ns * budget_ns_per_s && budget_ns_per_s)
		period_ns = cost_ns * NSEC_PER_SEC / budget_ns_per_s;
	if (period_ns > NSEC_PER_SEC)
		period_ns = NSEC_PER_SEC;
	k->period_ns = period_ns;
	k->window_ns = now_ns;
	k->window_busy_ns = 0;
	k->window_rounds = 0;
}

/* A random moment of the next slot: a fixed rhythm would beat with periodic loads. */
static __always_inline __u64 plan_round(__u64 now_ns)
{
	struct runq_control *k = &control;
	__u64 missed = 0, period_ns = k->period_ns ? k->period_ns : wanted_period_ns;

	k->period_ns = period_ns;
	if (!k->slot_ns)
		k->slot_ns = now_ns;
	k->slot_ns += period_ns;
	if (now_ns > k->slot_ns + period_ns) {
		missed = (now_ns - k->slot_ns) / period_ns;
		k->lost += missed;
		k->slot_ns += missed * period_ns;
	}
	k->planned_ns = k->slot_ns + (jitter ? bpf_get_prandom_u32() % period_ns : period_ns / 2);
	return k->planned_ns > now_ns ? k->planned_ns - now_ns : 1;
}

/* Before and after the records are written. An atomic with a result is a full barrier. */
static __always_inline void turn_seq(void)
{
	control.seq_before = __sync_fetch_and_add(&control.seq, 1);
}

/* Looks at the next chunk of CPUs. Returns the time to wait for the one after, in nanoseconds. */
static __always_inline __u64 fire(struct walk *w)
{
	struct runq_control *k = &control;
	__u32 left;
	__u64 end_ns;

	w->now_ns = bpf_ktime_get_ns();
	turn_seq();
	if (!k->cursor)
		begin_round(w);
	w->first = k->cursor;
	left = runq_minus(k->nr_known, w->first);
	bpf_loop(left < chunk ? left : chunk, visit_cpu, w, 0);
	k->cursor = left > chunk ? w->first + chunk : 0;
	if (!k->cursor)
		end_round();
	end_ns = bpf_ktime_get_ns();
	k->busy_ns += end_ns - w->now_ns;
	k->window_busy_ns += end_ns - w->now_ns;
	turn_seq();
	if (k->cursor)
		return RUNQ_CHUNK_GAP_NS;
	adapt_rate(end_ns);
	return plan_round(end_ns);
}

/* ---- the timer, and the thread that stands in for it -------------------------------------- */

/* Under a storm of softirqs ksoftirqd carries the timer. (PREEMPT_RT has no timers for us.) */
static __always_inline const struct task_struct *timer_carrier(void)
{
	union {
		char comm[RUNQ_COMM_SIZE];
		__u64 word;
	} now = {}, ksoftirqd = { .comm = "ksoftirqd/" };

	if (!(__u32)bpf_get_current_pid_tgid())
		return 0;
	bpf_get_current_comm(now.comm, sizeof(now.comm));
	if (now.word != ksoftirqd.word)
		return 0;
	return (void *)bpf_get_current_task();
}

static int timer_fired(void *map, int *key, struct runq_timer *t)
{
	struct walk w = {
		.self_cpu = bpf_get_smp_processor_id(),
		.self = timer_carrier(),
	};

	bpf_timer_start(&t->timer, fire(&w), 0);
	return 0;
}

SEC("syscall")
int runq_start(void *ctx)
{
	__u32 key = 0;
	struct runq_timer *t = bpf_map_lookup_elem(&runq_timers, &key);
	int r;

	if (!t)
		return 1;
	r = bpf_timer_init(&t->timer, &runq_timers, CLOCK_MONOTONIC);
	if (!r)
		r = bpf_timer_set_callback(&t->timer, timer_fired);
	if (!r)
		r = bpf_timer_start(&t->timer, 1, 0);
	control.timer_error = r;
	return 0;
}

struct runq_fire_args {
	__u64 wait_ns; /* out: until the next call */
};

SEC("syscall")
int runq_fire(struct runq_fire_args *args)
{
	struct walk w = {
		.self_cpu = bpf_get_smp_processor_id(),
		.self = (void *)bpf_get_current_task(),
	};

	args->wait_ns = fire(&w);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
