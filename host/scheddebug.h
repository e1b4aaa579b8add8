/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of /sys/kernel/debug/sched/debug: the second source of what runs and waits where, with
 * no BPF. Forms of 6.1 (h_nr_running, idle_h_nr_running), 6.12 (also h_nr_queued, h_nr_runnable)
 * and 6.18 (h_nr_idle) are told by the fields that are there, never by a version. Pure.
 *
 * Task names are printed raw, so a line can be forged by one: fields count only in the exact form
 * that the kernel pads them to, which is longer than a name can be.
 */
#ifndef HEADROOM_HOST_SCHEDDEBUG_H
#define HEADROOM_HOST_SCHEDDEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sample.h"

/* A task of the table "runnable tasks". */
struct scheddebug_task {
	bool found;
	int32_t pid;
	int32_t prio; /* the kernel's: below 0 deadline, 0..99 real-time, then fair */
	char comm[SAMPLE_COMM_SIZE]; /* raw bytes, terminated */
};

/* A count that a kernel may not print is negative. */
struct scheddebug_cpu {
	bool seen;
	uint32_t nr_running; /* all classes; with sleepers whose dequeue is delayed */
	int32_t curr_pid;    /* 0: the idle task */
	int64_t h_nr_runnable, h_nr_queued, h_nr_running, h_nr_idle; /* of the root cfs_rq */
	int64_t rt_nr_running, dl_nr_running;
	struct scheddebug_task curr; /* not found when it is the idle task */
	struct scheddebug_task next; /* a queued task that is not current */
};

/*
 * Fills cpus[n] for every CPU n of the text below nr_cpus; the others come out with seen false.
 * Returns how many were seen, or -EBADMSG when the text has none.
 */
int scheddebug_parse(const char *text, struct scheddebug_cpu *cpus, unsigned int nr_cpus);

/* The mask of features, .sysctl_sched_features in the head of the text; 0 or -ENOENT. */
int scheddebug_features_mask(const char *text, uint64_t *ret_mask);

/*
 * The state of a CPU as docs/PROBES.md defines it. own_tid is the thread that
 * read the text: where it is the current task it is taken off the counts, on that CPU only.
 * Forced idle cannot be told from the text: such a CPU comes out by what is queued on it.
 */
void scheddebug_state(const struct scheddebug_cpu *cpu, int32_t own_tid, struct cpu_now *ret_now);

#endif
