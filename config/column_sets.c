// SPDX-License-Identifier: GPL-2.0-only
/* Columns chosen for tables; see column_sets.h. */
#include "config/column_sets.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct column_set *set_of(struct column_sets *s, const char *table)
{
	for (int i = 0; i < s->count; i++) {
		if (!strcmp(s->sets[i].table, table))
			return &s->sets[i];
	}
	return NULL;
}

int column_sets_add(struct column_sets *s, const char *table, const char *keys, const char *where)
{
	struct column_set *set = set_of(s, table);
	size_t used;

	if (set && set != &s->sets[s->count - 1])
		return -EEXIST;
	if (!set) {
		if (s->count == COLUMN_SETS_MAX || strlen(table) >= sizeof(set->table))
			return -ENOSPC;
		set = &s->sets[s->count++];
		*set = (struct column_set){ 0 };
		snprintf(set->table, sizeof(set->table), "%s", table);
		snprintf(set->where, sizeof(set->where), "%s", where);
	}
	used = strlen(set->keys);
	if (used + strlen(keys) + 2 > sizeof(set->keys))
		return -ENOSPC;
	snprintf(set->keys + used, sizeof(set->keys) - used, "%s%s", used ? " " : "", keys);
	return 0;
}
