/* SPDX-License-Identifier: GPL-2.0-only */
/* Runs a task iterator once and hands on the records that it wrote. */
#ifndef HEADROOM_PROBES_TASK_WALK_H
#define HEADROOM_PROBES_TASK_WALK_H

#include <stddef.h>

#define TASK_WALK_RECORD_MAX 256 /* bytes */

struct bpf_program;

/*
 * take is called for each record of record_size bytes (at most TASK_WALK_RECORD_MAX), which is
 * aligned as memory of malloc() is. The link of the iterator is gone afterwards. 0 or -errno.
 */
int task_walk(const struct bpf_program *program, size_t record_size,
	      void (*take)(const void *record, void *arg), void *arg);

#endif
