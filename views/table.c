// SPDX-License-Identifier: GPL-2.0-only
/* Tables on a canvas; see table.h. */
#include "views/table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "views/draw.h"

#define GUTTER     1 /* the sign at the selected row */
#define FIELD_SIZE 256

void table_clear(struct table *t)
{
	free(t->ids);
	t->ids = NULL;
	t->nr_ids = t->cap_ids = 0;
}

/* Sorting: qsort_r carries the table. What is missing comes last, whichever way is up. */

static int compare_rates(struct rate a, struct rate b, bool descending)
{
	bool has_a = rate_is_known(a) && !isnan(a.value);
	bool has_b = rate_is_known(b) && !isnan(b.value);

	if (!has_a || !has_b)
		return (int)has_b - (int)has_a;
	if (a.value == b.value)
		return 0;
	return (a.value < b.value) == descending ? 1 : -1;
}

static int compare_by(const struct table *t, int column, bool descending, const struct table_row *a,
		      const struct table_row *b)
{
	const struct column *col = &t->columns[column];

	if (!col->get)
		return 0;
	return compare_rates(col->get(a->row, col->arg), col->get(b->row, col->arg), descending);
}

int table_compare(const struct table *t, const struct table_row *a, const struct table_row *b)
{
	int r = compare_by(t, t->sort, t->descending, a, b);

	for (int i = 0; !r && i < t->nr_ties; i++)
		r = compare_by(t, t->ties[i], true, a, b);
	if (r)
		return r;
	return (a->id > b->id) - (a->id < b->id);
}

static int compare_rows(const void *a, const void *b, void *table)
{
	return table_compare(table, a, b);
}

/*
 * Which columns: all that have something to say. Where room is short they shrink to their least
 * width; then the most droppable are left out, or the last of those that were chosen.
 */

/* An optional column is left out where there is no such thing on this machine. */
static bool column_is_supported(const struct column *col, const struct table_row *list, int nr_rows)
{
	if (!col->optional)
		return true;
	for (int i = 0; i < nr_rows; i++) {
		if (col->get(list[i].row, col->arg).state != GAUGE_UNSUPPORTED)
			return true;
	}
	return false;
}

static int least_width(const struct column *col)
{
	return col->least ? col->least : col->width;
}

static int width_at_least(const struct table *t)
{
	int width = GUTTER;

	for (int i = 0; i < t->nr_shown; i++)
		width += least_width(&t->columns[t->shown[i]]) + (i > 0);
	return width;
}

static int most_droppable(const struct table *t)
{
	int best = TABLE_NONE;

	if (t->nr_chosen)
		return t->nr_shown > 1 ? t->nr_shown - 1 : TABLE_NONE;
	for (int i = 0; i < t->nr_shown; i++) {
		int drop = t->columns[t->shown[i]].drop;

		if (drop > 0 && (best == TABLE_NONE || drop >= t->columns[t->shown[best]].drop))
			best = i;
	}
	return best;
}

static void drop_shown(struct table *t, int index)
{
	t->nr_shown--;
	memmove(&t->shown[index], &t->shown[index + 1],
		sizeof(t->shown[0]) * (size_t)(t->nr_shown - index));
}

static void list_columns(struct table *t, const struct table_row *list, int nr_rows)
{
	int n = t->nr_chosen ? t->nr_chosen : t->nr_columns;

	t->nr_shown = 0;
	t->absent = 0;
	for (int i = 0; i < n && t->nr_shown < TABLE_COLUMNS_MAX; i++) {
		int column = t->nr_chosen ? t->chosen[i] : i;

		if (column_is_supported(&t->columns[column], list, nr_rows))
			t->shown[t->nr_shown++] = column;
		else
			t->absent |= 1u << column;
	}
}

/* Room is shared out a column in turn, up to the width that each wants. */
static void widen_columns(struct table *t, int room)
{
	bool grown = true;

	while (room > 0 && grown) {
		grown = false;
		for (int i = 0; i < t->nr_shown && room > 0; i++) {
			if (t->shown_width[i] >= t->columns[t->shown[i]].width)
				continue;
			t->shown_width[i]++;
			room--;
			grown = true;
		}
	}
}

