/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Running text: phrases follow each other on a line and wrap to the next. A phrase is drawn whole
 * or not at all, so that a small terminal loses phrases, not ends of figures.
 */
#ifndef HEADROOM_VIEWS_PEN_H
#define HEADROOM_VIEWS_PEN_H

#include <stddef.h>

#include "views/canvas.h"

struct pen {
	struct canvas *canvas;
	int row, col;    /* where the next phrase goes */
	int left, right; /* columns [left, right) */
	int bottom;      /* rows below this one */
};

/* A pen for an area of the canvas. */
struct pen pen_at(struct canvas *c, int row, int col, int rows, int cols);

/*
 * Draws a phrase, two columns after the one before. False when it did not fit any more. A phrase
 * wider than a whole line is cut. The text is made printable.
 */
__attribute__((format(printf, 3, 4))) bool pen_printf(struct pen *p, enum ink ink, const char *fmt,
						      ...);

/* A dim label and its value as one phrase, "busy 12.5"; both are made printable. */
bool pen_pair(struct pen *p, const char *label, enum ink ink, const char *value);

/* A sentence, wrapped between its words; what does not fit is left out. Printable text only. */
void pen_sentence(struct pen *p, enum ink ink, const char *text);

/* The bytes of text that go on a line, cut between words where that is possible. */
size_t pen_line_bytes(const char *text, int columns);

/* Ends the line; nothing happens at the start of one. */
void pen_break(struct pen *p);

/* Rows begun so far. */
int pen_rows_used(const struct pen *p, int first_row);

#endif
