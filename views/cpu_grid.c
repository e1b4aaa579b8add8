// SPDX-License-Identifier: GPL-2.0-only
/* Where each CPU goes in the grid; see cpu_grid.h. */
#include "views/cpu_grid.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "views/kind.h"

#define LABEL_WIDTH_MAX 17
#define BLOCK_GAP       2

/* A run of CPUs in the order of the grid. */
struct block {
	int first, count; /* of the sorted CPUs */
	int width;        /* of its cores on one line */
	bool opens_section;
};

struct layout {
	const struct model *m;
	struct cpu_grid *g;
	const struct model_cpu **cpus; /* sorted */
	int nr_cpus;
	struct block *blocks;
	int nr_blocks, nr_sections;
	int label_width, body_width; /* body: the cores of the widest block, or what has room */
	int cols;
};

void cpu_grid_clear(struct cpu_grid *g)
{
	free(g->places);
	free(g->labels);
	*g = (struct cpu_grid){ 0 };
}

/* Order: what has no place comes last. */

static int compare_ids(int a, int b)
{
	unsigned int left = (unsigned int)a, right = (unsigned int)b;

	/* TOPOLOGY_NONE becomes the highest number. */
	return (left > right) - (left < right);
}

/* The more capable kind first. */
static int compare_kinds(int a, int b)
{
	return (a < b) - (a > b);
}

static int compare_cpus(const void *left, const void *right)
{
	const struct model_cpu *a = *(const struct model_cpu *const *)left;
	const struct model_cpu *b = *(const struct model_cpu *const *)right;
	int r = compare_ids(a->package, b->package);

	if (!r)
		r = compare_ids(a->node, b->node);
	if (!r)
		r = compare_ids(a->llc, b->llc);
	if (!r)
		r = compare_kinds(a->kind, b->kind);
	if (!r)
		r = compare_ids(a->core, b->core);
	if (!r)
		r = compare_ids(a->smt, b->smt);
	return r ? r : compare_ids(a->cpu, b->cpu);
}

static void sort_cpus(struct layout *l)
{
	for (unsigned int i = 0; i < l->m->nr_cpus; i++) {
		if (l->m->cpus[i].present)
			l->cpus[l->nr_cpus++] = &l->m->cpus[i];
	}
	qsort(l->cpus, (size_t)l->nr_cpus, sizeof(*l->cpus), compare_cpus);
}

static bool same_section(const struct model_cpu *a, const struct model_cpu *b)
{
	return a->package == b->package && a->node == b->node;
}

static bool same_block(const struct model_cpu *a, const struct model_cpu *b)
{
	return same_section(a, b) && a->llc == b->llc && a->kind == b->kind;
}

static bool same_core(const struct model_cpu *a, const struct model_cpu *b)
{
	return same_block(a, b) && a->core == b->core && a->core != TOPOLOGY_NONE;
}

static void find_blocks(struct layout *l)
{
	for (int i = 0; i < l->nr_cpus; i++) {
		bool opens_section = !i || !same_section(l->cpus[i - 1], l->cpus[i]);

		if (!i || !same_block(l->cpus[i - 1], l->cpus[i])) {
			l->blocks[l->nr_blocks++] =
				(struct block){ .first = i, .opens_section = opens_section };
			l->nr_sections += opens_section;
		}
		l->blocks[l->nr_blocks - 1].count++;
	}
}

/* Widths */

static int digits_of(int number)
{
	int digits = 1;

	for (; number >= 10; number /= 10)
		digits++;
	return digits;
}

static int width_of_cell(const struct cpu_grid *g)
{
	const int widths[CPU_CELL_COUNT] = {
		[CPU_CELL_MARK] = 1,
		[CPU_CELL_DIGIT] = 2,
		[CPU_CELL_NUMBER] = g->number_width + 4,
		[CPU_CELL_TASK] = g->number_width + 6 + CPU_CELL_TASK_WIDTH,
		[CPU_CELL_BAR] = g->number_width + 6 + CPU_CELL_TASK_WIDTH + CPU_CELL_BAR_WIDTH,
	};

	return widths[g->cell];
}

/* Between two threads of a core: nothing, or room for a sign where cells are wide. */
static int thread_gap(const struct cpu_grid *g)
{
	return g->cell >= CPU_CELL_NUMBER;
}

static int core_gap(const struct cpu_grid *g)
{
	return g->cell >= CPU_CELL_NUMBER ? 2 : 1;
}

