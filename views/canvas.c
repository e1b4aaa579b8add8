// SPDX-License-Identifier: GPL-2.0-only
/* What every canvas can do on top of putting text: formatting, windows; see canvas.h. */
#include "views/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

#define LINE_SIZE 1024 /* bytes of a formatted line; longer text is cut, no terminal shows it */

void canvas_printf(struct canvas *c, int row, int col, enum ink ink, const char *fmt, ...)
{
	char raw[LINE_SIZE], text[LINE_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(raw, sizeof(raw), fmt, args);
	va_end(args);
	canvas_put(c, row, col, ink, text_printable(raw, text, sizeof(text)));
}

static const struct canvas_window *window_of(const struct canvas *c)
{
	return (const struct canvas_window *)((const char *)c -
					      offsetof(struct canvas_window, canvas));
}

static void window_size(const struct canvas *c, int *ret_rows, int *ret_cols)
{
	const struct canvas_window *w = window_of(c);

	*ret_rows = w->rows;
	*ret_cols = w->cols;
}

/* Passes over what lies left of the window: whole characters, so a wide one may leave a gap. */
static const char *skip_columns(const char *text, int *col)
{
	while (*col < 0 && *text) {
		size_t bytes = text_fit(text, 1, NULL);
		int width;

		if (!bytes)
			bytes = text_fit(text, 2, NULL);
		if (!bytes)
			return "";
		text_fit(text, bytes == text_fit(text, 1, NULL) ? 1 : 2, &width);
		text += bytes;
		*col += width;
	}
	return text;
}

static void window_put(struct canvas *c, int row, int col, enum ink ink, const char *text)
{
	const struct canvas_window *w = window_of(c);
	char cut[LINE_SIZE];
	size_t bytes;

	if (row < 0 || row >= w->rows || col >= w->cols)
		return;
	text = skip_columns(text, &col);
	if (col < 0)
		return;
	bytes = text_fit(text, w->cols - col, NULL);
	if (bytes >= sizeof(cut))
		bytes = text_fit(text, sizeof(cut) / 4 - 1, NULL);
	memcpy(cut, text, bytes);
	cut[bytes] = '\0';
	canvas_put(w->outer, w->row + row, w->col + col, ink, cut);
}

static const struct canvas_ops window_ops = {
	.size = window_size,
	.put = window_put,
};

void canvas_window_init(struct canvas_window *w, struct canvas *outer, int row, int col, int rows,
			int cols)
{
	*w = (struct canvas_window){
		.canvas = { .ops = &window_ops, .ascii = outer->ascii },
		.outer = outer,
		.row = row,
		.col = col,
		.rows = rows > 0 ? rows : 0,
		.cols = cols > 0 ? cols : 0,
	};
}
