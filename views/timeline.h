/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Graphs over the time of the machine's history, side by side: a title with signs at the moments
 * when something was changed from here, the graph, and a line at the claimed headroom.
 */
#ifndef HEADROOM_VIEWS_TIMELINE_H
#define HEADROOM_VIEWS_TIMELINE_H

#include "views/series.h"
#include "views/view.h"

struct timeline {
	const char *title;
	series_value value; /* NULL: its place stays empty */
	const void *of;     /* handed to value */
	enum ink ink;
	bool whole; /* the full height is always 100 %, and the claim has its line; else what is needed */
};

/*
 * Draws nr of them in one band, the title's row included. points: how far back they go; all of
 * them share one step.
 */
void timeline_draw(const struct view_context *x, const struct timeline *lines, int nr,
		   size_t points, struct canvas *c, int row, int rows, int cols);

/* The headroom that is claimed on the whole machine, in hundredths of a percent; 0: nobody does. */
unsigned int timeline_claim(const struct model *m);

#endif
