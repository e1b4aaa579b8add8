/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of the cgroup tree: what can be shown of a group. */
#ifndef HEADROOM_VIEWS_CGROUP_COLUMNS_H
#define HEADROOM_VIEWS_CGROUP_COLUMNS_H

#include "core/model.h"
#include "views/table.h"

/* A row of the tree as it is drawn; the id is the cgroup's. */
struct cgroup_row {
	const struct model *model;
	const struct model_cgroup *group;
	unsigned int indent; /* levels below the top of what is shown */
	bool has_children, folded;
	struct rate throttled_pct; /* of a folded row: the whole subtree's sum */
	unsigned int nr_throttled; /* groups of the subtree throttled in the last tick */
	const char *path;          /* shown instead of the name: the top row, or a flat list */
};

extern const struct column cgroup_columns[];
extern const int cgroup_columns_count;

#endif
