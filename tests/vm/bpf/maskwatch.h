/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What both sides of the witness of the overloaded masks see: one record a CPU. Counts grow from
 * the load of the programs on; a machine has at most MASKWATCH_CPUS CPUs, one word of a mask.
 */
#ifndef MASKWATCH_H
#define MASKWATCH_H

#include <linux/types.h>

#define MASKWATCH_CPUS        64
#define MASKWATCH_GRACE_TICKS 2

struct maskwatch_cpu {
	/* Where the kernel writes its bit, on CPUs that have a mask. */
	__u64 updates, wrong_updates;
	__u64 ticks, ticks_without_update, updates_at_tick;
	__u64 changes, changes_at_tick; /* of its fair tasks, and of its domains */
	__u64 updated_ns;
	/* Reading from outside. */
	__u64 looks, looks_overloaded, looks_different, looks_stale, looks_idle_in_mask;
	struct {
		__u64 age_ns; /* of the bit, as the look found it */
		__u64 mask;
		__u32 truths, truth;
	} stale;      /* the latest look that was */
	__u64 shared; /* address: the same for the CPUs of one LLC; 0 where there is none */
	__u64 shared_at_update;
	__u64 mask;
	__u64 switches, switches_at_look;
	__u32 ticks_running;           /* since the CPU was idle */
	__u32 truths;                  /* at these ticks, the newest in bit 0 */
	__u32 was_idle;                /* at the look before, and in the mask */
	__u32 is_updating, is_in_tick; /* now */
	__u32 was_updated;             /* in this tick */
	__s32 count;
	__u32 sib_peeked, sib_pulled, sib_failed;
};

_Static_assert(sizeof(struct maskwatch_cpu) == 21 * 8 + 10 * 4, "both sides must agree");

#endif
