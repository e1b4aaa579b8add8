// SPDX-License-Identifier: GPL-2.0-only
/* A cgroup tree, features and a journal made up for tests; see machine_groups.h. */
#include "tests/machine_groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define SEC           UINT64_C(1000000000)
#define NO_QUOTA      UINT64_MAX

/* usage_pct of one CPU; throttled, limited (by headroom): periods of ten in a second; headroom, tolerance in hundredths. */
static const struct made_group {
	const char *path;
	size_t parent;
	unsigned int usage_pct, throttled, limited, headroom, tolerance, weight, idle;
	uint64_t max_us;
	bool has_tasks;
} made_groups[] = {
	{ .path = "", .parent = CGROUP_NO_PARENT, .usage_pct = 131, .has_tasks = true },
	{ .path = "main",
	  .usage_pct = 60,
	  .headroom = 3000,
	  .tolerance = 500,
	  .weight = 500,
	  .max_us = NO_QUOTA,
	  .has_tasks = true },
	{ .path = "side",
	  .usage_pct = 40,
	  .throttled = 6,
	  .limited = 6,
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = NO_QUOTA },
	{ .path = "side/batch",
	  .parent = 2,
	  .usage_pct = 25,
	  .throttled = 4,
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = 20000,
	  .has_tasks = true },
	{ .path = "side/\x1b[31mred\nname",
	  .parent = 2,
	  .usage_pct = 15,
	  .tolerance = 10000,
	  .idle = 1,
	  .max_us = NO_QUOTA,
	  .has_tasks = true },
	{ .path = "system.slice",
	  .usage_pct = 8,
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = NO_QUOTA },
	{ .path = "system.slice/nginx.service",
	  .parent = 5,
	  .usage_pct = 8,
	  .headroom = 1000,
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = 150000,
	  .has_tasks = true },
	{ .path = "\xe6\xbc\xa2\xe5\xad\x97.scope",
	  .tolerance = 10000,
	  .weight = 1,
	  .max_us = NO_QUOTA },
	/* A container and a virtual machine, as their runtimes name them. */
	{ .path = "system.slice/docker-"
		  "4f0c8a1be7d24c0f9a6be1d2c3f4a5b60718293a4b5c6d7e8f90a1b2c3d4e5f6.scope",
	  .parent = 5,
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = NO_QUOTA,
	  .has_tasks = true },
	{ .path = "machine-qemu\\x2d3\\x2dmy\\x2dvm.scope",
	  .tolerance = 10000,
	  .weight = 100,
	  .max_us = NO_QUOTA,
	  .has_tasks = true },
};

static void set_usage(struct sample_cgroup *g, const struct made_group *from, unsigned int tick)
{
	uint64_t usage_us = UINT64_C(10000) * from->usage_pct * tick;

	g->fact[CGROUP_USAGE_US] = gauge_known(usage_us);
	g->fact[CGROUP_USER_US] = gauge_known(usage_us / 4 * 3);
	g->fact[CGROUP_SYSTEM_US] = gauge_known(usage_us / 4);
	g->fact[CGROUP_HAS_TASKS] = gauge_known(from->has_tasks);
	g->fact[CGROUP_WAIT_NS] = gauge_known(usage_us * 100);
	g->fact[CGROUP_WAIT_COUNT] = gauge_known(40 * tick);
	if (from->parent == CGROUP_NO_PARENT)
		return;
	g->fact[CGROUP_NR_PERIODS] = gauge_known(10 * tick);
	g->fact[CGROUP_NR_THROTTLED] = gauge_known(from->throttled * tick);
	g->fact[CGROUP_NR_LIMITED] = gauge_known(from->limited * tick);
	g->fact[CGROUP_LIMITED_US] = gauge_known(UINT64_C(50000) * from->limited * tick);
	g->fact[CGROUP_GRANTED_US] = gauge_known(from->limited ? 40000 : 0);
	g->fact[CGROUP_THROTTLED_US] = gauge_known(UINT64_C(50000) * from->throttled * tick);
}

static void set_settings(struct sample_cgroup *g, const struct made_group *from)
{
	snprintf(g->cpuset, sizeof(g->cpuset), "0-1");
	if (from->parent == CGROUP_NO_PARENT)
		return;
	g->fact[CGROUP_HEADROOM] = gauge_known(from->headroom);
	g->fact[CGROUP_TOLERANCE] = gauge_known(from->tolerance);
	g->fact[CGROUP_WEIGHT] = gauge_known(from->weight);
	g->fact[CGROUP_IDLE] = gauge_known(from->idle);
	g->fact[CGROUP_MAX_US] = gauge_known(from->max_us);
	g->fact[CGROUP_PERIOD_US] = gauge_known(100000);
	g->fact[CGROUP_BURST_MAX_US] = gauge_known(0);
}

static int add_tree(struct sample *s, unsigned int tick)
{
	for (size_t i = 0; i < LENGTH(made_groups); i++) {
		const struct made_group *from = &made_groups[i];
		struct sample_cgroup *g =
			cgroup_tree_add(&s->cgroups, from->path, from->parent, 100 + i);

		if (!g)
			return -ENOMEM;
		g->settings_ns = s->cgroups.waits_ns = s->mono_ns;
		set_usage(g, from, tick);
		set_settings(g, from);
	}
	return 0;
}

