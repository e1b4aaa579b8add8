/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Drawing pieces that know nothing of the machine: text in a field, stacked bars, sparklines and
 * graphs. Each writes every cell of its field at most once and nothing outside.
 */
#ifndef HEADROOM_VIEWS_DRAW_H
#define HEADROOM_VIEWS_DRAW_H

#include "views/canvas.h"

/* Printable text, cut to width columns with a sign that it was cut. */
void draw_text(struct canvas *c, int row, int col, int width, enum ink ink, const char *text);

/* The same, padded with blanks to exactly width columns, at the left or right edge. */
void draw_cell(struct canvas *c, int row, int col, int width, enum ink ink, const char *text,
	       bool right);

/* A heading: its text in INK_TITLE, a rule to the end of the field. */
void draw_heading(struct canvas *c, int row, int col, int width, const char *text);

/* The same with a sign on the rule at every column whose mark is set; width of them. */
void draw_heading_marked(struct canvas *c, int row, int col, int width, const char *text,
			 const bool *marks);

/* One part of a stacked bar: percent of the whole, drawn as a run of its mark. */
struct bar_part {
	double pct;
	char mark;
	enum ink ink;
};

/*
 * Cells are shared out by the largest remainder; a part above 0.5 % gets one while there is room,
 * so that a small share of a bad state is not lost. What the parts leave of 100 % stays blank.
 */
void draw_bar(struct canvas *c, int row, int col, int width, const struct bar_part *parts,
	      int nr_parts);

/* Values 0..100 from left to right, one a column; NAN leaves a blank. */
void draw_spark(struct canvas *c, int row, int col, int width, enum ink ink, const float *values);

/* Dots of a graph's width: values given to draw_graph for cols columns. */
static inline int graph_nr_values(const struct canvas *c, int cols)
{
	return c->ascii ? cols : 2 * cols;
}

/* The least of 1, 2, 5, 10, 25, 50 and 100 that no value is above: what fills a graph's height. */
int graph_top(const float *values, int n);

/* A filled graph of values 0..top, graph_nr_values() of them; NAN leaves a gap. */
void draw_graph(struct canvas *c, int row, int col, int rows, int cols, enum ink ink,
		const float *values, int top);

/* A line at a value across the same graph, where the graph leaves the cells free. */
void draw_graph_level(struct canvas *c, int row, int col, int rows, int cols, enum ink ink,
		      const float *values, int top, float level);

#endif
