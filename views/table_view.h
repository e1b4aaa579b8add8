/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What views with one main table have in common: opening and closing it, rows made anew at every
 * draw, the row selected, and the keys that mean the same in all of them.
 */
#ifndef HEADROOM_VIEWS_TABLE_VIEW_H
#define HEADROOM_VIEWS_TABLE_VIEW_H

#include "views/search.h"
#include "views/table.h"
#include "views/view.h"

/* The state of such a view begins with this. */
struct table_view {
	struct table table;
	size_t nr_rows;
	void *rows;             /* the view's own, owned; NULL where they are kept elsewhere */
	struct table_row *list; /* list[i].row is the row i, until the table sorts it */
};

/*
 * Makes a zeroed state of that size and the table in it, with a cursor, sorted by a column. name: of
 * the table in the configuration. 0 or -ENOMEM.
 */
int table_view_open(struct view *v, size_t state_size, const char *name,
		    const struct column *columns, int count, const char *sort_key);

/* Frees the state and what is in a struct table_view; what else it holds is the view's to free. */
void table_view_close(struct view *v);

/* Zeroed rows of that size and the list of them, without ids. 0 or -ENOMEM with no rows. */
int table_view_make_rows(struct table_view *t, size_t nr_rows, size_t row_size);

/* Draws the list. */
void table_view_draw(struct table_view *t, struct canvas *c, int row, int rows, int cols);

/* The row with an id, as last made; NULL when there is none. */
const void *table_view_row(const struct table_view *t, int64_t id);
const void *table_view_selected(const struct table_view *t);

/* Search, undo of the newest and of all changes, moving and sorting; IGNORED for any other key. */
enum outcome table_view_act(struct view *v, const struct view_context *x, enum action a,
			    search_matcher matches);

/* As the operations of a view. */
enum outcome table_view_click(struct view *v, const struct view_context *x, int row, int col);
int table_view_tables(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX]);

#endif
