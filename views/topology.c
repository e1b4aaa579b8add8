// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Topology: a grid of cells (views/cpu_grid.h), each with the mark of the CPU's state at this
 * moment and, where there is room, a share of the last interval; the sort keys choose which. The
 * selected CPU has its details in a pane, beside or below, or instead of the grid where it is low.
 */
#include "views/topology.h"

#include <errno.h>
#include <stdlib.h>

#include "views/columns.h"
#include "views/cpu_cell.h"
#include "views/cpu_details.h"
#include "views/cpu_grid.h"
#include "views/draw.h"
#include "views/kind.h"
#include "views/pen.h"
#include "views/search.h"
#include "views/state.h"

#define COLS_FOR_SIDE_PANE 120
#define SIDE_PANE_COLS     52
#define ROWS_FOR_PANE      18
#define PANE_ROWS          6
#define COLS_FOR_FIGURE    60 /* below, the legend begins with the marks */

struct topology_state {
	struct cpu_grid grid;
	struct table waiters;
	int selected; /* CPU, TOPOLOGY_NONE at first */
	int shown;    /* index of shown_order */
	bool open;    /* the pane has been asked for */
	/* As last drawn. */
	int scroll, grid_row, grid_rows, grid_cols;
};

/* The areas of the canvas. A pane of no rows is not drawn. */
struct areas {
	int grid_rows, grid_cols;
	int pane_row, pane_col, pane_rows, pane_cols;
	int line_row; /* details in one line; -1: there is a pane */
	int legend_row, legend_rows;
};

static int topology_open(struct view *v)
{
	struct topology_state *t = calloc(1, sizeof(*t));

	if (!t)
		return -ENOMEM;
	t->selected = TOPOLOGY_NONE;
	t->waiters = columns_table(waiter_columns, waiter_columns_count, "wait_ns", NULL);
	t->waiters.name = "waiters";
	v->state = t;
	return 0;
}

static void topology_close(struct view *v)
{
	struct topology_state *t = v->state;

	if (!t)
		return;
	cpu_grid_clear(&t->grid);
	table_clear(&t->waiters);
	free(t);
	v->state = NULL;
}

static void place_pane(const struct topology_state *t, struct areas *a, int rows, int cols)
{
	int body = rows - 1 - a->legend_rows;

	if (cols >= COLS_FOR_SIDE_PANE && rows >= PANE_ROWS + 4) {
		a->grid_cols = cols - SIDE_PANE_COLS - 2;
		*a = (struct areas){ .grid_rows = body,
				     .grid_cols = a->grid_cols,
				     .pane_row = 1,
				     .pane_col = a->grid_cols + 2,
				     .pane_rows = body,
				     .pane_cols = SIDE_PANE_COLS,
				     .line_row = -1,
				     .legend_row = a->legend_row,
				     .legend_rows = a->legend_rows };
		return;
	}
	a->pane_cols = cols;
	a->pane_rows = rows >= ROWS_FOR_PANE ? PANE_ROWS : 0;
	if (t->open)
		a->pane_rows = rows >= ROWS_FOR_PANE ? body / 2 + 1 : body;
	a->line_row = a->pane_rows || body < 2 ? -1 : body;
	a->grid_rows = body - a->pane_rows - (a->line_row >= 0);
	a->pane_row = 1 + a->grid_rows;
}

static struct areas areas_of(const struct topology_state *t, int rows, int cols)
{
	struct areas a = { .grid_cols = cols, .line_row = -1 };

	if (rows >= 6)
		a.legend_rows = 1 + (rows >= ROWS_FOR_PANE && cols < 100);
	a.legend_row = rows - a.legend_rows;
	place_pane(t, &a, rows, cols);
	return a;
}

/*
 * What the sort keys lead through. SHOW_STATE is how it begins: the mark alone where a cell has one
 * character, else the mark and the share overloaded.
 */
#define SHOW_STATE 0
static const enum share_id shown_order[] = {
	[SHOW_STATE] = SHARE_OVERLOADED,
	SHARE_OVERLOADED,
	SHARE_MISSED_IDLE,
	SHARE_FORCED_IDLE,
	SHARE_SCHED_IDLE,
	SHARE_BUSY,
	SHARE_IDLE,
};
#define NR_SHOWN ((int)(sizeof(shown_order) / sizeof(shown_order[0])))

static enum share_id share_shown(const struct topology_state *t)
{
	return shown_order[t->shown];
}

static bool row_is_shown(const struct topology_state *t, int row)
{
	return row >= t->scroll && row < t->scroll + t->grid_rows;
}

static bool same_core(const struct cpu_place *a, const struct cpu_place *b)
{
	return a->row == b->row && a->core_col == b->core_col;
}

