// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Overview: the machine above, below it the LLCs and the most overloaded CPUs. Left and right
 * choose the table that the keys go to; Enter on an LLC narrows the CPUs to it, Enter on a CPU
 * shows it in the Topology.
 */
#include "views/overview.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"
#include "views/baseline.h"
#include "views/columns.h"
#include "views/draw.h"
#include "views/search.h"

#define ROWS_FOR_BOTH     9  /* left for the tables: below, only the one in focus is drawn */
#define ROWS_FOR_HEADINGS 14 /* left for the tables */

struct overview {
	struct table llcs, cpus;
	bool llcs_sorted; /* somebody chose an order */
	bool on_cpus;     /* the keys go to the CPU table */
	int only_llc;     /* first CPU of the LLC whose CPUs are shown, TABLE_NONE: all */
};

static int overview_open(struct view *v)
{
	struct overview *o = calloc(1, sizeof(*o));

	if (!o)
		return -ENOMEM;
	o->llcs = columns_table(llc_columns, llc_columns_count, "llc", llc_ties);
	o->cpus = columns_table(cpu_columns, cpu_columns_count, "overloaded_pct", cpu_ties);
	o->llcs.name = "llcs";
	o->cpus.name = "cpus";
	o->only_llc = TABLE_NONE;
	v->state = o;
	return 0;
}

static void overview_close(struct view *v)
{
	struct overview *o = v->state;

	if (!o)
		return;
	table_clear(&o->llcs);
	table_clear(&o->cpus);
	free(o);
	v->state = NULL;
}

/* The LLC with that first CPU, or NULL: it may have gone since it was chosen. */
static const struct model_llc *find_llc(const struct model *m, int first_cpu)
{
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		if (m->llcs[i].first_cpu == first_cpu)
			return &m->llcs[i];
	}
	return NULL;
}

static int list_llcs(const struct view_context *x, struct table_row *list)
{
	const struct model *m = x->model;
	int n = 0;

	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		const struct model_llc *llc = &m->llcs[i];

		if (!filter_passes_text(x, llc->name))
			continue;
		list[n++] = (struct table_row){
			.id = llc->first_cpu,
			.row = llc,
			.base = x->baseline ? baseline_llc(x->baseline, llc->first_cpu) : NULL,
		};
	}
	return n;
}

static int list_cpus(const struct view_context *x, const struct model_llc *only,
		     struct table_row *list)
{
	const struct model *m = x->model;
	int n = 0;

	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];

		if (!cpu->present || !cpu->online || (only && cpu->llc != only->llc) ||
		    !filter_passes_cpu(x, cpu->cpu))
			continue;
		list[n++] = (struct table_row){
			.id = cpu->cpu,
			.row = cpu,
			.base = x->baseline ? baseline_cpu(x->baseline, cpu->cpu) : NULL,
		};
	}
	return n;
}

/*
 * LLCs stand in the order of their numbers, where each keeps its place, as long as all are in
 * sight; where they are not, the overloaded ones come first.
 */
static void order_llcs(struct overview *o, int nr_llcs, int rows)
{
	const char *key = nr_llcs < rows ? "llc" : "overloaded_pct";

	if (o->llcs_sorted || rows < 2)
		return;
	o->llcs.sort = column_index(llc_columns, llc_columns_count, key);
	o->llcs.descending = !llc_columns[o->llcs.sort].ascending;
}

static int draw_llcs(struct overview *o, const struct view_context *x, struct canvas *c, int row,
		     int rows, int cols, struct table_row *list)
{
	int n = list_llcs(x, list);

	order_llcs(o, n, rows);
	o->llcs.show_cursor = !o->on_cpus;
	return table_draw(&o->llcs, c, row, rows, cols, list, n, x->baseline);
}

static int draw_cpus(struct overview *o, const struct view_context *x, struct canvas *c, int row,
		     int rows, int cols, struct table_row *list)
{
	int n = list_cpus(x, find_llc(x->model, o->only_llc), list);

	o->cpus.show_cursor = o->on_cpus;
	return table_draw(&o->cpus, c, row, rows, cols, list, n, x->baseline);
}

static void draw_cpus_heading(const struct overview *o, const struct view_context *x,
			      struct canvas *c, int row, int cols)
{
	const struct model_llc *only = find_llc(x->model, o->only_llc);
	char raw[320], title[1024];

	snprintf(raw, sizeof(raw), "CPUs of %s%s%s", only ? only->name : "the machine",
		 x->filter && x->filter[0] ? " that match " : "", x->filter ? x->filter : "");
	draw_heading(c, row, 0, cols, text_printable(raw, title, sizeof(title)));
}

/* Both tables, the LLCs in at most half of the rows. */
static int draw_both(struct overview *o, const struct view_context *x, struct canvas *c, int row,
		     int rows, int cols, struct table_row *list)
{
	int llc_rows = (int)x->model->nr_llcs + 1, r;

	if (rows >= ROWS_FOR_HEADINGS) {
		draw_heading(c, row++, 0, cols, "LLCs");
		rows--;
	}
	if (llc_rows > rows / 2)
		llc_rows = rows / 2;
	r = draw_llcs(o, x, c, row, llc_rows, cols, list);
	if (r)
		return r;
	draw_cpus_heading(o, x, c, row + llc_rows, cols);
	return draw_cpus(o, x, c, row + llc_rows + 1, rows - llc_rows - 1, cols, list);
}

