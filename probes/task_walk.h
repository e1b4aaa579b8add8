/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs a task iterator once and hands on the records that it wrote. */
#ifndef HEADROOM_PROBES_TASK_WALK_H
#define HEADROOM_PROBES_TASK_WALK_H

#include <stddef.h>

struct bpf_program;

struct task_walk {
	const struct bpf_program *program;
	size_t record_size;       /* bytes of one record */
	void (*begin)(void *arg); /* NULL, or called right before the first record is asked for */
	void (*take)(const void *record,
		     void *arg); /* a record, aligned as memory of malloc() is */
	void *arg;
};

/* The link of the iterator is gone afterwards. 0 or -errno. */
int task_walk_run(const struct task_walk *walk);

#endif
