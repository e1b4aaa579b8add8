/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What views draw on: a grid of character cells. tui/ implements it with curses, tests/ with a grid
 * in memory. Ink is a meaning, not a colour; a theme maps it, and no state is told by ink alone.
 */
#ifndef HEADROOM_VIEWS_CANVAS_H
#define HEADROOM_VIEWS_CANVAS_H

#include <stdbool.h>

#include "config/ink.h"

struct canvas {
	const struct canvas_ops *ops;
	bool ascii; /* draw with ASCII only (--ascii, or a locale without UTF-8) */
};

struct canvas_ops {
	void (*size)(const struct canvas *c, int *ret_rows, int *ret_cols);
	/*
	 * Puts printable UTF-8 (core/text.h) at a cell; clips at every edge, also at negative
	 * columns, and never splits a wide character. Control characters are not drawn.
	 */
	void (*put)(struct canvas *c, int row, int col, enum ink ink, const char *text);
};

static inline void canvas_size(const struct canvas *c, int *ret_rows, int *ret_cols)
{
	c->ops->size(c, ret_rows, ret_cols);
}

static inline void canvas_put(struct canvas *c, int row, int col, enum ink ink, const char *text)
{
	c->ops->put(c, row, col, ink, text);
}

/* Formats and puts; what is printed may hold bytes from outside, they are made printable. */
__attribute__((format(printf, 5, 6))) void canvas_printf(struct canvas *c, int row, int col,
							 enum ink ink, const char *fmt, ...);

/* A canvas that is a rectangle of another. */
struct canvas_window {
	struct canvas canvas;
	struct canvas *outer;
	int row, col, rows, cols;
};

void canvas_window_init(struct canvas_window *w, struct canvas *outer, int row, int col, int rows,
			int cols);

#endif
