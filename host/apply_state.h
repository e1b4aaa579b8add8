/* SPDX-License-Identifier: GPL-2.0-only */
/* What apply.c and prepare.c share about the writer; for nobody else. */
#ifndef HEADROOM_HOST_APPLY_STATE_H
#define HEADROOM_HOST_APPLY_STATE_H

#include <limits.h>

#include "host/apply.h"
#include "host/journalfile.h"

struct apply {
	const struct fsroot *root;
	bool read_only;
	char mount[PATH_MAX]; /* "" when there is no cgroup v2 */
	char boot[40], run[40];
	struct journalfile *file;
};

/*
 * Tells a group that was removed (-ENODEV) from one that was made anew under its name
 * (-ENOTUNIQ), when reading its file ended in error; any other error comes back as it is.
 */
int apply_gone_reason(const struct apply *a, const struct step *step, int error);

/*
 * libcgroup goes by name, so look whether the names of a CREATE, DELETE or MOVE step still mean
 * what was shown: -ENODEV and -ENOTUNIQ as above, -EEXIST, -ESRCH for a task that is gone, -ESTALE
 * for one that somebody moved elsewhere.
 */
int apply_recheck_group(const struct apply *a, struct step *step);

#endif
