/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The choice of a table's columns: as text for the configuration, and as a list with marks to
 * change by keys. The table follows each key, so what it will look like is seen above the list.
 */
#ifndef HEADROOM_VIEWS_COLUMN_CHOOSER_H
#define HEADROOM_VIEWS_COLUMN_CHOOSER_H

#include "views/table.h"

/*
 * Chooses columns by their keys, separated by blanks; "" is no choice. The first column, which names
 * the row, comes first whether it is named or not. -EINVAL: a key that the table has not, or has
 * twice, which is put into bad; the choice is as before.
 */
int column_choice_set(struct table *t, const char *keys, char *bad, size_t size);

/* The keys chosen, "" when none were, broken before width bytes by newline and tab. */
void column_choice_text(const struct table *t, int width, char *buf, size_t size);

struct column_chooser {
	struct table *table; /* NULL: it is closed */
	int selected;        /* place in the list */
	int order[TABLE_COLUMNS_MAX];
	bool on[TABLE_COLUMNS_MAX]; /* by place */
	struct {
		int nr_chosen, chosen[TABLE_COLUMNS_MAX];
	} before;
};

/* The table must have been drawn, and stay until the chooser is closed. */
void column_chooser_open(struct column_chooser *c, struct table *t);

enum chooser_state { CHOOSER_OPEN, CHOOSER_KEPT, CHOOSER_LEFT };

/*
 * One key by its canonical name, as in a prompt: Enter closes it, Escape closes it and takes the
 * choice back.
 */
enum chooser_state column_chooser_key(struct column_chooser *c, const char *key);

/* Did the choice become another one than it was when the chooser was opened? Also once closed. */
bool column_chooser_changed(const struct column_chooser *c, const struct table *t);

/* Of so many rows, those that the list takes from the lower end. */
int column_chooser_rows(const struct column_chooser *c, int rows);

/* Draws the list on a canvas of its own, after the table was drawn. */
void column_chooser_draw(struct column_chooser *c, struct canvas *canvas);

#endif
