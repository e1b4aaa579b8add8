/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time and signals as descriptors: a timerfd for the next tick and a signalfd for what would
 * otherwise interrupt us. Nothing here reads a clock to compute with: rates come from the samples.
 */
#ifndef HEADROOM_TUI_TICKER_H
#define HEADROOM_TUI_TICKER_H

#include <stdbool.h>

#include "core/fault.h"

struct ticker {
	int timer_fd, signal_fd;
};

#define TICKER_CLOSED                                                                              \
	{                                                                                          \
		.timer_fd = -1, .signal_fd = -1                                                    \
	}

/*
 * Blocks the signals that end us (interactive: also window size, stop and continue) and opens the
 * descriptors. Signals that we were started to ignore (nohup) stay ignored. To be called before the
 * probes are opened, so that their threads inherit the mask.
 */
int ticker_open(struct ticker *t, bool interactive, struct fault *f);
void ticker_close(struct ticker *t);

/* The first tick after first_s seconds, then one every interval_s; 0 stops. */
void ticker_set(struct ticker *t, double first_s, double interval_s);

/* Ticks passed since the last call; more than one were missed. Does not block. */
unsigned long ticker_take(struct ticker *t);

/* The next pending signal, 0: none. Does not block. */
int ticker_signal(struct ticker *t);

enum ticker_wait { TICKER_TICK, TICKER_STOP, TICKER_READER_GONE };

/*
 * For commands without an interface: waits for a tick, a signal to end, or the reader of out_fd
 * (-1: none is watched) going away.
 */
enum ticker_wait ticker_wait(struct ticker *t, int out_fd);

#endif
