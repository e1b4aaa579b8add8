/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A canvas in memory. It also keeps what a terminal hides: cells that were written twice in one
 * frame, and writes that left the canvas.
 */
#ifndef HEADROOM_TESTS_GRID_H
#define HEADROOM_TESTS_GRID_H

#include "views/canvas.h"

struct grid_cell {
	char text[16]; /* one character with what combines with it; "" right of a wide one */
	enum ink ink;
	int writes; /* in this frame */
};

struct grid {
	struct canvas canvas;
	int rows, cols;
	struct grid_cell *cells;
	int overlaps; /* cells written more than once */
	int outside;  /* characters put outside the canvas */
};

struct grid *grid_new(int rows, int cols, bool ascii);
struct grid *grid_free(struct grid *g); /* takes and returns NULL */
void grid_blank(struct grid *g);        /* a new frame */

/* One line without the blanks at its end; to be freed. */
char *grid_line(const struct grid *g, int row);

/* All lines, each ended by a newline; to be freed. */
char *grid_text(const struct grid *g);

/* The row of the first line that holds text, or -1. */
int grid_find(const struct grid *g, const char *text);

#endif
