/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guard of `--for`: a process of its own that takes changes back when their time is over,
 * whether the terminal, the session or the program that made them is still there or not.
 */
#ifndef HEADROOM_TUI_GUARD_H
#define HEADROOM_TUI_GUARD_H

#include <stdint.h>

#include "core/fault.h"
#include "host/apply.h"

/*
 * Starts the guard before the change is made, so that a change without a guard never exists. It
 * leaves the session, outlives SIGHUP, and when ns nanoseconds (suspended ones included) are over,
 * or at SIGTERM, takes back what this run of a has changed with a time limit and nobody confirmed.
 * It ends early when nothing is left to do. Returns 0 once it watches, or -errno with f set.
 *
 * options are those a was opened with; they must be valid until this returns.
 */
int guard_start(const struct apply *a, const struct apply_options *options, uint64_t ns,
		struct fault *f);

#endif
