/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which groups of the tree are shown, and in which order: folding, zoom, filter, and siblings
 * sorted by the table's column. Groups are remembered by id.
 */
#ifndef HEADROOM_VIEWS_CGROUP_LIST_H
#define HEADROOM_VIEWS_CGROUP_LIST_H

#include "views/cgroup_columns.h"

struct cgroup_list {
	/* What the operator chose */
	size_t nr_folded, cap_folded;
	uint64_t *folded;
	uint64_t top; /* id of the group zoomed to, 0: the root */

	/* What is shown, made anew at every draw */
	size_t nr_rows;
	struct cgroup_row *rows;
	struct table_row *table_rows;
};

void cgroup_list_clear(struct cgroup_list *l);

bool cgroup_list_is_folded(const struct cgroup_list *l, uint64_t id);

/* 0 or -ENOMEM. */
int cgroup_list_fold(struct cgroup_list *l, uint64_t id, bool fold);

/* Folds every group that has children, or unfolds all. */
int cgroup_list_fold_all(struct cgroup_list *l, const struct model *m, bool fold);

/*
 * Fills rows. A filter ("" for none) keeps the groups whose path or name holds it, and their ancestors.
 * 0 or -ENOMEM.
 */
int cgroup_list_make(struct cgroup_list *l, const struct model *m, const struct table *order,
		     const char *filter);

#endif
