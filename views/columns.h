/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of the tables: what can be shown of an LLC, a CPU, a waiting task, a group's task. */
#ifndef HEADROOM_VIEWS_COLUMNS_H
#define HEADROOM_VIEWS_COLUMNS_H

#include "core/group_tasks.h"
#include "core/waiters.h"
#include "views/table.h"

/* Rows are struct model_llc; the id is the LLC's first CPU. */
extern const struct column llc_columns[];
extern const int llc_columns_count;
extern const char *const llc_ties[];

/* Rows are struct model_cpu; the id is the CPU. */
extern const struct column cpu_columns[];
extern const int cpu_columns_count;
extern const char *const cpu_ties[];

/* Rows are struct waiter; the id is its place in the list. */
extern const struct column waiter_columns[];
extern const int waiter_columns_count;

/* Rows are struct group_task; the id is its thread id. */
extern const struct column group_task_columns[];
extern const int group_task_columns_count;

/* The index of a column by its key; the key must exist. */
int column_index(const struct column *columns, int count, const char *key);

/*
 * A table that shows these columns, sorted by the one with that key; equals are ordered downwards
 * by the columns of ties (keys, NULL at the end), then by id.
 */
struct table columns_table(const struct column *columns, int count, const char *sort_key,
			   const char *const *ties);

/* A share in its own ink once it is worth a look: the bad ones at any visible size. */
enum ink column_ink_share(const void *row, struct rate v, int share);

/* Dim while it is zero. */
enum ink column_ink_count(const void *row, struct rate v, int arg);

#endif
