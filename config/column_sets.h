/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns that the operator chose for tables, by name: what [columns] of the configuration file
 * says. Which tables and columns there are is known to views/ only.
 */
#ifndef HEADROOM_CONFIG_COLUMN_SETS_H
#define HEADROOM_CONFIG_COLUMN_SETS_H

#define COLUMN_SETS_MAX      16
#define COLUMN_SET_KEYS_SIZE 1024

struct column_set {
	char table[32];
	char keys[COLUMN_SET_KEYS_SIZE]; /* separated by blanks, in the order shown */
	char where[160];                 /* "FILE:LINE", for a message about it */
};

struct column_sets {
	int count;
	struct column_set sets[COLUMN_SETS_MAX];
};

/*
 * Adds keys to the set of a table, which is made when it is not the newest one: a long list goes on
 * in lines of its own. -EEXIST: an earlier line made it; -ENOSPC: too many, or too long.
 */
int column_sets_add(struct column_sets *s, const char *table, const char *keys, const char *where);

#endif
