// SPDX-License-Identifier: GPL-2.0-only
/* Text in a field, bars, sparklines and graphs; see draw.h. */
#include "views/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

#define FIELD_SIZE    1024
#define BAR_PARTS_MAX 8

/* Cuts printable text to width columns; the last shows that more followed. Returns the width. */
static int cut_text(const struct canvas *c, const char *text, int width, char *buf, size_t size)
{
	int shown;
	size_t bytes;

	bytes = text_fit(text, width, &shown);
	if (text[bytes])
		bytes = text_fit(text, width - 1, &shown);
	if (bytes > size - 4)
		bytes = text_fit(text, (int)(size / 4) - 2, &shown);
	memcpy(buf, text, bytes);
	buf[bytes] = '\0';
	if (text[bytes]) {
		strcat(buf, c->ascii ? "~" : "…");
		shown++;
	}
	return shown;
}

void draw_text(struct canvas *c, int row, int col, int width, enum ink ink, const char *text)
{
	char buf[FIELD_SIZE];

	if (width <= 0 || !*text)
		return;
	cut_text(c, text, width, buf, sizeof(buf));
	canvas_put(c, row, col, ink, buf);
}

void draw_cell(struct canvas *c, int row, int col, int width, enum ink ink, const char *text,
	       bool right)
{
	char cut[FIELD_SIZE / 2], buf[FIELD_SIZE];
	size_t blank, bytes;

	if (width <= 0)
		return;
	blank = (size_t)(width - cut_text(c, text, width, cut, sizeof(cut)));
	bytes = strlen(cut);
	if (blank > sizeof(buf) - bytes - 1)
		blank = sizeof(buf) - bytes - 1;
	memset(buf, ' ', blank + bytes);
	memcpy(right ? buf + blank : buf, cut, bytes);
	buf[blank + bytes] = '\0';
	canvas_put(c, row, col, ink, buf);
}

void draw_heading_marked(struct canvas *c, int row, int col, int width, const char *text,
			 const bool *marks)
{
	int shown = text_width(text);

	if (shown > width)
		shown = width;
	draw_text(c, row, col, shown, INK_TITLE, text);
	if (shown < width)
		canvas_put(c, row, col + shown, INK_DIM, " "); /* it may lie over something */
	for (int i = shown + 1; i < width; i++) {
		if (marks && marks[i])
			canvas_put(c, row, col + i, INK_WARN, c->ascii ? "v" : "▼");
		else
			canvas_put(c, row, col + i, INK_DIM, c->ascii ? "-" : "─");
	}
}

void draw_heading(struct canvas *c, int row, int col, int width, const char *text)
{
	draw_heading_marked(c, row, col, width, text, NULL);
}

static int index_of_largest(const double *rest, int n)
{
	int best = 0;

	for (int i = 1; i < n; i++) {
		if (rest[i] > rest[best])
			best = i;
	}
	return best;
}

/* Gives each of n parts its whole cells, then what is left to the largest remainders. */
static void share_out(const double *pct, int n, int width, int *ret_cells)
{
	double rest[BAR_PARTS_MAX + 1];
	int left = width;

	for (int i = 0; i < n; i++) {
		double cells = pct[i] * width / 100;

		ret_cells[i] = (int)cells;
		rest[i] = cells - ret_cells[i];
		/* All but the blank at the end: see draw.h. */
		if (!ret_cells[i] && pct[i] > 0.5 && i < n - 1)
			rest[i] += 1;
		left -= ret_cells[i];
	}
	for (; left > 0; left--) {
		int best = index_of_largest(rest, n);

		ret_cells[best]++;
		rest[best] = -1;
	}
}

void draw_bar(struct canvas *c, int row, int col, int width, const struct bar_part *parts,
	      int nr_parts)
{
	double pct[BAR_PARTS_MAX + 1], total = 0;
	int cells[BAR_PARTS_MAX + 1];
	char run[2] = "";

	if (width <= 0 || nr_parts > BAR_PARTS_MAX)
		return;
	for (int i = 0; i < nr_parts; i++) {
		pct[i] = parts[i].pct > 0 ? parts[i].pct : 0;
		total += pct[i];
	}
	/* Rounding may make it a little more than the whole. */
	for (int i = 0; i < nr_parts && total > 100; i++)
		pct[i] *= 100 / total;
	pct[nr_parts] = total < 100 ? 100 - total : 0;
	share_out(pct, nr_parts + 1, width, cells);
	for (int i = 0; i < nr_parts; i++) {
		run[0] = parts[i].mark;
		for (int j = 0; j < cells[i]; j++)
			canvas_put(c, row, col++, parts[i].ink, run);
	}
}

