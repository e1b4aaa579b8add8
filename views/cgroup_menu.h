/* SPDX-License-Identifier: GPL-2.0-only */
/* The knobs of a group with their values, one of which is about to be edited. */
#ifndef HEADROOM_VIEWS_CGROUP_MENU_H
#define HEADROOM_VIEWS_CGROUP_MENU_H

#include "core/cgroup_model.h"
#include "core/knob.h"
#include "views/canvas.h"

#define CGROUP_MENU_MAX 16

struct cgroup_menu {
	int count, selected;
	const struct knob *knobs[CGROUP_MENU_MAX];
};

/* The knobs that the group has. */
void cgroup_menu_open(struct cgroup_menu *menu, const struct model_cgroup *g);
bool cgroup_menu_move(struct cgroup_menu *menu, int by);
void cgroup_menu_draw(const struct cgroup_menu *menu, const struct model_cgroup *g,
		      struct canvas *c, int row, int rows, int cols);

/*
 * What is in force beside a value that need not say it, "effective 0-3" for a cpuset that may well be
 * empty itself; "" for other knobs.
 */
void cgroup_knob_in_force(const struct model_cgroup *g, const struct knob *knob, char *buf,
			  size_t size);

/* A knob's value as its file has it, from the sample; "" where the sample does not hold it. */
void cgroup_knob_value(const struct model_cgroup *g, const struct knob *knob, char *buf,
		       size_t size);

#endif
