// SPDX-License-Identifier: GPL-2.0-only
/* What can be shown of a CPU; see columns.h. */
#include "views/columns.h"

#include <stdio.h>

#include "views/share_column.h"
#include "views/state.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static struct rate cpu_share(const void *row, int share)
{
	return ((const struct model_cpu *)row)->shares.pct[share];
}

static struct rate cpu_number(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct model_cpu *)row)->cpu);
}

static void cpu_state_text(const void *row, int arg, char *buf, size_t size)
{
	const struct state_look *look = &state_looks[((const struct model_cpu *)row)->now.state];

	(void)arg;
	snprintf(buf, size, "%c %s", look->mark, look->name);
}

static enum ink ink_state(const void *row, struct rate v, int arg)
{
	(void)v;
	(void)arg;
	return state_looks[((const struct model_cpu *)row)->now.state].ink;
}

enum cpu_id { CPU_ID_CORE, CPU_ID_LLC, CPU_ID_NODE, CPU_ID_PACKAGE };

static struct rate cpu_id(const void *row, int arg)
{
	const struct model_cpu *cpu = row;
	const int ids[] = {
		[CPU_ID_CORE] = cpu->core,
		[CPU_ID_LLC] = cpu->llc,
		[CPU_ID_NODE] = cpu->node,
		[CPU_ID_PACKAGE] = cpu->package,
	};

	return ids[arg] < 0 ? rate_missing(GAUGE_UNSUPPORTED) : rate_known(ids[arg]);
}

static struct rate cpu_nr_running(const void *row, int arg)
{
	const struct model_cpu *cpu = row;

	(void)arg;
	return cpu->has_now ? rate_known(cpu->now.nr_running) : rate_missing(GAUGE_UNREAD);
}

static struct rate cpu_wait(const void *row, int arg)
{
	(void)arg;
	return ((const struct model_cpu *)row)->wait_mean_ns;
}

static void cpu_task(const void *row, int arg, char *buf, size_t size)
{
	const struct model_cpu *cpu = row;

	(void)arg;
	buf[0] = '\0';
	if (cpu->has_now && cpu->now.pid)
		snprintf(buf, size, "%.*s", SAMPLE_COMM_SIZE, cpu->now.comm);
}

static struct rate cpu_pid(const void *row, int arg)
{
	const struct model_cpu *cpu = row;

	(void)arg;
	return cpu->has_now ? rate_known(cpu->now.pid) : rate_missing(GAUGE_UNREAD);
}

static void cpu_bar(const void *row, struct canvas *c, int at_row, int at_col, int width)
{
	state_draw_bar(c, at_row, at_col, width, &((const struct model_cpu *)row)->shares);
}

const struct column cpu_columns[] = {
	{ .key = "cpu",
	  .title = "CPU",
	  .help = "the kernel's number of the CPU",
	  .width = 5,
	  .ascending = true,
	  .get = cpu_number,
	  .format = format_count },
	{ .key = "llc",
	  .title = "LLC",
	  .help = "number of its last-level cache, by the lowest CPU",
	  .width = 4,
	  .drop = 8,
	  .ascending = true,
	  .arg = CPU_ID_LLC,
	  .get = cpu_id,
	  .format = format_count },
	{ .key = "state",
	  .title = "STATE",
	  .help = "the state at this moment",
	  .width = 13,
	  .drop = 5,
	  .left = true,
	  .text = cpu_state_text,
	  .ink = ink_state },
	SHARE_COLUMN(IDLE, 4, cpu_share),
	SHARE_COLUMN(SCHED_IDLE, 9, cpu_share),
	SHARE_COLUMN(BUSY, 3, cpu_share),
	SHARE_COLUMN(OVERLOADED, 0, cpu_share),
	SHARE_COLUMN(FORCED_IDLE, 10, cpu_share),
	SHARE_COLUMN(MISSED_IDLE, 2, cpu_share),
	{ .key = "nr_running",
	  .title = "RUN",
	  .help = "runnable tasks of every class at this moment, the running one included",
	  .width = 4,
	  .drop = 6,
	  .get = cpu_nr_running,
	  .format = format_count,
	  .ink = column_ink_count },
	{ .key = "wait_mean_ns",
	  .title = "WAIT",
	  .help = "mean wait in this run queue (run_delay / pcount of /proc/schedstat)",
	  .width = 7,
	  .drop = 7,
	  .optional = true,
	  .differs = true,
	  .get = cpu_wait,
	  .format = format_ns },
	{ .key = "pid",
	  .title = "PID",
	  .help = "the current task; 0 is the idle task",
	  .width = 8,
	  .drop = 11,
	  .get = cpu_pid,
	  .format = format_count,
	  .ink = column_ink_count },
	{ .key = "task",
	  .title = "TASK",
	  .help = "name of the current task",
	  .width = 16,
	  .least = 10,
	  .drop = 4,
	  .left = true,
	  .text = cpu_task },
	{ .key = "shares",
	  .title = "SHARES",
	  .help = "the shares as a bar of the states' marks",
	  .width = 20,
	  .least = 10,
	  .drop = 12,
	  .left = true,
	  .draw = cpu_bar },
};
const int cpu_columns_count = COUNT_OF(cpu_columns);
/* Equally overloaded CPUs: the busier, then the one that idles more beside others. */
const char *const cpu_ties[] = { "overloaded_pct", "busy_pct", "missed_idle_pct", NULL };
