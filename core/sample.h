/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The facts of one tick, as the probes read them: counters since their start, states of the moment,
 * and for each capability whether it was there. A sample is filled once and not changed after;
 * everything derived from two samples is in core/model.h. A sample file holds exactly this.
 */
#ifndef HEADROOM_CORE_SAMPLE_H
#define HEADROOM_CORE_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/capability.h"
#include "core/cgroup.h"
#include "core/gauge.h"
#include "core/knob.h"
#include "core/topology.h"

/*
 * State of a CPU at the moment it was sampled; the first that fits counts.
 * OVERLOADED and SCHED_IDLE as docs/PROBES.md has them ("The state of a CPU"): more than one non-idle
 * runnable CFS task; runnable tasks of which all are idle-class (SCHED_IDLE policy or a cpu.idle
 * cgroup).
 */
enum cpu_state {
	CPU_STATE_UNKNOWN,
	CPU_STATE_OFFLINE,
	CPU_STATE_FORCED_IDLE,
	CPU_STATE_OVERLOADED,
	CPU_STATE_BUSY,
	CPU_STATE_SCHED_IDLE,
	CPU_STATE_IDLE,
	CPU_STATE_COUNT
};

const char *cpu_state_name(enum cpu_state state); /* "offline", "forced_idle", ... */

enum task_class {
	TASK_CLASS_UNKNOWN,
	TASK_CLASS_IDLE, /* the idle task */
	TASK_CLASS_FAIR,
	TASK_CLASS_RT,
	TASK_CLASS_DL,
	TASK_CLASS_STOP,
	TASK_CLASS_EXT,
	TASK_CLASS_COUNT
};

const char *task_class_name(enum task_class class); /* "idle", "fair", "rt", "dl", ... */

/* Episodes of missed idle by length: below 20 ms, 20-100 ms, 100 ms-1 s, above. */
#define EPISODE_BUCKETS 4
/* "below_20ms", "20ms_to_100ms", "100ms_to_1s", "above_1s" */
extern const char *const episode_bucket_names[EPISODE_BUCKETS];

/* What the sampler has counted on one CPU since it started. Unit: samples, unless named. */
struct cpu_counts {
	uint64_t taken; /* the sum over state[] */
	uint64_t state[CPU_STATE_COUNT];
	uint64_t overloaded;  /* also forced idle with two or more waiting */
	uint64_t missed_idle; /* idle or sched-idle beside an overloaded CPU of its LLC */
	uint64_t class[TASK_CLASS_COUNT];   /* class of the current task */
	uint64_t episodes[EPISODE_BUCKETS]; /* ended episodes of missed idle */
	uint64_t episode_longest_ns;        /* since the sampler's start */
	uint64_t episode_open_ns;           /* length of the one under way; 0 when there is none */
};

#define SAMPLE_COMM_SIZE 16

/* The CPU at the newest sampling. */
struct cpu_now {
	enum cpu_state state;
	enum task_class class;
	uint32_t nr_running;         /* all classes */
	uint32_t nr_nonidle;         /* runnable CFS tasks that are not idle-class */
	uint32_t nr_idle_class;      /* runnable CFS tasks that are */
	int32_t pid;                 /* current task; 0 is the idle task */
	char comm[SAMPLE_COMM_SIZE]; /* raw bytes, terminated */
	uint64_t cookie;             /* core-scheduling cookie of the current task; 0: none */
};

/* /proc/stat of one CPU, in nanoseconds (from USER_HZ ticks). */
struct cpu_times {
	uint64_t user_ns, nice_ns, system_ns, idle_ns, iowait_ns, irq_ns, softirq_ns, steal_ns;
};

/* The cpu line of /proc/schedstat. */
struct cpu_schedstat {
	uint64_t yld_count, sched_count, sched_goidle, ttwu_count, ttwu_local;
	uint64_t rq_cpu_time_ns, run_delay_ns, pcount;
};

/* Facts missing on this CPU (offline, unknown) have the bit of their group clear. */
enum cpu_has { CPU_HAS_COUNTS = 1, CPU_HAS_NOW = 2, CPU_HAS_TIMES = 4, CPU_HAS_SCHEDSTAT = 8 };

struct sample_cpu {
	unsigned int has; /* CPU_HAS_* */
	bool online;
	int sched_llc; /* equal numbers: one LLC for the scheduler; NONE: no domain */
	struct cpu_counts counts;
	struct cpu_now now;
	struct cpu_times times;
	struct cpu_schedstat schedstat;
};

/* What a patched kernel keeps for one LLC; indexed by sample_cpu.sched_llc. */
struct sample_llc {
	struct gauge nr_overloaded;                      /* the kernel's own count */
	uint64_t *overloaded_mask;                       /* nr_cpus bits in words of 64, or NULL */
	struct gauge sib_peeked, sib_pulled, sib_failed; /* 32 bit, they wrap */
};

