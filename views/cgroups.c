// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Cgroups view: the claim above, the tree, and below it the selected group with its history or,
 * after the edit key, the list of what can be edited.
 */
#include "views/cgroups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "views/cgroup_detail.h"
#include "views/cgroup_list.h"
#include "views/cgroup_menu.h"
#include "views/columns.h"
#include "views/draw.h"
#include "views/group_tasks.h"
#include "views/search.h"
#include "views/table_view.h"

#define ROWS_FOR_DETAIL 14 /* of the canvas: below, only the tree is drawn */
#define DETAIL_ROWS_MAX 13

struct cgroups {
	struct table_view base; /* its rows are those of list */
	struct cgroup_list list;
	bool choosing; /* the list of knobs is open */
	struct cgroup_menu menu;
	struct table tasks;
	uint64_t tasks_of; /* id of the group whose tasks are listed, 0: none */
};

static int cgroups_open(struct view *v)
{
	int r = table_view_open(v, sizeof(struct cgroups), "cgroups", cgroup_columns,
				cgroup_columns_count, "cgroup");
	struct cgroups *s = v->state;

	if (r < 0)
		return r;
	s->base.table.ordered = true;
	s->tasks = columns_table(group_task_columns, group_task_columns_count, "usage_pct", NULL);
	s->tasks.name = "group-tasks";
	return 0;
}

static void cgroups_close(struct view *v)
{
	struct cgroups *s = v->state;

	if (!s)
		return;
	table_clear(&s->tasks);
	cgroup_list_clear(&s->list);
	table_view_close(v);
}

/* The selected group, or NULL: it may have gone since the last draw. */
static const struct model_cgroup *selected_group(const struct cgroups *s,
						 const struct view_context *x)
{
	int64_t id = table_selected(&s->base.table);
	size_t at;

	if (id == TABLE_NONE)
		return NULL;
	at = cgroup_model_find(&x->model->cgroups, (uint64_t)id);
	return at == CGROUP_NO_PARENT ? NULL : &x->model->cgroups.groups[at];
}

static void draw_missing(const struct view_context *x, struct canvas *c, int row, int cols)
{
	const struct capability *cap;

	if (!x->model->sample)
		return;
	cap = &x->model->sample->caps[CAP_CGROUP2];
	draw_text(c, row, 0, cols, INK_WARN,
		  cap->reason[0] ? cap->reason : "no cgroup v2 hierarchy was read");
	draw_text(c, row + 1, 0, cols, INK_DIM, capability_table[CAP_CGROUP2].enable);
}

/* The tasks of the selected group are listed: asked for, and answered. */
static bool lists_tasks(const struct cgroups *s, const struct view_context *x,
			const struct model_cgroup *g)
{
	return g && s->tasks_of == g->facts->id && x->group_tasks_of == s->tasks_of &&
	       (x->group_tasks || x->group_tasks_error);
}

static int detail_rows(int rows, bool is_list)
{
	int below = rows / 2;

	if (rows < ROWS_FOR_DETAIL)
		return 0;
	return below > DETAIL_ROWS_MAX && !is_list ? DETAIL_ROWS_MAX : below;
}

static void draw_below(struct cgroups *s, const struct view_context *x, struct canvas *c, int row,
		       int rows, int cols)
{
	const struct model_cgroup *g = selected_group(s, x);

	if (s->choosing && g)
		cgroup_menu_draw(&s->menu, g, c, row, rows, cols);
	else if (lists_tasks(s, x, g))
		group_tasks_draw(x, g, &s->tasks, c, row, rows, cols);
	else
		cgroup_draw_detail(x, g, c, row, rows, cols);
}

static void cgroups_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	struct cgroups *s = v->state;
	int rows, cols, above, below;
	bool is_list = lists_tasks(s, x, selected_group(s, x));

	canvas_size(c, &rows, &cols);
	if (!x->model->cgroups.nr_groups) {
		draw_missing(x, c, 0, cols);
		return;
	}
	v->wanted_group = is_list ? s->tasks_of : 0;
	above = cgroup_draw_claim(x, c, rows, cols);
	below = detail_rows(rows, is_list);
	if ((s->choosing || is_list) && !below)
		below = rows - above;
	if (cgroup_list_make(&s->list, x->model, &s->base.table, x->filter ? x->filter : "") ||
	    table_draw(&s->base.table, c, above, rows - above - below, cols, s->list.table_rows,
		       (int)s->list.nr_rows, false)) {
		canvas_put(c, above, 0, INK_BAD, "out of memory");
		return;
	}
	draw_below(s, x, c, rows - below, below, cols);
}

