/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Groups and tasks by libcgroup: making and removing a group, moving a task, and the stanza of
 * cgconfig.conf that makes a setting last. Only on the live system, and only where libcgroup would
 * act on the v2 tree: on a hybrid host it makes a v1 group without a word.
 */
#ifndef HEADROOM_HOST_STANZA_H
#define HEADROOM_HOST_STANZA_H

#include <stddef.h>

#include "core/fault.h"
#include "core/plan.h"

/* 0, or -EOPNOTSUPP with f set where libcgroup would not act on the tree mounted there. */
int stanza_check(const char *mount, struct fault *f);

/*
 * Makes a CREATE, DELETE or MOVE step, after stanza_check(), which opens the library. 0 or -errno;
 * 0 does not mean that a group is gone: look (libcgroup leaves one with tasks without an error).
 */
int stanza_run_step(const struct step *step);

/*
 * The stanza for cgconfig.conf that sets one knob of a group, with its final newline. Returns buf.
 * cgconfig.conf has no escapes: -EINVAL for a name or value that it cannot hold.
 */
int stanza_format(const struct step *step, char *buf, size_t size);

#endif