/* Balancing numbers of one domain of one CPU in /proc/schedstat; 32 bit, they wrap. */
enum idle_kind { IDLE_KIND_BUSY, IDLE_KIND_IDLE, IDLE_KIND_NEWIDLE, IDLE_KIND_COUNT };

struct balance_counts {
	uint32_t called, balanced, failed, gained, hot_gained, nobusyq, nobusyg;
	uint32_t imbalance_load, imbalance_util, imbalance_task, imbalance_misfit;
};

struct sample_domain {
	int cpu, level;
	char name[16]; /* "SMT", "MC", ...; "" where the kernel does not tell */
	struct balance_counts balance[IDLE_KIND_COUNT];
	uint32_t alb_count, alb_failed, alb_pushed;
	uint32_t ttwu_wake_remote, ttwu_move_affine, ttwu_move_balance;
	bool has_sib;
	uint32_t sib_peeked, sib_pulled, sib_failed;
};

struct sched_feature {
	char name[40];
	bool on;
};

/* A file below debugfs's sched folder, or a kernel.NAME sysctl; text as the file has it. */
struct sched_tunable {
	enum knob_place place; /* KNOB_SCHED or KNOB_SYSCTL */
	char name[64];
	char value[64]; /* raw bytes, cut */
};

enum sensor_kind {
	SENSOR_TEMPERATURE,
	SENSOR_POWER,
	SENSOR_FAN,
	SENSOR_VOLTAGE,
	SENSOR_KIND_COUNT
};

const char *sensor_kind_name(enum sensor_kind kind); /* "temperature", "power", ... */

struct sensor {
	char chip[48], label[48]; /* raw bytes */
	enum sensor_kind kind;
	double value; /* degrees Celsius, watts, revolutions a minute, volts */
};

/* What we cost and how well the sampler kept up; counters since start. */
struct sample_self {
	uint64_t cpu_ns; /* user and system time of this process */
	uint64_t bpf_ns; /* time inside our BPF programs, by their own clock reads */
	uint64_t samples_taken, samples_late, samples_lost;
	uint32_t sample_hz; /* rate in force */
	uint32_t sample_hz_wanted;
	uint64_t rss_bytes;
};

struct sample {
	uint64_t time_unix_ns; /* CLOCK_REALTIME: for people */
	uint64_t boot_ns;      /* CLOCK_BOOTTIME: goes on in suspend */
	uint64_t mono_ns;      /* CLOCK_MONOTONIC: rates are over this; stops in suspend */
	char host[65], release[65], machine[17]; /* uname */
	struct capability caps[CAP_COUNT];
	struct topology *topo; /* a counted reference; never NULL once collected */

	unsigned int nr_cpus; /* as topo->nr_cpus */
	struct sample_cpu *cpus;
	unsigned int nr_llcs;
	struct sample_llc *llcs;
	size_t nr_domains;
	struct sample_domain *domains;
	unsigned int schedstat_version; /* 0: not read */

	struct gauge load_1_milli, load_5_milli, load_15_milli; /* load averages x 1000 */
	struct gauge tasks_runnable, tasks_total;               /* of /proc/loadavg */
	struct gauge psi_some_us, psi_full_us; /* cpu pressure, total microseconds */
	struct gauge schedstats_on;            /* kernel.sched_schedstats */

	size_t nr_features;
	struct sched_feature *features;
	size_t nr_tunables;
	struct sched_tunable *tunables;
	char sched_ext_ops[64]; /* loaded scheduler; "" when none */
	bool lockdown;          /* the kernel refuses root what debugfs offers */

	size_t nr_sensors;
	struct sensor *sensors;
	struct cgroup_tree cgroups; /* empty where CAP_CGROUP2 is missing */
	struct sample_self self;
};

/* An empty sample with nr_cpus CPUs, all unknown; takes a reference of topo. NULL: no memory. */
struct sample *sample_new(struct topology *topo);
struct sample *sample_free(struct sample *s); /* takes and returns NULL */

/* Moves all of from into to, whose own contents are freed; from is freed. */
void sample_move(struct sample *to, struct sample *from);

/* Says how a capability fared. KNOWN with a reason means: works, but second best. */
__attribute__((format(printf, 5, 6))) void sample_set_capability(struct sample *s,
								 enum capability_id id,
								 enum gauge_state state,
								 enum tier tier, const char *fmt,
								 ...);

static inline bool sample_can(const struct sample *s, enum capability_id id)
{
	return s->caps[id].state == GAUGE_KNOWN;
}

#endif
