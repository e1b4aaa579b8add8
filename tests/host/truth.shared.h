/* SPDX-License-Identifier: GPL-2.0-only */
/* Time that a CPU spent in each state, from every change of its run queue. */
#ifndef HEADROOM_TESTS_HOST_TRUTH_SHARED_H
#define HEADROOM_TESTS_HOST_TRUTH_SHARED_H

#include <linux/types.h>

enum truth_state {
	TRUTH_IDLE,
	TRUTH_SCHED_IDLE,
	TRUTH_BUSY,
	TRUTH_OVERLOADED,
	TRUTH_UNSEEN, /* up to a change that did not fit what was seen before: some was missed */
	TRUTH_STATES,
};

struct truth_cpu {
	__u64 since_ns;
	__u64 time_ns[TRUTH_STATES];
	__u32 state;
	__u32 changes;
	__u32 nr_running, unused;
};

#endif
