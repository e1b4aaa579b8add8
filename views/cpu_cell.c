// SPDX-License-Identifier: GPL-2.0-only
/* One CPU's cell of the grid; see cpu_cell.h. */
#include "views/cpu_cell.h"

#include <stdio.h>

#include "core/text.h"
#include "views/baseline.h"
#include "views/draw.h"
#include "views/format.h"
#include "views/state.h"

/* A cell is written from left to right, in runs of one ink. */
struct cell_pen {
	struct canvas *canvas;
	int row, col;
	bool selected;
};

static void cell_put(struct cell_pen *p, enum ink ink, int width, const char *text, bool right)
{
	draw_cell(p->canvas, p->row, p->col, width, p->selected ? INK_CURSOR : ink, text, right);
	p->col += width;
}

static void cell_put_char(struct cell_pen *p, enum ink ink, char c)
{
	char text[2] = { c, '\0' };

	cell_put(p, ink, 1, text, false);
}

static void cell_put_task(struct cell_pen *p, const struct model_cpu *cpu)
{
	char text[4 * SAMPLE_COMM_SIZE] = "";

	if (cpu->has_now && cpu->now.pid)
		text_printable(cpu->now.comm, text, sizeof(text));
	cell_put_char(p, INK_TEXT, ' ');
	cell_put(p, INK_TEXT, CPU_CELL_TASK_WIDTH - 1, text, false);
}

static void cell_put_bar(struct cell_pen *p, const struct model_cpu *cpu)
{
	cell_put_char(p, INK_TEXT, ' ');
	state_draw_bar(p->canvas, p->row, p->col, CPU_CELL_BAR_WIDTH - 1, &cpu->shares);
	p->col += CPU_CELL_BAR_WIDTH - 1;
}

/* A difference has a sign; three columns hold no more than two digits beside it. */
static void cell_put_percent(struct cell_pen *p, int width, enum ink ink, struct rate pct,
			     bool difference)
{
	double most = difference && width < 4 ? 99 : 100;
	char text[16] = "-";

	if (pct.value > most)
		pct.value = most;
	if (pct.value < -most)
		pct.value = -most;
	if (rate_is_known(pct))
		snprintf(text, sizeof(text), difference && pct.value >= 0.5 ? "+%.0f" : "%.0f",
			 pct.value);
	cell_put(p, ink, width, text, true);
}

char cpu_cell_digit(struct rate pct, char none)
{
	int tenths;

	if (!rate_is_known(pct) || pct.value <= -0.5)
		return '-';
	if (pct.value < 0.5)
		return none;
	tenths = (int)(pct.value / 10 + 0.5);
	if (tenths < 1)
		return '+';
	return tenths > 9 ? '#' : (char)('0' + tenths);
}

static struct rate value_of(const struct cpu_cell_look *look, const struct view_context *x,
			    const struct model_cpu *cpu)
{
	struct rate now = cpu->shares.pct[look->share];
	const struct model_cpu *before;

	if (!x->baseline)
		return now;
	before = baseline_cpu(x->baseline, cpu->cpu);
	if (!before)
		return rate_missing(GAUGE_UNREAD);
	return rate_difference(now, before->shares.pct[look->share]);
}

static void cell_put_mark(struct cell_pen *p, const struct cpu_cell_look *look,
			  const struct view_context *x, const struct model_cpu *cpu)
{
	struct rate pct = value_of(look, x, cpu);
	enum ink ink = state_looks[cpu->now.state].ink;

	if (look->cell == CPU_CELL_MARK && look->mark_is_digit && cpu->online) {
		cell_put_char(p, share_ink(look->share, pct), cpu_cell_digit(pct, '0'));
		return;
	}
	cell_put_char(p, state_is_missed(x->model, cpu) ? INK_WARN : ink,
		      state_mark(x->model, cpu));
}

/* The figure of a cell with more than its mark. An offline CPU has none. */
static void cell_put_figure(struct cell_pen *p, const struct cpu_cell_look *look,
			    const struct view_context *x, const struct model_cpu *cpu)
{
	static const int widths[CPU_CELL_COUNT] = {
		[CPU_CELL_MARK] = 0, [CPU_CELL_DIGIT] = 1, [CPU_CELL_NUMBER] = 3,
		[CPU_CELL_TASK] = 4, [CPU_CELL_BAR] = 4,
	};
	struct rate pct = value_of(look, x, cpu);
	enum ink ink = share_ink(look->share, pct);

	if (!cpu->online)
		cell_put(p, INK_DIM, widths[look->cell], "", true);
	else if (look->cell == CPU_CELL_DIGIT)
		cell_put_char(p, ink, cpu_cell_digit(pct, ' '));
	else if (look->cell > CPU_CELL_DIGIT)
		cell_put_percent(p, widths[look->cell], ink, pct, x->baseline);
}

void cpu_cell_draw(const struct cpu_cell_look *look, const struct view_context *x,
		   const struct model_cpu *cpu, struct canvas *c, int row, int col, bool selected)
{
	struct cell_pen p = { .canvas = c, .row = row, .col = col, .selected = selected };
	char number[16];

	snprintf(number, sizeof(number), "%d", cpu->cpu);
	if (look->cell >= CPU_CELL_NUMBER)
		cell_put(&p, INK_DIM, look->number_width, number, true);
	if (look->cell >= CPU_CELL_TASK)
		cell_put_char(&p, INK_TEXT, ' ');
	cell_put_mark(&p, look, x, cpu);
	cell_put_figure(&p, look, x, cpu);
	if (look->cell == CPU_CELL_BAR)
		cell_put_bar(&p, cpu);
	if (look->cell >= CPU_CELL_TASK)
		cell_put_task(&p, cpu);
}
