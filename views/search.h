/* SPDX-License-Identifier: GPL-2.0-only */
/* Search: what a text matches, and the step to the next match in a list of ids. */
#ifndef HEADROOM_VIEWS_SEARCH_H
#define HEADROOM_VIEWS_SEARCH_H

#include "views/table.h"
#include "views/view.h"

/* Is search part of a cgroup's path, or of the unit's or container's name that it tells? */
bool search_matches_cgroup(const char *path, const char *search);

/* Is search part of text, letters alike? An empty search matches nothing. */
bool search_matches_text(const char *text, const char *search);

/*
 * A number is a CPU ("12", "cpu12") and matches only that; other text is looked for in the name
 * of the current task and of the LLC.
 */
bool search_matches_cpu(const struct model *m, int cpu, const char *search);

/* Does the filter in force, if any, let it pass? */
bool filter_passes_text(const struct view_context *x, const char *text);
bool filter_passes_cpu(const struct view_context *x, int cpu);

typedef bool (*search_matcher)(const void *state, const struct view_context *x, int64_t id);

/*
 * The index of the match that a search action leads to from the selected id, going round at the
 * end; -1 when nothing matches.
 */
int search_step(const int64_t *ids, int nr_ids, int64_t selected, enum action a,
		search_matcher matches, const void *state, const struct view_context *x);

/* The same in a table, whose selection goes there; IGNORED when nothing matches. */
enum outcome search_table(struct table *t, enum action a, search_matcher matches, const void *state,
			  const struct view_context *x);

#endif