/* The table without room is laid out all the same: keys need its order. */
static int draw_tables(struct overview *o, const struct view_context *x, struct canvas *c, int row,
		       int rows, int cols, struct table_row *list)
{
	int r;

	if (rows >= ROWS_FOR_BOTH)
		return draw_both(o, x, c, row, rows, cols, list);
	r = draw_llcs(o, x, c, row, o->on_cpus ? 0 : rows, cols, list);
	if (r)
		return r;
	return draw_cpus(o, x, c, row, o->on_cpus ? rows : 0, cols, list);
}

/* Rows that the tables cannot fill, beside what always stands around them. */
static int spare_rows(const struct model *m, int rows)
{
	const int around = 8, titles = 4;

	return rows - around - rows / 7 - titles - (int)m->nr_llcs - (int)m->machine.nr_online;
}

static void overview_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	const struct model *m = x->model;
	size_t most = m->nr_cpus > m->nr_llcs ? m->nr_cpus : m->nr_llcs;
	struct table_row *list = calloc(most + 1, sizeof(*list));
	int rows, cols, above, below;

	canvas_size(c, &rows, &cols);
	below = overview_draw_foot(x, c, rows, cols);
	above = overview_draw_machine(x, c, rows, cols, spare_rows(m, rows));
	if (!list || draw_tables(v->state, x, c, above, rows - above - below, cols, list))
		canvas_put(c, above, 0, INK_BAD, "out of memory");
	free(list);
}

static struct table *table_in_focus(struct overview *o)
{
	return o->on_cpus ? &o->cpus : &o->llcs;
}

static enum outcome focus_cpus(struct overview *o, bool on)
{
	if (o->on_cpus == on)
		return OUTCOME_IGNORED;
	o->on_cpus = on;
	return OUTCOME_REDRAW;
}

static enum outcome select_row(struct view *v)
{
	struct overview *o = v->state;
	int id = (int)table_selected(table_in_focus(o));

	if (id == TABLE_NONE)
		return OUTCOME_IGNORED;
	if (o->on_cpus) {
		v->wanted_cpu = id;
		return OUTCOME_SHOW_CPU;
	}
	o->only_llc = id;
	o->on_cpus = true;
	return OUTCOME_REDRAW;
}

static enum outcome go_back(struct overview *o)
{
	if (o->only_llc == TABLE_NONE)
		return focus_cpus(o, false);
	o->only_llc = TABLE_NONE;
	o->on_cpus = false;
	return OUTCOME_REDRAW;
}

static bool id_matches(const void *state, const struct view_context *x, int64_t id)
{
	const struct overview *o = state;
	const struct model_llc *llc;

	if (o->on_cpus)
		return search_matches_cpu(x->model, (int)id, x->search);
	llc = find_llc(x->model, (int)id);
	return llc && search_matches_text(llc->name, x->search);
}

/* Keys and clicks that sort the LLCs end their order by itself. */
static void notice_order(struct overview *o, int sort_before, bool descending_before)
{
	if (o->llcs.sort != sort_before || o->llcs.descending != descending_before)
		o->llcs_sorted = true;
}

static enum outcome act_on_table(struct overview *o, enum action a)
{
	int sort = o->llcs.sort;
	bool descending = o->llcs.descending;
	enum outcome outcome = table_act(table_in_focus(o), a);

	notice_order(o, sort, descending);
	return outcome;
}

static enum outcome overview_act(struct view *v, const struct view_context *x, enum action a)
{
	struct overview *o = v->state;

	switch (a) {
	case ACTION_LEFT:
		return focus_cpus(o, false);
	case ACTION_RIGHT:
		return focus_cpus(o, true);
	case ACTION_SELECT:
		return select_row(v);
	case ACTION_BACK:
		return go_back(o);
	case ACTION_SEARCH:
	case ACTION_SEARCH_NEXT:
	case ACTION_SEARCH_PREVIOUS:
		return search_table(table_in_focus(o), a, id_matches, o, x);
	default:
		return act_on_table(o, a);
	}
}

static bool table_holds(const struct table *t, int row)
{
	return row >= t->row && row < t->row + t->rows;
}

static enum outcome overview_click(struct view *v, const struct view_context *x, int row, int col)
{
	struct overview *o = v->state;
	bool on_cpus = table_holds(&o->cpus, row), descending = o->llcs.descending;
	int sort = o->llcs.sort;
	enum outcome focused, clicked;

	(void)x;
	if (!on_cpus && !table_holds(&o->llcs, row))
		return OUTCOME_IGNORED;
	focused = focus_cpus(o, on_cpus);
	clicked = table_click(table_in_focus(o), row, col);
	notice_order(o, sort, descending);
	return clicked == OUTCOME_IGNORED ? focused : clicked;
}

static void overview_select_cpu(struct view *v, int cpu)
{
	struct overview *o = v->state;

	o->cpus.selected = cpu;
	o->only_llc = TABLE_NONE;
	o->on_cpus = true;
}

static int overview_tables(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX])
{
	struct overview *o = v->state;

	ret_tables[0] = table_in_focus(o);
	ret_tables[1] = o->on_cpus ? &o->llcs : &o->cpus;
	return 2;
}

const struct view_ops overview_view = {
	.name = "overview",
	.title = "Overview",
	.key = '1',
	.open = overview_open,
	.close = overview_close,
	.draw = overview_draw,
	.act = overview_act,
	.click = overview_click,
	.tables = overview_tables,
	.select_cpu = overview_select_cpu,
};
