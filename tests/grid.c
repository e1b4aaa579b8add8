// SPDX-License-Identifier: GPL-2.0-only
/* A canvas in memory; see grid.h. */
#include "tests/grid.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static struct grid *grid_of(const struct canvas *c)
{
	return (struct grid *)((char *)(uintptr_t)c - offsetof(struct grid, canvas));
}

static void grid_size(const struct canvas *c, int *ret_rows, int *ret_cols)
{
	*ret_rows = grid_of(c)->rows;
	*ret_cols = grid_of(c)->cols;
}

static void set_cell(struct grid *g, int row, int col, enum ink ink, const char *text, size_t bytes)
{
	struct grid_cell *cell = &g->cells[row * g->cols + col];

	if (bytes >= sizeof(cell->text))
		bytes = sizeof(cell->text) - 1;
	memcpy(cell->text, text, bytes);
	cell->text[bytes] = '\0';
	cell->ink = ink;
	g->overlaps += cell->writes > 0;
	cell->writes++;
}

/* Bytes and width of the character at text: one or two columns. */
static size_t next_character(const char *text, int *ret_width)
{
	size_t bytes = text_fit(text, 1, ret_width);

	return bytes ? bytes : text_fit(text, 2, ret_width);
}

/* What combines with the character before it joins that cell. */
static void join_character(struct grid *g, int row, int col, const char *text, size_t bytes)
{
	struct grid_cell *cell;

	if (row < 0 || row >= g->rows || col < 1 || col > g->cols)
		return;
	cell = &g->cells[row * g->cols + col - 1];
	if (strlen(cell->text) + bytes < sizeof(cell->text))
		strncat(cell->text, text, bytes);
}

static void put_character(struct grid *g, int row, int col, enum ink ink, const char *text,
			  size_t bytes, int width)
{
	if (!width) {
		join_character(g, row, col, text, bytes);
		return;
	}
	if (row < 0 || row >= g->rows || col < 0 || col + width > g->cols) {
		g->outside++;
		return;
	}
	set_cell(g, row, col, ink, text, bytes);
	if (width == 2)
		set_cell(g, row, col + 1, ink, "", 0);
}

static void grid_put(struct canvas *c, int row, int col, enum ink ink, const char *text)
{
	struct grid *g = grid_of(c);
	size_t left = strlen(text);

	while (left) {
		/* One at a time: text_fit takes as many as fit. */
		char one[16] = "";
		size_t bytes = 1;
		int width;

		while (bytes < left && ((unsigned char)text[bytes] & 0xc0) == 0x80)
			bytes++;
		memcpy(one, text, bytes < sizeof(one) ? bytes : sizeof(one) - 1);
		next_character(one, &width);
		put_character(g, row, col, ink, text, bytes, width);
		col += width;
		text += bytes;
		left -= bytes;
	}
}

static const struct canvas_ops grid_ops = {
	.size = grid_size,
	.put = grid_put,
};

struct grid *grid_new(int rows, int cols, bool ascii)
{
	struct grid *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->canvas = (struct canvas){ .ops = &grid_ops, .ascii = ascii };
	g->rows = rows;
	g->cols = cols;
	g->cells = calloc((size_t)(rows * cols) + 1, sizeof(*g->cells));
	if (!g->cells)
		return grid_free(g);
	return g;
}

struct grid *grid_free(struct grid *g)
{
	if (g) {
		free(g->cells);
		free(g);
	}
	return NULL;
}

void grid_blank(struct grid *g)
{
	memset(g->cells, 0, sizeof(*g->cells) * (size_t)(g->rows * g->cols));
	g->overlaps = g->outside = 0;
}

static const char *text_of_cell(const struct grid *g, int row, int col)
{
	const struct grid_cell *cell = &g->cells[row * g->cols + col];

	return cell->writes ? cell->text : " ";
}

char *grid_line(const struct grid *g, int row)
{
	char *line = calloc((size_t)g->cols * sizeof(g->cells->text) + 2, 1);
	size_t used = 0, end = 0;

	for (int col = 0; line && col < g->cols; col++) {
		const char *cell = text_of_cell(g, row, col);

		used = (size_t)(stpcpy(line + used, cell) - line);
		if (*cell && strcmp(cell, " "))
			end = used;
	}
	if (line)
		line[end] = '\0';
	return line;
}

char *grid_text(const struct grid *g)
{
	char *all = calloc((size_t)g->rows * ((size_t)g->cols * sizeof(g->cells->text) + 2) + 1, 1);
	char *end = all;

	for (int row = 0; all && row < g->rows; row++) {
		char *line = grid_line(g, row);

		if (line)
			end = stpcpy(stpcpy(end, line), "\n");
		free(line);
	}
	return all;
}

int grid_find(const struct grid *g, const char *text)
{
	for (int row = 0; row < g->rows; row++) {
		char *line = grid_line(g, row);
		bool found = line && strstr(line, text);

		free(line);
		if (found)
			return row;
	}
	return -1;
}