/* CPUs from index on that belong to one core. */
static int threads_at(const struct layout *l, int index, int end)
{
	int n = 1;

	while (index + n < end && same_core(l->cpus[index], l->cpus[index + n]))
		n++;
	return n;
}

static int core_width(const struct layout *l, int threads)
{
	return threads * l->g->cell_width + (threads - 1) * thread_gap(l->g);
}

/* Measures the blocks on one line; false when not even every core has room. */
static bool measure_blocks(struct layout *l)
{
	int room = l->cols - l->label_width - 2, widest = 0;

	for (int b = 0; b < l->nr_blocks; b++) {
		struct block *block = &l->blocks[b];
		int end = block->first + block->count, threads;

		block->width = -core_gap(l->g);
		for (int i = block->first; i < end; i += threads) {
			threads = threads_at(l, i, end);
			if (core_width(l, threads) > room)
				return false;
			block->width += core_gap(l->g) + core_width(l, threads);
		}
		if (block->width > widest)
			widest = block->width;
	}
	l->body_width = widest < room ? widest : room;
	return true;
}

/* Labels */

static const char *llc_name(const struct layout *l, const struct model_cpu *cpu)
{
	if (cpu->llc >= 0 && (unsigned int)cpu->llc < l->m->nr_llcs)
		return l->m->llcs[cpu->llc].name;
	return cpu->online ? "no domain" : "no place";
}

static void block_text(const struct layout *l, const struct block *b, char *buf, size_t size)
{
	const struct model_cpu *cpu = l->cpus[b->first];
	const struct topology *topo = l->m->sample ? l->m->sample->topo : NULL;
	char raw[64], kind[8] = "";

	if (topo && cpu->kind >= 0 && (unsigned int)cpu->kind < topo->nr_kinds)
		kind_tag(topo, cpu->kind, kind, sizeof(kind));
	snprintf(raw, sizeof(raw), "%s%s%s", llc_name(l, cpu), *kind ? " " : "", kind);
	text_printable(raw, buf, size);
}

static void section_text(const struct layout *l, const struct block *b, char *buf, size_t size)
{
	const struct model_cpu *cpu = l->cpus[b->first];

	if (cpu->package < 0 && cpu->node < 0)
		snprintf(buf, size, "place unknown");
	else if (cpu->package < 0)
		snprintf(buf, size, "node %d", cpu->node);
	else if (cpu->node < 0)
		snprintf(buf, size, "package %d", cpu->package);
	else
		snprintf(buf, size, "package %d, node %d", cpu->package, cpu->node);
}

static void measure_labels(struct layout *l)
{
	int most = l->cols / 4 < LABEL_WIDTH_MAX ? l->cols / 4 : LABEL_WIDTH_MAX;
	char text[96];

	l->label_width = 0;
	for (int b = 0; b < l->nr_blocks; b++) {
		int width;

		block_text(l, &l->blocks[b], text, sizeof(text));
		width = text_width(text);
		if (width > l->label_width)
			l->label_width = width;
	}
	if (l->label_width > most)
		l->label_width = most;
}

static struct cpu_label *add_label(struct cpu_grid *g, int row, int col, int width)
{
	struct cpu_label *label = &g->labels[g->nr_labels++];

	*label = (struct cpu_label){ .row = row, .col = col, .width = width };
	return label;
}

/* Placing */

static void place_core(struct layout *l, int first, int threads, int row, int col)
{
	for (int t = 0; t < threads; t++) {
		l->g->places[l->g->nr_places++] = (struct cpu_place){
			.cpu = l->cpus[first + t]->cpu,
			.row = row,
			.col = col + t * (l->g->cell_width + thread_gap(l->g)),
			.core_col = col,
			.core_width = core_width(l, threads),
			.first_of_core = !t,
		};
	}
}

/* Places a block's cores from a row on; returns the rows it takes. */
static int place_block(struct layout *l, const struct block *b, int row, int col)
{
	int left = col + l->label_width + 1, right = left + l->body_width, at = left;
	int end = b->first + b->count, first_row = row, threads;
	struct cpu_label *label = add_label(l->g, row, col, l->label_width);

	block_text(l, b, label->text, sizeof(label->text));
	for (int i = b->first; i < end; i += threads) {
		threads = threads_at(l, i, end);
		if (at > left && at + core_width(l, threads) > right) {
			row++;
			at = left;
		}
		place_core(l, i, threads, row, at);
		at += core_width(l, threads) + core_gap(l->g);
	}
	return row - first_row + 1;
}

