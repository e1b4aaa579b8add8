// SPDX-License-Identifier: GPL-2.0-only
/* The shown part of the cgroup tree; see cgroup_list.h. */
#include "views/cgroup_list.h"

#include <errno.h>
#include <stdlib.h>

#include "views/search.h"

void cgroup_list_clear(struct cgroup_list *l)
{
	free(l->folded);
	free(l->rows);
	free(l->table_rows);
	*l = (struct cgroup_list){ .top = 0 };
}

static size_t folded_index(const struct cgroup_list *l, uint64_t id)
{
	size_t i = 0;

	while (i < l->nr_folded && l->folded[i] != id)
		i++;
	return i;
}

bool cgroup_list_is_folded(const struct cgroup_list *l, uint64_t id)
{
	return folded_index(l, id) < l->nr_folded;
}

static int folded_add(struct cgroup_list *l, uint64_t id)
{
	if (l->nr_folded == l->cap_folded) {
		size_t capacity = l->cap_folded ? 2 * l->cap_folded : 16;
		uint64_t *folded = realloc(l->folded, capacity * sizeof(*folded));

		if (!folded)
			return -ENOMEM;
		l->folded = folded;
		l->cap_folded = capacity;
	}
	l->folded[l->nr_folded++] = id;
	return 0;
}

int cgroup_list_fold(struct cgroup_list *l, uint64_t id, bool fold)
{
	size_t at = folded_index(l, id);

	if (fold)
		return at < l->nr_folded ? 0 : folded_add(l, id);
	if (at < l->nr_folded)
		l->folded[at] = l->folded[--l->nr_folded];
	return 0;
}

int cgroup_list_fold_all(struct cgroup_list *l, const struct model *m, bool fold)
{
	const struct cgroup_model *tree = &m->cgroups;
	bool *has_children = calloc(tree->nr_groups + 1, sizeof(*has_children));
	int r = has_children ? 0 : -ENOMEM;

	l->nr_folded = 0;
	for (size_t i = 1; !r && i < tree->nr_groups; i++) {
		if (tree->groups[i].parent != CGROUP_NO_PARENT)
			has_children[tree->groups[i].parent] = true;
	}
	/* Not the root: an empty screen helps nobody. */
	for (size_t i = 1; fold && !r && i < tree->nr_groups; i++) {
		if (has_children[i])
			r = folded_add(l, tree->groups[i].facts->id);
	}
	free(has_children);
	return r;
}

/* One draw's working data: the tree's groups as rows, linked into sorted lists of children. */
struct layout {
	const struct cgroup_model *tree;
	struct cgroup_row *all; /* by group */
	struct rate *subtree;   /* by group: throttled share of it and all below */
	bool *keep;             /* by group: passes the filter, or has a descendant that does */
	size_t *order;          /* groups by parent, siblings in the order of the table */
	size_t *first_child;    /* by group: index into order; nr_groups: none */
	const struct table *table;
};

static int compare_siblings(const void *a, const void *b, void *arg)
{
	const struct layout *y = arg;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	const struct model_cgroup *g = &y->tree->groups[i], *h = &y->tree->groups[j];
	struct table_row left = { .id = (int64_t)g->facts->id, .row = &y->all[i] };
	struct table_row right = { .id = (int64_t)h->facts->id, .row = &y->all[j] };

	if (g->parent != h->parent)
		return g->parent + 1 < h->parent + 1 ? -1 : 1; /* the root's NO_PARENT becomes 0 */
	return table_compare(y->table, &left, &right);
}

static int layout_allocate(struct layout *y, size_t n)
{
	y->all = calloc(n + 1, sizeof(*y->all));
	y->subtree = calloc(n + 1, sizeof(*y->subtree));
	y->keep = calloc(n + 1, sizeof(*y->keep));
	y->order = calloc(n + 1, sizeof(*y->order));
	y->first_child = calloc(n + 1, sizeof(*y->first_child));
	return y->all && y->subtree && y->keep && y->order && y->first_child ? 0 : -ENOMEM;
}

static void layout_free(struct layout *y)
{
	free(y->all);
	free(y->subtree);
	free(y->keep);
	free(y->order);
	free(y->first_child);
}

