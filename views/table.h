/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table on a canvas: one row of struct column gives the title, the help text, the value to sort
 * by and the format, so a new column is one row and its getter. The table keeps what was selected
 * by id, and in which order ids were drawn; rows may come, go and move between two draws.
 */
#ifndef HEADROOM_VIEWS_TABLE_H
#define HEADROOM_VIEWS_TABLE_H

#include <stdint.h>

#include "config/keys.h"
#include "core/model.h"
#include "views/canvas.h"
#include "views/format.h"
#include "views/view.h"

struct column {
	const char *key; /* in the configuration and in help: never renamed */
	const char *title, *help;
	int width;      /* wanted */
	int least;      /* it may shrink to that before any column is left out; 0: it may not */
	int drop;       /* 0: always shown; where room is short the highest goes first */
	bool left;      /* text stands at the left edge */
	bool optional;  /* left out while every row says that there is no such thing here */
	bool ascending; /* sorts upwards at first */
	bool differs;   /* a difference to a baseline makes sense */
	int arg;        /* handed to the functions */
	struct rate (*get)(const void *row, int arg);             /* NULL: not sortable */
	format_fn format;                                         /* of what get returned */
	enum ink (*ink)(const void *row, struct rate v, int arg); /* NULL: INK_TEXT */
	/* One of these instead of format: text (printable or not), or drawing in the field. */
	void (*text)(const void *row, int arg, char *buf, size_t size);
	void (*draw)(const void *row, struct canvas *c, int at_row, int at_col, int width);
};

#define TABLE_NONE        (-1)
#define TABLE_COLUMNS_MAX 32
#define TABLE_TIES_MAX    4

struct table_row {
	int64_t id;       /* stable over ticks, >= 0 */
	const void *row;  /* what the getters take; only while drawing */
	const void *base; /* the same in the baseline; NULL: no baseline, or not in it */
};

struct table {
	const char *name; /* in the configuration, never renamed; NULL: columns cannot be chosen */
	const struct column *columns;
	int nr_columns;
	int sort; /* index of the column sorted by */
	bool descending;
	int nr_ties;
	int ties[TABLE_TIES_MAX]; /* columns that decide among equals, downwards */
	/*
	 * What the operator chose to see, in that order, the first column first; where room is short
	 * the last goes first. 0: nothing was chosen, as many as fit are shown.
	 */
	int nr_chosen;
	int chosen[TABLE_COLUMNS_MAX];
	int64_t selected; /* id; TABLE_NONE: the row at the top, whatever it is */
	bool show_cursor;
	bool ordered; /* the caller sorts the rows, by table_compare() as far as it likes */

	/* As last drawn, for act and click. */
	int row, rows; /* of the canvas, the titles' row included */
	int scroll;    /* index of the first row shown */
	int nr_ids, cap_ids;
	int64_t *ids;    /* in the order drawn */
	uint32_t absent; /* bit N: column N is optional, and there is no such thing here */
	int nr_shown;
	int shown[TABLE_COLUMNS_MAX], shown_col[TABLE_COLUMNS_MAX], shown_width[TABLE_COLUMNS_MAX];
};

void table_clear(struct table *t);

/* Sorts rows in place and draws titles and as many rows as fit. 0, or -ENOMEM. */
int table_draw(struct table *t, struct canvas *c, int row, int rows, int cols,
	       struct table_row *list, int nr_rows, bool differences);

/* Movement and sort keys; IGNORED for any other. */
enum outcome table_act(struct table *t, enum action a);

/* A click: a title sorts, a row is selected. */
enum outcome table_click(struct table *t, int row, int col);

/* The selected id as drawn, TABLE_NONE when the table is empty. */
int64_t table_selected(const struct table *t);

/* How the table's sort column (then its ties, then the ids) orders two rows: <0, 0, >0. */
int table_compare(const struct table *t, const struct table_row *a, const struct table_row *b);

#endif
