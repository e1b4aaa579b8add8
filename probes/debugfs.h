/* SPDX-License-Identifier: GPL-2.0-only */
/* Why a file of /sys/kernel/debug/sched is missing or second best, in words. */
#ifndef HEADROOM_PROBES_DEBUGFS_H
#define HEADROOM_PROBES_DEBUGFS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/gauge.h"

struct fsroot;

/* The state that r leaves behind: what only root could mount is denied, not missing. */
enum gauge_state debugfs_state(const struct fsroot *root, int r);

/* r: the -errno of opening or reading path. Returns buf. */
const char *debugfs_reason(const struct fsroot *root, const char *path, int r, char *buf,
			   size_t size);

/* What is second best about a file that can be read: "" when debugfs is mounted as usual. */
const char *debugfs_note(const struct fsroot *root);

/* Whether r is the kernel's lockdown: root itself is refused. */
bool debugfs_is_lockdown(const struct fsroot *root, int r);

#endif
