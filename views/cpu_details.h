/* SPDX-License-Identifier: GPL-2.0-only */
/* All that is known of one CPU, and the tasks queued on it, in a pane. */
#ifndef HEADROOM_VIEWS_CPU_DETAILS_H
#define HEADROOM_VIEWS_CPU_DETAILS_H

#include "views/table.h"
#include "views/view.h"

/*
 * Fills the canvas from its top as far as it goes. waiters is the table of queued tasks, for
 * sorting and scrolling; it is laid out only while they are shown.
 */
void cpu_details_draw(const struct view_context *x, const struct model_cpu *cpu, struct canvas *c,
		      struct table *waiters);

/* The same in one line. */
void cpu_details_draw_line(const struct view_context *x, const struct model_cpu *cpu,
			   struct canvas *c, int row, int cols);

/* Has the answer come for this CPU? */
bool cpu_details_has_waiters(const struct view_context *x, int cpu);

#endif