static void layout_init_rows(struct layout *y, const struct model *m, const char *filter)
{
	for (size_t i = 0; i < y->tree->nr_groups; i++) {
		const struct model_cgroup *g = &y->tree->groups[i];

		y->all[i] = (struct cgroup_row){
			.model = m,
			.group = g,
			.throttled_pct = g->rate[CGROUP_RATE_THROTTLED],
			.nr_throttled = g->limited_by > CGROUP_LIMIT_NOTHING,
		};
		y->subtree[i] = y->all[i].throttled_pct;
		y->keep[i] = !filter[0] || search_matches_cgroup(g->facts->path, filter);
		y->order[i] = i;
		y->first_child[i] = y->tree->nr_groups;
	}
}

static void rate_add(struct rate *sum, struct rate r)
{
	if (!rate_is_known(r))
		return;
	if (rate_is_known(*sum))
		sum->value += r.value;
	else
		*sum = r;
}

/* Throttling is not hierarchical in cpu.stat: a folded row sums up its subtree. */
static void layout_add_up(struct layout *y, const struct cgroup_list *l)
{
	for (size_t i = y->tree->nr_groups; i-- > 1;) {
		size_t parent = y->tree->groups[i].parent;

		if (parent == CGROUP_NO_PARENT)
			continue;
		y->all[parent].has_children = true;
		y->all[parent].nr_throttled += y->all[i].nr_throttled;
		y->keep[parent] |= y->keep[i];
		rate_add(&y->subtree[parent], y->subtree[i]);
	}
	for (size_t i = 0; i < l->nr_folded; i++) {
		size_t group = cgroup_model_find(y->tree, l->folded[i]);

		if (group == CGROUP_NO_PARENT || !y->all[group].has_children)
			continue;
		y->all[group].folded = true;
		y->all[group].throttled_pct = y->subtree[group];
	}
}

static void layout_sort(struct layout *y)
{
	size_t n = y->tree->nr_groups;

	qsort_r(y->order, n, sizeof(*y->order), compare_siblings, y);
	for (size_t at = n; at-- > 0;) {
		size_t parent = y->tree->groups[y->order[at]].parent;

		if (parent != CGROUP_NO_PARENT)
			y->first_child[parent] = at;
	}
}

static void list_add(struct cgroup_list *l, const struct layout *y, size_t group,
		     unsigned int indent)
{
	struct cgroup_row *row = &l->rows[l->nr_rows];

	*row = y->all[group];
	row->indent = indent;
	row->path = indent ? NULL : row->group->facts->path[0] ? row->group->facts->path : "/";
	l->table_rows[l->nr_rows] = (struct table_row){
		.id = (int64_t)row->group->facts->id,
		.row = row,
	};
	l->nr_rows++;
}

static void list_walk(struct cgroup_list *l, const struct layout *y, size_t group,
		      unsigned int indent)
{
	size_t n = y->tree->nr_groups;

	if (!y->keep[group])
		return;
	list_add(l, y, group, indent);
	if (y->all[group].folded)
		return;
	for (size_t at = y->first_child[group]; at < n; at++) {
		size_t child = y->order[at];

		if (y->tree->groups[child].parent != group)
			break;
		list_walk(l, y, child, indent + 1);
	}
}

static int list_allocate(struct cgroup_list *l, size_t n)
{
	free(l->rows);
	free(l->table_rows);
	l->nr_rows = 0;
	l->rows = calloc(n + 1, sizeof(*l->rows));
	l->table_rows = calloc(n + 1, sizeof(*l->table_rows));
	return l->rows && l->table_rows ? 0 : -ENOMEM;
}

int cgroup_list_make(struct cgroup_list *l, const struct model *m, const struct table *order,
		     const char *filter)
{
	struct layout y = { .tree = &m->cgroups, .table = order };
	size_t n = m->cgroups.nr_groups, top = 0;
	int r = list_allocate(l, n);

	if (!r)
		r = layout_allocate(&y, n);
	if (!r && n) {
		layout_init_rows(&y, m, filter);
		layout_add_up(&y, l);
		layout_sort(&y);
		if (l->top)
			top = cgroup_model_find(&m->cgroups, l->top);
		if (top == CGROUP_NO_PARENT) /* it is gone */
			top = l->top = 0;
		list_walk(l, &y, top, 0);
	}
	layout_free(&y);
	return r;
}
