// SPDX-License-Identifier: GPL-2.0-only
/* Which columns a table shows, and in which order; see column_chooser.h. */
#include "views/column_chooser.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "views/draw.h"

#define ROWS_MIN    4
#define TITLE_WIDTH 12

/* --- as text -------------------------------------------------------------------------------- */

static int find_column(const struct table *t, const char *key, size_t length)
{
	for (int i = 0; i < t->nr_columns; i++) {
		if (strlen(t->columns[i].key) == length && !memcmp(t->columns[i].key, key, length))
			return i;
	}
	return TABLE_NONE;
}

static bool is_listed(const int *list, int nr, int column)
{
	for (int i = 0; i < nr; i++) {
		if (list[i] == column)
			return true;
	}
	return false;
}

int column_choice_set(struct table *t, const char *keys, char *bad, size_t size)
{
	int chosen[TABLE_COLUMNS_MAX] = { 0 }, nr = 1;
	size_t length;

	keys += strspn(keys, " \t");
	if (!*keys)
		nr = 0;
	for (; *keys; keys += length, keys += strspn(keys, " \t")) {
		int column;

		length = strcspn(keys, " \t");
		column = find_column(t, keys, length);
		if (!column)
			continue; /* it is there already */
		if (column == TABLE_NONE || is_listed(chosen, nr, column)) {
			snprintf(bad, size, "%.*s", (int)length, keys);
			return -EINVAL;
		}
		chosen[nr++] = column;
	}
	t->nr_chosen = nr;
	memcpy(t->chosen, chosen, sizeof(chosen));
	return 0;
}

void column_choice_text(const struct table *t, int width, char *buf, size_t size)
{
	size_t used = 0;
	int at = 0;

	buf[0] = '\0';
	for (int i = 0; i < t->nr_chosen && used < size; i++) {
		const char *key = t->columns[t->chosen[i]].key;
		int length = (int)strlen(key);
		bool goes_on = at && at + 1 + length > width;

		used += (size_t)snprintf(buf + used, size - used, "%s%s",
					 !i        ? ""
					 : goes_on ? "\n\t"
						   : " ",
					 key);
		at = goes_on ? length : at + length + 1;
	}
}

/* --- the list ------------------------------------------------------------------------------- */

/* While nothing was chosen, what is in sight counts as chosen, and what this machine lacks too. */
static bool counts_as_chosen(const struct table *t, int column)
{
	if (t->nr_chosen)
		return is_listed(t->chosen, t->nr_chosen, column);
	return is_listed(t->shown, t->nr_shown, column) || (t->absent & (1u << column));
}

/* The list as the table has it: what was chosen in its order, and the others behind. */
static void read_table(struct column_chooser *c)
{
	const struct table *t = c->table;
	int nr = t->nr_chosen;

	memcpy(c->order, t->chosen, sizeof(c->order));
	for (int i = 0; i < t->nr_columns; i++) {
		if (!is_listed(c->order, nr, i))
			c->order[nr++] = i;
	}
	for (int i = 0; i < nr; i++)
		c->on[i] = counts_as_chosen(t, c->order[i]);
}

static void write_table(struct column_chooser *c)
{
	struct table *t = c->table;

	t->nr_chosen = 0;
	for (int i = 0; i < t->nr_columns; i++) {
		if (c->on[i])
			t->chosen[t->nr_chosen++] = c->order[i];
	}
}

void column_chooser_open(struct column_chooser *c, struct table *t)
{
	*c = (struct column_chooser){ .table = t };
	c->before.nr_chosen = t->nr_chosen;
	memcpy(c->before.chosen, t->chosen, sizeof(c->before.chosen));
	read_table(c);
}

bool column_chooser_changed(const struct column_chooser *c, const struct table *t)
{
	return c->before.nr_chosen != t->nr_chosen ||
	       memcmp(c->before.chosen, t->chosen, sizeof(t->chosen[0]) * (size_t)t->nr_chosen);
}

/* --- keys ----------------------------------------------------------------------------------- */

static void move_up(struct column_chooser *c)
{
	if (c->selected > 0)
		c->selected--;
}

