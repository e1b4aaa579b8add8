/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The texts of /proc/stat, /proc/loadavg and /proc/pressure/cpu (procfs(5), Documentation/
 * accounting/psi.rst). Pure: text in, facts of a sample out. On an error nothing is changed.
 */
#ifndef HEADROOM_HOST_PROCSTAT_H
#define HEADROOM_HOST_PROCSTAT_H

#include <stdint.h>

#include "core/sample.h"

/*
 * Times of the CPUs that /proc/stat lists (the online ones), in nanoseconds; ticks_hz is the
 * USER_HZ of the machine, sysconf(_SC_CLK_TCK). A CPU at or beyond s->nr_cpus is passed over.
 * Returns the number of CPUs taken, or -EBADMSG when a line of a CPU is damaged or none is there.
 */
int procstat_parse(const char *text, unsigned int ticks_hz, struct sample *s);

/* Load averages x 1000, runnable and all tasks; 0 or -EBADMSG. */
int loadavg_parse(const char *text, struct sample *s);

/* The totals of the lines "some" and "full" (5.13 and newer), microseconds; 0 or -EBADMSG. */
int pressure_parse(const char *text, struct sample *s);

#endif
