/* SPDX-License-Identifier: GPL-2.0-only */
/* The Overview: how idle the machine is, which LLCs and CPUs are overloaded, what works here. */
#ifndef HEADROOM_VIEWS_OVERVIEW_H
#define HEADROOM_VIEWS_OVERVIEW_H

#include "views/view.h"

extern const struct view_ops overview_view;

/*
 * The machine's part, above the tables, on a canvas of that size; the graphs may take spare rows
 * more than their share. Returns the rows used.
 */
int overview_draw_machine(const struct view_context *x, struct canvas *c, int rows, int cols,
			  int spare);

void overview_draw_graphs(const struct view_context *x, struct canvas *c, int row, int rows,
			  int cols);

/* Sensors and capabilities, in the last rows of the canvas. Returns the rows used. */
int overview_draw_foot(const struct view_context *x, struct canvas *c, int rows, int cols);

#endif
