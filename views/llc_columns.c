// SPDX-License-Identifier: GPL-2.0-only
/* What can be shown of an LLC; see columns.h. */
#include "views/columns.h"

#include <stdio.h>

#include "views/series.h"
#include "views/share_column.h"
#include "views/state.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static struct rate llc_share(const void *row, int share)
{
	return ((const struct model_llc *)row)->shares.pct[share];
}

static struct rate llc_first_cpu(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct model_llc *)row)->first_cpu);
}

static void llc_name(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", ((const struct model_llc *)row)->name);
}

static struct rate llc_nr_online(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct model_llc *)row)->nr_online);
}

static struct rate llc_node(const void *row, int arg)
{
	const struct model_llc *llc = row;

	(void)arg;
	return llc->node < 0 ? rate_missing(GAUGE_UNSUPPORTED) : rate_known(llc->node);
}

static struct rate llc_wait(const void *row, int arg)
{
	(void)arg;
	return ((const struct model_llc *)row)->wait_mean_ns;
}

static struct rate llc_longest(const void *row, int arg)
{
	const struct model_llc *llc = row;
	uint64_t longest_ns = llc->episode_longest_ns;

	(void)arg;
	if (!rate_is_known(llc->shares.pct[SHARE_MISSED_IDLE]))
		return llc->shares.pct[SHARE_MISSED_IDLE];
	if (llc->episode_open_ns > longest_ns)
		longest_ns = llc->episode_open_ns;
	return rate_known((double)longest_ns);
}

static struct rate llc_kernel_overloaded(const void *row, int arg)
{
	(void)arg;
	return rate_from_gauge(((const struct model_llc *)row)->kernel_nr_overloaded);
}

enum sib { SIB_PEEKED, SIB_PULLED, SIB_FAILED };

static struct rate llc_sib(const void *row, int sib)
{
	const struct model_llc *llc = row;

	switch ((enum sib)sib) {
	case SIB_PEEKED:
		return llc->sib_peeked_hz;
	case SIB_PULLED:
		return llc->sib_pulled_hz;
	default:
		return llc->sib_failed_hz;
	}
}

/* CPUs in each state at this moment, the worst first: "2O 1b 5.". */
static void llc_now(const void *row, int arg, char *buf, size_t size)
{
	static const enum cpu_state order[] = { CPU_STATE_OVERLOADED, CPU_STATE_FORCED_IDLE,
						CPU_STATE_BUSY, CPU_STATE_SCHED_IDLE,
						CPU_STATE_IDLE };
	const struct model_llc *llc = row;
	size_t used = 0;

	(void)arg;
	buf[0] = '\0';
	for (int i = 0; i < COUNT_OF(order) && used < size; i++) {
		if (llc->state_now[order[i]])
			used += (size_t)snprintf(buf + used, size - used, "%s%u%c", used ? " " : "",
						 llc->state_now[order[i]],
						 state_looks[order[i]].mark);
	}
}

static void llc_bar(const void *row, struct canvas *c, int at_row, int at_col, int width)
{
	state_draw_bar(c, at_row, at_col, width, &((const struct model_llc *)row)->shares);
}

#define TREND_WIDTH 20

static void llc_trend(const void *row, struct canvas *c, int at_row, int at_col, int width)
{
	const struct model_llc *llc = row;
	float values[TREND_WIDTH];

	series_fill(llc->history, series_overloaded, NULL,
		    series_step_ns(llc->history, HISTORY_POINTS, TREND_WIDTH), values, TREND_WIDTH);
	if (width > TREND_WIDTH)
		width = TREND_WIDTH;
	draw_spark(c, at_row, at_col, width, INK_OVERLOADED, values + TREND_WIDTH - width);
}

