// SPDX-License-Identifier: GPL-2.0-only
/* Capabilities after start; see privileges.h. */
#include "host/privileges.h"

#include <errno.h>
#include <stddef.h>

#include <cap-ng.h>

/* What is kept, and for what. */
static const struct kept {
	unsigned int capability;
	bool for_edits;
} kept[] = {
	{ .capability = CAP_BPF }, /* maps and programs are read all the time */
	{ .capability = CAP_PERFMON },
	{ .capability = CAP_DAC_READ_SEARCH }, /* files of others, below debugfs */
	/* Groups that were given to a user have files which belong to that user. */
	{ .capability = CAP_DAC_OVERRIDE, .for_edits = true },
	/* Moving a task that has more capabilities than are left here (cpuset). */
	{ .capability = CAP_SYS_NICE, .for_edits = true },
	/* kernel.sched_schedstats asks for it. */
	{ .capability = CAP_SYS_ADMIN, .for_edits = true },
};

static bool is_kept(unsigned int capability, bool edits)
{
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (kept[i].capability == capability)
			return edits || !kept[i].for_edits;
	return false;
}

int privileges_drop(bool edits)
{
	if (capng_get_caps_process() < 0)
		return -EINVAL;
	/* Before 5.8 there is no CAP_BPF, and our own maps take CAP_SYS_ADMIN. */
	if (!capng_have_capability(CAPNG_PERMITTED, CAP_BPF))
		edits = true;
	for (unsigned int i = 0; i <= CAP_LAST_CAP; i++)
		if (!is_kept(i, edits) && capng_have_capability(CAPNG_PERMITTED, i))
			capng_update(CAPNG_DROP,
				     CAPNG_EFFECTIVE | CAPNG_PERMITTED | CAPNG_INHERITABLE, i);
	return capng_apply(CAPNG_SELECT_CAPS) < 0 ? -EPERM : 0;
}
