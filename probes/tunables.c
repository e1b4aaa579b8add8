// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row of tunables: those files below debugfs's sched folder and those kernel.sched_* sysctls of
 * the knob table that this kernel has, read every few ticks.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/knob.h"
#include "host/fsroot.h"
#include "probes/rows.h"

#define TICKS_BETWEEN 5

struct tunables {
	const struct fsroot *root;
	unsigned int ticks_left;
	size_t count;
	struct sched_tunable *list; /* as last read */
};

static const char *const folders[KNOB_PLACE_COUNT] = {
	[KNOB_SCHED] = "/sys/kernel/debug/sched",
	[KNOB_SYSCTL] = "/proc/sys/kernel",
};

static int tunables_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int tunables_open(struct probe *p, const struct probe_env *env)
{
	struct tunables *t = calloc(1, sizeof(*t));
	size_t nr_knobs = 0;

	while (knob_table[nr_knobs].name)
		nr_knobs++;
	if (t)
		t->list = calloc(nr_knobs + 1, sizeof(*t->list));
	if (!t || !t->list) {
		free(t);
		return fault_set(&p->fault, -ENOMEM, "the probe %s has no memory", p->ops->name);
	}
	t->root = env->root;
	p->state = t;
	return 0;
}

/* A file that this kernel lacks, or keeps from us, is simply not in the list. */
static void read_one(struct tunables *t, const struct knob *knob)
{
	struct sched_tunable *to = &t->list[t->count];
	char path[256];
	int r;

	snprintf(path, sizeof(path), "%s/%s", folders[knob->place], knob->name);
	r = fsroot_read(t->root, path, to->value, sizeof(to->value));
	if (r < 0)
		return;
	to->place = knob->place;
	snprintf(to->name, sizeof(to->name), "%s", knob->name);
	t->count++;
}

static void read_all(struct tunables *t)
{
	t->count = 0;
	for (const struct knob *knob = knob_table; knob->name; knob++) {
		if (folders[knob->place])
			read_one(t, knob);
	}
}

static int tunables_collect(struct probe *p, struct sample *into)
{
	struct tunables *t = p->state;

	if (!t)
		return -ENOMEM;
	if (!t->ticks_left) {
		read_all(t);
		t->ticks_left = TICKS_BETWEEN;
	}
	t->ticks_left--;
	into->tunables = calloc(t->count + 1, sizeof(*into->tunables));
	if (!into->tunables)
		return -ENOMEM;
	memcpy(into->tunables, t->list, t->count * sizeof(*t->list));
	into->nr_tunables = t->count;
	return t->count ? 0 : -ENODATA;
}

static void tunables_close(struct probe *p)
{
	struct tunables *t = p->state;

	if (t)
		free(t->list);
	free(t);
	p->state = NULL;
}

const struct probe_ops tunables_probe = {
	.name = "tunables",
	.supported = tunables_supported,
	.open = tunables_open,
	.collect = tunables_collect,
	.close = tunables_close,
};
