// SPDX-License-Identifier: GPL-2.0-only
/* What can be shown of a cgroup; see cgroup_columns.h. */
#include "views/cgroup_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/cgroup_name.h"
#include "core/text.h"
#include "views/columns.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The headroom rules' answer for a group; NULL for the root and without the file. */
static const struct headroom_group *headroom_of_row(const struct cgroup_row *r)
{
	size_t at = r->group->headroom_at;
	const struct headroom_group *h;

	if (at == HEADROOM_NONE)
		return NULL;
	h = &r->model->cgroups.headroom[at];
	return h->has_file ? h : NULL;
}

static struct rate cgroup_rate(const void *row, int id)
{
	return ((const struct cgroup_row *)row)->group->rate[id];
}

static struct rate cgroup_fact(const void *row, int fact)
{
	return rate_from_gauge(((const struct cgroup_row *)row)->group->facts->fact[fact]);
}

static struct rate cgroup_throttled(const void *row, int arg)
{
	(void)arg;
	return ((const struct cgroup_row *)row)->throttled_pct;
}

/* Sorting by name is the order of the tree itself. */
static struct rate cgroup_order(const void *row, int arg)
{
	const struct cgroup_row *r = row;

	(void)arg;
	return rate_known((double)(r->group - r->model->cgroups.groups));
}

static void cgroup_name(const void *row, int arg, char *buf, size_t size)
{
	const struct cgroup_row *r = row;
	const char *sign = !r->has_children ? " " : r->folded ? "+" : "-";
	char name[256];

	(void)arg;
	text_printable(r->path ? r->path : r->group->name, name, sizeof(name));
	snprintf(buf, size, "%*s%s%s", (int)(r->indent < 24 ? r->indent : 24), "", sign, name);
}

/* What the path tells beyond the group's own name, which stands beside it; "" for nothing. */
static enum cgroup_kind unit_of(const struct model_cgroup *g, char *buf, size_t size)
{
	struct cgroup_name name;

	buf[0] = '\0';
	cgroup_name_of(g->facts->path, &name);
	if (name.kind == CGROUP_KIND_GROUP || name.kind == CGROUP_KIND_ROOT)
		return name.kind;
	cgroup_name_title(&name, buf, size);
	if (!strcmp(buf, g->name))
		buf[0] = '\0';
	return name.kind;
}

static void cgroup_unit(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	(void)unit_of(((const struct cgroup_row *)row)->group, buf, size);
}

/* Sorting by it brings what is of one kind together. */
static struct rate cgroup_kind(const void *row, int arg)
{
	char unit[CGROUP_NAME_SIZE + 32];
	enum cgroup_kind kind;

	(void)arg;
	kind = unit_of(((const struct cgroup_row *)row)->group, unit, sizeof(unit));
	return unit[0] ? rate_known(kind) : rate_missing(GAUGE_UNSUPPORTED);
}

/* CPUs that cpu.max allows on average, as the percent of one CPU that people write. */
static struct rate cgroup_max(const void *row, int arg)
{
	const struct sample_cgroup *facts = ((const struct cgroup_row *)row)->group->facts;
	const struct gauge *quota = &facts->fact[CGROUP_MAX_US];
	const struct gauge *period = &facts->fact[CGROUP_PERIOD_US];

	(void)arg;
	if (!gauge_is_known(*quota))
		return rate_missing(quota->state);
	if (quota->value == BANDWIDTH_NO_QUOTA || !gauge_is_known(*period) || !period->value)
		return rate_known((double)BANDWIDTH_NO_QUOTA);
	return rate_known(100.0 * quota->value / period->value);
}

static void format_max(struct rate v, char *buf, size_t size)
{
	if (!rate_is_known(v))
		snprintf(buf, size, "%s", format_missing(v.state));
	else if (v.value >= (double)BANDWIDTH_NO_QUOTA)
		snprintf(buf, size, "max");
	else
		snprintf(buf, size, "%.0f%%", v.value);
}

static void format_yes(struct rate v, char *buf, size_t size)
{
	if (!rate_is_known(v))
		snprintf(buf, size, "%s", format_missing(v.state));
	else
		snprintf(buf, size, "%s", v.value != 0 ? "yes" : "no");
}

static void cgroup_cpuset(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", ((const struct cgroup_row *)row)->group->facts->cpuset);
}

