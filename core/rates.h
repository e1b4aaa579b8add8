/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two readings of a counter made a figure, for one CPU. A counter that went backwards was reset (a
 * CPU replaced, a probe started anew): its figure is then UNREAD for this tick, never a guess.
 */
#ifndef HEADROOM_CORE_RATES_H
#define HEADROOM_CORE_RATES_H

#include "core/model.h"

/* Growth of a 64-bit counter: 0, or -ERANGE when it went backwards. */
int rates_step(uint64_t before, uint64_t now, uint64_t *ret_step);

/*
 * Growth of a counter that wraps at 2^32. Half the range or more counts as a reset, -ERANGE: at
 * a tick a minute that is 35 million events a second.
 */
int rates_step32(uint32_t before, uint32_t now, uint64_t *ret_step);

/* Growth a second; UNREAD after a reset or with elapsed_s 0. */
struct rate rates_per_second(uint64_t before, uint64_t now, double elapsed_s);

/* Growth in units of a nanosecond, as percent of the elapsed time; not capped. */
struct rate rates_pct_of_time(uint64_t before_ns, uint64_t now_ns, double elapsed_s);

/*
 * Shares of the samples that saw the CPU online. All UNREAD when none did or a counter was reset;
 * the counters are read while the sampler adds to them, so a share may be one sample off, and is
 * held to 100.
 */
void rates_shares(const struct cpu_counts *before, const struct cpu_counts *now,
		  struct shares *ret_shares);

/*
 * Shares of elapsed time; all UNREAD after a reset. Steps back that the kernel is known to make
 * (TIME_TABLE) count as 0.
 */
void rates_times(const struct cpu_times *before, const struct cpu_times *now, double elapsed_s,
		 struct times_pct *ret_times);

/* Every figure missing for the same reason. */
void rates_shares_missing(enum gauge_state state, struct shares *ret_shares);
void rates_times_missing(enum gauge_state state, struct times_pct *ret_times);

/*
 * No time of any CPU grew, user, idle or other, although some were read twice: files of a captured
 * machine. What they would give is not 0 but unknown.
 */
bool rates_times_stand_still(const struct sample *before, const struct sample *now);

/*
 * Global idleness of model.h in percent; UNREAD when no CPU has both readings. A CPU counts when it
 * was online with its times known in both samples.
 */
struct rate rates_global_idle(const struct sample *before, const struct sample *now,
			      double elapsed_s);

/*
 * Seconds of CLOCK_MONOTONIC between two samples that may be compared. 0: not later, another boot,
 * another machine, or a suspend of 100 ms or more in between (both clocks are read one after the
 * other, so a difference below that may be a preemption).
 */
double rates_elapsed(const struct sample *before, const struct sample *now);

#endif
