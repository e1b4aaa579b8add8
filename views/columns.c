// SPDX-License-Identifier: GPL-2.0-only
/* What the tables of columns share; see columns.h. */
#include "views/columns.h"

#include <string.h>

#include "views/state.h"

int column_index(const struct column *columns, int count, const char *key)
{
	int i = 0;

	while (i < count - 1 && strcmp(columns[i].key, key))
		i++;
	return i;
}

struct table columns_table(const struct column *columns, int count, const char *sort_key,
			   const char *const *ties)
{
	int sort = column_index(columns, count, sort_key), nr_ties = 0;
	struct table t = {
		.columns = columns,
		.nr_columns = count,
		.sort = sort,
		.descending = !columns[sort].ascending,
		.selected = TABLE_NONE,
	};

	while (ties && ties[nr_ties] && nr_ties < TABLE_TIES_MAX) {
		t.ties[nr_ties] = column_index(columns, count, ties[nr_ties]);
		nr_ties++;
	}
	t.nr_ties = nr_ties;
	return t;
}

enum ink column_ink_share(const void *row, struct rate v, int share)
{
	(void)row;
	if (share == SHARE_IDLE || share == SHARE_SCHED_IDLE || share == SHARE_BUSY)
		return INK_TEXT;
	return share_ink((enum share_id)share, v);
}

enum ink column_ink_count(const void *row, struct rate v, int arg)
{
	(void)row;
	(void)arg;
	return v.value > 0 ? INK_TEXT : INK_DIM;
}
