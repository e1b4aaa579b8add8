/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Run-queue waits of tasks, added up by the groups that the tasks are in and by those above them, as
 * cpu.stat counts usage. The counters go on from walk to walk by the groups' ids, so that a group
 * that is removed takes nothing from its ancestors.
 */
#ifndef HEADROOM_CORE_CGROUP_WAITS_H
#define HEADROOM_CORE_CGROUP_WAITS_H

#include "core/cgroup.h"

struct cgroup_wait {
	uint64_t id;
	uint64_t delay_ns; /* time spent on a run queue without running */
	uint64_t count;    /* arrivals on a CPU, which each end one such wait */
};

/* A zeroed one is empty. */
struct cgroup_waits {
	size_t nr_groups;
	struct cgroup_wait *groups; /* in the order of the tree */
	size_t nr_slots;            /* a power of two */
	uint32_t *slots;            /* by id: index of a group + 1; 0: empty */
};

/* Takes the groups of the tree: those it had keep their counters. 0, or -ENOMEM with *w as it was. */
int cgroup_waits_begin(struct cgroup_waits *w, const struct cgroup_tree *tree);

/*
 * Adds to the group with that id and to all above it; tree is that of begin(). A group that is not in
 * it (made or removed since, outside of what is mounted) takes nothing.
 */
void cgroup_waits_add(struct cgroup_waits *w, const struct cgroup_tree *tree, uint64_t id,
		      uint64_t delay_ns, uint64_t count);

/* The counters as facts of the tree of begin(), read at walk_ns of CLOCK_MONOTONIC. */
void cgroup_waits_fill(const struct cgroup_waits *w, uint64_t walk_ns, struct cgroup_tree *tree);

/* Says of every group why there are none. */
void cgroup_waits_miss(struct cgroup_tree *tree, enum gauge_state state);

void cgroup_waits_clear(struct cgroup_waits *w);

#endif
