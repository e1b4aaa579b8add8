/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Facts of the cgroup v2 tree at one tick, as read from its files. Usage and throttling are read at
 * every tick, settings and pressure in a slow round: settings_ns says when. Groups that vanish
 * between two reads are simply absent.
 */
#ifndef HEADROOM_CORE_CGROUP_H
#define HEADROOM_CORE_CGROUP_H

#include <stddef.h>
#include <stdint.h>

#include "core/gauge.h"

#define CGROUP_NO_PARENT SIZE_MAX

/*
 * Numbers of a cgroup. X(field, name in a sample file, round). Times in microseconds as in the files;
 * headroom, tolerance, target_idle and min_runtime in hundredths of a percent (core/headroom.h).
 * STAT and HEADROOM are read at every tick, SETTING in the slow round, WAIT (core/cgroup_waits.h, in
 * nanoseconds) by a walk over the tasks whenever its cost allows, KERNEL by BPF from the kernel's own
 * fields, together with the configured and effective values while somebody looks.
 */
#define CGROUP_FACT_TABLE(X)                                                                       \
	X(USAGE_US, "usage_us", STAT)                                                              \
	X(USER_US, "user_us", STAT)                                                                \
	X(SYSTEM_US, "system_us", STAT)                                                            \
	X(FORCE_IDLE_US, "force_idle_us", STAT)                                                    \
	X(NR_PERIODS, "nr_periods", STAT)                                                          \
	X(NR_THROTTLED, "nr_throttled", STAT)                                                      \
	X(THROTTLED_US, "throttled_us", STAT)                                                      \
	X(NR_BURSTS, "nr_bursts", STAT)                                                            \
	X(BURST_US, "burst_us", STAT)                                                              \
	X(EFFECTIVE_HEADROOM, "effective_headroom", HEADROOM)                                      \
	X(EFFECTIVE_TOLERANCE, "effective_tolerance", HEADROOM)                                    \
	X(TARGET_IDLE, "target_idle", HEADROOM)                                                    \
	X(MIN_RUNTIME, "min_runtime", HEADROOM)                                                    \
	X(GRANTED_US, "granted_us", HEADROOM)                                                      \
	X(NR_LIMITED, "nr_limited", HEADROOM)                                                      \
	X(LIMITED_US, "limited_us", HEADROOM)                                                      \
	X(HEADROOM, "headroom", SETTING)                                                           \
	X(TOLERANCE, "tolerance", SETTING)                                                         \
	X(WEIGHT, "weight", SETTING)                                                               \
	X(IDLE, "idle", SETTING)                                                                   \
	X(MAX_US, "max_us", SETTING)                                                               \
	X(PERIOD_US, "period_us", SETTING)                                                         \
	X(BURST_MAX_US, "burst_max_us", SETTING)                                                   \
	X(PSI_SOME_US, "psi_some_us", SETTING)                                                     \
	X(PSI_FULL_US, "psi_full_us", SETTING)                                                     \
	X(HAS_TASKS, "has_tasks", SETTING)                                                         \
	X(WAIT_NS, "wait_ns", WAIT)                                                                \
	X(WAIT_COUNT, "wait_count", WAIT)                                                          \
	X(ALLOWED_HEADROOM, "allowed_headroom", KERNEL)                                            \
	X(ALLOWED_TOLERANCE, "allowed_tolerance", KERNEL)

enum cgroup_fact {
#define X(id, name, round) CGROUP_##id,
	CGROUP_FACT_TABLE(X)
#undef X
		CGROUP_FACT_COUNT
};

/* Name of a fact in a sample file. */
const char *cgroup_fact_name(enum cgroup_fact fact);

struct sample_cgroup {
	uint64_t id;   /* inode of its folder: a group recreated under its name gets another */
	size_t parent; /* index, before this one; CGROUP_NO_PARENT for the root */
	char *path;    /* below the mount point, raw bytes; "" for the root; owned */
	uint64_t settings_ns; /* CLOCK_MONOTONIC of the slow round's read; 0: not read yet */
	struct gauge fact[CGROUP_FACT_COUNT]; /* MAX_US is UINT64_MAX without a quota */
	char cpuset[64]; /* cpuset.cpus.effective, cut; "" where it is not known */
};

/* Parents stand before their children, the root first. */
struct cgroup_tree {
	size_t nr_groups, capacity;
	struct sample_cgroup *groups;
	uint64_t waits_ns; /* CLOCK_MONOTONIC of the walk that the waits are from; 0: none */
};

void cgroup_tree_clear(struct cgroup_tree *tree);

/* A new group at the end, all facts UNREAD; path is copied. NULL: no memory. */
struct sample_cgroup *cgroup_tree_add(struct cgroup_tree *tree, const char *path, size_t parent,
				      uint64_t id);

#endif
