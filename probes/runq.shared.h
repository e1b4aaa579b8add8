/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the sampler's two sides see: one record a CPU, added to by the kernel side and read by the
 * model without a system call, and one record of the sampler's own doings.
 */
#ifndef HEADROOM_PROBES_RUNQ_SHARED_H
#define HEADROOM_PROBES_RUNQ_SHARED_H

#include <linux/types.h>

#define RUNQ_CHUNK        64         /* CPUs that one firing visits at most, by default */
#define RUNQ_CHUNK_GAP_NS 20000      /* between the chunks of a round */
#define RUNQ_RELEARN_NS   1000000000 /* domains, names and the rate are looked at this often */
#define RUNQ_COMM_SIZE    16
#define RUNQ_EPISODES     4 /* below 20 ms, 20-100 ms, 100 ms-1 s, above */
#define RUNQ_NO_LLC       (~0U)

/* As enum cpu_state and enum task_class of core/sample.h; probes/runq.c asserts that. */
enum runq_state {
	RUNQ_UNKNOWN,
	RUNQ_OFFLINE,
	RUNQ_FORCED_IDLE,
	RUNQ_OVERLOADED,
	RUNQ_BUSY,
	RUNQ_SCHED_IDLE,
	RUNQ_IDLE,
	RUNQ_STATES
};

enum runq_class {
	RUNQ_CLASS_UNKNOWN,
	RUNQ_CLASS_IDLE,
	RUNQ_CLASS_FAIR,
	RUNQ_CLASS_RT,
	RUNQ_CLASS_DL,
	RUNQ_CLASS_STOP,
	RUNQ_CLASS_EXT,
	RUNQ_CLASSES
};

/* What this kernel's types hold; found once, when the run queues are learned. */
enum runq_has {
	RUNQ_HAS_CORE_SCHED = 1,
	RUNQ_HAS_SCHED_EXT = 2,
	RUNQ_HAS_OVERLOADED_MASK = 4,
	RUNQ_HAS_SIB = 8,
	RUNQ_HAS_DELAYED = 16, /* delayed dequeue (6.12 and newer) */
	RUNQ_HAS_GROUPS = 32,  /* run queues can be reached from a task */
};

struct runq_cpu {
	/* Addresses; 0: not learned. Never shown. */
	__u64 rq, idle, stop, curr, llc_shared, llc_domain;

	/* Counters since the start, in samples unless named. */
	__u64 taken;
	__u64 state_count[RUNQ_STATES];
	__u64 overloaded;
	__u64 missed_idle;
	__u64 class_count[RUNQ_CLASSES];
	__u64 episodes[RUNQ_EPISODES];
	__u64 episode_longest_ns;
	__u64 episode_since_ns; /* begin of the one under way, 0: none */

	/* The newest sampling. */
	__u64 cookie;
	__u32 state, class;
	__u32 nr_running, nr_nonidle, nr_idle_class;
	__s32 pid;
	char comm[RUNQ_COMM_SIZE];

	/* Of the patched kernel. */
	__u32 kernel_overloaded;    /* this CPU's bit in the mask of its LLC */
	__u32 kernel_nr_overloaded; /* its LLC's count */
	__u32 sib_peeked, sib_pulled, sib_failed;

	__u32 llc; /* written by user space: dense number, or RUNQ_NO_LLC */
};

struct runq_llc {
	__u64 overloaded_round; /* newest round that saw an overloaded CPU here */
};

struct runq_control {
	__u64 seq;        /* odd while records are being written */
	__u64 seq_before; /* no use but to make the change of seq a full barrier */
	__u64 rounds;     /* complete rounds, that is samples of every CPU */
	__u64 late, lost; /* rounds past a quarter of their slot; slots without any */
	__u64 busy_ns;    /* time inside the sampler by its own clock */
	__u64 period_ns;  /* length of a slot, in force */
	__u64 round_ns;   /* when the newest round began, CLOCK_MONOTONIC */
	__u64 slot_ns;    /* begin of the slot of the next round */
	__u64 planned_ns; /* when in that slot it is to begin */
	__u64 relearn_ns; /* when domains and names were last read */
	__u64 window_ns, window_busy_ns, window_rounds; /* since the rate was last looked at */
	__u64 outside_ns; /* thread: its CPU time outside of us, a round; by user space */
	__u32 cursor;     /* first CPU of the next chunk */
	__u32 relearning; /* this round re-reads what seldom changes */
	__u32 nr_known;   /* CPUs whose run queues were learned */
	__u32 open_episodes;
	__u32 any_overloaded; /* in the round under way */
	__u32 has;            /* enum runq_has */
	__u32 unused;
	__s32 timer_error; /* what starting the timer gave */
};

_Static_assert(sizeof(struct runq_cpu) == 304, "kernel and user space must agree");
_Static_assert(sizeof(struct runq_control) == 152, "kernel and user space must agree");

#endif
