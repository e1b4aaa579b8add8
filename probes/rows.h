/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of the probe table, each defined in the file of its name; see probe.h. */
#ifndef HEADROOM_PROBES_ROWS_H
#define HEADROOM_PROBES_ROWS_H

#include "probes/probe.h"

extern const struct probe_ops runq_probe;
extern const struct probe_ops waiters_probe;
extern const struct probe_ops bpf_absent_probe; /* instead of these two where they were not built */

#endif
