// SPDX-License-Identifier: GPL-2.0-only
/* The fields of every record of a sample file; see samplefile_records.h. */
#include "core/samplefile_records.h"

_Static_assert(sizeof(enum cpu_state) == sizeof(unsigned int), "enums are read as unsigned int");

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const char *state_name(unsigned int value)
{
	return cpu_state_name(value);
}

static const char *class_name(unsigned int value)
{
	return task_class_name(value);
}

static const char *place_name(unsigned int value)
{
	return knob_place_name(value);
}

static const char *sensor_name(unsigned int value)
{
	return sensor_kind_name(value);
}

#define FIELD_AS(of, kind_of, member, key)                                                         \
	{                                                                                          \
		.name = key, .type = RECORD_##kind_of, .offset = offsetof(of, member)              \
	}
#define FIELD(of, kind_of, member) FIELD_AS(of, kind_of, member, #member)
#define TEXT_AS(of, member, key)                                                                   \
	{                                                                                          \
		.name = key, .type = RECORD_TEXT, .offset = offsetof(of, member),                  \
		.size = sizeof(((of *)0)->member)                                                  \
	}
#define TEXT(of, member) TEXT_AS(of, member, #member)
#define NAMED(of, member, key, last, names)                                                        \
	{                                                                                          \
		.name = key, .type = RECORD_ENUM, .offset = offsetof(of, member), .count = last,   \
		.name_of = names                                                                   \
	}

/* Rows of CPUs are read into a whole struct sample_cpu. */
#define CPU(kind, member)   FIELD(struct sample_cpu, kind, member)
#define CPU_AS(member, key) FIELD_AS(struct sample_cpu, U64, member, key)

static const struct record_field cpu_fields[] = {
	CPU(BOOL, online),
	CPU(INT, sched_llc),
};

static const struct record_field counts_fields[] = {
	CPU_AS(counts.taken, "taken"),
	CPU_AS(counts.state[CPU_STATE_UNKNOWN], "unknown"),
	CPU_AS(counts.state[CPU_STATE_OFFLINE], "offline"),
	CPU_AS(counts.state[CPU_STATE_FORCED_IDLE], "forced_idle"),
	CPU_AS(counts.state[CPU_STATE_OVERLOADED], "overloaded"),
	CPU_AS(counts.state[CPU_STATE_BUSY], "busy"),
	CPU_AS(counts.state[CPU_STATE_SCHED_IDLE], "sched_idle"),
	CPU_AS(counts.state[CPU_STATE_IDLE], "idle"),
	CPU_AS(counts.overloaded, "overloaded_or_waiting"),
	CPU_AS(counts.missed_idle, "missed_idle"),
	CPU_AS(counts.class[TASK_CLASS_UNKNOWN], "class_unknown"),
	CPU_AS(counts.class[TASK_CLASS_IDLE], "class_idle"),
	CPU_AS(counts.class[TASK_CLASS_FAIR], "class_fair"),
	CPU_AS(counts.class[TASK_CLASS_RT], "class_rt"),
	CPU_AS(counts.class[TASK_CLASS_DL], "class_dl"),
	CPU_AS(counts.class[TASK_CLASS_STOP], "class_stop"),
	CPU_AS(counts.class[TASK_CLASS_EXT], "class_ext"),
	CPU_AS(counts.episodes[0], "episodes_below_20ms"),
	CPU_AS(counts.episodes[1], "episodes_20ms_to_100ms"),
	CPU_AS(counts.episodes[2], "episodes_100ms_to_1s"),
	CPU_AS(counts.episodes[3], "episodes_above_1s"),
	CPU_AS(counts.episode_longest_ns, "episode_longest_ns"),
	CPU_AS(counts.episode_open_ns, "episode_open_ns"),
};
_Static_assert(CPU_STATE_COUNT == 7 && TASK_CLASS_COUNT == 7 && EPISODE_BUCKETS == 4,
	       "every counter has its column");

#define NOW(kind, member, key) FIELD_AS(struct sample_cpu, kind, now.member, key)
static const struct record_field now_fields[] = {
	NAMED(struct sample_cpu, now.state, "state", CPU_STATE_COUNT, state_name),
	NAMED(struct sample_cpu, now.class, "class", TASK_CLASS_COUNT, class_name),
	NOW(U32, nr_running, "nr_running"),
	NOW(U32, nr_nonidle, "nr_nonidle"),
	NOW(U32, nr_idle_class, "nr_idle_class"),
	NOW(INT, pid, "pid"),
	TEXT_AS(struct sample_cpu, now.comm, "comm"),
	NOW(U64, cookie, "cookie"),
};

