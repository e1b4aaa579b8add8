// SPDX-License-Identifier: GPL-2.0-only
/* The table of knobs and its look-ups; see knob.h. Bounds are the kernel's own (6.1 to 7.0). */
#include "core/knob.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/knobvalue.h"
#include "core/number.h"

static const char *const place_names[KNOB_PLACE_COUNT] = {
	[KNOB_CGROUP] = "cgroup",
	[KNOB_FEATURE] = "feature",
	[KNOB_SCHED] = "sched",
	[KNOB_SYSCTL] = "sysctl",
};

#define CGROUP_NUMBER(from, to)                                                                    \
	.place = KNOB_CGROUP, .is_valid = value_is_number, .is_same = value_same_number,           \
	.min = (from), .max = (to)

/* A number somewhere below the sched folder or of a sysctl. */
#define NUMBER(where, file, from, to, text)                                                        \
	{                                                                                          \
		.name = (file), .place = (where), .is_valid = value_is_number,                     \
		.is_same = value_same_number, .min = (from), .max = (to), .help = (text),          \
		.takes = "a whole number from " #from " to " #to,                                  \
	}

#define SWITCH(where, file, text)                                                                  \
	{                                                                                          \
		.name = (file), .place = (where), .is_valid = value_is_bool,                       \
		.is_same = value_same_bool, .help = (text), .takes = "0 or 1",                     \
	}