/* --- keys ----------------------------------------------------------------------------------- */

static enum outcome fold(struct cgroups *s, const struct view_context *x, bool folded)
{
	const struct model_cgroup *g = selected_group(s, x);

	if (!g || cgroup_list_is_folded(&s->list, g->facts->id) == folded)
		return OUTCOME_IGNORED;
	return cgroup_list_fold(&s->list, g->facts->id, folded) ? OUTCOME_IGNORED : OUTCOME_REDRAW;
}

/* Left on a folded or childless group goes up to its parent. */
static enum outcome fold_or_up(struct cgroups *s, const struct view_context *x)
{
	const struct model_cgroup *g = selected_group(s, x);
	bool childless = true;

	for (size_t i = 0; g && i < s->list.nr_rows; i++) {
		if (s->list.rows[i].group == g)
			childless = !s->list.rows[i].has_children;
	}
	if (!childless && fold(s, x, true) == OUTCOME_REDRAW)
		return OUTCOME_REDRAW;
	if (!g || g->parent == CGROUP_NO_PARENT)
		return OUTCOME_IGNORED;
	s->base.table.selected = (int64_t)x->model->cgroups.groups[g->parent].facts->id;
	return OUTCOME_REDRAW;
}

static enum outcome fold_all(struct cgroups *s, const struct view_context *x)
{
	return cgroup_list_fold_all(&s->list, x->model, !s->list.nr_folded) ? OUTCOME_IGNORED
									    : OUTCOME_REDRAW;
}

static enum outcome zoom(struct cgroups *s, const struct view_context *x)
{
	const struct model_cgroup *g = selected_group(s, x);

	if (!g || s->list.top == g->facts->id)
		return OUTCOME_IGNORED;
	s->list.top = g->facts->id;
	return OUTCOME_REDRAW;
}

static enum outcome ask_tasks(struct view *v, const struct view_context *x)
{
	struct cgroups *s = v->state;
	const struct model_cgroup *g = selected_group(s, x);

	if (!g)
		return OUTCOME_IGNORED;
	s->tasks_of = v->wanted_group = g->facts->id;
	return OUTCOME_TASKS;
}

/* While tasks are listed, the keys that page and sort go to them. */
static bool key_is_for_tasks(const struct cgroups *s, const struct view_context *x, enum action a)
{
	if (!lists_tasks(s, x, selected_group(s, x)) || !x->group_tasks)
		return false;
	return a == ACTION_PAGE_UP || a == ACTION_PAGE_DOWN || a == ACTION_SORT_NEXT ||
	       a == ACTION_SORT_PREVIOUS || a == ACTION_SORT_REVERSE;
}

static enum outcome go_back(struct cgroups *s, const struct view_context *x)
{
	bool was_listed = lists_tasks(s, x, selected_group(s, x));

	s->tasks_of = 0;
	if (was_listed)
		return OUTCOME_REDRAW;
	if (!s->list.top)
		return OUTCOME_IGNORED;
	s->list.top = 0;
	return OUTCOME_REDRAW;
}

static enum outcome ask_edit(struct view *v, const struct model_cgroup *g, const struct knob *knob)
{
	if (!g || !knob)
		return OUTCOME_IGNORED;
	v->edit.knob = knob;
	snprintf(v->edit.object, sizeof(v->edit.object), "%s", g->facts->path);
	cgroup_knob_value(g, knob, v->edit.value, sizeof(v->edit.value));
	cgroup_knob_in_force(g, knob, v->edit.in_force, sizeof(v->edit.in_force));
	return OUTCOME_EDIT;
}

/* A stepping key: the selected group's headroom moved by whole percent, made at once. */
static enum outcome step(struct view *v, const struct model_cgroup *g, int percent)
{
	struct headroom_pair pair;

	if (!g || !gauge_is_known(g->facts->fact[CGROUP_HEADROOM]))
		return OUTCOME_IGNORED;
	pair.headroom = headroom_step((unsigned int)g->facts->fact[CGROUP_HEADROOM].value, percent);
	pair.tolerance = (unsigned int)g->facts->fact[CGROUP_TOLERANCE].value;
	if (pair.headroom == g->facts->fact[CGROUP_HEADROOM].value)
		return OUTCOME_IGNORED;
	ask_edit(v, g, knob_find_cgroup("cpu.headroom"));
	headroom_format(pair, v->edit.value, sizeof(v->edit.value));
	return OUTCOME_NUDGE;
}

static enum outcome open_menu(struct cgroups *s, const struct view_context *x)
{
	const struct model_cgroup *g = selected_group(s, x);