static const struct record_field times_fields[] = {
	CPU_AS(times.user_ns, "user_ns"),       CPU_AS(times.nice_ns, "nice_ns"),
	CPU_AS(times.system_ns, "system_ns"),   CPU_AS(times.idle_ns, "idle_ns"),
	CPU_AS(times.iowait_ns, "iowait_ns"),   CPU_AS(times.irq_ns, "irq_ns"),
	CPU_AS(times.softirq_ns, "softirq_ns"), CPU_AS(times.steal_ns, "steal_ns"),
};

static const struct record_field schedstat_fields[] = {
	CPU_AS(schedstat.yld_count, "yld_count"),
	CPU_AS(schedstat.sched_count, "sched_count"),
	CPU_AS(schedstat.sched_goidle, "sched_goidle"),
	CPU_AS(schedstat.ttwu_count, "ttwu_count"),
	CPU_AS(schedstat.ttwu_local, "ttwu_local"),
	CPU_AS(schedstat.rq_cpu_time_ns, "rq_cpu_time_ns"),
	CPU_AS(schedstat.run_delay_ns, "run_delay_ns"),
	CPU_AS(schedstat.pcount, "pcount"),
};

#define LLC(member) FIELD(struct sample_llc, GAUGE, member)
static const struct record_field llc_fields[] = {
	LLC(nr_overloaded),
	LLC(sib_peeked),
	LLC(sib_pulled),
	LLC(sib_failed),
};