/* What the threads of a core are apart from others: "i" isolated, "n" nohz_full, "*" both. */
static char flag_of_core(const struct topology_state *t, const struct model *m, int first)
{
	const struct cpu_place *places = t->grid.places;
	bool isolated = false, nohz_full = false;

	for (int i = first; i < t->grid.nr_places && same_core(&places[first], &places[i]); i++) {
		isolated |= m->cpus[places[i].cpu].isolated;
		nohz_full |= m->cpus[places[i].cpu].nohz_full;
	}
	if (isolated && nohz_full)
		return '*';
	if (isolated)
		return 'i';
	return nohz_full ? 'n' : ' ';
}

/* The sign right of a core: its flag, unless the signs around the selected core are there. */
static void draw_flag(const struct topology_state *t, const struct model *m, int first,
		      int selected, struct canvas *c, int row)
{
	const struct cpu_place *core = &t->grid.places[first], *at = &t->grid.places[selected];
	int col = core->core_col + core->core_width;
	char text[2] = { flag_of_core(t, m, first), '\0' };

	if (text[0] == ' ' || same_core(core, at))
		return;
	if (at->row == core->row && at->core_col - 1 == col)
		return;
	canvas_put(c, row, col, INK_WARN, text);
}

static void draw_core_signs(const struct topology_state *t, const struct model *m, int index,
			    int selected, struct canvas *c, int row)
{
	const struct cpu_place *place = &t->grid.places[index];

	if (place->first_of_core)
		draw_flag(t, m, index, selected, c, row);
	else if (t->grid.cell >= CPU_CELL_NUMBER)
		canvas_put(c, row, place->col - 1, INK_DIM, c->ascii ? "|" : "│");
	if (index != selected)
		return;
	canvas_put(c, row, place->core_col - 1, INK_STRONG, "[");
	canvas_put(c, row, place->core_col + place->core_width, INK_STRONG, "]");
}

static void draw_labels(const struct topology_state *t, struct canvas *c)
{
	for (int i = 0; i < t->grid.nr_labels; i++) {
		const struct cpu_label *label = &t->grid.labels[i];
		int row = t->grid_row + label->row - t->scroll;

		if (!row_is_shown(t, label->row))
			continue;
		if (label->heading)
			draw_heading(c, row, label->col, label->width, label->text);
		else
			draw_text(c, row, label->col, label->width, INK_DIM, label->text);
	}
}

static void draw_grid(struct topology_state *t, const struct view_context *x, struct canvas *c,
		      int selected)
{
	const struct cpu_cell_look look = {
		.cell = t->grid.cell,
		.number_width = t->grid.number_width,
		.share = share_shown(t),
		.mark_is_digit = t->shown != SHOW_STATE,
	};

	draw_labels(t, c);
	for (int i = 0; i < t->grid.nr_places; i++) {
		const struct cpu_place *place = &t->grid.places[i];
		int row = t->grid_row + place->row - t->scroll;

		if (!row_is_shown(t, place->row))
			continue;
		if (i != selected && !filter_passes_cpu(x, place->cpu))
			continue;
		cpu_cell_draw(&look, x, &x->model->cpus[place->cpu], c, row, place->col,
			      i == selected);
		draw_core_signs(t, x->model, i, selected, c, row);
	}
}

static void draw_summary(const struct topology_state *t, const struct view_context *x,
			 struct canvas *c, int cols)
{
	static const enum cpu_state order[] = { CPU_STATE_OVERLOADED, CPU_STATE_FORCED_IDLE,
						CPU_STATE_BUSY, CPU_STATE_SCHED_IDLE,
						CPU_STATE_IDLE };
	const struct model_machine *m = &x->model->machine;
	struct pen p = pen_at(c, 0, 0, 1, cols);
	int below = t->grid.rows - t->scroll - t->grid_rows;

	if (x->filter && x->filter[0])
		pen_printf(&p, INK_STRONG, "only what matches %s", x->filter);
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		const struct state_look *look = &state_looks[order[i]];

		if (m->state_now[order[i]])
			pen_printf(&p, look->ink, "%u %s", m->state_now[order[i]], look->name);
	}
	if (m->nr_online < m->nr_present)
		pen_printf(&p, INK_OFFLINE, "%u offline", m->nr_present - m->nr_online);
	if (t->grid_rows > 0 && (t->scroll > 0 || below > 0))
		pen_printf(&p, INK_STRONG, "rows %d-%d of %d", t->scroll + 1,
			   t->scroll + t->grid_rows, t->grid.rows);
}

