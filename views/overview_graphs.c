// SPDX-License-Identifier: GPL-2.0-only
/* The graphs of the Overview, as many side by side as have room to say something. */
#include "views/overview.h"
#include "views/timeline.h"

static const struct timeline graphs[] = {
	{ .title = "global idle", .value = series_global_idle, .ink = INK_IDLE, .whole = true },
	{ .title = "overloaded", .value = series_overloaded, .ink = INK_OVERLOADED },
	{ .title = "missed idle", .value = series_missed_idle, .ink = INK_WARN },
};

void overview_draw_graphs(const struct view_context *x, struct canvas *c, int row, int rows,
			  int cols)
{
	int nr = 1 + (cols >= 72) + (cols >= 144);

	timeline_draw(x, graphs, nr, HISTORY_POINTS, c, row, rows, cols);
}