/* How many CPUs a list as the kernel writes it names, "0-3,8"; sorting tells wide from narrow. */
static struct rate cgroup_cpuset_size(const void *row, int arg)
{
	const char *p = ((const struct cgroup_row *)row)->group->facts->cpuset;
	unsigned long count = 0;

	(void)arg;
	if (!*p)
		return rate_missing(GAUGE_UNREAD);
	while (*p) {
		char *end;
		unsigned long first = strtoul(p, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		count += last - first + 1;
		p = end + strcspn(end, ",");
		p += *p == ',';
	}
	return rate_known((double)count);
}

enum headroom_field { CONFIGURED, EFFECTIVE, TARGET_IDLE };

static struct rate cgroup_headroom(const void *row, int field)
{
	const struct headroom_group *h = headroom_of_row(row);

	if (!h)
		return rate_missing(GAUGE_UNSUPPORTED);
	switch ((enum headroom_field)field) {
	case CONFIGURED:
		return rate_known(h->configured.headroom / 100.0);
	case EFFECTIVE:
		return rate_known(h->effective.headroom / 100.0);
	default:
		return rate_known(h->target_idle / 100.0);
	}
}

static void cgroup_headroom_text(const void *row, int field, char *buf, size_t size)
{
	const struct headroom_group *h = headroom_of_row(row);
	char word[16];

	if (!h)
		snprintf(buf, size, "%s", format_missing(GAUGE_UNSUPPORTED));
	else if (field == TARGET_IDLE)
		snprintf(buf, size, "%s",
			 headroom_format_value(h->target_idle, word, sizeof(word)));
	else
		headroom_format(field == CONFIGURED ? h->configured : h->effective, buf, size);
}

static void cgroup_limit(const void *row, int arg, char *buf, size_t size)
{
	const struct cgroup_row *r = row;
	enum cgroup_limit limit = r->group->limited_by;

	(void)arg;
	if (limit == CGROUP_LIMIT_NOTHING && r->folded && r->nr_throttled)
		snprintf(buf, size, "%u below", r->nr_throttled);
	else if (limit == CGROUP_LIMIT_NOTHING)
		buf[0] = '\0';
	else
		snprintf(buf, size, "%s", cgroup_limit_table[limit].name);
}

/* The throttled ones first, by what holds them back. */
static struct rate cgroup_limit_order(const void *row, int arg)
{
	enum cgroup_limit limit = ((const struct cgroup_row *)row)->group->limited_by;

