/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where each CPU goes in the Topology's grid, as pure arithmetic: sections of package and node,
 * in them blocks of an LLC (and kind of core), in them cores, the threads of a core side by side.
 * The most detailed cell is chosen with which everything fits; where not even the smallest does,
 * the grid is taller than its area and scrolls.
 */
#ifndef HEADROOM_VIEWS_CPU_GRID_H
#define HEADROOM_VIEWS_CPU_GRID_H

#include "core/model.h"

/* What a cell shows, from least to most. */
enum cpu_cell {
	CPU_CELL_MARK,   /* "O" */
	CPU_CELL_DIGIT,  /* "O4": and tenths of a share */
	CPU_CELL_NUMBER, /* "12O 43": number, mark, percent */
	CPU_CELL_TASK,   /* "12 O  43 stress-ng" */
	CPU_CELL_BAR,    /* the same, and the shares as a bar */
	CPU_CELL_COUNT
};

#define CPU_CELL_TASK_WIDTH 11 /* of the task's name and the blank before it */
#define CPU_CELL_BAR_WIDTH  21 /* of the bar and the blank before it */

struct cpu_place {
	int cpu, row, col;        /* of the cell's left edge; rows count from the top of the grid */
	int core_col, core_width; /* the columns of its core on this row, for the sign around it */
	bool first_of_core;
};

struct cpu_label {
	int row, col, width;
	bool heading;  /* of a section; else of a block */
	char text[96]; /* printable */
};

struct cpu_grid {
	enum cpu_cell cell;
	int rows;
	int cell_width, number_width;
	int nr_places, nr_labels;
	struct cpu_place *places; /* in reading order */
	struct cpu_label *labels;
	int capacity;
};

void cpu_grid_clear(struct cpu_grid *g);

/* Lays out all present CPUs of the model for an area. 0 or -ENOMEM. */
int cpu_grid_layout(struct cpu_grid *g, const struct model *m, int rows, int cols);

/* Index of the place of a CPU, of the next higher number where it has none, or -1: no CPU. */
int cpu_grid_find(const struct cpu_grid *g, int cpu);

/* Index of the place nearest to a column, rows further down (negative: up), or the last there. */
int cpu_grid_step_rows(const struct cpu_grid *g, int index, int rows);

/* Index of the place that covers a cell of the grid, or -1. */
int cpu_grid_at(const struct cpu_grid *g, int row, int col);

#endif
