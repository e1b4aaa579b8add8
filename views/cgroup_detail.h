/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Above and below the cgroup tree: the claim in force against the machine's idleness, and for the
 * selected group its history, why it is throttled, and what its headroom comes from.
 */
#ifndef HEADROOM_VIEWS_CGROUP_DETAIL_H
#define HEADROOM_VIEWS_CGROUP_DETAIL_H

#include "views/cgroup_columns.h"
#include "views/view.h"

/* Returns the rows used at the top. */
int cgroup_draw_claim(const struct view_context *x, struct canvas *c, int rows, int cols);

/* Draws the lowest `rows` rows of the canvas from `row` on for a group; NULL: nothing selected. */
void cgroup_draw_detail(const struct view_context *x, const struct model_cgroup *g,
			struct canvas *c, int row, int rows, int cols);

#endif