static const char *const spark_blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
static const char *const spark_ascii[] = { "_", ".", ":", "-", "=", "+", "*", "#" };

void draw_spark(struct canvas *c, int row, int col, int width, enum ink ink, const float *values)
{
	const char *const *levels = c->ascii ? spark_ascii : spark_blocks;

	for (int i = 0; i < width; i++) {
		int level = isnan(values[i]) ? -1 : (int)lround(values[i] * 7 / 100);

		if (level < 0)
			canvas_put(c, row, col + i, INK_DIM, " ");
		else
			canvas_put(c, row, col + i, ink, levels[level > 7 ? 7 : level]);
	}
}

int graph_top(const float *values, int n)
{
	static const int tops[] = { 1, 2, 5, 10, 25, 50, 100 };
	float most = 0;
	int i = 0;

	for (int v = 0; v < n; v++) {
		if (values[v] > most)
			most = values[v];
	}
	while (tops[i] < 100 && most > (float)tops[i])
		i++;
	return tops[i];
}

struct scale {
	int full; /* steps of the whole height */
	int top;  /* the value that fills it */
};

/* Steps that a value fills; at least one unless it is nearly nothing. */
static int graph_steps(float value, struct scale scale)
{
	int steps, full = scale.full;

	if (isnan(value))
		return 0;
	steps = (int)lround((double)value * full / scale.top);
	if (!steps && value >= 0.5f)
		steps = 1;
	return steps > full ? full : steps;
}

/* Braille dots of the left and right column, filled from below by 0..4 steps. */
static const unsigned char braille_left[] = { 0x00, 0x40, 0x44, 0x46, 0x47 };
static const unsigned char braille_right[] = { 0x00, 0x80, 0xa0, 0xb0, 0xb8 };

static int steps_in_row(int steps, int above_bottom)
{
	int in_row = steps - 4 * above_bottom;

	if (in_row < 0)
		return 0;
	return in_row > 4 ? 4 : in_row;
}

static void put_braille(struct canvas *c, int row, int col, enum ink ink, unsigned int dots)
{
	/* U+2800 + dots in UTF-8 */
	char text[4] = { (char)0xe2, (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)), 0 };

	if (dots)
		canvas_put(c, row, col, ink, text);
}

static void draw_braille_column(struct canvas *c, int row, int col, int rows, enum ink ink,
				const float *values, int top)
{
	struct scale scale = { .full = 4 * rows, .top = top };
	int left = graph_steps(values[0], scale), right = graph_steps(values[1], scale);

	for (int i = 0; i < rows; i++) {
		put_braille(c, row + rows - 1 - i, col, ink,
			    braille_left[steps_in_row(left, i)] |
				    braille_right[steps_in_row(right, i)]);
	}
}

static void draw_ascii_column(struct canvas *c, int row, int col, int rows, enum ink ink,
			      float value, int top)
{
	static const char *const fill[] = { NULL, "_", ".", ":", "|" };
	int steps = graph_steps(value, (struct scale){ .full = 4 * rows, .top = top });

	for (int i = 0; i < rows; i++) {
		const char *text = fill[steps_in_row(steps, i)];

		if (text)
			canvas_put(c, row + rows - 1 - i, col, ink, text);
	}
}

void draw_graph(struct canvas *c, int row, int col, int rows, int cols, enum ink ink,
		const float *values, int top)
{
	for (int i = 0; i < cols; i++) {
		if (c->ascii)
			draw_ascii_column(c, row, col + i, rows, ink, values[i], top);
		else
			draw_braille_column(c, row, col + i, rows, ink, &values[2 * i], top);
	}
}

void draw_graph_level(struct canvas *c, int row, int col, int rows, int cols, enum ink ink,
		      const float *values, int top, float level)
{
	struct scale scale = { .full = 4 * rows, .top = top };
	int above_bottom = (graph_steps(level, scale) - 1) / 4, per_col = graph_nr_values(c, 1);

	for (int i = 0; i < cols; i++) {
		bool covered = false;

		for (int v = 0; v < per_col; v++) {
			float value = values[i * per_col + v];

			covered |= graph_steps(value, scale) > 4 * above_bottom;
		}
		if (!covered)
			canvas_put(c, row + rows - 1 - above_bottom, col + i, ink,
				   c->ascii ? "-" : "┄");
	}
}
