/* SPDX-License-Identifier: GPL-2.0-only */
/* A ring of the shares of the last ten minutes or more, for graphs. */
#ifndef HEADROOM_CORE_HISTORY_H
#define HEADROOM_CORE_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#define HISTORY_POINTS 1024 /* 17 minutes at one a second */

struct history_point {
	uint64_t mono_ns;
	float idle_pct, sched_idle_pct, busy_pct, overloaded_pct, forced_idle_pct, missed_idle_pct;
	float global_idle_pct; /* machine only; NAN where unknown, as all of them */
};

struct history {
	size_t count, head; /* head: where the next point goes */
	struct history_point points[HISTORY_POINTS];
};

struct history *history_new(void);
struct history *history_free(struct history *h);
void history_push(struct history *h, const struct history_point *p);

/* The point age steps back, 0 is the newest; NULL beyond what is kept. */
const struct history_point *history_at(const struct history *h, size_t age);

#endif