	if (!g || g->parent == CGROUP_NO_PARENT)
		return OUTCOME_IGNORED;
	cgroup_menu_open(&s->menu, g);
	s->choosing = s->menu.count > 0;
	return s->choosing ? OUTCOME_REDRAW : OUTCOME_IGNORED;
}

static enum outcome menu_act(struct view *v, const struct view_context *x, enum action a)
{
	struct cgroups *s = v->state;

	switch (a) {
	case ACTION_UP:
	case ACTION_DOWN:
		return cgroup_menu_move(&s->menu, a == ACTION_DOWN ? 1 : -1) ? OUTCOME_REDRAW
									     : OUTCOME_IGNORED;
	case ACTION_SELECT:
	case ACTION_EDIT:
		s->choosing = false;
		return ask_edit(v, selected_group(s, x), s->menu.knobs[s->menu.selected]);
	case ACTION_BACK:
		s->choosing = false;
		return OUTCOME_REDRAW;
	default:
		return OUTCOME_IGNORED;
	}
}

static bool id_matches(const void *state, const struct view_context *x, int64_t id)
{
	size_t at = cgroup_model_find(&x->model->cgroups, (uint64_t)id);

	(void)state;
	return at != CGROUP_NO_PARENT &&
	       search_matches_cgroup(x->model->cgroups.groups[at].facts->path, x->search);
}

static enum outcome edit_act(struct view *v, const struct view_context *x, enum action a)
{
	const struct model_cgroup *g = selected_group(v->state, x);

	switch (a) {
	case ACTION_HEADROOM:
		if (!g || !gauge_is_known(g->facts->fact[CGROUP_HEADROOM]))
			return OUTCOME_IGNORED;
		return ask_edit(v, g, knob_find_cgroup("cpu.headroom"));
	case ACTION_STEP_UP:
		return step(v, g, 1);
	case ACTION_STEP_UP_5:
		return step(v, g, 5);
	case ACTION_STEP_DOWN:
		return step(v, g, -1);
	case ACTION_STEP_DOWN_5:
		return step(v, g, -5);
	default:
		return OUTCOME_IGNORED;
	}
}

static enum outcome cgroups_act(struct view *v, const struct view_context *x, enum action a)
{
	struct cgroups *s = v->state;
	enum outcome r;

	if (s->choosing)
		return menu_act(v, x, a);
	if (key_is_for_tasks(s, x, a))
		return table_act(&s->tasks, a);
	switch (a) {
	case ACTION_SELECT:
		return ask_tasks(v, x);
	case ACTION_LEFT:
		return fold_or_up(s, x);
	case ACTION_RIGHT:
		return fold(s, x, false);
	case ACTION_FOLD_ALL:
		return fold_all(s, x);
	case ACTION_ZOOM:
		return zoom(s, x);
	case ACTION_BACK:
		return go_back(s, x);
	case ACTION_EDIT:
		return open_menu(s, x);
	default:
		r = table_view_act(v, x, a, id_matches);
		return r == OUTCOME_IGNORED ? edit_act(v, x, a) : r;
	}
}

static enum outcome cgroups_click(struct view *v, const struct view_context *x, int row, int col)
{
	struct cgroups *s = v->state;

	if (s->choosing)
		return OUTCOME_IGNORED;
	if (lists_tasks(s, x, selected_group(s, x)) && x->group_tasks && row >= s->tasks.row)
		return table_click(&s->tasks, row, col);
	return table_view_click(v, x, row, col);
}

static int cgroups_tables(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX])
{
	struct cgroups *s = v->state;

	bool listed = v->wanted_group != 0;

	ret_tables[listed] = &s->base.table;
	ret_tables[!listed] = &s->tasks;
	return 2;
}

static size_t cgroups_shown(const struct view *v, uint64_t *ret_ids, size_t max)
{
	const struct cgroups *s = v->state;
	size_t nr = 0;

	for (int i = s->base.table.scroll; i < s->base.table.nr_ids && nr < max; i++) {
		if (i - s->base.table.scroll >= s->base.table.rows - 1)
			break;
		ret_ids[nr++] = (uint64_t)s->base.table.ids[i];
	}
	return nr;
}

static void cgroups_select(struct view *v, uint64_t id)
{
	((struct cgroups *)v->state)->base.table.selected = (int64_t)id;
}

const struct view_ops cgroups_view = {
	.name = "cgroups",
	.title = "Cgroups",
	.key = '5',
	.open = cgroups_open,
	.close = cgroups_close,
	.draw = cgroups_draw,
	.act = cgroups_act,
	.click = cgroups_click,
	.tables = cgroups_tables,
	.shown_groups = cgroups_shown,
	.select_group = cgroups_select,
};
