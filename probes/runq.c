// SPDX-License-Identifier: GPL-2.0-only
/* The row `runq` of the probe table: what the sampler of run queues counted, as facts of a sample. */
#include "probes/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "host/cpulist.h"
#include "host/fsroot.h"
#include "probes/bpf_load.h"
#include "probes/runq.h"

#define LEARN_AGAIN_NS 5000000000ULL /* how often CPUs that stay missing are looked for */

_Static_assert((int)RUNQ_STATES == (int)CPU_STATE_COUNT &&
		       (int)RUNQ_FORCED_IDLE == (int)CPU_STATE_FORCED_IDLE &&
		       (int)RUNQ_SCHED_IDLE == (int)CPU_STATE_SCHED_IDLE,
	       "states of both sides");
_Static_assert((int)RUNQ_CLASSES == (int)TASK_CLASS_COUNT &&
		       (int)RUNQ_CLASS_EXT == (int)TASK_CLASS_EXT,
	       "classes of both sides");
_Static_assert(RUNQ_EPISODES == EPISODE_BUCKETS && RUNQ_COMM_SIZE == SAMPLE_COMM_SIZE,
	       "sizes of both sides");

struct runq_row {
	const struct fsroot *root;
	struct runq_sampler *sampler;      /* NULL when it did not open */
	struct fault bpf_fault, btf_fault; /* what it needs and did not find */
	uint64_t cookie_salt;
	uint32_t wanted_hz;
	unsigned int nr_cpus;
	unsigned int missing; /* online CPUs whose run queue was not found */
	uint64_t learned_ns,
		learned_generation; /* when, and of which topology, they were looked for */
};

static int runq_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int try_btf(const struct probe_env *env, struct fault *f)
{
	int fd = fsroot_openat(env->root, "/sys/kernel/btf/vmlinux", 0);

	if (fd >= 0)
		close(fd);
	if (fd != -ENOENT)
		return 0;
	return fault_set(f, -EOPNOTSUPP,
			 "/sys/kernel/btf/vmlinux is not there: the kernel needs "
			 "CONFIG_DEBUG_INFO_BTF=y, and /sys must be mounted");
}

/* What the sampler stands on, tried one by one so that each gets its own reason. */
static int try_needs(struct runq_row *row, const struct probe_env *env)
{
	int r;

	if (!fsroot_is_live(env->root)) {
		r = fault_set(&row->bpf_fault, -EOPNOTSUPP,
			      "a captured machine does not run: its run queues cannot be sampled");
		row->btf_fault = row->bpf_fault;
		return r;
	}
	r = try_btf(env, &row->btf_fault);
	if (env->no_bpf)
		return fault_set(&row->bpf_fault, -EOPNOTSUPP, "BPF is switched off by --no-bpf");
	return bpf_load_try(&row->bpf_fault) ?: r;
}

/* Highest possible CPU number + 1: what the kernel numbers its run queues by. */
static int count_possible(const struct probe_env *env, unsigned int *ret_nr_cpus)
{
	char text[4096];
	int r = fsroot_read(env->root, "/sys/devices/system/cpu/possible", text, sizeof(text));

	if (r >= 0)
		r = cpulist_parse(text, NULL, 0);
	if (r <= 0)
		return r ? r : -ENODATA;
	*ret_nr_cpus = (unsigned int)r;
	return 0;
}

static int start_sampler(struct runq_row *row, const struct probe_env *env, struct fault *f)
{
	struct runq_config config = {
		.sample_hz = env->sample_hz,
		.budget_pct = env->budget_pct,
		.use_thread = env->no_timer,
	};
	int r = count_possible(env, &config.nr_cpus);

	if (r)
		return fault_set(f, r, "reading /sys/devices/system/cpu/possible failed: %s",
				 strerror(-r));
	row->nr_cpus = config.nr_cpus;
	row->wanted_hz = env->sample_hz;
	return runq_sampler_open(&config, &row->sampler, f);
}

static int runq_open(struct probe *p, const struct probe_env *env)
{
	struct runq_row *row = calloc(1, sizeof(*row));
	int r;

	if (!row)
		return fault_set(&p->fault, -ENOMEM, "starting the sampler failed: no memory");
	p->state = row;
	row->root = env->root;
	if (getrandom(&row->cookie_salt, sizeof(row->cookie_salt), 0) < 0)
		row->cookie_salt = (uintptr_t)row;
	r = try_needs(row, env);
	if (r)
		p->fault = row->bpf_fault.code ? row->bpf_fault : row->btf_fault;
	else
		r = start_sampler(row, env, &p->fault);
	return r;
}

static void runq_close(struct probe *p)
{
	struct runq_row *row = p->state;

	if (row)
		runq_sampler_close(row->sampler);
	free(row);
	p->state = NULL;
}

/* ---- facts -------------------------------------------------------------------------------- */