static int add_features(struct sample *s, unsigned int tick)
{
	static const struct sched_feature features[] = {
		{ .name = "PLACE_LAG", .on = true },
		{ .name = "RUN_TO_PARITY", .on = true },
		{ .name = "NEXT_BUDDY" },
		{ .name = "NOBODY_KNOWS_THIS_ONE", .on = true },
	};
	static const struct sched_tunable tunables[] = {
		{ .place = KNOB_SCHED, .name = "base_slice_ns", .value = "3000000" },
		{ .place = KNOB_SCHED, .name = "preempt", .value = "none (voluntary) full" },
		{ .place = KNOB_SYSCTL, .name = "sched_schedstats", .value = "1" },
	};

	s->features = malloc(sizeof(features));
	s->tunables = malloc(sizeof(tunables));
	if (!s->features || !s->tunables)
		return -ENOMEM;
	memcpy(s->features, features, sizeof(features));
	memcpy(s->tunables, tunables, sizeof(tunables));
	s->nr_features = LENGTH(features);
	s->nr_tunables = LENGTH(tunables);
	/* One that somebody switches while we look. */
	s->features[2].on = tick >= 10;
	return 0;
}

int machine_groups_add(struct sample *s, unsigned int tick)
{
	sample_set_capability(s, CAP_CPU_HEADROOM, GAUGE_KNOWN, TIER_PROC, "%s", "");
	sample_set_capability(s, CAP_SCHED_FEATURES, GAUGE_KNOWN, TIER_DEBUGFS, "%s", "");
	sample_set_capability(s, CAP_SCHED_FEATURES_EDIT, GAUGE_KNOWN, TIER_DEBUGFS, "%s", "");
	return add_features(s, tick) || add_tree(s, tick) ? -ENOMEM : 0;
}

/* --- the journal ---------------------------------------------------------------------------- */

static const struct made_entry {
	const char *knob, *object, *before, *want, *after, *foreign;
	enum knob_place place;
	enum step_state state;
	bool undone, other_boot;
	enum journal_origin origin;
} made_entries[] = {
	{ .knob = "cpu.weight",
	  .object = "main",
	  .before = "100",
	  .want = "500",
	  .after = "500",
	  .state = STEP_VERIFIED,
	  .other_boot = true },
	{ .knob = "cpu.headroom",
	  .object = "main",
	  .before = "0.00 max",
	  .want = "30 5",
	  .after = "30.00 5.00",
	  .state = STEP_VERIFIED },
	{ .knob = "cpu.max",
	  .object = "side/batch",
	  .before = "max 100000",
	  .want = "20000",
	  .after = "20000 100000",
	  .state = STEP_VERIFIED,
	  .foreign = "40000 100000" },
	{ .knob = "cpu.idle",
	  .object = "side/\x1b[31mred\nname",
	  .before = "0",
	  .want = "1",
	  .after = "1",
	  .state = STEP_VERIFIED,
	  .undone = true },
	{ .knob = "cpu.idle",
	  .object = "side/\x1b[31mred\nname",
	  .before = "1",
	  .want = "0",
	  .after = "0",
	  .state = STEP_VERIFIED,
	  .origin = JOURNAL_UNDO },
	{ .knob = "cpuset.cpus",
	  .object = "main",
	  .before = "0-1",
	  .want = "4000",
	  .state = STEP_FAILED },
	{ .knob = "feature",
	  .object = "NEXT_BUDDY",
	  .place = KNOB_FEATURE,
	  .before = "off",
	  .want = "on",
	  .state = STEP_PLANNED },
};

static struct journal_entry entry_of(const struct made_entry *from, size_t i)
{
	struct journal_entry e = {
		.id = i + 1,
		.time_unix_us = UINT64_C(1796000000000000) + i * 61000000,
		.origin = from->origin,
		.undoes = from->origin == JOURNAL_UNDO ? i : 0,
		.boot = MACHINE_BOOT,
		.run = "1",
		.step.state = from->state,
		.undone = from->undone,
		.result_unix_us = from->state == STEP_PLANNED ? 0 : 1,
	};

	if (from->other_boot)
		e.boot[0] = '0';
	return e;
}

static int add_entry(struct journal *j, size_t i)
{
	const struct made_entry *from = &made_entries[i];
	struct journal_entry e = entry_of(from, i);
	const struct knob *knob = knob_find(from->place, from->knob);

	if (step_init(&e.step, knob, from->object, from->before, from->want) < 0)
		return -ENOMEM;
	e.step.state = from->state;
	j->entries[j->nr_entries++] = e;
	j->last_id = e.id;
	if (step_set(&j->entries[i].step.after, from->after) < 0 ||
	    step_set(&j->entries[i].foreign, from->foreign) < 0)
		return -ENOMEM;
	return 0;
}

struct journal *machine_journal_new(void)
{
	struct journal *j = calloc(1, sizeof(*j));

	if (!j)
		return NULL;
	j->entries = calloc(LENGTH(made_entries), sizeof(*j->entries));
	j->capacity = j->entries ? LENGTH(made_entries) : 0;
	for (size_t i = 0; i < j->capacity; i++) {
		if (add_entry(j, i) < 0)
			break;
	}
	if (j->nr_entries == LENGTH(made_entries))
		return j;
	journal_clear(j);
	free(j);
	return NULL;
}
