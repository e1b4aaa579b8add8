/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of the probe table, each defined in the file of its name; see probe.h. */
#ifndef HEADROOM_PROBES_ROWS_H
#define HEADROOM_PROBES_ROWS_H

#include "probes/probe.h"

extern const struct probe_ops replay_probe; /* alone in the table where a file is replayed */
extern const struct probe_ops runq_probe;
extern const struct probe_ops waiters_probe;
extern const struct probe_ops bpf_absent_probe; /* instead of these two where they were not built */
extern const struct probe_ops group_headroom_probe; /* on a kernel with the series */
extern const struct probe_ops group_waits_probe;
extern const struct probe_ops group_waits_absent_probe; /* instead of that */

extern const struct probe_ops topology_probe;
extern const struct probe_ops procstat_probe;
extern const struct probe_ops schedstat_probe;
extern const struct probe_ops cgroupcaps_probe;
extern const struct probe_ops features_probe;
extern const struct probe_ops scheddebug_probe; /* fills in what runq_probe could not */
extern const struct probe_ops tunables_probe;
extern const struct probe_ops sensors_probe;

#endif
