// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row `group_waits` of the probe table: what the tasks of each cgroup waited for a CPU. Walks
 * over all tasks, so only for somebody who looks, and only as often as the budget allows.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bpf/libbpf.h>

#include "core/cgroup_waits.h"
#include "probes/bpf_load.h"
#include "probes/group_waits.shared.h"
#include "probes/group_waits.skel.h"
#include "probes/rows.h"
#include "probes/task_walk.h"

#define NSEC_PER_SEC 1000000000ULL
#define WHAT         "the waits of cgroups"

struct group_waits {
	struct group_waits_bpf *skel;
	struct cgroup_waits waits;
	const struct cgroup_tree *tree; /* during a walk */
	double budget_pct;
	bool rests;        /* nobody looks at a group */
	uint64_t walk_ns;  /* of the sample of the last walk, CLOCK_MONOTONIC; 0: none yet */
	uint64_t next_ns;  /* not before */
	struct fault walk; /* why the last walk failed */
};

static int group_waits_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int load(struct group_waits *g, struct fault *f)
{
	int r;

	bpf_load_begin();
	g->skel = group_waits_bpf__open();
	r = bpf_load_opened(WHAT, g->skel ? g->skel->skeleton : NULL, f);
	if (!r)
		return 0;
	group_waits_bpf__destroy(g->skel);
	g->skel = NULL;
	return r;
}

static int group_waits_open(struct probe *p, const struct probe_env *env)
{
	struct group_waits *g;
	int r = bpf_load_wanted(env, &p->fault);

	if (r)
		return r;
	g = calloc(1, sizeof(*g));
	if (!g)
		return fault_set(&p->fault, -ENOMEM, "reading " WHAT " failed: no memory");
	g->budget_pct = env->budget_pct;
	r = load(g, &p->fault);
	if (r) {
		free(g);
		return r;
	}
	p->state = g;
	return 0;
}

/* ---- a walk --------------------------------------------------------------------------------- */

static void take_step(const void *record, void *arg)
{
	const struct group_waits_step *step = record;
	struct group_waits *g = arg;

	cgroup_waits_add(&g->waits, g->tree, step->cgroup_id, step->delay_ns, step->count);
}

/* The walk runs in this thread, inside read(2). */
static uint64_t own_time_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

/* The first walk makes a note at every task, which says nothing of what the next ones cost. */
static void plan_next(struct group_waits *g, uint64_t cost_ns, bool is_first)
{
	double pause_ns = is_first ? 0 : 100.0 * (double)cost_ns / g->budget_pct;

	g->next_ns = g->walk_ns + (uint64_t)pause_ns;
}

static int walk(struct group_waits *g, struct sample *into)
{
	uint64_t began_ns = own_time_ns();
	struct task_walk steps = {
		.program = g->skel->progs.group_waits_walk,
		.record_size = sizeof(struct group_waits_step),
		.take = take_step,
		.arg = g,
	};
	bool is_first = !g->walk_ns;
	int r;

	g->skel->bss->last_walk_ns = is_first ? UINT64_MAX : g->walk_ns;
	g->walk_ns = into->mono_ns;
	g->tree = &into->cgroups;
	r = cgroup_waits_begin(&g->waits, g->tree);
	if (!r)
		r = task_walk_run(&steps);
	plan_next(g, own_time_ns() - began_ns, is_first);
	return r;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static void say(struct sample *into, const struct fault *f)
{
	sample_set_capability(into, CAP_GROUP_WAITS,
			      f->code ? gauge_state_from_error(f->code) : GAUGE_KNOWN,
			      f->code ? TIER_NONE : TIER_BPF, "%s", f->code ? f->text : "");
}

static int group_waits_collect(struct probe *p, struct sample *into)
{
	struct group_waits *g = p->state;
	int r;

	if (!g) {
		say(into, &p->fault);
		cgroup_waits_miss(&into->cgroups, gauge_state_from_error(p->fault.code));
		return p->fault.code;
	}
	if (into->cgroups.nr_groups && !g->rests && into->mono_ns >= g->next_ns) {
		g->walk = (struct fault){ .code = 0 };
		r = walk(g, into);
		if (r)
			fault_set(&g->walk, r, "walking over the tasks failed: %s", strerror(-r));
	}
	say(into, &g->walk);
	if (g->walk.code)
		cgroup_waits_miss(&into->cgroups, gauge_state_from_error(g->walk.code));
	else if (!g->rests && g->walk_ns)
		cgroup_waits_fill(&g->waits, g->walk_ns, &into->cgroups);
	return 0;
}

static int group_waits_prefer(struct probe *p, const struct probe_interest *interest)
{
	struct group_waits *g = p->state;

	if (g)
		g->rests = !interest->in_sight && !interest->all_once;
	return 0;
}

static void group_waits_close(struct probe *p)
{
	struct group_waits *g = p->state;

	if (!g)
		return;
	group_waits_bpf__destroy(g->skel);
	cgroup_waits_clear(&g->waits);
	free(g);
	p->state = NULL;
}

const struct probe_ops group_waits_probe = {
	.name = "group_waits",
	.supported = group_waits_supported,
	.open = group_waits_open,
	.collect = group_waits_collect,
	.prefer = group_waits_prefer,
	.close = group_waits_close,
};