/* "number: % of time overloaded", as cells show it. */
static void draw_legend(const struct topology_state *t, const struct view_context *x,
			struct canvas *c, const struct areas *a, int cols)
{
	static const char *const forms[CPU_CELL_COUNT] = {
		[CPU_CELL_MARK] = "digit: tenths of time",
		[CPU_CELL_DIGIT] = "digit: tenths of time",
		[CPU_CELL_NUMBER] = "number: % of time",
		[CPU_CELL_TASK] = "number: % of time",
		[CPU_CELL_BAR] = "number: % of time",
	};
	struct pen p = pen_at(c, a->legend_row, 0, a->legend_rows, cols);

	if (cols < COLS_FOR_FIGURE)
		state_pen_legend(&p);
	if (t->grid.cell > CPU_CELL_MARK || t->shown != SHOW_STATE)
		pen_printf(&p, INK_STRONG, "%s %s%s", forms[t->grid.cell],
			   share_looks[share_shown(t)].name, x->baseline ? ", difference" : "");
	if (cols >= COLS_FOR_FIGURE)
		state_pen_legend(&p);
	if (x->model->sample)
		kind_pen_legend(&p, x->model->sample->topo);
	if (x->model->machine.nr_isolated || x->model->machine.nr_nohz_full)
		pen_printf(&p, INK_WARN, "i isolated  n nohz_full  * both");
}

static void follow_selected(struct topology_state *t, int selected)
{
	int row = selected >= 0 ? t->grid.places[selected].row : 0;

	if (row < t->scroll)
		t->scroll = row;
	/* The heading right above belongs to it. */
	if (row == t->scroll && row > 0 && t->grid_rows > 1)
		t->scroll--;
	if (row >= t->scroll + t->grid_rows)
		t->scroll = row - t->grid_rows + 1;
	if (t->scroll > t->grid.rows - t->grid_rows)
		t->scroll = t->grid.rows - t->grid_rows;
	if (t->scroll < 0)
		t->scroll = 0;
}

static void draw_pane(struct topology_state *t, const struct view_context *x, struct canvas *c,
		      const struct areas *a, int cpu)
{
	struct canvas_window w;

	canvas_window_init(&w, c, a->pane_row, a->pane_col, a->pane_rows, a->pane_cols);
	cpu_details_draw(x, &x->model->cpus[cpu], &w.canvas, &t->waiters);
}

/* Rows that the grid does not need go to the pane below it. */
static void give_spare_rows(struct topology_state *t, struct areas *a)
{
	int spare = a->grid_rows - t->grid.rows;

	if (spare <= 1 || !a->pane_rows || a->pane_col)
		return;
	/* One stays blank between the two. */
	spare--;
	a->grid_rows -= spare;
	a->pane_row -= spare;
	a->pane_rows += spare;
	t->grid_rows = a->grid_rows;
}

static void topology_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	struct topology_state *t = v->state;
	int rows, cols, selected;
	struct areas a;

	canvas_size(c, &rows, &cols);
	t->waiters.nr_shown = 0; /* out of sight unless it is drawn below */
	a = areas_of(t, rows, cols);
	if (cpu_grid_layout(&t->grid, x->model, a.grid_rows, a.grid_cols)) {
		canvas_put(c, 0, 0, INK_BAD, "out of memory");
		return;
	}
	t->grid_row = 1;
	t->grid_rows = a.grid_rows;
	t->grid_cols = a.grid_cols;
	selected = cpu_grid_find(&t->grid, t->selected);
	give_spare_rows(t, &a);
	follow_selected(t, selected);
	draw_summary(t, x, c, cols);
	draw_legend(t, x, c, &a, cols);
	draw_grid(t, x, c, selected);
	if (selected < 0)
		return;
	if (a.pane_rows > 0)
		draw_pane(t, x, c, &a, t->grid.places[selected].cpu);
	else if (a.line_row >= 0)
		cpu_details_draw_line(x, &x->model->cpus[t->grid.places[selected].cpu], c,
				      a.line_row, cols);
}

static enum outcome select_place(struct topology_state *t, int index)
{
	int cpu = t->grid.places[index].cpu;

	if (cpu == t->selected)
		return OUTCOME_IGNORED;
	t->selected = cpu;
	return OUTCOME_REDRAW;
}

static int clamp_place(const struct cpu_grid *g, int index)
{
	if (index < 0)
		return 0;
	return index >= g->nr_places ? g->nr_places - 1 : index;
}

static enum outcome move_cursor(struct topology_state *t, enum action a)
{
	const struct cpu_grid *g = &t->grid;
	int at = cpu_grid_find(g, t->selected), page = t->grid_rows > 1 ? t->grid_rows : 1;