static void fill_counts(struct cpu_counts *to, const struct runq_cpu *from, uint64_t round_ns)
{
	to->taken = from->taken;
	for (int i = 0; i < CPU_STATE_COUNT; i++)
		to->state[i] = from->state_count[i];
	to->overloaded = from->overloaded;
	to->missed_idle = from->missed_idle;
	for (int i = 0; i < TASK_CLASS_COUNT; i++)
		to->class[i] = from->class_count[i];
	for (int i = 0; i < EPISODE_BUCKETS; i++)
		to->episodes[i] = from->episodes[i];
	to->episode_longest_ns = from->episode_longest_ns;
	to->episode_open_ns = from->episode_since_ns ? round_ns - from->episode_since_ns : 0;
}

/*
 * The kernel's cookies are addresses, which must not leave here (PR_SCHED_CORE_GET hashes them too).
 * Equal cookies stay equal for the run of the program, and none stays 0.
 */
static uint64_t hide_cookie(uint64_t cookie, uint64_t salt)
{
	uint64_t hash = cookie ^ salt;

	if (!cookie)
		return 0;
	hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15ULL; /* 2^64 / golden ratio */
	hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15ULL;
	return hash >> 32 | 1;
}

static void fill_now(struct cpu_now *to, const struct runq_cpu *from, uint64_t salt)
{
	*to = (struct cpu_now){
		.state = (enum cpu_state)from->state,
		.class = (enum task_class)from->class,
		.nr_running = from->nr_running,
		.nr_nonidle = from->nr_nonidle,
		.nr_idle_class = from->nr_idle_class,
		.pid = from->pid,
		.cookie = hide_cookie(from->cookie, salt),
	};
	memcpy(to->comm, from->comm, sizeof(to->comm));
	to->comm[sizeof(to->comm) - 1] = '\0';
}

static void fill_cpus(struct sample *into, const struct runq_row *row, const struct runq_cpu *cpus,
		      uint64_t round_ns)
{
	for (unsigned int cpu = 0; cpu < row->nr_cpus && cpu < into->nr_cpus; cpu++) {
		struct sample_cpu *to = &into->cpus[cpu];

		if (!cpus[cpu].taken)
			continue;
		to->has |= CPU_HAS_COUNTS | CPU_HAS_NOW;
		to->sched_llc = cpus[cpu].llc == RUNQ_NO_LLC ? TOPOLOGY_NONE : (int)cpus[cpu].llc;
		fill_counts(&to->counts, &cpus[cpu], round_ns);
		fill_now(&to->now, &cpus[cpu], row->cookie_salt);
	}
}

/* 32 bit each and they wrap, so their sum wraps at 32 bit as well. */
static void gauge_add_u32(struct gauge *g, uint32_t value)
{
	*g = gauge_known((uint32_t)(g->value + value));
}

static void fill_llc(struct sample_llc *llc, const struct runq_cpu *c, unsigned int cpu,
		     uint32_t has, unsigned int nr_cpus)
{
	if (has & RUNQ_HAS_OVERLOADED_MASK) {
		llc->nr_overloaded = gauge_known(c->kernel_nr_overloaded);
		if (!llc->overloaded_mask)
			llc->overloaded_mask = calloc((nr_cpus + 63) / 64, sizeof(uint64_t));
		if (llc->overloaded_mask && c->kernel_overloaded)
			llc->overloaded_mask[cpu / 64] |= 1ULL << cpu % 64;
	}
	if (has & RUNQ_HAS_SIB) {
		gauge_add_u32(&llc->sib_peeked, c->sib_peeked);
		gauge_add_u32(&llc->sib_pulled, c->sib_pulled);
		gauge_add_u32(&llc->sib_failed, c->sib_failed);
	}
}

static int fill_llcs(struct sample *into, const struct runq_cpu *cpus, unsigned int nr_llcs,
		     uint32_t has)
{
	into->llcs = calloc(nr_llcs ? nr_llcs : 1, sizeof(*into->llcs));
	if (!into->llcs)
		return -ENOMEM;
	into->nr_llcs = nr_llcs;
	for (unsigned int cpu = 0; cpu < into->nr_cpus; cpu++) {
		int llc = into->cpus[cpu].sched_llc;

		if (llc != TOPOLOGY_NONE && (unsigned int)llc < nr_llcs)
			fill_llc(&into->llcs[llc], &cpus[cpu], cpu, has, into->nr_cpus);
	}
	return 0;
}

static void fill_self(struct sample *into, const struct runq_row *row)
{
	const struct runq_control *control = runq_sampler_control(row->sampler);
	struct sample_self *self = &into->self;

	self->bpf_ns = control->busy_ns;
	self->samples_taken = control->rounds;
	self->samples_late = control->late;
	self->samples_lost = control->lost;
	self->sample_hz =
		control->period_ns
			? (uint32_t)((1000000000 + control->period_ns / 2) / control->period_ns)
			: 0;
	self->sample_hz_wanted = row->wanted_hz;
	/* The thread is part of this process, whose time counts it already. */
	if (runq_sampler_thread_reason(row->sampler)[0])
		self->cpu_ns -= self->bpf_ns < self->cpu_ns ? self->bpf_ns : self->cpu_ns;
}