/* Blocks side by side while all of a row's fit on one line each. */
static void place_all(struct layout *l)
{
	int block_width = l->label_width + 1 + l->body_width + BLOCK_GAP;
	int per_row = (l->cols + BLOCK_GAP - 1) / block_width, in_row = 0, row = 0, height = 0;

	if (per_row < 1)
		per_row = 1;
	l->g->nr_places = l->g->nr_labels = 0;
	for (int b = 0; b < l->nr_blocks; b++) {
		const struct block *block = &l->blocks[b];
		bool heading = block->opens_section && l->nr_sections > 1;
		int taken;

		if (heading || in_row == per_row) {
			row += height;
			in_row = height = 0;
		}
		if (heading) {
			struct cpu_label *label = add_label(l->g, row++, 0, l->cols);

			label->heading = true;
			section_text(l, block, label->text, sizeof(label->text));
		}
		taken = place_block(l, block, row, in_row * block_width);
		if (taken > height)
			height = taken;
		in_row++;
	}
	l->g->rows = row + height;
}

static void choose_cell(struct layout *l, int rows)
{
	for (int cell = CPU_CELL_COUNT - 1; cell >= 0; cell--) {
		l->g->cell = (enum cpu_cell)cell;
		l->g->cell_width = width_of_cell(l->g);
		if (!measure_blocks(l) && cell > 0)
			continue;
		place_all(l);
		if (l->g->rows <= rows)
			return;
	}
}

static int grid_reserve(struct cpu_grid *g, int capacity)
{
	if (capacity <= g->capacity)
		return 0;
	cpu_grid_clear(g);
	/* At worst every CPU is a block and a section of its own. */
	g->places = calloc((size_t)capacity, sizeof(*g->places));
	g->labels = calloc((size_t)capacity * 2, sizeof(*g->labels));
	if (!g->places || !g->labels) {
		cpu_grid_clear(g);
		return -ENOMEM;
	}
	g->capacity = capacity;
	return 0;
}

int cpu_grid_layout(struct cpu_grid *g, const struct model *m, int rows, int cols)
{
	struct layout l = { .m = m, .g = g, .cols = cols };
	int r = grid_reserve(g, (int)m->nr_cpus + 1);

	if (r)
		return r;
	l.cpus = calloc(m->nr_cpus + 1, sizeof(*l.cpus));
	l.blocks = calloc(m->nr_cpus + 1, sizeof(*l.blocks));
	if (l.cpus && l.blocks) {
		g->number_width = digits_of((int)m->nr_cpus - 1);
		sort_cpus(&l);
		find_blocks(&l);
		measure_labels(&l);
		choose_cell(&l, rows);
	} else {
		r = -ENOMEM;
	}
	free(l.cpus);
	free(l.blocks);
	return r;
}

/* Finding */

int cpu_grid_find(const struct cpu_grid *g, int cpu)
{
	int best = -1;

	for (int i = 0; i < g->nr_places; i++) {
		int here = g->places[i].cpu;

		if (here == cpu)
			return i;
		if (here > cpu && (best < 0 || here < g->places[best].cpu))
			best = i;
	}
	return best < 0 && g->nr_places ? 0 : best;
}

/* The place on a row whose left edge is nearest to a column, or -1. */
static int nearest_on_row(const struct cpu_grid *g, int row, int col)
{
	int best = -1;

	for (int i = 0; i < g->nr_places; i++) {
		const struct cpu_place *p = &g->places[i];

		if (p->row == row &&
		    (best < 0 || abs(p->col - col) < abs(g->places[best].col - col)))
			best = i;
	}
	return best;
}

int cpu_grid_step_rows(const struct cpu_grid *g, int index, int rows)
{
	int step = rows < 0 ? -1 : 1, best = index;
	int row = g->places[index].row, col = g->places[index].col;

	/* Headings have no CPUs: they count as rows, but one does not stop there. */
	for (int at = row + step; at >= 0 && at < g->rows; at += step) {
		int found = nearest_on_row(g, at, col);

		if (found >= 0)
			best = found;
		if (found >= 0 && abs(at - row) >= abs(rows))
			break;
	}
	return best;
}

int cpu_grid_at(const struct cpu_grid *g, int row, int col)
{
	for (int i = 0; i < g->nr_places; i++) {
		const struct cpu_place *p = &g->places[i];

		if (p->row == row && col >= p->col && col < p->col + g->cell_width)
			return i;
	}
	return -1;
}
