// SPDX-License-Identifier: GPL-2.0-only
/* The texts of a cgroup's cpu files; see cgroupfiles.h. Keys as in Documentation/cgroup-v2. */
#include "host/cgroupfiles.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/headroom.h"
#include "core/number.h"

enum unit { COUNT, SHARE };

struct key {
	const char *name;
	enum cgroup_fact fact;
	enum unit unit;
};

static const struct key stat_keys[] = {
	{ .name = "usage_usec", .fact = CGROUP_USAGE_US },
	{ .name = "user_usec", .fact = CGROUP_USER_US },
	{ .name = "system_usec", .fact = CGROUP_SYSTEM_US },
	{ .name = "core_sched.force_idle_usec", .fact = CGROUP_FORCE_IDLE_US },
	{ .name = "nr_periods", .fact = CGROUP_NR_PERIODS },
	{ .name = "nr_throttled", .fact = CGROUP_NR_THROTTLED },
	{ .name = "throttled_usec", .fact = CGROUP_THROTTLED_US },
	{ .name = "nr_bursts", .fact = CGROUP_NR_BURSTS },
	{ .name = "burst_usec", .fact = CGROUP_BURST_US },
	{ .name = NULL },
};

static const struct key headroom_keys[] = {
	{ .name = "effective_headroom", .fact = CGROUP_EFFECTIVE_HEADROOM, .unit = SHARE },
	{ .name = "effective_tolerance", .fact = CGROUP_EFFECTIVE_TOLERANCE, .unit = SHARE },
	{ .name = "target_idle", .fact = CGROUP_TARGET_IDLE, .unit = SHARE },
	{ .name = "min_runtime", .fact = CGROUP_MIN_RUNTIME, .unit = SHARE },
	{ .name = "granted_usec", .fact = CGROUP_GRANTED_US },
	{ .name = "nr_limited", .fact = CGROUP_NR_LIMITED },
	{ .name = "limited_usec", .fact = CGROUP_LIMITED_US },
	{ .name = NULL },
};

static void miss(const struct key *keys, struct gauge *facts, enum gauge_state state)
{
	for (const struct key *k = keys; k->name; k++)
		facts[k->fact] = (struct gauge){ .state = state };
}

void cgroupfile_miss_stat(struct gauge *facts, enum gauge_state state)
{
	miss(stat_keys, facts, state);
}

void cgroupfile_miss_headroom_stat(struct gauge *facts, enum gauge_state state)
{
	miss(headroom_keys, facts, state);
}

static struct gauge failed(void)
{
	return (struct gauge){ .state = GAUGE_FAILED };
}

static struct gauge parse_count(const char *word)
{
	uint64_t value;

	return number_parse_u64(word, &value) == 0 ? gauge_known(value) : failed();
}

/* One of the two words of cpu.headroom, in hundredths of a percent. */
static struct gauge parse_share(const char *word)
{
	struct headroom_pair pair;
	char text[48];

	snprintf(text, sizeof(text), "%s 0", word);
	return headroom_parse(text, &pair) == 0 ? gauge_known(pair.headroom) : failed();
}

/* The keys come in the table's order as a rule, so the search goes on where it ended. */
static const struct key *find_key(const struct key *keys, const struct key *at, const char *name,
				  size_t length)
{
	const struct key *k = at;

	do {
		if (!k->name)
			k = keys;
		if (strncmp(k->name, name, length) == 0 && k->name[length] == '\0')
			return k;
		k++;
	} while (k != at && (k->name || at != keys));
	return NULL;
}

static void parse_keyed(const char *text, const struct key *keys, struct gauge *facts)
{
	const struct key *next = keys, *k;
	char word[32];

	miss(keys, facts, GAUGE_UNSUPPORTED);
	while (*text) {
		size_t key = strcspn(text, " \n"), value;
		const char *name = text;

		text += key + (text[key] == ' ');
		value = strcspn(text, "\n");
		k = find_key(keys, next, name, key);
		if (k) {
			snprintf(word, sizeof(word), "%.*s", (int)value, text);
			facts[k->fact] = k->unit == SHARE ? parse_share(word) : parse_count(word);
			next = k + 1;
		}
		text += value + (text[value] == '\n');
	}
}

void cgroupfile_parse_stat(const char *text, struct gauge *facts)
{
	parse_keyed(text, stat_keys, facts);
}

void cgroupfile_parse_headroom_stat(const char *text, struct gauge *facts)
{
	parse_keyed(text, headroom_keys, facts);
}

static void parse_headroom(const char *text, struct gauge *headroom, struct gauge *tolerance)
{
	struct headroom_pair pair;

	*headroom = *tolerance = failed();
	if (headroom_parse(text, &pair) < 0)
		return;
	*headroom = gauge_known(pair.headroom);
	*tolerance = gauge_known(pair.tolerance);
}

static void parse_number(const char *text, struct gauge *first, struct gauge *second)
{
	(void)second;
	*first = parse_count(text);
}

static void parse_max(const char *text, struct gauge *max, struct gauge *period)
{
	struct bandwidth bw = { 0 };

	*max = *period = failed();
	if (bandwidth_parse(text, &bw) < 0)
		return;
	*max = gauge_known(bw.quota_usec);
	*period = gauge_known(bw.period_usec);
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=123", and the same for full. */
static struct gauge pressure_total(const char *text, const char *kind)
{
	const char *line = strstr(text, kind), *total = line ? strstr(line, "total=") : NULL;
	char word[24];

	if (!line)
		return (struct gauge){ .state = GAUGE_UNSUPPORTED };
	if (!total)
		return failed();
	total += strlen("total=");
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(total, "\n"), total);
	return parse_count(word);
}

static void parse_pressure(const char *text, struct gauge *some, struct gauge *full)
{
	*some = pressure_total(text, "some ");
	*full = pressure_total(text, "full ");
}

static void parse_tasks(const char *text, struct gauge *tasks, struct gauge *second)
{
	(void)second;
	*tasks = gauge_known(text[0] != '\0');
}

const struct cgroupfile cgroupfile_settings[] = {
	{ .name = "cpu.headroom",
	  .first = CGROUP_HEADROOM,
	  .second = CGROUP_TOLERANCE,
	  .parse = parse_headroom },
	{ .name = "cpu.weight",
	  .first = CGROUP_WEIGHT,
	  .second = CGROUP_FACT_COUNT,
	  .parse = parse_number },
	{ .name = "cpu.idle",
	  .first = CGROUP_IDLE,
	  .second = CGROUP_FACT_COUNT,
	  .parse = parse_number },
	{ .name = "cpu.max",
	  .first = CGROUP_MAX_US,
	  .second = CGROUP_PERIOD_US,
	  .parse = parse_max },
	{ .name = "cpu.max.burst",
	  .first = CGROUP_BURST_MAX_US,
	  .second = CGROUP_FACT_COUNT,
	  .parse = parse_number },
	{ .name = "cpu.pressure",
	  .first = CGROUP_PSI_SOME_US,
	  .second = CGROUP_PSI_FULL_US,
	  .parse = parse_pressure },
	/* Threads: a threaded group answers EOPNOTSUPP for cgroup.procs. */
	{ .name = "cgroup.threads",
	  .first = CGROUP_HAS_TASKS,
	  .second = CGROUP_FACT_COUNT,
	  .parse = parse_tasks },
	{ .name = NULL },
};
