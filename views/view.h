/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A view: model -> canvas, action -> outcome. No I/O, no clock, no curses. A view keeps ids (CPU
 * and LLC numbers), never pointers or row indexes into the model: that is replaced at every tick.
 */
#ifndef HEADROOM_VIEWS_VIEW_H
#define HEADROOM_VIEWS_VIEW_H

#include "config/keys.h"
#include "core/model.h"
#include "core/waiters.h"
#include "views/canvas.h"

enum outcome {
	OUTCOME_IGNORED,
	OUTCOME_REDRAW,
	OUTCOME_WAITERS, /* wants view_request.cpu's waiting tasks read, then a redraw */
};

/* What the frame around the views knows and every view may use. */
struct view_context {
	const struct model *model;
	const char *search; /* current search text, "" when none */
	/* Answer to the last OUTCOME_WAITERS; NULL before. waiters_cpu says for which CPU. */
	const struct waiter_list *waiters;
	int waiters_cpu;
	const char *waiters_error;   /* sentence instead of a list, or NULL */
	const struct keymap *keymap; /* the keys in force, for help; NULL: the defaults */
	bool read_only;
};

struct view {
	const struct view_ops *ops;
	void *state;    /* the view's own; NULL when it keeps none */
	int wanted_cpu; /* for OUTCOME_WAITERS */
};

struct view_ops {
	const char *name, *title;
	char key;                    /* '1'..'8', '?', '!' */
	int (*open)(struct view *v); /* NULL: no state */
	void (*close)(struct view *v);
	void (*draw)(struct view *v, const struct view_context *x, struct canvas *c);
	enum outcome (*act)(struct view *v, const struct view_context *x, enum action a);
	/* NULL or: a click or wheel step at a cell of the view's canvas. */
	enum outcome (*click)(struct view *v, const struct view_context *x, int row, int col);
};

extern const struct view_ops *const view_table[]; /* ends with NULL */

#endif
