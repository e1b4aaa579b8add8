/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Changes from inside the interface: value asked for, preview, confirmation, write, report; taking
 * back; and the look at every tick for what somebody else made of our values.
 */
#ifndef HEADROOM_TUI_EDITOR_H
#define HEADROOM_TUI_EDITOR_H

#include "host/apply.h"
#include "host/cgroupfs.h"
#include "tui/panel.h"
#include "views/view.h"

struct interface;

struct editor {
	struct apply *apply; /* opened at the first change; NULL before */
	struct cgroupfs cgroupfs;
	struct view_edit asked;           /* what the prompt is about */
	struct edit *pending;             /* waits for the confirmation */
	struct panel panel;               /* the preview, above the prompt */
	uint64_t touched[PLAN_STEPS_MAX]; /* ids of the cgroups of the last edit, 0: none */
};

/*
 * Before a tick: the settings of the cgroups on the screen and of the last edit shall be fresh in
 * it. all_once: those of every cgroup, for a preview.
 */
void editor_prefer(struct interface *ui, bool all_once);

/* Follows an outcome of a view: EDIT, CHANGE, NUDGE, UNDO or UNDO_ALL. */
void editor_follow(struct interface *ui, struct view *v, enum outcome outcome);

/* Once a tick: a foreign change to what this run set becomes a message. */
void editor_look(struct interface *ui);

/* The prompt was left: forgets what waits. */
void editor_cancel(struct interface *ui);

/* With --restore-on-exit takes back all changes of this run. -errno with f set when one failed. */
int editor_close(struct interface *ui, struct fault *f);

#endif
