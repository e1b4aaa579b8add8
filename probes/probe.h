/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sources of facts, one row each. A probe only reads. One that cannot open disables what depends on
 * it, says why in the sample's capabilities, and nothing else. `replay` is an ordinary row.
 */
#ifndef HEADROOM_PROBES_PROBE_H
#define HEADROOM_PROBES_PROBE_H

#include <stdbool.h>

#include "core/fault.h"
#include "core/group_tasks.h"
#include "core/sample.h"
#include "core/waiters.h"

struct fsroot;

/* What the operator asked for; outlives the probes. */
struct probe_env {
	const struct fsroot *root;
	const char *replay_path; /* NULL: the live machine or root */
	bool no_bpf;
	bool no_timer;          /* sample from a thread even where a BPF timer would do */
	unsigned int sample_hz; /* 1..1000 */
	double budget_pct;      /* of one CPU that sampling may cost */
};

struct probe {
	const struct probe_ops *ops;
	void *state;
	struct fault fault; /* why open failed */
	bool cut;           /* replay: the recording ended in the middle of a sample */
};

/* Which cgroups somebody looks at. */
struct probe_interest {
	const uint64_t
		*groups; /* ids: their settings are read at every tick, not in a slow round */
	size_t nr_groups;
	bool in_sight; /* groups are shown: what is dear and read for all at once (waits) is read */
	bool all_once; /* in the next sample the settings of all, for a preview; this also wakes the dear */
};

struct probe_ops {
	const char *name;
	/* 0, or -errno when the row has no place in this env (replay without a file, BPF on a tree). */
	int (*supported)(const struct probe_env *env);
	int (*open)(struct probe *p, const struct probe_env *env);
	/*
	 * Adds its facts and capabilities to a sample, in the order of the table; called also when
	 * open failed (state is NULL), so that the capabilities get their reasons. Never blocks.
	 */
	int (*collect)(struct probe *p, struct sample *into);
	/* NULL, or: the tasks queued on a CPU, on demand. */
	int (*waiters)(struct probe *p, unsigned int cpu, struct waiter_list *ret_list);
	/* NULL, or: the tasks of a cgroup, on demand; as group_tasks_read() of host/group_tasks.h. */
	int (*group_tasks)(struct probe *p, const char *path, uint64_t id,
			   struct group_task_list *ret_list, struct fault *f);
	/* NULL, or as probe_set_prefer(). */
	int (*prefer)(struct probe *p, const struct probe_interest *interest);
	void (*close)(struct probe *p); /* safe on a half-open probe */
};

extern const struct probe_ops *const probe_table[]; /* ends with NULL */

/* All rows of the table that suit env. */
struct probe_set;
int probe_set_open(const struct probe_env *env, struct probe_set **ret_set, struct fault *f);
struct probe_set *probe_set_close(struct probe_set *set);

/*
 * One tick. *ret_sample belongs to the caller. 0; -ENODATA at the end of a recording; another
 * -errno with f set when nothing at all could be read.
 */
int probe_set_collect(struct probe_set *set, struct sample **ret_sample, struct fault *f);

/* Tasks waiting on a CPU by the first probe that knows; -EOPNOTSUPP with f set when none does. */
int probe_set_waiters(struct probe_set *set, unsigned int cpu, struct waiter_list *ret_list,
		      struct fault *f);

/*
 * The tasks of a cgroup, with what they did since the list before (whatever ret_list held: zeroed, or
 * the answer of the last call). 0, or -errno with f set and an empty list.
 */
int probe_set_group_tasks(struct probe_set *set, const char *path, uint64_t id,
			  struct group_task_list *ret_list, struct fault *f);

/* From the next sample on, until it is called again. 0 or -ENOMEM. */
int probe_set_prefer(struct probe_set *set, const struct probe_interest *interest);

/* Whether samples come from a recording: it ends, and its clock is its own. */
bool probe_set_is_replay(const struct probe_set *set);

/* Whether a recording that was read to its end was never finished: killed, disk full, still on. */
bool probe_set_is_cut(const struct probe_set *set);

#endif
