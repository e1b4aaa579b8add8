/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text taller than its area. A view writes all its lines every time, through a function that asks
 * the scroller for each line's place; the scroller counts them in a first pass, then lets those in
 * sight be drawn. The same pass finds lines by search.
 */
#ifndef HEADROOM_VIEWS_SCROLLER_H
#define HEADROOM_VIEWS_SCROLLER_H

#include "views/view.h"

struct scroller {
	int scroll; /* lines above the area */
	int match;  /* the line found last, counted from 1; 0: none */
	int lines;  /* of the whole text, as last drawn */
	int rows;   /* of the area, as last drawn */

	/* Of the pass under way. */
	struct canvas *canvas; /* NULL: only counting or searching */
	int row, cols, line;
	int found; /* line of a match */
	const char *search;
	int after; /* a match must be below this line (above it: before) */
	bool backwards;
};

/* Writes all lines; arg is the caller's. */
typedef void (*scroller_text)(struct scroller *s, const struct view_context *x, const void *arg);

void scroller_draw(struct scroller *s, const struct view_context *x, struct canvas *c, int row,
		   int rows, int cols, scroller_text text, const void *arg);

/*
 * A label in INK label_ink, label_width columns wide, and text, which goes on in further lines where
 * it does not fit; either may be "". Printable text only.
 */
void scroller_paragraph(struct scroller *s, enum ink label_ink, int label_width, const char *label,
			enum ink ink, const char *text);

void scroller_heading(struct scroller *s, const char *text);

/* Movement and search keys; IGNORED for any other and where nothing moves. */
enum outcome scroller_act(struct scroller *s, const struct view_context *x, enum action a,
			  scroller_text text, const void *arg);

#endif