static void choose_columns(struct table *t, const struct table_row *list, int nr_rows, int cols)
{
	int col = GUTTER;

	list_columns(t, list, nr_rows);
	while (width_at_least(t) > cols) {
		int index = most_droppable(t);

		if (index == TABLE_NONE)
			break;
		drop_shown(t, index);
	}
	for (int i = 0; i < t->nr_shown; i++)
		t->shown_width[i] = least_width(&t->columns[t->shown[i]]);
	widen_columns(t, cols - width_at_least(t));
	for (int i = 0; i < t->nr_shown; i++) {
		t->shown_col[i] = col;
		col += t->shown_width[i] + 1;
	}
}

/* Drawing */

static const char *sort_sign(const struct canvas *c, bool descending)
{
	if (c->ascii)
		return descending ? "v" : "^";
	return descending ? "▼" : "▲";
}

static void draw_titles(const struct table *t, struct canvas *c, int row, int cols)
{
	char title[FIELD_SIZE];

	for (int i = 0; i < t->nr_shown; i++) {
		const struct column *col = &t->columns[t->shown[i]];
		bool sorted = t->shown[i] == t->sort && col->get;
		int width = t->shown_width[i];

		if (width > cols - t->shown_col[i])
			width = cols - t->shown_col[i];
		snprintf(title, sizeof(title), "%s%s", col->title,
			 sorted ? sort_sign(c, t->descending) : "");
		draw_cell(c, row, t->shown_col[i], width, sorted ? INK_STRONG : INK_TITLE, title,
			  !col->left);
	}
}

static void format_value(const struct column *col, const struct table_row *r, struct rate v,
			 bool differences, char *buf, size_t size)
{
	if (!differences || !col->differs) {
		col->format(v, buf, size);
		return;
	}
	if (!r->base) {
		snprintf(buf, size, "new");
		return;
	}
	format_difference(col->format, rate_difference(v, col->get(r->base, col->arg)), buf, size);
}

static enum ink ink_of(const struct column *col, const struct table_row *r, struct rate v,
		       bool current)
{
	if (current)
		return INK_CURSOR;
	if (col->get && !rate_is_known(v))
		return INK_DIM;
	return col->ink ? col->ink(r->row, v, col->arg) : INK_TEXT;
}

static void draw_field(const struct column *col, const struct table_row *r, struct canvas *c,
		       int row, int at, int width, bool current, bool differences)
{
	char raw[FIELD_SIZE] = "", text[FIELD_SIZE];
	struct rate v = col->get ? col->get(r->row, col->arg) : rate_known(0);

	if (col->draw) {
		col->draw(r->row, c, row, at, width);
		return;
	}
	if (col->text)
		col->text(r->row, col->arg, raw, sizeof(raw));
	else
		format_value(col, r, v, differences, raw, sizeof(raw));
	text_printable(raw, text, sizeof(text));
	draw_cell(c, row, at, width, ink_of(col, r, v, current), text, !col->left);
}

static void draw_row(const struct table *t, struct canvas *c, int row, int cols,
		     const struct table_row *r, bool current, bool differences)
{
	canvas_put(c, row, 0, current ? INK_CURSOR : INK_TEXT, current ? ">" : " ");
	for (int i = 0; i < t->nr_shown; i++) {
		const struct column *col = &t->columns[t->shown[i]];
		int at = t->shown_col[i], width = t->shown_width[i];

		if (at >= cols)
			return;
		if (i > 0)
			canvas_put(c, row, at - 1, current ? INK_CURSOR : INK_TEXT, " ");
		if (width > cols - at)
			width = cols - at;
		draw_field(col, r, c, row, at, width, current, differences);
	}
}

static int remember_order(struct table *t, const struct table_row *list, int nr_rows)
{
	if (nr_rows > t->cap_ids) {
		int64_t *ids = realloc(t->ids, sizeof(*ids) * (size_t)nr_rows);

		if (!ids)
			return -ENOMEM;
		t->ids = ids;
		t->cap_ids = nr_rows;
	}
	t->nr_ids = nr_rows;
	for (int i = 0; i < nr_rows; i++)
		t->ids[i] = list[i].id;
	return 0;
}

static int selected_index(const struct table *t)
{
	for (int i = 0; t->selected != TABLE_NONE && i < t->nr_ids; i++) {
		if (t->ids[i] == t->selected)
			return i;
	}
	return 0;
}

