/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of /proc/schedstat: versions 15, 16 and 17 (Documentation/scheduler/sched-stats.rst;
 * the order of a domain's three groups is that of enum cpu_idle_type, which the document tells
 * wrongly for 16), each also with the three sib_* numbers at the end, and with the fourth group of
 * the RFC of sched-idle balancing. Pure: text in, facts of a sample out.
 */
#ifndef HEADROOM_HOST_SCHEDSTAT_H
#define HEADROOM_HOST_SCHEDSTAT_H

#include <stdbool.h>

#include "core/sample.h"

/* What was met on the way. */
struct schedstat_notes {
	unsigned int version;     /* as the text says; 0 when it says none */
	bool has_sib;             /* some domain line ends with the sib_* numbers */
	unsigned int odd_lines;   /* domain lines passed over: no known count of numbers */
	unsigned int odd_numbers; /* how many numbers the first of them has */
};

/*
 * Sets the schedstat figures of the CPUs listed, s->domains (owned by the sample) and
 * s->schedstat_version. A CPU at or beyond s->nr_cpus is passed over with its domains. Versions
 * before 17 print one figure of imbalance; it is in imbalance_load.
 * 0; -EPROTONOSUPPORT for a version that is not known, -EBADMSG when the text is damaged, -ENOMEM.
 * On an error the sample holds no figures of schedstat.
 */
int schedstat_parse(const char *text, struct sample *s, struct schedstat_notes *ret_notes);

#endif