#define DOMAIN(kind, member) FIELD(struct sample_domain, kind, member)
#define BALANCE_ONE(id, prefix, member)                                                            \
	FIELD_AS(struct sample_domain, U32, balance[IDLE_KIND_##id].member, prefix #member)
#define BALANCE(id, prefix)                                                                        \
	BALANCE_ONE(id, prefix, called), BALANCE_ONE(id, prefix, balanced),                        \
		BALANCE_ONE(id, prefix, failed), BALANCE_ONE(id, prefix, gained),                  \
		BALANCE_ONE(id, prefix, hot_gained), BALANCE_ONE(id, prefix, nobusyq),             \
		BALANCE_ONE(id, prefix, nobusyg), BALANCE_ONE(id, prefix, imbalance_load),         \
		BALANCE_ONE(id, prefix, imbalance_util), BALANCE_ONE(id, prefix, imbalance_task),  \
		BALANCE_ONE(id, prefix, imbalance_misfit)
static const struct record_field domain_fields[] = {
	DOMAIN(INT, cpu),
	DOMAIN(INT, level),
	TEXT(struct sample_domain, name),
	BALANCE(BUSY, "busy_"),
	BALANCE(IDLE, "idle_"),
	BALANCE(NEWIDLE, "newidle_"),
	DOMAIN(U32, alb_count),
	DOMAIN(U32, alb_failed),
	DOMAIN(U32, alb_pushed),
	DOMAIN(U32, ttwu_wake_remote),
	DOMAIN(U32, ttwu_move_affine),
	DOMAIN(U32, ttwu_move_balance),
	DOMAIN(BOOL, has_sib),
	DOMAIN(U32, sib_peeked),
	DOMAIN(U32, sib_pulled),
	DOMAIN(U32, sib_failed),
};
_Static_assert(LENGTH(domain_fields) <= RECORD_MAX_FIELDS, "a row has room for every field");

static const struct record_field feature_fields[] = {
	TEXT(struct sched_feature, name),
	FIELD(struct sched_feature, BOOL, on),
};

static const struct record_field tunable_fields[] = {
	NAMED(struct sched_tunable, place, "place", KNOB_PLACE_COUNT, place_name),
	TEXT(struct sched_tunable, name),
	TEXT(struct sched_tunable, value),
};

#define X(id, key, round) FIELD_AS(struct sample_cgroup, GAUGE, fact[CGROUP_##id], key),
static const struct record_field cgroup_fields[] = { CGROUP_FACT_TABLE(X) };
#undef X
_Static_assert(LENGTH(cgroup_fields) <= RECORD_MAX_FIELDS, "a row has room for every field");

static const struct record_field sensor_fields[] = {
	TEXT(struct sensor, chip),
	TEXT(struct sensor, label),
	NAMED(struct sensor, kind, "kind", SENSOR_KIND_COUNT, sensor_name),
	FIELD(struct sensor, DOUBLE, value),
};

#define PLACE(kind, member) FIELD(struct topology_cpu, kind, member)
static const struct record_field topology_cpu_fields[] = {
	PLACE(INT, core),      PLACE(INT, cache),      PLACE(INT, node),     PLACE(INT, package),
	PLACE(INT, smt),       PLACE(INT, kind),       PLACE(BOOL, present), PLACE(BOOL, online),
	PLACE(BOOL, isolated), PLACE(BOOL, nohz_full),
};

static const struct record_field topology_cache_fields[] = {
	TEXT(struct topology_cache, name),
	FIELD(struct topology_cache, U64, size_bytes),
	FIELD(struct topology_cache, INT, node),
	FIELD(struct topology_cache, INT, package),
};

static const struct record_field topology_kind_fields[] = {
	TEXT(struct topology_kind, name),
};

#define RECORD(key, array)                                                                         \
	{                                                                                          \
		.name = key, .fields = array, .nr_fields = LENGTH(array)                           \
	}

const struct record row_records[ROW_COUNT] = {
	[ROW_CPU] = RECORD("cpu", cpu_fields),
	[ROW_COUNTS] = RECORD("counts", counts_fields),
	[ROW_NOW] = RECORD("now", now_fields),
	[ROW_TIMES] = RECORD("times", times_fields),
	[ROW_SCHEDSTAT] = RECORD("schedstat", schedstat_fields),
	[ROW_LLC] = RECORD("llc", llc_fields),
	[ROW_DOMAIN] = RECORD("domain", domain_fields),
	[ROW_FEATURE] = RECORD("feature", feature_fields),
	[ROW_TUNABLE] = RECORD("tunable", tunable_fields),
	[ROW_CGROUP] = RECORD("cgroup", cgroup_fields),
	[ROW_SENSOR] = RECORD("sensor", sensor_fields),
	[ROW_TOPOLOGY_CPU] = RECORD("topology_cpu", topology_cpu_fields),
	[ROW_TOPOLOGY_CACHE] = RECORD("topology_cache", topology_cache_fields),
	[ROW_TOPOLOGY_KIND] = RECORD("topology_kind", topology_kind_fields),
};

#define FACT(kind, member) FIELD(struct sample, kind, member)
static const struct record_field facts_fields[] = {
	FACT(U64, time_unix_ns),
	FACT(U64, boot_ns),
	FACT(U64, mono_ns),
	TEXT(struct sample, host),
	TEXT(struct sample, release),
	TEXT(struct sample, machine),
	FACT(U32, schedstat_version),
	FACT(GAUGE, load_1_milli),
	FACT(GAUGE, load_5_milli),
	FACT(GAUGE, load_15_milli),
	FACT(GAUGE, tasks_runnable),
	FACT(GAUGE, tasks_total),
	FACT(GAUGE, psi_some_us),
	FACT(GAUGE, psi_full_us),
	FACT(GAUGE, schedstats_on),
	TEXT(struct sample, sched_ext_ops),
	FACT(BOOL, lockdown),
	FIELD_AS(struct sample, U64, cgroups.waits_ns, "cgroup_waits_ns"),
};
const struct record facts_record = RECORD("facts", facts_fields);

#define SELF(kind, member) FIELD(struct sample_self, kind, member)
static const struct record_field self_fields[] = {
	SELF(U64, cpu_ns),           SELF(U64, bpf_ns),       SELF(U64, samples_taken),
	SELF(U64, samples_late),     SELF(U64, samples_lost), SELF(U32, sample_hz),
	SELF(U32, sample_hz_wanted), SELF(U64, rss_bytes),
};
const struct record self_record = RECORD("self", self_fields);

static const struct record_field topology_fields[] = {
	FIELD(struct topology, U64, generation), FIELD(struct topology, U32, nr_cores),
	FIELD(struct topology, U32, nr_nodes),   FIELD(struct topology, U32, nr_packages),
	TEXT(struct topology, cache_level),
};
const struct record topology_record = RECORD("topology", topology_fields);
