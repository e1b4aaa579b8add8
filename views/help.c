// SPDX-License-Identifier: GPL-2.0-only
/* The help screen; see help.h. */
#include "views/help.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "views/cgroup_columns.h"
#include "views/columns.h"
#include "views/key_hint.h"
#include "views/scroller.h"
#include "views/state.h"

static int help_open(struct view *v)
{
	v->state = calloc(1, sizeof(struct scroller));
	return v->state ? 0 : -ENOMEM;
}

static void help_close(struct view *v)
{
	free(v->state);
	v->state = NULL;
}

/* Labels take a third of a narrow screen, no more than they need on a wide one. */
static int label_width(const struct scroller *s)
{
	return s->cols / 3 < 22 ? s->cols / 3 : 22;
}

static void write_keys(struct scroller *s, const struct view_context *x)
{
	char help[160];

	scroller_heading(s, "Keys");
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		const char *keys = key_hint_all(x, (enum action)a);

		snprintf(help, sizeof(help), "%s%s%s", key_rows[a].help,
			 key_rows[a].writes ? " (writes)" : "",
			 key_rows[a].writes && x->read_only ? ", off: read-only" : "");
		scroller_paragraph(s, INK_STRONG, label_width(s), *keys ? keys : "(no key)",
				   INK_TEXT, help);
	}
}

/* The states with their marks; a second mark stands for the same beside an overloaded CPU. */
static void write_marks(struct scroller *s)
{
	char label[64], help[160];

	scroller_heading(s, "Marks of a CPU");
	for (int i = CPU_STATE_COUNT - 1; i >= 0; i--) {
		const struct state_look *look = &state_looks[i];

		snprintf(label, sizeof(label), "%c %s", look->mark, look->name);
		snprintf(help, sizeof(help), "%s", look->help);
		if (look->missed_mark)
			snprintf(help, sizeof(help),
				 "%s; %c while another CPU of its LLC is overloaded", look->help,
				 look->missed_mark);
		scroller_paragraph(s, look->ink, label_width(s), label, INK_TEXT, help);
	}
}

static void write_cells(struct scroller *s)
{
	static const char *const rows[][2] = {
		{ "digit",
		  "tenths of the last interval in which the CPU was overloaded, or what "
		  "the sort keys chose: blank or 0 none, + below 5 %, # from 95 %, - not known "
		  "or less than in the baseline" },
		{ "number", "the same in percent" },
		{ "[ ]", "the core of the selected CPU" },
		{ "i n *", "a core with an isolated CPU, a nohz_full one, or both" },
		{ "no domain", "CPUs that no scheduling domain holds: isolated ones" },
	};

	scroller_heading(s, "Cells of the Topology");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		scroller_paragraph(s, INK_STRONG, label_width(s), rows[i][0], INK_TEXT, rows[i][1]);
}

static void write_values(struct scroller *s)
{
	static const enum gauge_state states[] = { GAUGE_UNREAD, GAUGE_UNSUPPORTED, GAUGE_DENIED,
						   GAUGE_FAILED };
	static const char *const help[] = {
		"not read, or two samples are needed first",
		"this kernel or machine has no such thing",
		"it is there, but not for us",
		"it should have worked and did not; the doctor screen says why",
	};

	scroller_heading(s, "Values that are missing");
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		scroller_paragraph(s, INK_STRONG, label_width(s), format_missing(states[i]),
				   INK_TEXT, help[i]);
}

static void write_columns(struct scroller *s, const char *title, const struct column *columns,
			  int count)
{
	scroller_heading(s, title);
	for (int i = 0; i < count; i++)
		scroller_paragraph(s, INK_STRONG, label_width(s), columns[i].title, INK_TEXT,
				   columns[i].help);
}

static void write_help(struct scroller *s, const struct view_context *x, const void *arg)
{
	(void)arg;
	write_keys(s, x);
	write_marks(s);
	write_cells(s);
	write_values(s);
	write_columns(s, "Columns of LLCs", llc_columns, llc_columns_count);
	write_columns(s, "Columns of CPUs", cpu_columns, cpu_columns_count);
	write_columns(s, "Columns of waiting tasks", waiter_columns, waiter_columns_count);
	write_columns(s, "Columns of cgroups", cgroup_columns, cgroup_columns_count);
}

static void help_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	int rows, cols;

	canvas_size(c, &rows, &cols);
	scroller_draw(v->state, x, c, 0, rows, cols, write_help, NULL);
}

static enum outcome help_act(struct view *v, const struct view_context *x, enum action a)
{
	return scroller_act(v->state, x, a, write_help, NULL);
}

const struct view_ops help_view = {
	.name = "help",
	.title = "Help",
	.key = '?',
	.open = help_open,
	.close = help_close,
	.draw = help_draw,
	.act = help_act,
	.click = NULL,
	.select_cpu = NULL,
};
