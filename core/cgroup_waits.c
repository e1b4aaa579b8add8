// SPDX-License-Identifier: GPL-2.0-only
/* Counters of waits by group, found by their ids in a hash of open addresses; see cgroup_waits.h. */
#include "core/cgroup_waits.h"

#include <errno.h>
#include <stdlib.h>

#define SLOTS_MIN 64

static size_t first_slot(const struct cgroup_waits *w, uint64_t id)
{
	return (size_t)(id * 0x9e3779b97f4a7c15ULL >> 32) & (w->nr_slots - 1); /* 2^64 / golden */
}

/* The slot of that id, or the empty one where it belongs; a quarter of the slots is empty. */
static size_t find_slot(const struct cgroup_waits *w, uint64_t id)
{
	size_t slot = first_slot(w, id);

	while (w->slots[slot] && w->groups[w->slots[slot] - 1].id != id)
		slot = (slot + 1) & (w->nr_slots - 1);
	return slot;
}

static const struct cgroup_wait *find_group(const struct cgroup_waits *w, uint64_t id)
{
	size_t slot = w->nr_slots ? find_slot(w, id) : 0;

	return w->nr_slots && w->slots[slot] ? &w->groups[w->slots[slot] - 1] : NULL;
}

static int allocate(struct cgroup_waits *w, size_t nr_groups)
{
	w->nr_groups = nr_groups;
	w->nr_slots = SLOTS_MIN;
	while (w->nr_slots / 4 * 3 < nr_groups)
		w->nr_slots *= 2;
	w->groups = calloc(nr_groups + 1, sizeof(*w->groups));
	w->slots = calloc(w->nr_slots, sizeof(*w->slots));
	return w->groups && w->slots ? 0 : -ENOMEM;
}

int cgroup_waits_begin(struct cgroup_waits *w, const struct cgroup_tree *tree)
{
	struct cgroup_waits next = { .nr_groups = 0 };

	if (allocate(&next, tree->nr_groups) < 0) {
		cgroup_waits_clear(&next);
		return -ENOMEM;
	}
	for (size_t i = 0; i < tree->nr_groups; i++) {
		uint64_t id = tree->groups[i].id;
		const struct cgroup_wait *before = find_group(w, id);

		next.groups[i] = before ? *before : (struct cgroup_wait){ .id = id };
		next.slots[find_slot(&next, id)] = (uint32_t)i + 1;
	}
	cgroup_waits_clear(w);
	*w = next;
	return 0;
}

void cgroup_waits_add(struct cgroup_waits *w, const struct cgroup_tree *tree, uint64_t id,
		      uint64_t delay_ns, uint64_t count)
{
	const struct cgroup_wait *group = find_group(w, id);
	size_t i = group ? (size_t)(group - w->groups) : CGROUP_NO_PARENT;

	for (; i != CGROUP_NO_PARENT; i = tree->groups[i].parent) {
		w->groups[i].delay_ns += delay_ns;
		w->groups[i].count += count;
	}
}

void cgroup_waits_fill(const struct cgroup_waits *w, uint64_t walk_ns, struct cgroup_tree *tree)
{
	tree->waits_ns = walk_ns;
	for (size_t i = 0; i < tree->nr_groups; i++) {
		const struct cgroup_wait *wait = find_group(w, tree->groups[i].id);
		struct gauge *fact = tree->groups[i].fact;

		if (!wait)
			continue;
		fact[CGROUP_WAIT_NS] = gauge_known(wait->delay_ns);
		fact[CGROUP_WAIT_COUNT] = gauge_known(wait->count);
	}
}

void cgroup_waits_miss(struct cgroup_tree *tree, enum gauge_state state)
{
	for (size_t i = 0; i < tree->nr_groups; i++) {
		tree->groups[i].fact[CGROUP_WAIT_NS] = (struct gauge){ .state = state };
		tree->groups[i].fact[CGROUP_WAIT_COUNT] = (struct gauge){ .state = state };
	}
}

void cgroup_waits_clear(struct cgroup_waits *w)
{
	free(w->groups);
	free(w->slots);
	*w = (struct cgroup_waits){ .nr_groups = 0 };
}
