// SPDX-License-Identifier: GPL-2.0-only
/* The row that says which cgroup tree there is and whether it has cpu.headroom. */
#include <errno.h>
#include <stdlib.h>

#include "host/cgroupfs.h"
#include "probes/rows.h"

/* Ticks between two looks: mounts change rarely, and a look lists a folder. */
#define TICKS_BETWEEN 30

struct cgroupcaps {
	const struct fsroot *root;
	unsigned int ticks_left;
	struct cgroupfs found;
};

static int cgroupcaps_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int cgroupcaps_open(struct probe *p, const struct probe_env *env)
{
	struct cgroupcaps *c = calloc(1, sizeof(*c));

	if (!c)
		return fault_set(&p->fault, -ENOMEM, "the probe %s has no memory", p->ops->name);
	c->root = env->root;
	p->state = c;
	return 0;
}

static void say(struct sample *into, enum capability_id id, enum gauge_state state,
		const char *reason)
{
	sample_set_capability(into, id, state, state == GAUGE_KNOWN ? TIER_PROC : TIER_NONE, "%s",
			      reason);
}

static int cgroupcaps_collect(struct probe *p, struct sample *into)
{
	struct cgroupcaps *c = p->state;

	if (!c)
		return -ENOMEM;
	if (!c->ticks_left) {
		cgroupfs_check(c->root, &c->found);
		c->ticks_left = TICKS_BETWEEN;
	}
	c->ticks_left--;
	say(into, CAP_CGROUP2, c->found.v2, c->found.v2_reason);
	say(into, CAP_CGROUP_CPU, c->found.cpu, c->found.cpu_reason);
	say(into, CAP_CPU_HEADROOM, c->found.headroom, c->found.headroom_reason);
	return c->found.v2 == GAUGE_KNOWN ? 0 : -ENODATA;
}

static void cgroupcaps_close(struct probe *p)
{
	free(p->state);
	p->state = NULL;
}

const struct probe_ops cgroupcaps_probe = {
	.name = "cgroupcaps",
	.supported = cgroupcaps_supported,
	.open = cgroupcaps_open,
	.collect = cgroupcaps_collect,
	.close = cgroupcaps_close,
};