const struct knob knob_table[] = {
	{
		.name = "cpu.headroom",
		.place = KNOB_CGROUP,
		.is_valid = value_is_headroom,
		.is_same = value_same_headroom,
		.fresh = "0 max",
		.help = "idle share of the machine that this group claims, and what others keep",
		.takes = "HEADROOM TOLERANCE, each 0 to 100 with at most two decimals, or max",
	},
	{
		.name = "cpu.max",
		.place = KNOB_CGROUP,
		.is_valid = value_is_bandwidth,
		.is_same = value_same_bandwidth,
		.complete = value_complete_bandwidth,
		.fresh = "max 100000",
		.property = "CPUQuota",
		.to_property = value_property_quota,
		.help = "CPU time the group may use in each period, in microseconds",
		.takes = "QUOTA [PERIOD] in microseconds: quota 1000 or more, or max; "
			 "period 1000 to 1000000",
		.effect = "every write refills the group's runtime and unthrottles it at once",
	},
	{
		.name = "cpu.max.burst",
		CGROUP_NUMBER(0, LLONG_MAX / 1000),
		.fresh = "0",
		.help = "unused runtime that may be saved for later periods, in microseconds",
		.takes = "microseconds, from 0 to the quota of cpu.max",
		.effect = "every write refills the group's runtime and unthrottles it at once",
	},
	{
		.name = "cpu.weight",
		CGROUP_NUMBER(1, 10000),
		.fresh = "100",
		.property = "CPUWeight",
		.help = "share of CPU time against its siblings",
		.takes = "a whole number from 1 to 10000",
	},
	{
		.name = "cpu.weight.nice",
		CGROUP_NUMBER(-20, 19),
		.loses = "cpu.weight",
		.help = "the weight told as a nice value",
		.takes = "a whole number from -20 to 19",
		.effect = "it sets cpu.weight",
	},
	{
		.name = "cpu.idle",
		CGROUP_NUMBER(0, 1),
		.fresh = "0",
		/* While it is 1 the weight reads as 0 or 1 and is nobody's. */
		.loses = "cpu.weight",
		.loses_from = "0",
		.property = "CPUWeight",
		.to_property = value_property_idle,
		.help = "1: all tasks of the group are idle-class, as with SCHED_IDLE",
		.takes = "0 or 1",
		.effect = "the group's weight is lost: after clearing it again it is 100",
	},
	{
		.name = "cpuset.cpus",
		.place = KNOB_CGROUP,
		.is_valid = value_is_cpulist,
		.is_same = value_same_cpulist,
		.fresh = "",
		.property = "AllowedCPUs",
		.help = "CPUs that the tasks of the group may use",
		.takes = "a list of CPUs such as 0-3,8, or an empty text for those of the parent",
		.effect = "tasks move off CPUs that are no longer allowed; the list cannot be "
			  "emptied again while tasks are in the group",
	},
	{
		.name = "feature",
		.place = KNOB_FEATURE,
		.is_valid = value_is_on_off,
		.is_same = value_same_text,
		.help = "a scheduler feature",
		.takes = "on or off",
		.effect = "it changes every CPU of the machine at once",
	},

	NUMBER(KNOB_SCHED, "base_slice_ns", 100000, 1000000000,
	       "time a task runs before it may be preempted by an equal one"),
	NUMBER(KNOB_SCHED, "min_granularity_ns", 100000, 1000000000,
	       "shortest slice of a task (before 6.6)"),
	NUMBER(KNOB_SCHED, "idle_min_granularity_ns", 100000, 1000000000,
	       "shortest slice of an idle-class task (before 6.6)"),
	NUMBER(KNOB_SCHED, "latency_ns", 100000, 1000000000,
	       "time in which every runnable task runs once (before 6.6)"),
	NUMBER(KNOB_SCHED, "wakeup_granularity_ns", 0, 1000000000,
	       "lead a woken task needs to preempt (before 6.6)"),
	NUMBER(KNOB_SCHED, "migration_cost_ns", 0, 4294967295,
	       "a task that ran this recently is cache hot and stays"),
	NUMBER(KNOB_SCHED, "nr_migrate", 0, 4294967295,
	       "tasks looked at in one round of load balancing"),
	NUMBER(KNOB_SCHED, "tunable_scaling", 0, 2,
	       "slices grow with the CPUs: 0 not, 1 logarithmically, 2 linearly"),
	NUMBER(KNOB_SCHED, "latency_warn_ms", 0, 4294967295,
	       "warn when a CPU does not reschedule for this long"),
	NUMBER(KNOB_SCHED, "latency_warn_once", 0, 4294967295, "1: warn only once since boot"),
	NUMBER(KNOB_SCHED, "numa_balancing/scan_delay_ms", 0, 4294967295,
	       "age at which a task's memory is first scanned"),
	NUMBER(KNOB_SCHED, "numa_balancing/scan_period_min_ms", 0, 4294967295,
	       "shortest time between scans of a task's memory"),
	NUMBER(KNOB_SCHED, "numa_balancing/scan_period_max_ms", 0, 4294967295,
	       "longest time between scans of a task's memory"),
	NUMBER(KNOB_SCHED, "numa_balancing/scan_size_mb", 0, 4294967295,
	       "memory looked at in one scan"),
	NUMBER(KNOB_SCHED, "numa_balancing/hot_threshold_ms", 0, 4294967295,
	       "pages used within this time are hot (tiered memory)"),
	SWITCH(KNOB_SCHED, "verbose", "domains are shown in the domains folder and the kernel log"),
	{
		.name = "preempt",
		.place = KNOB_SCHED,
		.is_valid = value_is_choice,
		.is_same = value_same_choice,
		.reading = value_read_choice,
		.help = "preemption model of the kernel",
		.takes = "none, voluntary, full or lazy, as far as this kernel has them",
		.effect = "it changes every CPU of the machine at once",
	},

	SWITCH(KNOB_SYSCTL, "sched_schedstats",
	       "scheduler statistics: waits, balancing, forced idle"),
	SWITCH(KNOB_SYSCTL, "sched_autogroup_enabled",
	       "each session is a scheduling group of its own"),
	SWITCH(KNOB_SYSCTL, "sched_child_runs_first",
	       "a child runs before its parent (before 6.6)"),
	SWITCH(KNOB_SYSCTL, "sched_energy_aware", "place tasks by the energy model"),
	SWITCH(KNOB_SYSCTL, "sched_itmt_enabled", "prefer the cores that turbo higher"),
	NUMBER(KNOB_SYSCTL, "sched_cfs_bandwidth_slice_us", 1, 4294967295,
	       "runtime that a CPU takes from a limited group's pool at a time"),
	NUMBER(KNOB_SYSCTL, "sched_rt_period_us", 1, 2147483647,
	       "period over which real-time tasks are limited"),
	NUMBER(KNOB_SYSCTL, "sched_rt_runtime_us", -1, 2147483647,
	       "time real-time tasks may use in that period; -1: no limit"),
	NUMBER(KNOB_SYSCTL, "sched_rr_timeslice_ms", -1, 2147483647,
	       "slice of SCHED_RR tasks; 0 or less: the default"),
	NUMBER(KNOB_SYSCTL, "sched_deadline_period_max_us", 0, 4294967295,
	       "longest period a deadline task may ask for"),
	NUMBER(KNOB_SYSCTL, "sched_deadline_period_min_us", 0, 4294967295,
	       "shortest period a deadline task may ask for"),
	NUMBER(KNOB_SYSCTL, "sched_util_clamp_min", 0, 1024, "highest utilisation clamp minimum"),
	NUMBER(KNOB_SYSCTL, "sched_util_clamp_max", 0, 1024, "highest utilisation clamp maximum"),
	NUMBER(KNOB_SYSCTL, "sched_util_clamp_min_rt_default", 0, 1024,
	       "utilisation clamp minimum of real-time tasks"),
	{ .name = NULL },
};

