// SPDX-License-Identifier: GPL-2.0-only
/* The table of probes. Order matters: later rows may fill in what earlier ones could not. */
#include "probes/rows.h"

#include <stddef.h>

const struct probe_ops *const probe_table[] = {
	&replay_probe,
#ifdef HEADROOM_HAVE_BPF
	&runq_probe,           &waiters_probe,
#else
	&bpf_absent_probe,
#endif
	&topology_probe,       &procstat_probe,    &schedstat_probe,
	&cgroupcaps_probe,     &features_probe,    &tunables_probe,
#ifdef HEADROOM_HAVE_BPF
	&group_headroom_probe, &group_waits_probe, /* of the groups that cgroupcaps found */
#else
	&group_waits_absent_probe,
#endif
	&scheddebug_probe,     &sensors_probe,     NULL,
};