static void follow_cursor(struct table *t)
{
	int index = selected_index(t), body = t->rows - 1;

	if (index < t->scroll)
		t->scroll = index;
	if (index >= t->scroll + body)
		t->scroll = index - body + 1;
	if (t->scroll > t->nr_ids - body)
		t->scroll = t->nr_ids - body;
	if (t->scroll < 0)
		t->scroll = 0;
}

int table_draw(struct table *t, struct canvas *c, int row, int rows, int cols,
	       struct table_row *list, int nr_rows, bool differences)
{
	int r;

	t->row = row;
	t->rows = rows;
	if (!t->ordered)
		qsort_r(list, (size_t)nr_rows, sizeof(*list), compare_rows, t);
	r = remember_order(t, list, nr_rows);
	if (r)
		return r;
	choose_columns(t, list, nr_rows, cols);
	if (rows < 1)
		return 0;
	draw_titles(t, c, row, cols);
	if (rows < 2)
		return 0;
	follow_cursor(t);
	for (int i = 0; i < rows - 1 && t->scroll + i < nr_rows; i++) {
		int index = t->scroll + i;

		draw_row(t, c, row + 1 + i, cols, &list[index],
			 t->show_cursor && index == selected_index(t), differences);
	}
	return 0;
}

/* Keys */

static enum outcome move_to(struct table *t, int index)
{
	int64_t before = table_selected(t);

	if (index >= t->nr_ids)
		index = t->nr_ids - 1;
	if (index < 0)
		index = 0;
	if (!t->nr_ids)
		return OUTCOME_IGNORED;
	t->selected = t->ids[index];
	return t->selected == before ? OUTCOME_IGNORED : OUTCOME_REDRAW;
}

/* The next shown column that can be sorted by, in steps of +1 or -1. */
static enum outcome sort_step(struct table *t, int step)
{
	int at = 0;

	for (int i = 0; i < t->nr_shown; i++) {
		if (t->shown[i] == t->sort)
			at = i;
	}
	for (int i = 0; i < t->nr_shown; i++) {
		at = (at + step + t->nr_shown) % t->nr_shown;
		if (t->columns[t->shown[at]].get) {
			t->sort = t->shown[at];
			t->descending = !t->columns[t->sort].ascending;
			return OUTCOME_REDRAW;
		}
	}
	return OUTCOME_IGNORED;
}

enum outcome table_act(struct table *t, enum action a)
{
	int index = selected_index(t), page = t->rows > 2 ? t->rows - 2 : 1;

	switch (a) {
	case ACTION_UP:
		return move_to(t, index - 1);
	case ACTION_DOWN:
		return move_to(t, index + 1);
	case ACTION_PAGE_UP:
		return move_to(t, index - page);
	case ACTION_PAGE_DOWN:
		return move_to(t, index + page);
	case ACTION_FIRST:
		return move_to(t, 0);
	case ACTION_LAST:
		return move_to(t, t->nr_ids - 1);
	case ACTION_SORT_NEXT:
		return sort_step(t, 1);
	case ACTION_SORT_PREVIOUS:
		return sort_step(t, -1);
	case ACTION_SORT_REVERSE:
		t->descending = !t->descending;
		return OUTCOME_REDRAW;
	default:
		return OUTCOME_IGNORED;
	}
}

static enum outcome click_title(struct table *t, int col)
{
	for (int i = 0; i < t->nr_shown; i++) {
		const struct column *column = &t->columns[t->shown[i]];

		if (col < t->shown_col[i] || col >= t->shown_col[i] + t->shown_width[i])
			continue;
		if (!column->get)
			return OUTCOME_IGNORED;
		if (t->sort == t->shown[i])
			t->descending = !t->descending;
		else
			t->descending = !column->ascending;
		t->sort = t->shown[i];
		return OUTCOME_REDRAW;
	}
	return OUTCOME_IGNORED;
}

enum outcome table_click(struct table *t, int row, int col)
{
	int line = row - t->row;

	if (line < 0 || line >= t->rows)
		return OUTCOME_IGNORED;
	if (line == 0)
		return click_title(t, col);
	if (t->scroll + line - 1 >= t->nr_ids)
		return OUTCOME_IGNORED;
	return move_to(t, t->scroll + line - 1);
}

int64_t table_selected(const struct table *t)
{
	return t->nr_ids ? t->ids[selected_index(t)] : TABLE_NONE;
}
