// SPDX-License-Identifier: GPL-2.0-only
/* The tasks of the selected group: their columns, and the list; see group_tasks.h. */
#include "views/group_tasks.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "views/columns.h"
#include "views/draw.h"
#include "views/pen.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define PATH_SIZE       256

static const struct group_task *task_of(const void *row)
{
	return row;
}

static struct rate task_pid(const void *row, int arg)
{
	(void)arg;
	return rate_known(task_of(row)->pid);
}

static void task_comm(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%.*s", SAMPLE_COMM_SIZE, task_of(row)->comm);
}

static void task_state(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", group_task_state_name(task_of(row)->state));
}

static void task_policy(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", waiter_policy_name(task_of(row)->policy));
}

static struct rate task_nice(const void *row, int arg)
{
	(void)arg;
	return rate_known(task_of(row)->nice);
}

static struct rate task_cpu(const void *row, int arg)
{
	(void)arg;
	return rate_known(task_of(row)->cpu);
}

static struct rate task_usage(const void *row, int arg)
{
	(void)arg;
	return task_of(row)->usage_pct;
}

static struct rate task_wait(const void *row, int arg)
{
	(void)arg;
	return task_of(row)->wait_mean_ns;
}

static enum ink task_ink(const void *row, struct rate v, int arg)
{
	(void)v;
	(void)arg;
	return task_of(row)->state == 'R' ? INK_TEXT : INK_DIM;
}

const struct column group_task_columns[] = {
	{ .key = "pid",
	  .title = "PID",
	  .help = "thread id",
	  .width = 8,
	  .ascending = true,
	  .get = task_pid,
	  .format = format_count },
	{ .key = "comm",
	  .title = "TASK",
	  .help = "name of the task",
	  .width = 16,
	  .left = true,
	  .text = task_comm },
	{ .key = "state",
	  .title = "STATE",
	  .help = "runnable (running or waiting for a CPU), sleeps, blocked, ...",
	  .width = 9,
	  .drop = 1,
	  .left = true,
	  .text = task_state,
	  .ink = task_ink },
	{ .key = "policy",
	  .title = "POLICY",
	  .help = "scheduling policy",
	  .width = 9,
	  .drop = 3,
	  .left = true,
	  .text = task_policy },
	{ .key = "nice",
	  .title = "NICE",
	  .help = "nice value",
	  .width = 5,
	  .drop = 4,
	  .ascending = true,
	  .get = task_nice,
	  .format = format_count },
	{ .key = "cpu",
	  .title = "CPU",
	  .help = "where it runs, or ran last",
	  .width = 5,
	  .drop = 5,
	  .ascending = true,
	  .get = task_cpu,
	  .format = format_count },
	{ .key = "usage_pct",
	  .title = "USAGE",
	  .help = "CPU time used since the last refresh, of one CPU",
	  .width = 7,
	  .get = task_usage,
	  .format = format_pct,
	  .ink = column_ink_count },
	{ .key = "wait_mean_ns",
	  .title = "WAIT",
	  .help = "mean wait for a CPU since the last refresh, each time before it ran",
	  .width = 7,
	  .drop = 2,
	  .optional = true,
	  .get = task_wait,
	  .format = format_ns },
};
const int group_task_columns_count = COUNT_OF(group_task_columns);

/* How many there are, and how many of them are not in the list. */
static void draw_counts(const struct group_task_list *list, struct pen *p)
{
	size_t beyond = list->nr_tasks - list->count - list->nr_untold;

	if (!list->nr_tasks)
		pen_printf(p, INK_DIM, "no task of its own");
	else
		pen_printf(p, INK_TITLE, "%zu task%s of its own", list->nr_tasks,
			   list->nr_tasks == 1 ? "" : "s");
	if (beyond)
		pen_printf(p, INK_WARN, "the first %d of them are read", GROUP_TASKS_MAX);
	if (list->nr_untold)
		pen_printf(p, INK_DIM, "%zu ended meanwhile or cannot be seen from here",
			   list->nr_untold);
	pen_break(p);
}

static void draw_list(const struct group_task_list *list, struct table *t, struct canvas *c,
		      int row, int rows, int cols)
{
	struct table_row rows_of[GROUP_TASKS_MAX];

	for (size_t i = 0; i < list->count; i++)
		rows_of[i] = (struct table_row){ .id = list->tasks[i].pid, .row = &list->tasks[i] };
	if (table_draw(t, c, row, rows, cols, rows_of, (int)list->count, false))
		canvas_put(c, row, 0, INK_BAD, "out of memory");
}

void group_tasks_draw(const struct view_context *x, const struct model_cgroup *g, struct table *t,
		      struct canvas *c, int row, int rows, int cols)
{
	const struct group_task_list *list = x->group_tasks;
	char title[PATH_SIZE];
	struct pen p;
	int used;

	if (rows < 3)
		return;
	text_printable(g->facts->path[0] ? g->facts->path : "/", title, sizeof(title));
	draw_heading(c, row, 0, cols, title);
	p = pen_at(c, row + 1, 0, rows - 1, cols);
	if (x->group_tasks_error) {
		pen_sentence(&p, INK_WARN, x->group_tasks_error);
		return;
	}
	draw_counts(list, &p);
	used = 1 + pen_rows_used(&p, row + 1);
	if (rows - used >= 2)
		draw_list(list, t, c, row + used, rows - used, cols);
}
