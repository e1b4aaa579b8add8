// SPDX-License-Identifier: GPL-2.0-only
/* Names and meanings of scheduler features, 5.15 to 7.0; see feature.h. */
#include "core/feature.h"

#include <stddef.h>
#include <string.h>

#define ROW(id, in, text)                                                                          \
	{                                                                                          \
		.name = #id, .mechanism = in, .meaning = text                                      \
	}

static const struct feature_info features[] = {
	ROW(CPU_HEADROOM, "headroom", "throttles groups so that the claimed idle time stays free"),
	ROW(LLC_OVERLOADED, "sched-idle", "each LLC keeps a mask of its overloaded CPUs"),
	ROW(SCHED_IDLE_BALANCE, "sched-idle",
	    "a CPU with only idle-class work pulls from overloaded ones"),
	ROW(SIS_OVERLOADED, "sched-idle", "the search for an idle CPU leaves overloaded ones out"),
	ROW(KEEP_LAST_TASK, "sched-idle", "load balancing leaves a CPU its last normal task"),
	ROW(IDLE_TASK_CAPACITY, "sched-idle",
	    "idle-class tasks wake up where there is capacity, not beside others of theirs"),
	ROW(FORCEIDLE_LB, "forced idle", "load balancing takes forced-idle CPUs off their group"),

	ROW(PLACE_LAG, "placement", "a woken task keeps the lag it had when it went to sleep"),
	ROW(PLACE_DEADLINE_INITIAL, "placement", "a new task starts with half a slice"),
	ROW(PLACE_REL_DEADLINE, "placement", "a migrated task keeps its relative deadline"),
	ROW(START_DEBIT, "placement", "a new task starts one slice behind"),
	ROW(GENTLE_FAIR_SLEEPERS, "placement", "sleepers get only half the credit for their sleep"),
	ROW(DELAY_DEQUEUE, "placement",
	    "a task with negative lag stays queued until it is used up"),
	ROW(DELAY_ZERO, "placement", "a delayed task that becomes eligible restarts with zero lag"),

	ROW(RUN_TO_PARITY, "preemption", "the current task runs until its lag is zero"),
	ROW(PREEMPT_SHORT, "preemption", "a task with a shorter slice may preempt run-to-parity"),
	ROW(WAKEUP_PREEMPTION, "preemption", "a woken task may preempt the current one"),
	ROW(NEXT_BUDDY, "preemption", "prefer the task woken last, for cache warmth"),
	ROW(LAST_BUDDY, "preemption", "prefer the task that was preempted by a wake-up"),
	ROW(PICK_BUDDY, "preemption", "let picking follow the buddy even against fairness"),
	ROW(CACHE_HOT_BUDDY, "preemption", "a buddy counts as cache hot and is not migrated"),
	ROW(HRTICK, "preemption", "end slices by a high-resolution timer"),
	ROW(HRTICK_DL, "preemption", "the same for deadline tasks"),
	ROW(DOUBLE_TICK, "preemption", "keep the tick beside the high-resolution one"),
	ROW(ALT_PERIOD, "preemption", "slice by the number of tasks of the whole hierarchy"),
	ROW(BASE_SLICE, "preemption", "no slice is shorter than the base slice"),
	ROW(HZ_BW, "preemption", "keep the tick while a task of a limited group runs"),

	ROW(NONTASK_CAPACITY, "load", "take interrupt and steal time off a CPU's capacity"),
	ROW(ATTACH_AGE_LOAD, "load", "age the load of a task while it was in no run queue"),
	ROW(UTIL_EST, "load", "estimate the utilisation of tasks that sleep"),
	ROW(UTIL_EST_FASTUP, "load", "let that estimate rise at once"),
	ROW(LB_MIN, "balance", "ignore very small loads when balancing"),
	ROW(NI_RANDOM, "balance", "try new-idle balancing in proportion to its success"),
	ROW(NI_RATE, "balance", "the same by rate"),

	ROW(TTWU_QUEUE, "wake-up", "queue remote wake-ups for the target CPU to do"),
	ROW(SIS_PROP, "wake-up", "limit the search for an idle CPU by its cost"),
	ROW(SIS_UTIL, "wake-up", "limit the search for an idle CPU by the LLC's utilisation"),
	ROW(WA_IDLE, "wake-up", "wake on this CPU when it is idle and shares the cache"),
	ROW(WA_WEIGHT, "wake-up", "choose between the two CPUs of a wake-up by their load"),
	ROW(WA_BIAS, "wake-up", "bias that choice to the waking CPU"),

	ROW(RT_PUSH_IPI, "real-time", "pull real-time tasks by asking the busy CPUs to push"),
	ROW(RT_RUNTIME_SHARE, "real-time", "CPUs borrow real-time runtime from each other"),
	ROW(WARN_DOUBLE_CLOCK, "debug", "warn when the run queue's clock is updated twice"),
	ROW(LATENCY_WARN, "debug", "warn when a CPU does not reschedule for long"),
};

const struct feature_info *feature_find(const char *name)
{
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
		if (strcmp(features[i].name, name) == 0)
			return &features[i];
	return NULL;
}