/* What the table does not know: the kernel alone can tell what it takes. */
static const struct knob unknown_knobs[KNOB_PLACE_COUNT] = {
	[KNOB_SCHED] = {
		.name = "", .place = KNOB_SCHED, .is_valid = value_is_line,
		.is_same = value_same_text, .help = "",
		.takes = "one line of at most 63 printable characters",
	},
	[KNOB_SYSCTL] = {
		.name = "", .place = KNOB_SYSCTL, .is_valid = value_is_line,
		.is_same = value_same_text, .help = "",
		.takes = "one line of at most 63 printable characters",
	},
};

const char *knob_place_name(enum knob_place place)
{
	return place_names[place];
}

int knob_place_from_name(const char *name, enum knob_place *ret_place)
{
	for (int i = 0; i < KNOB_PLACE_COUNT; i++) {
		if (strcmp(place_names[i], name) == 0) {
			*ret_place = (enum knob_place)i;
			return 0;
		}
	}
	return -EINVAL;
}

static const struct knob *find(enum knob_place place, const char *name)
{
	for (const struct knob *k = knob_table; k->name; k++)
		if (k->place == place && strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

const struct knob *knob_find_cgroup(const char *name)
{
	return find(KNOB_CGROUP, name);
}

const struct knob *knob_feature(void)
{
	return find(KNOB_FEATURE, "feature");
}

const struct knob *knob_find_tunable(enum knob_place place, const char *name)
{
	const struct knob *known = find(place, name);

	return known ? known : &unknown_knobs[place];
}

const struct knob *knob_find(enum knob_place place, const char *name)
{
	if (place == KNOB_CGROUP || place == KNOB_FEATURE)
		return find(place, name);
	return knob_find_tunable(place, name);
}

static bool is_idle(knob_read_fn read, void *ctx)
{
	char idle[KNOB_VALUE_SIZE];

	return read(ctx, "cpu.idle", idle, sizeof(idle)) >= 0 && strcmp(idle, "1") == 0;
}

static const char *quota_conflict(const char *want, knob_read_fn read, void *ctx)
{
	struct bandwidth bw = { .period_usec = BANDWIDTH_MIN_USEC };
	char text[KNOB_VALUE_SIZE];
	uint64_t burst;

	if (bandwidth_parse(want, &bw) < 0 || read(ctx, "cpu.max.burst", text, sizeof(text)) < 0 ||
	    number_parse_u64(text, &burst) < 0)
		return NULL;
	if (bw.quota_usec != BANDWIDTH_NO_QUOTA && burst > bw.quota_usec)
		return "the quota may not be below cpu.max.burst; lower that first";
	return NULL;
}

static const char *burst_conflict(const char *want, knob_read_fn read, void *ctx)
{
	struct bandwidth bw = { .period_usec = BANDWIDTH_MIN_USEC };
	char text[KNOB_VALUE_SIZE];
	uint64_t burst;

	if (number_parse_u64(want, &burst) < 0 || read(ctx, "cpu.max", text, sizeof(text)) < 0 ||
	    bandwidth_parse(text, &bw) < 0)
		return NULL;
	if (bw.quota_usec != BANDWIDTH_NO_QUOTA && burst > bw.quota_usec)
		return "the burst may not be above the quota of cpu.max; raise that first";
	return NULL;
}

const char *knob_conflict(const struct knob *k, const char *want, knob_read_fn read, void *ctx)
{
	if (k->place != KNOB_CGROUP)
		return NULL;
	if (strncmp(k->name, "cpu.weight", strlen("cpu.weight")) == 0)
		return is_idle(read, ctx) ? "the weight cannot be set while cpu.idle is 1" : NULL;
	if (strcmp(k->name, "cpu.max") == 0)
		return quota_conflict(want, read, ctx);
	if (strcmp(k->name, "cpu.max.burst") == 0)
		return burst_conflict(want, read, ctx);
	return NULL;
}
