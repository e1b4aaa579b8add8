// SPDX-License-Identifier: GPL-2.0-only
/* Views with one main table; see table_view.h. */
#include "views/table_view.h"

#include <errno.h>
#include <stdlib.h>

#include "views/columns.h"

int table_view_open(struct view *v, size_t state_size, const char *name,
		    const struct column *columns, int count, const char *sort_key)
{
	struct table_view *t = calloc(1, state_size);

	if (!t)
		return -ENOMEM;
	t->table = columns_table(columns, count, sort_key, NULL);
	t->table.name = name;
	t->table.show_cursor = true;
	v->state = t;
	return 0;
}

static void forget_rows(struct table_view *t)
{
	free(t->rows);
	free(t->list);
	t->rows = NULL;
	t->list = NULL;
	t->nr_rows = 0;
}

void table_view_close(struct view *v)
{
	struct table_view *t = v->state;

	if (!t)
		return;
	table_clear(&t->table);
	forget_rows(t);
	free(t);
	v->state = NULL;
}

int table_view_make_rows(struct table_view *t, size_t nr_rows, size_t row_size)
{
	forget_rows(t);
	t->rows = calloc(nr_rows + 1, row_size);
	t->list = calloc(nr_rows + 1, sizeof(*t->list));
	if (!t->rows || !t->list) {
		forget_rows(t);
		return -ENOMEM;
	}
	t->nr_rows = nr_rows;
	for (size_t i = 0; i < nr_rows; i++)
		t->list[i].row = (char *)t->rows + i * row_size;
	return 0;
}

void table_view_draw(struct table_view *t, struct canvas *c, int row, int rows, int cols)
{
	if (table_draw(&t->table, c, row, rows, cols, t->list, (int)t->nr_rows, false) < 0)
		canvas_put(c, row, 0, INK_BAD, "out of memory");
}

const void *table_view_row(const struct table_view *t, int64_t id)
{
	for (size_t i = 0; i < t->nr_rows; i++) {
		if (t->list[i].id == id)
			return t->list[i].row;
	}
	return NULL;
}

const void *table_view_selected(const struct table_view *t)
{
	return table_view_row(t, table_selected(&t->table));
}

enum outcome table_view_act(struct view *v, const struct view_context *x, enum action a,
			    search_matcher matches)
{
	struct table_view *t = v->state;

	switch (a) {
	case ACTION_SEARCH:
	case ACTION_SEARCH_NEXT:
	case ACTION_SEARCH_PREVIOUS:
		return search_table(&t->table, a, matches, t, x);
	case ACTION_UNDO:
		v->wanted_undo = 0;
		return OUTCOME_UNDO;
	case ACTION_UNDO_ALL:
		return OUTCOME_UNDO_ALL;
	default:
		return table_act(&t->table, a);
	}
}

enum outcome table_view_click(struct view *v, const struct view_context *x, int row, int col)
{
	(void)x;
	return table_click(&((struct table_view *)v->state)->table, row, col);
}

int table_view_tables(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX])
{
	ret_tables[0] = &((struct table_view *)v->state)->table;
	return 1;
}
