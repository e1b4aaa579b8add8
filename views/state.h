/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a CPU's state looks: one table gives the mark (a character, the same in ASCII and UTF-8
 * mode), the ink and the words of the legend. Bars of shares are drawn with the same marks.
 */
#ifndef HEADROOM_VIEWS_STATE_H
#define HEADROOM_VIEWS_STATE_H

#include "core/model.h"
#include "views/canvas.h"
#include "views/draw.h"
#include "views/pen.h"

struct state_look {
	char mark;
	char missed_mark; /* the same beside an overloaded CPU of its LLC; 0: cannot be */
	enum ink ink;
	enum share_id share; /* the share that counts it; SHARE_COUNT: none */
	const char *name, *short_name, *help;
};

extern const struct state_look state_looks[CPU_STATE_COUNT];

struct share_look {
	enum ink ink;
	const char *word, *name; /* "missed", "missed idle" */
};

extern const struct share_look share_looks[SHARE_COUNT];

/* A share's own ink once it is worth a look, INK_DIM before and where it is missing. */
enum ink share_ink(enum share_id share, struct rate pct);

/* True for a CPU that could take work while another CPU of its LLC is overloaded, at this moment. */
bool state_is_missed(const struct model *m, const struct model_cpu *cpu);

/* The mark of a CPU at this moment, missed idle told. */
char state_mark(const struct model *m, const struct model_cpu *cpu);

/* Shares as a stacked bar, the worst first; draws nothing where they are not known. */
void state_draw_bar(struct canvas *c, int row, int col, int width, const struct shares *shares);

/* The legend: shorter words where the pen has little room. */
void state_pen_legend(struct pen *p);

#endif
