// SPDX-License-Identifier: GPL-2.0-only
/* The cgroup tree of a sample: memory and names; see cgroup.h. */
#include "core/cgroup.h"

#include <stdlib.h>
#include <string.h>

const char *cgroup_fact_name(enum cgroup_fact fact)
{
	static const char *const names[CGROUP_FACT_COUNT] = {
#define X(id, name, round) [CGROUP_##id] = name,
		CGROUP_FACT_TABLE(X)
#undef X
	};

	return names[fact];
}

void cgroup_tree_clear(struct cgroup_tree *tree)
{
	for (size_t i = 0; i < tree->nr_groups; i++)
		free(tree->groups[i].path);
	free(tree->groups);
	*tree = (struct cgroup_tree){ .groups = NULL };
}

static int cgroup_tree_grow(struct cgroup_tree *tree)
{
	size_t capacity = tree->capacity ? 2 * tree->capacity : 64;
	struct sample_cgroup *groups = realloc(tree->groups, capacity * sizeof(*groups));

	if (!groups)
		return -1;
	tree->groups = groups;
	tree->capacity = capacity;
	return 0;
}

struct sample_cgroup *cgroup_tree_add(struct cgroup_tree *tree, const char *path, size_t parent,
				      uint64_t id)
{
	struct sample_cgroup *g;
	char *copy;

	if (tree->nr_groups == tree->capacity && cgroup_tree_grow(tree) < 0)
		return NULL;
	copy = strdup(path);
	if (!copy)
		return NULL;
	g = &tree->groups[tree->nr_groups++];
	*g = (struct sample_cgroup){ .id = id, .parent = parent, .path = copy };
	return g;
}
