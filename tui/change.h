/* SPDX-License-Identifier: GPL-2.0-only */
/* What the commands that change something share: the writer, the preview, the report. */
#ifndef HEADROOM_TUI_CHANGE_H
#define HEADROOM_TUI_CHANGE_H

#include "config/options.h"
#include "host/apply.h"
#include "host/cgroupfs.h"

struct change {
	const struct options *options;
	struct fsroot *root;
	struct cgroupfs cgroupfs;
	struct apply_options apply_options;
	struct apply *apply;
};

/*
 * Opens the writer on this machine; -EOPNOTSUPP for a captured one. looks: nothing will be
 * written, so nothing is opened for writing.
 */
int change_open(struct change *c, const struct options *o, bool looks, struct fault *f);
void change_close(struct change *c); /* safe on a half-open or zeroed one */

/* -EOPNOTSUPP with one clear sentence where cgroup knobs cannot be edited (cgroup v1, hybrid). */
int change_needs_cgroups(const struct change *c, struct fault *f);

/*
 * With --dry-run prints what the edit would do, otherwise does it and prints what came of it.
 * Takes the edit. With --for a guard is started first, which takes it back.
 */
int change_make(struct change *c, struct edit *edit, struct fault *f);

/* One line on standard output. 0, or -errno with f set. */
__attribute__((format(printf, 2, 3))) int change_say(struct fault *f, const char *fmt, ...);

#endif
