/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bundle for a bug report: a short recording that replays anywhere. The names of the host, of
 * tasks and of cgroups are replaced; figures, kernel release and topology are what a report is for.
 */
#ifndef HEADROOM_TUI_BUNDLE_H
#define HEADROOM_TUI_BUNDLE_H

#include "core/sample.h"
#include "tui/session.h"

/* Takes a few samples of the session and writes them. 0, or -errno with f set. */
int bundle_write(struct session *s, const char *path, struct fault *f);

/*
 * Replaces the names in a sample: tasks by "task", cgroups by "gN" (their place in the tree) and the
 * unit suffix of systemd, which says what kind of group it is. -ENOMEM leaves nothing but names
 * already replaced.
 */
int bundle_scrub(struct sample *s);

#endif
