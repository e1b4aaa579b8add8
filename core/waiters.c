// SPDX-License-Identifier: GPL-2.0-only
/* Names of scheduling policies; see waiters.h. */
#include "core/waiters.h"

#include <linux/sched.h>

/* By the number in <linux/sched.h>; SCHED_EXT is 7 since 6.12, older headers lack the name. */
static const char *const policy_names[] = {
	[SCHED_NORMAL] = "other",
	[SCHED_FIFO] = "fifo",
	[SCHED_RR] = "rr",
	[SCHED_BATCH] = "batch",
	[SCHED_IDLE] = "idle",
	[SCHED_DEADLINE] = "deadline",
	[7] = "ext",
};

const char *waiter_policy_name(uint32_t policy)
{
	const char *name = NULL;

	if (policy < sizeof(policy_names) / sizeof(policy_names[0]))
		name = policy_names[policy];
	return name ? name : "unknown";
}
