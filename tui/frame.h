/* SPDX-License-Identifier: GPL-2.0-only */
/* What stands around a view: the title line with the views' tabs, and the status line. Pure. */
#ifndef HEADROOM_TUI_FRAME_H
#define HEADROOM_TUI_FRAME_H

#include <stdbool.h>

#include "core/model.h"
#include "views/canvas.h"
#include "views/view.h"

#define FRAME_TABS_MAX 16

/* Where the tabs were drawn, for clicks: columns [from, to) of the title line. */
struct frame_tabs {
	int count;
	struct {
		int from, to;
	} tabs[FRAME_TABS_MAX];
};

struct frame_status {
	const struct model *model; /* model->sample may be NULL: nothing was read yet */
	const struct keymap *keymap;
	const char *message;         /* takes the place of the figures; "" when there is none */
	const char *search, *filter; /* "" when none */
	double interval_s;
	bool paused, has_baseline;
	bool is_replay, replay_ended, replay_cut;
	double replay_speed;
};

/* views: nr_views of them, in the order of their tabs; current is an index into it. */
void frame_draw_title(struct canvas *c, const struct frame_status *s, const struct view *views,
		      int nr_views, int current, struct frame_tabs *ret_tabs);

void frame_draw_status(struct canvas *c, int row, const struct frame_status *s);

#endif
