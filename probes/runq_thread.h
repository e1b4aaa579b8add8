/* SPDX-License-Identifier: GPL-2.0-only */
/* The thread that samples where a BPF timer does not start: it runs the same program and sleeps. */
#ifndef HEADROOM_PROBES_RUNQ_THREAD_H
#define HEADROOM_PROBES_RUNQ_THREAD_H

#include "probes/runq.shared.h"

struct runq_thread;

/* prog_fd is runq_fire; control is the mapped record, to which the thread's own cost goes. */
int runq_thread_start(int prog_fd, struct runq_control *control, struct runq_thread **ret_thread);
struct runq_thread *runq_thread_stop(struct runq_thread *t); /* takes and returns NULL */

#endif
