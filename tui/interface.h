/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the interface, shared by its loop (cmd_interface.c), its actions (actions.c) and its
 * prompts (questions.c).
 */
#ifndef HEADROOM_TUI_INTERFACE_H
#define HEADROOM_TUI_INTERFACE_H

#include "tui/commands.h"
#include "tui/editor.h"
#include "tui/frame.h"
#include "tui/keyinput.h"
#include "tui/prompt.h"
#include "tui/screen.h"
#include "tui/session.h"
#include "tui/ticker.h"
#include "views/baseline.h"
#include "views/column_chooser.h"
#include "views/view.h"

struct interface;

/* Takes the text that was typed. */
typedef void (*answer_fn)(struct interface *ui, const char *text);

struct interface {
	const struct options *options;
	struct session session;
	struct ticker ticker;
	struct screen screen;
	struct keyinput keyinput;

	struct view views[FRAME_TABS_MAX];
	int nr_views, current, before; /* before: where Help and Doctor go back to */
	struct frame_tabs tabs;

	double interval_s, replay_speed;
	bool paused, replay_ended, replay_cut;
	bool dirty, quit;
	struct baseline *baseline;
	char search[PROMPT_SIZE], filter[PROMPT_SIZE];
	char message[600];

	struct prompt prompt;
	answer_fn answer;               /* NULL: nothing is asked */
	char pending_path[PROMPT_SIZE]; /* waits for the answer whether to overwrite it */

	struct editor editor;
	struct column_chooser chooser;

	struct waiter_list waiters;
	bool has_waiters;
	int waiters_cpu; /* -1: none were asked for */
	struct fault waiters_fault;

	struct group_task_list group_tasks;
	uint64_t group_tasks_of; /* id of the group, 0: none was asked for */
	struct fault group_tasks_fault;
};

/* What the views see now. */
struct view_context interface_context(const struct interface *ui);

__attribute__((format(printf, 2, 3))) void interface_say(struct interface *ui, const char *fmt,
							 ...);

/* Lays the view in front out as the next frame will show it, so that its state is of now. */
void interface_lay_out(struct interface *ui);

void interface_tick(struct interface *ui);
/* Sets the timer by interval, pause and, in a replay, by the recording's next sample. */
void interface_pace(struct interface *ui, double first_s);

/* The Topology view with a CPU selected. */
void interface_show_cpu(struct interface *ui, int cpu);
/* The Cgroups view with a group selected; -ENOENT when there is none of that path. */
int interface_show_group(struct interface *ui, const char *path);
/* The tasks queued on a CPU, for the view in front; its fault is shown in their place. */
void interface_read_waiters(struct interface *ui, int cpu);

/* The tasks of a group, likewise; those of one that is gone are a fault too. */
void interface_read_group_tasks(struct interface *ui, uint64_t id);

/* A key: what the interface itself does, or else interface_act(). */
void interface_key(struct interface *ui, enum action a);
/* The view in front acts, and its outcome is followed. */
void interface_act(struct interface *ui, enum action a);
void interface_click(struct interface *ui, int row, int col);

void interface_ask(struct interface *ui, const char *title, const char *text, answer_fn answer);
void interface_type(struct interface *ui, const struct input *in);
void interface_ask_search(struct interface *ui);
void interface_ask_filter(struct interface *ui);
void interface_ask_snapshot(struct interface *ui);

#endif