/* ---- capabilities ------------------------------------------------------------------------- */

static const enum capability_id needs_sampler[] = {
	CAP_RUN_QUEUES, CAP_SAMPLER,         CAP_SAMPLER_TIMER, CAP_SCHED_LLC,
	CAP_CORE_SCHED, CAP_OVERLOADED_MASK, CAP_SIB_COUNTERS,
};

static void tell_fault(struct sample *into, enum capability_id id, const struct fault *f)
{
	enum gauge_state state = f->code ? gauge_state_from_error(f->code) : GAUGE_KNOWN;

	sample_set_capability(into, id, state, f->code ? TIER_NONE : TIER_BPF, "%s", f->text);
}

static void tell_missing(struct sample *into, const struct fault *f)
{
	for (size_t i = 0; i < sizeof(needs_sampler) / sizeof(needs_sampler[0]); i++)
		tell_fault(into, needs_sampler[i], f);
}

static void tell_optional(struct sample *into, enum capability_id id, bool has, const char *why)
{
	sample_set_capability(into, id, has ? GAUGE_KNOWN : GAUGE_UNSUPPORTED,
			      has ? TIER_BPF : TIER_NONE, "%s", has ? "" : why);
}

static void tell_sib(struct sample *into, const struct runq_row *row, bool has)
{
	char on[8];

	tell_optional(into, CAP_SIB_COUNTERS, has, "this kernel does no sched-idle balancing");
	if (has &&
	    fsroot_read(row->root, "/proc/sys/kernel/sched_schedstats", on, sizeof(on)) > 0 &&
	    on[0] == '0')
		sample_set_capability(into, CAP_SIB_COUNTERS, GAUGE_KNOWN, TIER_BPF,
				      "kernel.sched_schedstats is 0: the counters stand still");
}

static void tell_capabilities(struct sample *into, const struct runq_row *row)
{
	uint32_t has = runq_sampler_control(row->sampler)->has;
	const char *thread = runq_sampler_thread_reason(row->sampler);

	sample_set_capability(into, CAP_SAMPLER, GAUGE_KNOWN, TIER_BPF, "%s", "");
	if (row->missing)
		sample_set_capability(into, CAP_RUN_QUEUES, GAUGE_KNOWN, TIER_BPF,
				      "the run queues of %u online CPUs were not found",
				      row->missing);
	else
		sample_set_capability(into, CAP_RUN_QUEUES, GAUGE_KNOWN, TIER_BPF, "%s", "");
	tell_optional(into, CAP_SAMPLER_TIMER, !thread[0], thread);
	tell_optional(into, CAP_SCHED_LLC, runq_sampler_nr_llcs(row->sampler) > 0,
		      "no CPU is in a scheduling domain that shares a cache");
	tell_optional(into, CAP_CORE_SCHED, has & RUNQ_HAS_CORE_SCHED,
		      "this kernel was built without CONFIG_SCHED_CORE");
	tell_optional(into, CAP_OVERLOADED_MASK, has & RUNQ_HAS_OVERLOADED_MASK,
		      "this kernel keeps no mask of overloaded CPUs");
	tell_sib(into, row, has & RUNQ_HAS_SIB);
}

/* A CPU that came online after the start has a run queue that nobody has looked for yet. */
static void learn_again(struct runq_row *row, const struct runq_cpu *cpus,
			const struct sample *into)
{
	unsigned int missing = 0;

	for (unsigned int cpu = 0; cpu < row->nr_cpus && cpu < into->nr_cpus; cpu++)
		missing += into->topo->cpus[cpu].online && !cpus[cpu].rq;
	if (missing && (into->topo->generation != row->learned_generation ||
			into->mono_ns - row->learned_ns >= LEARN_AGAIN_NS)) {
		missing = runq_sampler_learn(row->sampler, into->topo);
		row->learned_ns = into->mono_ns;
		row->learned_generation = into->topo->generation;
	}
	row->missing = missing;
}

static int runq_collect(struct probe *p, struct sample *into)
{
	struct runq_row *row = p->state;
	const struct runq_control *control;
	const struct runq_cpu *cpus;
	int r;

	if (row) {
		tell_fault(into, CAP_BPF, &row->bpf_fault);
		tell_fault(into, CAP_BTF, &row->btf_fault);
	}
	if (!row || !row->sampler) {
		tell_missing(into, &p->fault);
		return p->fault.code;
	}
	cpus = runq_sampler_read(row->sampler);
	control = runq_sampler_control(row->sampler);
	learn_again(row, cpus, into);
	fill_cpus(into, row, cpus, control->round_ns);
	r = fill_llcs(into, cpus, runq_sampler_nr_llcs(row->sampler), control->has);
	fill_self(into, row);
	tell_capabilities(into, row);
	return r;
}

const struct probe_ops runq_probe = {
	.name = "runq",
	.supported = runq_supported,
	.open = runq_open,
	.collect = runq_collect,
	.close = runq_close,
};
