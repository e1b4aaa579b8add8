// SPDX-License-Identifier: GPL-2.0-only
/* How a CPU's state looks; see state.h. */
#include "views/state.h"

#include <string.h>

const struct state_look state_looks[CPU_STATE_COUNT] = {
	[CPU_STATE_IDLE] = { .mark = '.',
			     .missed_mark = '!',
			     .ink = INK_IDLE,
			     .share = SHARE_IDLE,
			     .name = "idle",
			     .short_name = "idle",
			     .help = "nothing to run" },
	[CPU_STATE_SCHED_IDLE] = { .mark = 's',
				   .missed_mark = 'S',
				   .ink = INK_SCHED_IDLE,
				   .share = SHARE_SCHED_IDLE,
				   .name = "sched-idle",
				   .short_name = "sidle",
				   .help = "runs only idle-class tasks: normal work may go there" },
	[CPU_STATE_BUSY] = { .mark = 'b',
			     .ink = INK_BUSY,
			     .share = SHARE_BUSY,
			     .name = "busy",
			     .short_name = "busy",
			     .help = "runs a task, and no other normal task waits" },
	[CPU_STATE_OVERLOADED] = { .mark = 'O',
				   .ink = INK_OVERLOADED,
				   .share = SHARE_OVERLOADED,
				   .name = "overloaded",
				   .short_name = "over",
				   .help = "a normal task waits behind another" },
	[CPU_STATE_FORCED_IDLE] = { .mark = 'F',
				    .ink = INK_FORCED_IDLE,
				    .share = SHARE_FORCED_IDLE,
				    .name = "forced idle",
				    .short_name = "forced",
				    .help = "has work, idles because its sibling's cookie "
					    "differs" },
	[CPU_STATE_OFFLINE] = { .mark = 'x',
				.ink = INK_OFFLINE,
				.share = SHARE_COUNT,
				.name = "offline",
				.short_name = "off",
				.help = "taken offline" },
	[CPU_STATE_UNKNOWN] = { .mark = '?',
				.ink = INK_DIM,
				.share = SHARE_COUNT,
				.name = "unknown",
				.short_name = "unknown",
				.help = "nothing here can tell: see the doctor screen" },
};

/* From the worst to the best, as bars and legends have it. */
static const enum cpu_state state_order[] = {
	CPU_STATE_OVERLOADED, CPU_STATE_FORCED_IDLE, CPU_STATE_BUSY,
	CPU_STATE_SCHED_IDLE, CPU_STATE_IDLE,        CPU_STATE_OFFLINE,
};
#define NR_BAR_STATES 5

const struct share_look share_looks[SHARE_COUNT] = {
	[SHARE_IDLE] = { .ink = INK_IDLE, .word = "idle", .name = "idle" },
	[SHARE_SCHED_IDLE] = { .ink = INK_SCHED_IDLE, .word = "sched-idle", .name = "sched-idle" },
	[SHARE_BUSY] = { .ink = INK_BUSY, .word = "busy", .name = "busy" },
	[SHARE_OVERLOADED] = { .ink = INK_OVERLOADED, .word = "overloaded", .name = "overloaded" },
	[SHARE_FORCED_IDLE] = { .ink = INK_FORCED_IDLE, .word = "forced", .name = "forced idle" },
	[SHARE_MISSED_IDLE] = { .ink = INK_WARN, .word = "missed", .name = "missed idle" },
};

enum ink share_ink(enum share_id share, struct rate pct)
{
	/* Either sign: it may be a difference. */
	if (!rate_is_known(pct) || (pct.value < 0.5 && pct.value > -0.5))
		return INK_DIM;
	return share_looks[share].ink;
}

bool state_is_missed(const struct model *m, const struct model_cpu *cpu)
{
	const struct model_llc *llc;

	if (!state_looks[cpu->now.state].missed_mark)
		return false;
	if (cpu->llc < 0 || (unsigned int)cpu->llc >= m->nr_llcs)
		return false;
	llc = &m->llcs[cpu->llc];
	return llc->state_now[CPU_STATE_OVERLOADED] > 0;
}

char state_mark(const struct model *m, const struct model_cpu *cpu)
{
	const struct state_look *look = &state_looks[cpu->now.state];

	return state_is_missed(m, cpu) ? look->missed_mark : look->mark;
}

static double pct_of_share(const struct shares *shares, enum share_id share)
{
	struct rate pct = shares->pct[share];

	return rate_is_known(pct) ? pct.value : 0;
}

/*
 * The share overloaded counts forced-idle CPUs with a queue as well; in a bar they are in the part
 * of forced idle only, so that the parts add up to the whole.
 */
static double pct_of_part(const struct shares *shares, enum share_id share)
{
	double pct = pct_of_share(shares, share), others = 0;

	if (share != SHARE_OVERLOADED)
		return pct;
	for (int i = 0; i < NR_BAR_STATES; i++) {
		if (state_looks[state_order[i]].share != SHARE_OVERLOADED)
			others += pct_of_share(shares, state_looks[state_order[i]].share);
	}
	return others + pct > 100 ? 100 - others : pct;
}

void state_draw_bar(struct canvas *c, int row, int col, int width, const struct shares *shares)
{
	struct bar_part parts[NR_BAR_STATES];

	for (int i = 0; i < NR_BAR_STATES; i++) {
		const struct state_look *look = &state_looks[state_order[i]];

		parts[i] = (struct bar_part){
			.pct = pct_of_part(shares, look->share),
			.mark = look->mark,
			.ink = look->ink,
		};
	}
	draw_bar(c, row, col, width, parts, NR_BAR_STATES);
}

static int legend_width(bool brief)
{
	int width = 0;

	for (size_t i = 0; i < sizeof(state_order) / sizeof(state_order[0]); i++) {
		const struct state_look *look = &state_looks[state_order[i]];

		width += 4 + (int)strlen(brief ? look->short_name : look->name);
	}
	return width;
}

void state_pen_legend(struct pen *p)
{
	int room = (p->bottom - p->row) * (p->right - p->left) - (p->col - p->left);
	bool brief = legend_width(false) > room * 4 / 5;

	for (size_t i = 0; i < sizeof(state_order) / sizeof(state_order[0]); i++) {
		const struct state_look *look = &state_looks[state_order[i]];

		pen_printf(p, look->ink, "%c %s", look->mark,
			   brief ? look->short_name : look->name);
	}
	pen_printf(p, INK_WARN, brief ? "!S missed" : "! S idle beside an overloaded CPU");
}
