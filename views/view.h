/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A view: model -> canvas, action -> outcome. No I/O, no clock, no curses. A view keeps ids (CPU
 * and LLC numbers), never pointers or row indexes into the model: that is replaced at every tick.
 */
#ifndef HEADROOM_VIEWS_VIEW_H
#define HEADROOM_VIEWS_VIEW_H

#include "config/keys.h"
#include "core/group_tasks.h"
#include "core/journal.h"
#include "core/knob.h"
#include "core/model.h"
#include "core/waiters.h"
#include "views/canvas.h"

struct baseline;
struct table;

#define VIEW_TABLES_MAX 4

enum outcome {
	OUTCOME_IGNORED, /* also: nothing found, nowhere to go */
	OUTCOME_REDRAW,
	OUTCOME_WAITERS,  /* wants the waiting tasks of view.wanted_cpu read, then a redraw */
	OUTCOME_TASKS,    /* wants the tasks of the group view.wanted_group read, then a redraw */
	OUTCOME_SHOW_CPU, /* wants the Topology view with view.wanted_cpu selected */
	OUTCOME_EDIT,     /* wants view.edit asked for, previewed, confirmed and made */
	OUTCOME_CHANGE,   /* wants view.edit, whose value is known, previewed, confirmed and made */
	OUTCOME_NUDGE,    /* wants view.edit made at once, without a question */
	OUTCOME_UNDO,     /* wants change view.wanted_undo taken back; 0: the newest of this run */
	OUTCOME_UNDO_ALL, /* wants all changes of this run taken back */
};

/* A change that a view asks for; the frame plans it, shows what it will do, and makes it. */
struct view_edit {
	const struct knob *knob;
	char object[4096];           /* as in struct step (core/plan.h) */
	char value[KNOB_VALUE_SIZE]; /* as last read (EDIT), or to be written */
	char in_force[80]; /* what holds while that says nothing, or "": "effective 0-3" */
};

/*
 * What the frame around the views knows and every view may use. The frame itself acts on the keys
 * of pause, refresh, baseline (views/baseline.h) and the search prompt.
 */
struct view_context {
	const struct model *model;
	const struct baseline *baseline; /* differences to it are shown; NULL: none is marked */
	const char *search;              /* current search text, "" when none */
	/* Answer to the last OUTCOME_WAITERS; NULL before. waiters_cpu says for which CPU. */
	const struct waiter_list *waiters;
	int waiters_cpu;
	const char *waiters_error; /* sentence instead of a list, or NULL */
	/* Answer to the last OUTCOME_TASKS; NULL before. group_tasks_of: id of the group, 0: none. */
	const struct group_task_list *group_tasks;
	uint64_t group_tasks_of;
	const char *group_tasks_error; /* sentence instead of a list, or NULL */
	const struct keymap *keymap;   /* the keys in force, for help; NULL: the defaults */
	const char *filter;            /* current filter text, "" when none */
	const struct journal *journal; /* changes made here; NULL: it cannot be read */
	const char *boot;              /* the kernel's boot id, for the journal */
	bool read_only;
};

struct view {
	const struct view_ops *ops;
	void *state;           /* the view's own; NULL when it keeps none */
	int wanted_cpu;        /* for OUTCOME_WAITERS and OUTCOME_SHOW_CPU */
	uint64_t wanted_group; /* for OUTCOME_TASKS: its id; 0: its tasks are out of sight */
	uint64_t wanted_undo;
	struct view_edit edit;
};

struct view_ops {
	const char *name, *title;
	char key;                    /* '1'..'8', '?', '!' */
	int (*open)(struct view *v); /* NULL: no state */
	void (*close)(struct view *v);
	/* Draws on a blank canvas. Remembers in its state what it placed where, for act and click. */
	void (*draw)(struct view *v, const struct view_context *x, struct canvas *c);
	/*
	 * ACTION_SEARCH comes when the prompt has been answered: go to the first match at or after
	 * the selection. IGNORED then means that nothing matches.
	 */
	enum outcome (*act)(struct view *v, const struct view_context *x, enum action a);
	/* NULL or: a click at a cell of the view's canvas. A wheel step is ACTION_UP or DOWN. */
	enum outcome (*click)(struct view *v, const struct view_context *x, int row, int col);
	/*
	 * NULL or: ids of the cgroups on the screen, as last drawn: their settings are worth reading
	 * at every refresh. Returns how many of them were put, at most max.
	 */
	size_t (*shown_groups)(const struct view *v, uint64_t *ret_ids, size_t max);
	/* NULL or: the view's tables, first the one that the keys go to. Returns how many. */
	int (*tables)(struct view *v, struct table *ret_tables[VIEW_TABLES_MAX]);
	/* NULL or: selects a CPU (--cpu, OUTCOME_SHOW_CPU). */
	void (*select_cpu)(struct view *v, int cpu);
	/* NULL or: selects a cgroup by its id (--cgroup). */
	void (*select_group)(struct view *v, uint64_t id);
};

extern const struct view_ops *const view_table[]; /* ends with NULL */

#endif
