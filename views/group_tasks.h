/* SPDX-License-Identifier: GPL-2.0-only */
/* The list of a group's tasks below the cgroup tree. */
#ifndef HEADROOM_VIEWS_GROUP_TASKS_H
#define HEADROOM_VIEWS_GROUP_TASKS_H

#include "core/cgroup_model.h"
#include "views/table.h"

/* Fills `rows` rows of the canvas from `row` on. */
void group_tasks_draw(const struct view_context *x, const struct model_cgroup *g, struct table *t,
		      struct canvas *c, int row, int rows, int cols);

#endif
