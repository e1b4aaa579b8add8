// SPDX-License-Identifier: GPL-2.0-only
/* The row of the cgroup tree: which one there is, whether it has cpu.headroom, and its groups. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/cgroupfs.h"
#include "host/cgroups.h"
#include "host/group_tasks.h"
#include "probes/rows.h"
#include "probes/textfile.h"

/* Ticks between two looks: mounts change rarely, and a look lists a folder. */
#define TICKS_BETWEEN 30

/* Up to here the settings of every group are read at every tick. */
#define GROUPS_READ_WHOLE 256

struct cgroupcaps {
	const struct fsroot *root;
	unsigned int ticks_left;
	struct cgroupfs found;
	struct cgroups *reader; /* of the tree at found.mount; NULL without one */
	size_t nr_groups;       /* at the last read */
	bool all_once;          /* the next read takes all settings, whatever their number */
};

static int cgroupcaps_open(struct probe *p, const struct probe_env *env)
{
	struct cgroupcaps *c = textfile_new_state(p, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->root = env->root;
	return 0;
}

static void say(struct sample *into, enum capability_id id, enum gauge_state state,
		const char *reason)
{
	sample_set_capability(into, id, state, state == GAUGE_KNOWN ? TIER_PROC : TIER_NONE, "%s",
			      reason);
}

/* A tree that came, went, or is mounted elsewhere now. */
static void look(struct cgroupcaps *c)
{
	char mount[sizeof(c->found.mount)];

	memcpy(mount, c->found.mount, sizeof(mount));
	cgroupfs_check(c->root, &c->found);
	if (c->reader && strcmp(mount, c->found.mount))
		c->reader = cgroups_close(c->reader);
	if (!c->reader && c->found.v2 == GAUGE_KNOWN &&
	    cgroups_open(c->root, c->found.mount, &c->reader) < 0)
		c->reader = NULL;
}

static int read_tree(struct cgroupcaps *c, struct sample *into)
{
	int r;

	if (!c->reader)
		return -ENODATA;
	r = cgroups_read(c->reader, into->mono_ns, c->all_once || c->nr_groups <= GROUPS_READ_WHOLE,
			 &into->cgroups);
	c->all_once = false;
	c->nr_groups = into->cgroups.nr_groups;
	return r;
}

static int cgroupcaps_collect(struct probe *p, struct sample *into)
{
	struct cgroupcaps *c = p->state;

	if (!c)
		return -ENOMEM;
	if (!c->ticks_left) {
		look(c);
		c->ticks_left = TICKS_BETWEEN;
	}
	c->ticks_left--;
	say(into, CAP_CGROUP2, c->found.v2, c->found.v2_reason);
	say(into, CAP_CGROUP_CPU, c->found.cpu, c->found.cpu_reason);
	say(into, CAP_CPU_HEADROOM, c->found.headroom, c->found.headroom_reason);
	return read_tree(c, into);
}

static int cgroupcaps_prefer(struct probe *p, const struct probe_interest *interest)
{
	struct cgroupcaps *c = p->state;

	if (!c)
		return 0;
	c->all_once |= interest->all_once;
	return c->reader ? cgroups_prefer(c->reader, interest->groups, interest->nr_groups) : 0;
}

static int cgroupcaps_group_tasks(struct probe *p, const char *path, uint64_t id,
				  struct group_task_list *ret_list, struct fault *f)
{
	struct cgroupcaps *c = p->state;

	if (!c || !c->reader)
		return fault_set(f, -EOPNOTSUPP, "no cgroup v2 hierarchy is read here");
	return group_tasks_read(c->root, c->found.mount, path, id, ret_list, f);
}

static void cgroupcaps_close(struct probe *p)
{
	struct cgroupcaps *c = p->state;

	if (c)
		cgroups_close(c->reader);
	free(p->state);
	p->state = NULL;
}

const struct probe_ops cgroupcaps_probe = {
	.name = "cgroupcaps",
	.supported = textfile_supported,
	.open = cgroupcaps_open,
	.collect = cgroupcaps_collect,
	.group_tasks = cgroupcaps_group_tasks,
	.prefer = cgroupcaps_prefer,
	.close = cgroupcaps_close,
};
