// SPDX-License-Identifier: GPL-2.0-only
/* A text in rows over a view; see panel.h. */
#include "tui/panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "views/draw.h"

#define ROW_SIZE 2048
#define INDENT   13 /* of a row that goes on: the width of the words that lead a preview's lines */

void panel_show(struct panel *p, char *text)
{
	free(p->text);
	*p = (struct panel){ .text = text };
}

/* A text that is being cut into rows. */
struct rows {
	const char *at;
	int cols;
	bool within; /* a line: the next row goes on with it */
};

/* Bytes of a line that go into one row, up to a blank if there is one; at least one character. */
static size_t bytes_of_row(const char *line, size_t length, int width)
{
	size_t fit = text_fit(line, width, NULL), cut;

	if (fit >= length)
		return length;
	for (cut = fit; cut > 0 && line[cut] != ' ';)
		cut--;
	if (cut > 0)
		return cut;
	return fit ? fit : length;
}

/* The next row's text; false at the end. */
static bool rows_next(struct rows *r, char *buf, size_t size)
{
	int indent = !r->within ? 0 : r->cols >= 3 * INDENT ? INDENT : 2;
	size_t length, bytes;

	if (!*r->at)
		return false;
	while (r->within && *r->at == ' ')
		r->at++;
	length = strcspn(r->at, "\n");
	bytes = bytes_of_row(r->at, length, r->cols > indent ? r->cols - indent : 1);
	snprintf(buf, size, "%*s%.*s", indent, "", (int)bytes, r->at);
	r->within = bytes < length;
	r->at += bytes + (!r->within && r->at[length] == '\n');
	return true;
}

static int count_rows(const char *text, int cols)
{
	struct rows r = { .at = text, .cols = cols };
	char row[ROW_SIZE];
	int n = 0;

	while (rows_next(&r, row, sizeof(row)))
		n++;
	return n;
}

/* Where in the text we are, when not all of it is shown. */
static void draw_title(const struct panel *p, struct canvas *c, int row, int cols, int total)
{
	char title[80];

	if (p->page >= total)
		snprintf(title, sizeof(title), "This change");
	else
		snprintf(title, sizeof(title), "This change %d-%d of %d (Up, Down)", p->scroll + 1,
			 p->scroll + p->page, total);
	draw_heading(c, row, 0, cols, title);
}

void panel_draw(struct panel *p, struct canvas *c)
{
	struct rows r = { .at = p->text };
	char row[ROW_SIZE];
	int rows, total, at;

	if (!p->text)
		return;
	canvas_size(c, &rows, &r.cols);
	total = count_rows(p->text, r.cols);
	p->page = total < rows - 1 ? total : rows - 1;
	if (p->page < 1)
		return;
	if (p->scroll > total - p->page)
		p->scroll = total - p->page;
	at = rows - p->page - 1;
	draw_title(p, c, at++, r.cols, total);
	for (int i = 0; at < rows && rows_next(&r, row, sizeof(row)); i++) {
		if (i >= p->scroll)
			draw_cell(c, at++, 0, r.cols, INK_TEXT, row, false);
	}
}

bool panel_key(struct panel *p, const char *key)
{
	int page = p->page > 1 ? p->page - 1 : 1;
	const struct {
		const char *key;
		int by;
	} moves[] = {
		{ "Up", -1 },
		{ "Down", 1 },
		{ "PageUp", -page },
		{ "PageDown", page },
	};

	for (size_t i = 0; p->text && i < sizeof(moves) / sizeof(moves[0]); i++) {
		if (strcmp(moves[i].key, key))
			continue;
		p->scroll += moves[i].by;
		if (p->scroll < 0)
			p->scroll = 0;
		return true;
	}
	return false;
}
