// SPDX-License-Identifier: GPL-2.0-only
/* Graphs over time, with the claim and the changes made from here; see timeline.h. */
#include "views/timeline.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/journal.h"
#include "views/draw.h"
#include "views/format.h"

#define GAP 2

/* Where and of what a graph is drawn. */
struct plot {
	struct canvas *canvas;
	int row, col, rows, cols;
	uint64_t step_ns;
	float *values;
	bool *marks; /* by column */
};

unsigned int timeline_claim(const struct model *m)
{
	const struct cgroup_model *tree = &m->cgroups;

	if (!tree->has_headroom || tree->claim.set_by == HEADROOM_NONE)
		return 0;
	return tree->claim.pair.headroom;
}

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
static void draw_plot(const struct view_context *x, const struct timeline *line, size_t points,
		      struct plot *p)
{
	const struct history *h = x->model->machine.history;
	int n = graph_nr_values(p->canvas, p->cols), top;
	float level = (float)timeline_claim(x->model) / 100;
	char age[32], title[64];

	p->step_ns = series_step_ns(h, points, (size_t)n);
	series_fill(h, line->value, line->of, p->step_ns, p->values, (size_t)n);
	mark_changes(x, h, p);
	top = line->whole ? 100 : graph_top(p->values, n);
	format_age((double)p->step_ns / 1e9 * n, age, sizeof(age));
	snprintf(title, sizeof(title), "%s, full %d %%, %s", line->title, top, age);
	draw_heading_marked(p->canvas, p->row, p->col, p->cols, title, p->marks);
	draw_graph(p->canvas, p->row + 1, p->col, p->rows - 1, p->cols, line->ink, p->values, top);
	if (line->whole && level > 0)
		draw_graph_level(p->canvas, p->row + 1, p->col, p->rows - 1, p->cols, INK_STRONG,
				 p->values, top, level);
}

static void draw_one(const struct view_context *x, const struct timeline *line, size_t points,
		     struct plot p)
{
	p.values = calloc((size_t)graph_nr_values(p.canvas, p.cols), sizeof(*p.values));
	p.marks = calloc((size_t)p.cols, sizeof(*p.marks));
	if (p.values && p.marks)
		draw_plot(x, line, points, &p);
	free(p.values);
	free(p.marks);
}

void timeline_draw(const struct view_context *x, const struct timeline *lines, int nr,
		   size_t points, struct canvas *c, int row, int rows, int cols)
{
	int width = (cols - GAP * (nr - 1)) / nr;

	for (int i = 0; i < nr && width > 0 && rows > 1; i++) {
		if (!lines[i].value)
			continue;
		draw_one(x, &lines[i], points,
			 (struct plot){ .canvas = c,
					.row = row,
					.col = i * (width + GAP),
					.rows = rows,
					.cols = width });
	}
}