static void move_down(struct column_chooser *c)
{
	if (c->selected < c->table->nr_columns - 1)
		c->selected++;
}

/* The first column names the row: it is always there, and first. */
static void toggle(struct column_chooser *c)
{
	if (!c->selected)
		return;
	c->on[c->selected] = !c->on[c->selected];
	write_table(c);
}

static void place(struct column_chooser *c, int to)
{
	int from = c->selected, column = c->order[from];
	bool on = c->on[from];

	if (from < 1 || to < 1 || to >= c->table->nr_columns)
		return;
	c->order[from] = c->order[to];
	c->on[from] = c->on[to];
	c->order[to] = column;
	c->on[to] = on;
	c->selected = to;
	write_table(c);
}

static void place_before(struct column_chooser *c)
{
	place(c, c->selected - 1);
}

static void place_behind(struct column_chooser *c)
{
	place(c, c->selected + 1);
}

/* What is in sight then is known only when the table has been drawn. */
static void choose_nothing(struct column_chooser *c)
{
	c->table->nr_chosen = 0;
}

static const struct chooser_binding {
	const char *key;
	void (*act)(struct column_chooser *c);
} bindings[] = {
	{ "Up", move_up },         { "k", move_up },        { "Down", move_down },
	{ "j", move_down },        { "Space", toggle },     { "Left", place_before },
	{ "Right", place_behind }, { "0", choose_nothing },
};

enum chooser_state column_chooser_key(struct column_chooser *c, const char *key)
{
	struct table *t = c->table;

	if (!strcmp(key, "Enter")) {
		c->table = NULL;
		return CHOOSER_KEPT;
	}
	if (!strcmp(key, "Escape") || !strcmp(key, "Ctrl-C") || !strcmp(key, "Ctrl-G")) {
		t->nr_chosen = c->before.nr_chosen;
		memcpy(t->chosen, c->before.chosen, sizeof(t->chosen));
		c->table = NULL;
		return CHOOSER_LEFT;
	}
	for (size_t i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
		if (!strcmp(key, bindings[i].key))
			bindings[i].act(c);
	}
	return CHOOSER_OPEN;
}

/* --- drawing -------------------------------------------------------------------------------- */

int column_chooser_rows(const struct column_chooser *c, int rows)
{
	int most = rows * 3 / 5 > ROWS_MIN ? rows * 3 / 5 : ROWS_MIN;

	return c->table->nr_columns + 1 < most ? c->table->nr_columns + 1 : most;
}

/* "x" in sight, "-" chosen but there is no room or no such thing here. */
static char mark_of(const struct column_chooser *c, int place)
{
	if (!c->on[place])
		return ' ';
	return is_listed(c->table->shown, c->table->nr_shown, c->order[place]) ? 'x' : '-';
}

static void draw_line(const struct column_chooser *c, int place, struct canvas *canvas, int row,
		      int cols)
{
	const struct column *col = &c->table->columns[c->order[place]];
	bool current = place == c->selected;
	char line[512];

	snprintf(line, sizeof(line), "%s[%c] %-*s %s", current ? ">" : " ", mark_of(c, place),
		 TITLE_WIDTH, col->title + strspn(col->title, " "), col->help);
	draw_cell(canvas, row, 0, cols,
		  current        ? INK_CURSOR
		  : c->on[place] ? INK_TEXT
				 : INK_DIM,
		  line, false);
}

void column_chooser_draw(struct column_chooser *c, struct canvas *canvas)
{
	int rows, cols, first;

	canvas_size(canvas, &rows, &cols);
	if (!c->table->nr_chosen)
		read_table(c);
	first = c->selected >= rows - 1 ? c->selected - (rows - 2) : 0;
	draw_heading(canvas, 0, 0, cols,
		     cols < 72
			     ? "Space, Left, Right, 0, Enter, Escape"
			     : "Space: show or hide, Left, Right: place, 0: as many as fit, Enter, "
			       "Escape");
	for (int i = 0; first + i < c->table->nr_columns && i + 1 < rows; i++)
		draw_line(c, first + i, canvas, i + 1, cols);
}
