// SPDX-License-Identifier: GPL-2.0-only
/* Life of a sample and the names of its enumerations; see sample.h. */
#include "core/sample.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"

static const char *const state_names[CPU_STATE_COUNT] = {
	[CPU_STATE_UNKNOWN] = "unknown",
	[CPU_STATE_OFFLINE] = "offline",
	[CPU_STATE_FORCED_IDLE] = "forced_idle",
	[CPU_STATE_OVERLOADED] = "overloaded",
	[CPU_STATE_BUSY] = "busy",
	[CPU_STATE_SCHED_IDLE] = "sched_idle",
	[CPU_STATE_IDLE] = "idle",
};

static const char *const class_names[TASK_CLASS_COUNT] = {
	[TASK_CLASS_UNKNOWN] = "unknown", [TASK_CLASS_IDLE] = "idle", [TASK_CLASS_FAIR] = "fair",
	[TASK_CLASS_RT] = "rt",           [TASK_CLASS_DL] = "dl",     [TASK_CLASS_STOP] = "stop",
	[TASK_CLASS_EXT] = "ext",
};

static const char *const sensor_names[SENSOR_KIND_COUNT] = {
	[SENSOR_TEMPERATURE] = "temperature",
	[SENSOR_POWER] = "power",
	[SENSOR_FAN] = "fan",
	[SENSOR_VOLTAGE] = "voltage",
};

const char *const episode_bucket_names[EPISODE_BUCKETS] = {
	"below_20ms",
	"20ms_to_100ms",
	"100ms_to_1s",
	"above_1s",
};

const char *cpu_state_name(enum cpu_state state)
{
	return state < CPU_STATE_COUNT ? state_names[state] : "unknown";
}

const char *task_class_name(enum task_class class)
{
	return class < TASK_CLASS_COUNT ? class_names[class] : "unknown";
}

const char *sensor_kind_name(enum sensor_kind kind)
{
	return kind < SENSOR_KIND_COUNT ? sensor_names[kind] : "unknown";
}

struct sample *sample_new(struct topology *topo)
{
	struct sample *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->nr_cpus = topo->nr_cpus;
	s->cpus = calloc(s->nr_cpus ? s->nr_cpus : 1, sizeof(*s->cpus));
	if (!s->cpus) {
		free(s);
		return NULL;
	}
	s->topo = topology_ref(topo);
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		s->cpus[i].sched_llc = TOPOLOGY_NONE;
	return s;
}

static void sample_clear(struct sample *s)
{
	for (unsigned int i = 0; s->llcs && i < s->nr_llcs; i++)
		free(s->llcs[i].overloaded_mask);
	free(s->llcs);
	free(s->cpus);
	free(s->domains);
	free(s->features);
	free(s->tunables);
	free(s->sensors);
	cgroup_tree_clear(&s->cgroups);
	topology_unref(s->topo);
}

struct sample *sample_free(struct sample *s)
{
	if (s)
		sample_clear(s);
	free(s);
	return NULL;
}

void sample_move(struct sample *to, struct sample *from)
{
	sample_clear(to);
	*to = *from;
	free(from);
}

void sample_set_capability(struct sample *s, enum capability_id id, enum gauge_state state,
			   enum tier tier, const char *fmt, ...)
{
	struct capability *cap = &s->caps[id];
	char raw[sizeof(cap->reason)];
	va_list args;

	cap->state = state;
	cap->tier = tier;
	va_start(args, fmt);
	vsnprintf(raw, sizeof(raw), fmt, args);
	va_end(args);
	text_printable(raw, cap->reason, sizeof(cap->reason));
}