const struct column llc_columns[] = {
	{ .key = "llc",
	  .title = "LLC",
	  .help = "last-level cache: the CPUs among which the scheduler looks first",
	  .width = 9,
	  .left = true,
	  .ascending = true,
	  .get = llc_first_cpu,
	  .text = llc_name },
	{ .key = "node",
	  .title = "NODE",
	  .help = "NUMA node",
	  .width = 5,
	  .drop = 12,
	  .ascending = true,
	  .optional = true,
	  .get = llc_node,
	  .format = format_count },
	{ .key = "cpus",
	  .title = "CPUS",
	  .help = "CPUs online",
	  .width = 5,
	  .drop = 6,
	  .get = llc_nr_online,
	  .format = format_count },
	SHARE_COLUMN(IDLE, 2, llc_share),
	SHARE_COLUMN(SCHED_IDLE, 5, llc_share),
	SHARE_COLUMN(BUSY, 7, llc_share),
	SHARE_COLUMN(OVERLOADED, 0, llc_share),
	SHARE_COLUMN(FORCED_IDLE, 8, llc_share),
	SHARE_COLUMN(MISSED_IDLE, 1, llc_share),
	{ .key = "wait_mean_ns",
	  .title = "WAIT",
	  .help = "mean wait in a run queue (run_delay / pcount of /proc/schedstat)",
	  .width = 7,
	  .drop = 4,
	  .differs = true,
	  .optional = true,
	  .get = llc_wait,
	  .format = format_ns },
	{ .key = "longest_ns",
	  .title = "LONGEST",
	  .help = "longest time that a CPU idled beside an overloaded one, since the start",
	  .width = 8,
	  .drop = 9,
	  .get = llc_longest,
	  .format = format_ns,
	  .ink = column_ink_count },
	{ .key = "kernel_nr_overloaded",
	  .title = "KOVER",
	  .help = "CPUs in the kernel's own mask of overloaded ones, at this moment",
	  .width = 6,
	  .drop = 11,
	  .differs = true,
	  .optional = true,
	  .get = llc_kernel_overloaded,
	  .format = format_count,
	  .ink = column_ink_count },
	{ .key = "sib_pulled_hz",
	  .title = "PULL/s",
	  .help = "tasks pulled by sched-idle balancing",
	  .width = 7,
	  .drop = 3,
	  .differs = true,
	  .optional = true,
	  .arg = SIB_PULLED,
	  .get = llc_sib,
	  .format = format_hz,
	  .ink = column_ink_count },
	{ .key = "sib_peeked_hz",
	  .title = "PEEK/s",
	  .help = "CPUs of the mask found not overloaded any more: a stale mask",
	  .width = 7,
	  .drop = 10,
	  .differs = true,
	  .optional = true,
	  .arg = SIB_PEEKED,
	  .get = llc_sib,
	  .format = format_hz,
	  .ink = column_ink_count },
	{ .key = "sib_failed_hz",
	  .title = "FAIL/s",
	  .help = "overloaded, but no task could be taken: pinned, running, cache-hot, cookie",
	  .width = 7,
	  .drop = 10,
	  .differs = true,
	  .optional = true,
	  .arg = SIB_FAILED,
	  .get = llc_sib,
	  .format = format_hz,
	  .ink = column_ink_count },
	{ .key = "now",
	  .title = "NOW",
	  .help = "CPUs in each state at this moment, by the marks of the Topology view",
	  .width = 16,
	  .drop = 13,
	  .left = true,
	  .text = llc_now },
	{ .key = "shares",
	  .title = "SHARES",
	  .help = "the shares as a bar of the states' marks",
	  .width = 20,
	  .least = 10,
	  .drop = 14,
	  .left = true,
	  .draw = llc_bar },
	{ .key = "trend",
	  .title = "OVERLOADED",
	  .help = "share overloaded, over the last minute or more, the newest at the right",
	  .width = TREND_WIDTH,
	  .least = 10,
	  .drop = 15,
	  .left = true,
	  .draw = llc_trend },
};
const int llc_columns_count = COUNT_OF(llc_columns);
const char *const llc_ties[] = { "overloaded_pct", "missed_idle_pct", NULL };
