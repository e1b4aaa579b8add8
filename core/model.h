/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the samples mean: shares, rates, aggregates and history. Pure: time comes from the samples.
 * Views and JSON read the model and nothing else; they never keep pointers into it over a tick.
 */
#ifndef HEADROOM_CORE_MODEL_H
#define HEADROOM_CORE_MODEL_H

#include "core/cgroup_model.h"
#include "core/gauge.h"
#include "core/history.h"
#include "core/sample.h"

/*
 * Shares of the samples taken between two ticks, in percent. X(id, JSON key, title, help).
 * IDLE to FORCED_IDLE come from the state counters (OVERLOADED also counts forced-idle CPUs with
 * two or more waiting, so these may add up to more than 100); MISSED_IDLE lies across them.
 */
#define SHARE_TABLE(X)                                                                             \
	X(IDLE, "idle_pct", "IDLE", "nothing to run")                                              \
	X(SCHED_IDLE, "sched_idle_pct", "SIDLE", "runs only idle-class tasks")                     \
	X(BUSY, "busy_pct", "BUSY", "runs a task, and no other normal task waits")                 \
	X(OVERLOADED, "overloaded_pct", "OVER", "a normal task waits behind another")              \
	X(FORCED_IDLE, "forced_idle_pct", "FORCED", "idles because its sibling's cookie differs")  \
	X(MISSED_IDLE, "missed_idle_pct", "MISSED", "idle beside an overloaded CPU of its LLC")

enum share_id {
#define X(id, key, title, help) SHARE_##id,
	SHARE_TABLE(X)
#undef X
		SHARE_COUNT
};

struct share_info {
	const char *key, *title, *help;
};

extern const struct share_info share_table[SHARE_COUNT];

struct shares {
	struct rate pct[SHARE_COUNT];
};

/*
 * Shares of elapsed time by /proc/stat between two ticks, in percent, each at most 100. X(field,
 * the kernel may step it back): its idle and iowait times do (nohz), and steal after a migration.
 */
#define TIME_TABLE(X)                                                                              \
	X(user, false)                                                                             \
	X(nice, false)                                                                             \
	X(system, false)                                                                           \
	X(idle, true)                                                                              \
	X(iowait, true)                                                                            \
	X(irq, false)                                                                              \
	X(softirq, false)                                                                          \
	X(steal, true)

struct times_pct {
#define X(field, may_step_back) struct rate field;
	TIME_TABLE(X)
#undef X
};

struct model_cpu {
	int cpu, core, llc, node, package, smt; /* llc: index into model.llcs, or TOPOLOGY_NONE */
	int kind;
	bool present, online, isolated, nohz_full;
	bool has_now;
	struct cpu_now now; /* state UNKNOWN unless has_now, OFFLINE when offline */
	struct shares shares;
	struct times_pct times;
	struct rate wait_mean_ns; /* mean run-queue wait: run_delay / pcount over the tick */
	struct rate samples_hz;
};

/* An LLC as the scheduler has it, or else a cache group of hwloc; llc_source says which. */
struct model_llc {
	int llc; /* index; numbered by lowest CPU */
	int first_cpu, node, package;
	/*
	 * "L3 #0": of the cache group of its first CPU. Where the scheduler splits a cache (cpuset
	 * partitions), "L3 #0.1" is the second part. differs: its CPUs are not just those of that
	 * cache group.
	 */
	char name[32];
	bool differs;
	int sched_llc; /* index into sample.llcs, or TOPOLOGY_NONE */
	unsigned int nr_cpus, nr_online;
	struct shares shares;                    /* mean over its online CPUs */
	unsigned int state_now[CPU_STATE_COUNT]; /* CPUs in each state at the newest sampling */
	struct gauge kernel_nr_overloaded;       /* patched kernels: the kernel's own count */
	const uint64_t *kernel_overloaded;       /* and mask, the sample's, as there; or NULL */
	/* Sums over its CPUs since boot, modulo 2^32, and what they grew by a second. */
	struct rate sib_peeked_hz, sib_pulled_hz, sib_failed_hz;
	struct gauge sib_peeked, sib_pulled, sib_failed;
	uint64_t episodes[EPISODE_BUCKETS]; /* since the sampler's start */
	uint64_t episode_longest_ns, episode_open_ns;
	struct rate wait_mean_ns;
	struct history *history;
};

struct model_core {
	int core, llc, node, package;
	unsigned int nr_cpus, nr_online;
	int first_cpu;
	struct shares shares; /* mean over its online CPUs */
	bool forced_idle_now; /* one of its CPUs is forced idle */
};

struct model_machine {
	unsigned int nr_present, nr_online, nr_cores, nr_llcs, nr_nodes, nr_packages;
	unsigned int nr_isolated, nr_nohz_full;
	/*
	 * Sum over online CPUs of the growth of idle time / (online CPUs x elapsed), in percent; a
	 * CPU that came or went is left out and a negative step counts as 0 (headroom_read_cpus() of
	 * kernel/series). Forced idle counts as idle, iowait does not.
	 */
	struct rate global_idle_pct;
	struct shares shares;                   /* mean over online CPUs */
	struct times_pct times;                 /* mean over online CPUs */
	struct rate psi_some_pct, psi_full_pct; /* growth of the pressure totals / elapsed */
	unsigned int state_now[CPU_STATE_COUNT];
	struct rate wait_mean_ns;
	uint64_t episodes[EPISODE_BUCKETS];
	uint64_t episode_longest_ns;
	struct history *history;
};

struct model_self {
	/*
	 * Of one CPU: process time, and the time inside our BPF programs where they run in a timer
	 * (a sampling thread's BPF time is in the process time already).
	 */
	struct rate cpu_pct;
	struct rate process_pct, bpf_pct;
	struct rate samples_hz; /* measured */
	struct rate late_hz, lost_hz;
};

struct journal;

struct model {
	const struct sample *sample; /* the newest; the model holds it until the next advance */
	/*
	 * CLOCK_MONOTONIC between the two newest samples; 0 where they do not compare: only one,
	 * a step over a suspend, another boot or machine. settled: they do, so rates are known.
	 */
	double elapsed_s;
	bool settled;
	/* For counters of the kernel: elapsed_s, or 0 where they stand still (a captured machine). */
	double counted_s;
	const char *llc_source; /* "scheduler", or topology.cache_level */
	struct model_machine machine;
	unsigned int nr_cpus, nr_llcs, nr_cores;
	struct model_cpu *cpus; /* by CPU number */
	struct model_llc *llcs;
	struct model_core *cores;
	struct model_self self;
	struct cgroup_model cgroups;
	/* Set by who has it, and not owned: the changes made here; NULL: of another machine. */
	const struct journal *journal;
	char boot[40];        /* the kernel's boot id, for the journal */
	const char *below;    /* documents: only this cgroup and those below it; NULL or "": all */
	struct sample *owned; /* sample, as the model that frees it has it */
};

struct model *model_new(void);
struct model *model_free(struct model *m); /* takes and returns NULL; frees its samples */

/*
 * Takes ownership of now and derives everything anew against the sample before it. Counters that
 * went backwards (reset, CPU replaced, other boot) and steps over a suspend make their rate UNREAD
 * for this tick, never a wrong number. 0 or -ENOMEM (the model is then unchanged and now is freed).
 */
int model_advance(struct model *m, struct sample *now);

#endif
