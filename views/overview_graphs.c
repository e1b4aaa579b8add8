// SPDX-License-Identifier: GPL-2.0-only
/*
 * The graphs of the Overview: a line at the claimed headroom, and signs at the moments when
 * something was changed from here.
 */
#include "views/overview.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/journal.h"
#include "views/draw.h"
#include "views/format.h"
#include "views/series.h"

#define GRAPH_GAP 2

struct graph {
	const char *title;
	series_field field;
	enum ink ink;
	bool whole; /* the full height is always 100 %; else what the values need */
};

static const struct graph graphs[] = {
	{ .title = "global idle", .field = series_global_idle, .ink = INK_IDLE, .whole = true },
	{ .title = "overloaded", .field = series_overloaded, .ink = INK_OVERLOADED },
	{ .title = "missed idle", .field = series_missed_idle, .ink = INK_WARN },
};

/* Where and of what a graph is drawn. */
struct plot {
	struct canvas *canvas;
	int row, col, rows, cols;
	uint64_t step_ns;
	float *values;
	bool *marks; /* by column */
};

/* The moment of a change on the clock of the history. It is off by a suspend since then. */
static uint64_t mono_of_change(const struct sample *s, const struct journal_entry *e)
{
	uint64_t changed_ns = e->time_unix_us * 1000, ago_ns;

	if (changed_ns > s->time_unix_ns)
		return s->mono_ns;
	ago_ns = s->time_unix_ns - changed_ns;
	return ago_ns < s->mono_ns ? s->mono_ns - ago_ns : 0;
}

static void mark_changes(const struct view_context *x, const struct history *h, struct plot *p)
{
	size_t n = (size_t)graph_nr_values(p->canvas, p->cols);

	if (!x->journal || !x->model->sample)
		return;
	for (size_t i = 0; i < x->journal->nr_entries; i++) {
		uint64_t at = mono_of_change(x->model->sample, &x->journal->entries[i]);
		size_t index = series_index_at(h, p->step_ns, at, n);

		if (index < n)
			p->marks[index * (size_t)p->cols / n] = true;
	}
}

/* "overloaded, full 25 %, 3 min" */
static void draw_plot(const struct view_context *x, const struct history *h, const struct graph *g,
		      struct plot *p)
{
	int n = graph_nr_values(p->canvas, p->cols), top;
	float level = (float)overview_claim(x->model) / 100;
	char age[32], title[64];

	p->step_ns = series_step_ns(h, (size_t)n);
	series_fill(h, g->field, p->step_ns, p->values, (size_t)n);
	mark_changes(x, h, p);
	top = g->whole ? 100 : graph_top(p->values, n);
	format_age((double)p->step_ns / 1e9 * n, age, sizeof(age));
	snprintf(title, sizeof(title), "%s, full %d %%, %s", g->title, top, age);
	draw_heading_marked(p->canvas, p->row, p->col, p->cols, title, p->marks);
	draw_graph(p->canvas, p->row + 1, p->col, p->rows - 1, p->cols, g->ink, p->values, top);
	if (g->whole && level > 0)
		draw_graph_level(p->canvas, p->row + 1, p->col, p->rows - 1, p->cols, INK_STRONG,
				 p->values, top, level);
}

static void draw_one_graph(const struct view_context *x, const struct graph *g, struct plot p)
{
	p.values = calloc((size_t)graph_nr_values(p.canvas, p.cols), sizeof(*p.values));
	p.marks = calloc((size_t)p.cols, sizeof(*p.marks));
	if (p.values && p.marks)
		draw_plot(x, x->model->machine.history, g, &p);
	free(p.values);
	free(p.marks);
}

/* As many graphs side by side as have room to say something. */
void overview_draw_graphs(const struct view_context *x, struct canvas *c, int row, int rows,
			  int cols)
{
	int nr = 1 + (cols >= 72) + (cols >= 144);
	int width = (cols - GRAPH_GAP * (nr - 1)) / nr;

	for (int i = 0; i < nr; i++)
		draw_one_graph(x, &graphs[i],
			       (struct plot){ .canvas = c,
					      .row = row,
					      .col = i * (width + GRAPH_GAP),
					      .rows = rows,
					      .cols = width });
}