	(void)arg;
	return limit < CGROUP_LIMIT_NOTHING ? rate_missing(GAUGE_UNREAD) : rate_known(limit);
}

static enum ink ink_throttled(const void *row, struct rate v, int arg)
{
	(void)row;
	(void)arg;
	return v.value >= 0.05 ? INK_WARN : INK_DIM;
}

static enum ink ink_limit(const void *row, struct rate v, int arg)
{
	(void)v;
	(void)arg;
	return ((const struct cgroup_row *)row)->group->limited_by > CGROUP_LIMIT_NOTHING ? INK_WARN
											  : INK_DIM;
}

/* A rate of core/cgroup_model.h; the words are those of its table. */
#define RATE_COLUMN(id, col_key, col_title, col_help, col_drop)                                    \
	{                                                                                          \
		.key = (col_key), .title = (col_title), .help = (col_help),                        \
		.width = sizeof(col_title) > 7 ? sizeof(col_title) : 7, .drop = (col_drop),        \
		.arg = CGROUP_RATE_##id, .get = cgroup_rate, .format = format_pct,                 \
		.ink = column_ink_count, .optional = (col_drop) > 8                                \
	}

const struct column cgroup_columns[] = {
	{ .key = "cgroup",
	  .title = "CGROUP",
	  .help = "the group, below its parent; + folded, - unfolded",
	  .width = 26,
	  .least = 20,
	  .left = true,
	  .ascending = true,
	  .get = cgroup_order,
	  .text = cgroup_name },
	{ .key = "unit",
	  .title = "UNIT",
	  .help = "what made the group, as its path tells: a unit, session, container, pod or "
		  "machine",
	  .width = 24,
	  .least = 19, /* "docker" and 12 digits */
	  .drop = 12,
	  .left = true,
	  .optional = true,
	  .ascending = true,
	  .get = cgroup_kind,
	  .text = cgroup_unit },
	RATE_COLUMN(USAGE, "usage_pct", "USAGE", "CPU time used, of the machine", 0),
	RATE_COLUMN(USER, "user_pct", "USER", "user time, of the machine", 14),
	RATE_COLUMN(SYSTEM, "system_pct", "SYS", "system time, of the machine", 14),
	{ .key = "throttled_pct",
	  .title = "THROT",
	  .help = "time its run queues were throttled, of the machine; folded: the whole subtree",
	  .width = 7,
	  .drop = 2,
	  .get = cgroup_throttled,
	  .format = format_pct,
	  .ink = ink_throttled },
	RATE_COLUMN(THROTTLED_PERIODS, "throttled_periods_pct", "PERIOD%",
		    "bandwidth periods in which it was throttled", 7),
	{ .key = "limited_by",
	  .title = "LIMITED BY",
	  .help = "why it was throttled: its cpu.max, the claimed headroom, or an ancestor",
	  .width = 12,
	  .drop = 3,
	  .left = true,
	  .get = cgroup_limit_order,
	  .text = cgroup_limit,
	  .ink = ink_limit },
	{ .key = "headroom",
	  .title = "HEADROOM",
	  .help = "cpu.headroom as configured: headroom and tolerance",
	  .width = 12,
	  .least = 10,
	  .drop = 4,
	  .optional = true,
	  .arg = CONFIGURED,
	  .get = cgroup_headroom,
	  .text = cgroup_headroom_text },
	{ .key = "effective",
	  .title = "EFFECTIVE",
	  .help = "headroom and tolerance after ancestors and children",
	  .width = 12,
	  .least = 10,
	  .drop = 5,
	  .optional = true,
	  .arg = EFFECTIVE,
	  .get = cgroup_headroom,
	  .text = cgroup_headroom_text },
	{ .key = "target_idle",
	  .title = "TARGET",
	  .help = "idleness of the machine below which the group is throttled; 0: never",
	  .width = 7,
	  .drop = 6,
	  .optional = true,
	  .arg = TARGET_IDLE,
	  .get = cgroup_headroom,
	  .text = cgroup_headroom_text },
	RATE_COLUMN(GRANTED, "granted_pct", "GRANTED", "runtime granted a period, of the machine",
		    9),
	{ .key = "weight",
	  .title = "WEIGHT",
	  .help = "cpu.weight; 0 while cpu.idle is set",
	  .width = 7,
	  .drop = 8,
	  .arg = CGROUP_WEIGHT,
	  .get = cgroup_fact,
	  .format = format_count },
	{ .key = "idle",
	  .title = "IDLE",
	  .help = "cpu.idle: its tasks are idle-class",
	  .width = 5,
	  .drop = 10,
	  .arg = CGROUP_IDLE,
	  .get = cgroup_fact,
	  .format = format_yes },
	{ .key = "max",
	  .title = "MAX",
	  .help = "cpu.max in percent of one CPU",
	  .width = 7,
	  .drop = 8,
	  .get = cgroup_max,
	  .format = format_max },
	RATE_COLUMN(BURST, "burst_pct", "BURST", "time used above the quota, of the machine", 16),
	RATE_COLUMN(PSI_SOME, "psi_some_pct", "PSI", "time in which some task waited for a CPU",
		    11),
	RATE_COLUMN(PSI_FULL, "psi_full_pct", "PSIFULL", "time in which all tasks waited for a CPU",
		    15),
	{ .key = "wait_mean_ns",
	  .title = "WAIT",
	  .help = "mean wait for a CPU of its tasks, each time before they ran",
	  .width = 7,
	  .drop = 9,
	  .arg = CGROUP_RATE_WAIT,
	  .get = cgroup_rate,
	  .format = format_ns,
	  .optional = true },
	RATE_COLUMN(FORCED_IDLE_CAUSED, "forced_idle_caused_pct", "FICAUSE",
		    "idle time that it forced on its SMT siblings, of the machine", 13),
	{ .key = "cpuset",
	  .title = "CPUSET",
	  .help = "cpuset.cpus.effective; sorts by the number of CPUs",
	  .width = 12,
	  .least = 7,
	  .drop = 17,
	  .left = true,
	  .get = cgroup_cpuset_size,
	  .text = cgroup_cpuset },
};
const int cgroup_columns_count = COUNT_OF(cgroup_columns);

_Static_assert(COUNT_OF(cgroup_columns) <= TABLE_COLUMNS_MAX, "the longest list of columns");