	switch (a) {
	case ACTION_UP:
		return select_place(t, cpu_grid_step_rows(g, at, -1));
	case ACTION_DOWN:
		return select_place(t, cpu_grid_step_rows(g, at, 1));
	case ACTION_LEFT:
		return select_place(t, clamp_place(g, at - 1));
	case ACTION_RIGHT:
		return select_place(t, clamp_place(g, at + 1));
	case ACTION_PAGE_UP:
		return select_place(t, cpu_grid_step_rows(g, at, -page));
	case ACTION_PAGE_DOWN:
		return select_place(t, cpu_grid_step_rows(g, at, page));
	case ACTION_FIRST:
		return select_place(t, 0);
	case ACTION_LAST:
		return select_place(t, g->nr_places - 1);
	default:
		return OUTCOME_IGNORED;
	}
}

static enum outcome show_next(struct topology_state *t, int step)
{
	/* Bigger cells show the share overloaded from the beginning: not twice. */
	do
		t->shown = (t->shown + step + NR_SHOWN) % NR_SHOWN;
	while (t->grid.cell > CPU_CELL_MARK && t->shown == SHOW_STATE + 1);
	return OUTCOME_REDRAW;
}

static enum outcome open_pane(struct view *v)
{
	struct topology_state *t = v->state;
	int at = cpu_grid_find(&t->grid, t->selected);

	if (at < 0)
		return OUTCOME_IGNORED;
	t->open = true;
	t->selected = t->grid.places[at].cpu;
	v->wanted_cpu = t->selected;
	return OUTCOME_WAITERS;
}

static enum outcome close_pane(struct topology_state *t)
{
	if (!t->open)
		return OUTCOME_IGNORED;
	t->open = false;
	return OUTCOME_REDRAW;
}

static bool cpu_matches(const void *state, const struct view_context *x, int64_t id)
{
	(void)state;
	return search_matches_cpu(x->model, (int)id, x->search);
}

static enum outcome find_match(struct topology_state *t, const struct view_context *x,
			       enum action a)
{
	int64_t *ids = calloc((size_t)t->grid.nr_places + 1, sizeof(*ids));
	int at = cpu_grid_find(&t->grid, t->selected), found = -1;

	for (int i = 0; ids && i < t->grid.nr_places; i++)
		ids[i] = t->grid.places[i].cpu;
	if (ids && at >= 0)
		found = search_step(ids, t->grid.nr_places, ids[at], a, cpu_matches, NULL, x);
	if (found >= 0)
		t->selected = (int)ids[found];
	free(ids);
	return found < 0 ? OUTCOME_IGNORED : OUTCOME_REDRAW;
}

/* While the queue is shown, the keys that scroll and sort go to it. */
static bool key_is_for_queue(const struct topology_state *t, const struct view_context *x,
			     enum action a)
{
	if (!t->open || !cpu_details_has_waiters(x, t->selected) || !x->waiters)
		return false;
	return a == ACTION_PAGE_UP || a == ACTION_PAGE_DOWN || a == ACTION_SORT_NEXT ||
	       a == ACTION_SORT_PREVIOUS || a == ACTION_SORT_REVERSE;
}

static enum outcome topology_act(struct view *v, const struct view_context *x, enum action a)
{
	struct topology_state *t = v->state;

	if (key_is_for_queue(t, x, a))
		return table_act(&t->waiters, a);
	switch (a) {
	case ACTION_SELECT:
		return open_pane(v);
	case ACTION_BACK:
		return close_pane(t);
	case ACTION_SORT_NEXT:
		return show_next(t, 1);
	case ACTION_SORT_PREVIOUS:
		return show_next(t, -1);
	case ACTION_SEARCH:
	case ACTION_SEARCH_NEXT:
	case ACTION_SEARCH_PREVIOUS:
		return find_match(t, x, a);
	default:
		return t->grid.nr_places ? move_cursor(t, a) : OUTCOME_IGNORED;
	}
}

static enum outcome topology_click(struct view *v, const struct view_context *x, int row, int col)
{
	struct topology_state *t = v->state;
	int line = row - t->grid_row, at;

	(void)x;
	if (line < 0 || line >= t->grid_rows)
		return OUTCOME_IGNORED;
	at = cpu_grid_at(&t->grid, line + t->scroll, col);
	return at < 0 ? OUTCOME_IGNORED : select_place(t, at);
}

static void topology_select_cpu(struct view *v, int cpu)
{
	struct topology_state *t = v->state;

	t->selected = cpu;
}

static int topology_tables(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX])
{
	ret_tables[0] = &((struct topology_state *)v->state)->waiters;
	return 1;
}

const struct view_ops topology_view = {
	.name = "topology",
	.title = "Topology",
	.key = '2',
	.open = topology_open,
	.close = topology_close,
	.draw = topology_draw,
	.act = topology_act,
	.click = topology_click,
	.tables = topology_tables,
	.select_cpu = topology_select_cpu,
};
