// SPDX-License-Identifier: GPL-2.0-only
/* Running text in whole phrases; see pen.h. */
#include "views/pen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "views/draw.h"

#define PHRASE_SIZE 512
#define GAP         2

struct pen pen_at(struct canvas *c, int row, int col, int rows, int cols)
{
	return (struct pen){
		.canvas = c,
		.row = row,
		.col = col,
		.left = col,
		.right = col + cols,
		.bottom = row + rows,
	};
}

/* Makes room for width columns on this line or the next; false when there is none. */
static bool pen_make_room(struct pen *p, int width)
{
	int start = p->col > p->left ? p->col + GAP : p->col;

	if (p->col > p->left && start + width > p->right) {
		if (p->row + 1 >= p->bottom)
			return false;
		pen_break(p);
		start = p->left;
	}
	if (p->row >= p->bottom || p->left >= p->right)
		return false;
	p->col = start;
	return true;
}

static void pen_put(struct pen *p, enum ink ink, const char *text)
{
	int room = p->right - p->col, width = text_width(text);

	if (width > room)
		width = room;
	if (width <= 0)
		return;
	draw_text(p->canvas, p->row, p->col, width, ink, text);
	p->col += width;
}

bool pen_printf(struct pen *p, enum ink ink, const char *fmt, ...)
{
	char raw[PHRASE_SIZE], text[PHRASE_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(raw, sizeof(raw), fmt, args);
	va_end(args);
	text_printable(raw, text, sizeof(text));
	if (!pen_make_room(p, text_width(text)))
		return false;
	pen_put(p, ink, text);
	return true;
}

bool pen_pair(struct pen *p, const char *label, enum ink ink, const char *value)
{
	char text[PHRASE_SIZE], name[PHRASE_SIZE];

	text_printable(value, text, sizeof(text));
	text_printable(label, name, sizeof(name));
	if (!pen_make_room(p, text_width(name) + 1 + text_width(text)))
		return false;
	pen_put(p, INK_DIM, name);
	pen_put(p, INK_DIM, " ");
	pen_put(p, ink, text);
	return true;
}

size_t pen_line_bytes(const char *text, int columns)
{
	size_t fit = text_fit(text, columns, NULL), end = fit;

	if (!text[fit])
		return fit;
	while (end && text[end] != ' ')
		end--;
	return end ? end : fit;
}

void pen_sentence(struct pen *p, enum ink ink, const char *text)
{
	char line[PHRASE_SIZE];

	pen_break(p);
	while (*text && p->row < p->bottom) {
		size_t bytes = pen_line_bytes(text, p->right - p->left);

		if (!bytes)
			return;
		snprintf(line, sizeof(line), "%.*s", (int)bytes, text);
		pen_put(p, ink, line);
		text += bytes;
		text += strspn(text, " ");
		if (*text)
			pen_break(p);
	}
}

void pen_break(struct pen *p)
{
	if (p->col == p->left)
		return;
	p->row++;
	p->col = p->left;
}

int pen_rows_used(const struct pen *p, int first_row)
{
	return p->row - first_row + (p->col > p->left);
}
