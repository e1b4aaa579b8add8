/* SPDX-License-Identifier: GPL-2.0-only */
/* One CPU's cell of the Topology's grid: its mark, a share, and more where there is room. */
#ifndef HEADROOM_VIEWS_CPU_CELL_H
#define HEADROOM_VIEWS_CPU_CELL_H

#include "views/cpu_grid.h"
#include "views/view.h"

/* What all cells of a frame have in common. */
struct cpu_cell_look {
	enum cpu_cell cell;
	int number_width;
	enum share_id share; /* what digits, numbers are about */
	bool mark_is_digit;  /* a cell of one character shows the share instead of the state */
};

/* Writes exactly the cell's width from col on; in the ink of the cursor when selected. */
void cpu_cell_draw(const struct cpu_cell_look *look, const struct view_context *x,
		   const struct model_cpu *cpu, struct canvas *c, int row, int col, bool selected);

/*
 * Tenths of a percentage in one character: none below 0.5, "+" below 5, "#" from 95, "-" where it
 * is not known or, as a difference, negative.
 */
char cpu_cell_digit(struct rate pct, char none);

#endif
