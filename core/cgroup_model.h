/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What two readings of the cgroup tree mean: shares and rates of every group, the claim of
 * cpu.headroom, and why a group is throttled. Pure; time comes from the samples.
 */
#ifndef HEADROOM_CORE_CGROUP_MODEL_H
#define HEADROOM_CORE_CGROUP_MODEL_H

#include <stdbool.h>

#include "core/cgroup.h"
#include "core/gauge.h"
#include "core/headroom.h"
#include "core/headroom_check.h"

/*
 * Rates of a group. X(id, JSON key, title, help). Shares called "of the machine" are of all online
 * CPU time: 100 is every online CPU; that is the measure of cpu.headroom too.
 */
#define CGROUP_RATE_TABLE(X)                                                                       \
	X(USAGE, "usage_pct", "USAGE", "CPU time used, of the machine")                            \
	X(USER, "user_pct", "USER", "user time, of the machine")                                   \
	X(SYSTEM, "system_pct", "SYS", "system time, of the machine")                              \
	X(THROTTLED, "throttled_pct", "THROT",                                                     \
	  "time its run queues were throttled, of the machine")                                    \
	X(THROTTLED_PERIODS, "throttled_periods_pct", "PERIODS",                                   \
	  "bandwidth periods in which it was throttled, of all its periods")                       \
	X(BURST, "burst_pct", "BURST", "time used above the quota, of the machine")                \
	X(FORCED_IDLE_CAUSED, "forced_idle_caused_pct", "FICAUSED",                                \
	  "idle time it forced on its SMT siblings, of the machine")                               \
	X(PSI_SOME, "psi_some_pct", "PSI", "time in which some task of it waited for a CPU")       \
	X(PSI_FULL, "psi_full_pct", "PSIFULL", "time in which all its tasks waited for a CPU")     \
	X(LIMITED, "limited_pct", "LIMITED", "time in which headroom held it back")                \
	X(GRANTED, "granted_pct", "GRANTED", "runtime granted a period, of the machine")           \
	X(WAIT, "wait_mean_ns", "WAIT",                                                            \
	  "mean wait for a CPU of its tasks, each time before they ran")

enum cgroup_rate {
#define X(id, key, title, help) CGROUP_RATE_##id,
	CGROUP_RATE_TABLE(X)
#undef X
		CGROUP_RATE_COUNT
};

struct cgroup_rate_info {
	const char *key, *title, *help;
};

extern const struct cgroup_rate_info cgroup_rate_table[CGROUP_RATE_COUNT];

/* Why a group was throttled during the last tick. X(id, JSON name, sentence). */
#define CGROUP_LIMIT_TABLE(X)                                                                      \
	X(UNKNOWN, "unknown", "not known yet")                                                     \
	X(NOTHING, "none", "was not throttled")                                                    \
	X(OWN_MAX, "cpu.max", "is throttled by its own cpu.max")                                   \
	X(HEADROOM, "cpu.headroom", "is throttled so that the claimed headroom stays idle")        \
	X(ANCESTOR, "ancestor", "waits because an ancestor is throttled")

enum cgroup_limit {
#define X(id, name, sentence) CGROUP_LIMIT_##id,
	CGROUP_LIMIT_TABLE(X)
#undef X
		CGROUP_LIMIT_COUNT
};

struct cgroup_limit_info {
	const char *name, *sentence;
};

extern const struct cgroup_limit_info cgroup_limit_table[CGROUP_LIMIT_COUNT];

/* The last two minutes at one a second, in hundredths of a percent; CGROUP_TREND_NONE: unknown. */
#define CGROUP_TREND_POINTS 120
#define CGROUP_TREND_NONE   UINT16_MAX

struct cgroup_trend {
	uint16_t usage[CGROUP_TREND_POINTS], throttled[CGROUP_TREND_POINTS],
		granted[CGROUP_TREND_POINTS];
	uint16_t count, head; /* head: where the next point goes */
};

struct model_cgroup {
	const struct sample_cgroup *facts; /* of the model's newest sample */
	size_t parent;                     /* index in the tree; CGROUP_NO_PARENT for the root */
	unsigned int depth;                /* 0 for the root */
	const char *name;                  /* last part of the path, "/" for the root; raw bytes */
	struct rate rate[CGROUP_RATE_COUNT];
	enum cgroup_limit limited_by;
	size_t limited_at;  /* the throttled ancestor with ANCESTOR, otherwise itself */
	size_t headroom_at; /* index into headroom[]; HEADROOM_NONE for the root */
	/* The kernel's own values equal ours; UNSUPPORTED where it tells none, UNREAD while it has
	 * differed in one sample only. */
	struct gauge kernel_agrees;
	bool differs;
	struct headroom_difference difference; /* while differs */
	struct cgroup_trend *trend;            /* handed on from tick to tick by the group's id */
};

struct cgroup_model {
	const struct cgroup_tree *tree; /* of the model's newest sample; NULL before the first */
	size_t nr_groups;
	struct model_cgroup *groups;     /* in the order of the tree */
	size_t *by_id;                   /* indexes of groups in the order of their ids */
	struct headroom_group *headroom; /* of every group but the root, same order */
	size_t nr_headroom;
	struct headroom_claim claim;
	bool has_headroom; /* some group has the file */
};

/*
 * Derives everything anew from now against before (NULL: the first) and the old model, whose
 * trends it takes over. nr_online CPUs share elapsed_s seconds; elapsed_s 0 means that no rate can
 * be told. 0, or -ENOMEM with *m as it was.
 */
int cgroup_model_advance(struct cgroup_model *m, const struct cgroup_tree *before,
			 const struct cgroup_tree *now, double elapsed_s, unsigned int nr_online);
void cgroup_model_clear(struct cgroup_model *m);

/* Index of the group with that id, or CGROUP_NO_PARENT when it is gone. */
size_t cgroup_model_find(const struct cgroup_model *m, uint64_t id);

/* The point age steps back (0 is the newest) of one series of a trend; NONE beyond what is kept. */
uint16_t cgroup_trend_at(const struct cgroup_trend *t, const uint16_t *series, unsigned int age);

#endif
