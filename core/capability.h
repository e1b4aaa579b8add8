/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be observed or changed here, one row a capability. A row of the table is complete (name,
 * meaning, cost to us, how to enable it); whether it is there is the result of an attempt, made by
 * a probe and kept in the sample, so that a recording tells about the recorded machine.
 */
#ifndef HEADROOM_CORE_CAPABILITY_H
#define HEADROOM_CORE_CAPABILITY_H

#include <stdbool.h>

#include "core/gauge.h"

/* X(id, name, meaning, cost, how to enable it) */
#define CAPABILITY_TABLE(X)                                                                        \
	X(BPF, "bpf", "BPF programs can be loaded", "memory for maps",                             \
	  "run as root, or with CAP_BPF and CAP_PERFMON")                                          \
	X(BTF, "btf", "the kernel describes its types", "12 MB for a moment at start",             \
	  "CONFIG_DEBUG_INFO_BTF=y")                                                               \
	X(RUN_QUEUES, "run_queues", "every run queue was found by the task iterator",              \
	  "one walk over the tasks at start", "needs bpf and btf")                                 \
	X(SAMPLER, "sampler", "the state of every CPU is sampled", "shown as own cost",            \
	  "needs run_queues")                                                                      \
	X(SAMPLER_TIMER, "sampler_timer", "a BPF timer samples, no task of ours runs for it",      \
	  "none beyond the sampler", "a kernel with bpf_timer (5.15 or newer)")                    \
	X(SCHED_LLC, "sched_llc", "last-level caches as the scheduler's own domains have them",    \
	  "none", "needs run_queues")                                                              \
	X(TOPOLOGY, "topology", "packages, NUMA nodes, caches and cores by hwloc",                 \
	  "20 to 40 ms at start and at hotplug", "a mounted /sys")                                 \
	X(WAITERS, "waiters", "the tasks queued on a CPU, on demand",                              \
	  "one walk over the tasks a request", "needs run_queues")                                 \
	X(CORE_SCHED, "core_sched", "forced idle and core-scheduling cookies", "none",             \
	  "CONFIG_SCHED_CORE=y and tasks with cookies")                                            \
	X(SCHED_EXT, "sched_ext", "the loaded sched_ext scheduler by name", "one small file",      \
	  "CONFIG_SCHED_CLASS_EXT=y")                                                              \
	X(OVERLOADED_MASK, "overloaded_mask", "the kernel's own mask of overloaded CPUs per LLC",  \
	  "none", "the headroom-top kernel series")                                                \
	X(SIB_COUNTERS, "sib_counters", "sib_peeked, sib_pulled and sib_failed", "none",           \
	  "the headroom-top kernel series and kernel.sched_schedstats=1")                          \
	X(SCHED_DEBUG, "sched_debug", "the text of /sys/kernel/debug/sched/debug",                 \
	  "prints every task under its run queue's lock", "mount debugfs, CONFIG_SCHED_DEBUG=y")   \
	X(SCHED_FEATURES, "sched_features", "the list of scheduler features", "one small file",    \
	  "mount debugfs, CONFIG_SCHED_DEBUG=y")                                                   \
	X(SCHED_FEATURES_EDIT, "sched_features_edit", "scheduler features can be switched",        \
	  "none", "root, debugfs, and a kernel that is not locked down")                           \
	X(SCHEDSTAT, "schedstat", "/proc/schedstat: waits and balancing", "one file a refresh",    \
	  "CONFIG_SCHEDSTATS=y and kernel.sched_schedstats=1")                                     \
	X(PROC_STAT, "proc_stat", "idle, steal, irq and softirq time by CPU",                      \
	  "one file a refresh", "a mounted /proc")                                                 \
	X(LOADAVG, "loadavg", "/proc/loadavg", "one small file a refresh", "a mounted /proc")      \
	X(PRESSURE, "pressure", "pressure stall information for CPU", "one small file a refresh",  \
	  "CONFIG_PSI=y, and psi=1 on the kernel command line where it is off by default")         \
	X(CGROUP2, "cgroup2", "a cgroup v2 hierarchy is mounted", "none",                          \
	  "mount -t cgroup2, or systemd.unified_cgroup_hierarchy=1")                               \
	X(CGROUP_CPU, "cgroup_cpu", "the cpu controller is in the v2 hierarchy", "none",           \
	  "take the cpu controller off cgroup v1")                                                 \
	X(GROUP_WAITS, "group_waits", "the mean run-queue wait of a cgroup's tasks",               \
	  "one walk over the tasks a refresh while cgroups are shown",                             \
	  "needs bpf and btf, and CONFIG_SCHED_INFO=y (by CONFIG_SCHEDSTATS=y)")                   \
	X(CPU_HEADROOM, "cpu_headroom", "cgroups have cpu.headroom", "none",                       \
	  "the headroom-top kernel series (docs/KERNEL.md)")                                       \
	X(SENSORS, "sensors", "temperatures and power by libsensors", "a few files a refresh",     \
	  "a hardware monitoring driver")

enum capability_id {
#define X(id, name, meaning, cost, enable) CAP_##id,
	CAPABILITY_TABLE(X)
#undef X
		CAP_COUNT
};

struct capability_info {
	const char *name; /* in JSON: never renamed */
	const char *meaning, *cost, *enable;
};

extern const struct capability_info capability_table[CAP_COUNT];

/* Where a fact comes from. BPF is the best, PROC the last resort. */
enum tier { TIER_NONE, TIER_BPF, TIER_DEBUGFS, TIER_PROC, TIER_COUNT };

const char *tier_name(enum tier tier); /* "none", "bpf", "debugfs", "proc" */

struct capability {
	enum gauge_state state; /* KNOWN: it works */
	enum tier tier;
	char reason[192]; /* why it is missing or second best; "" when all is well */
};

#endif
