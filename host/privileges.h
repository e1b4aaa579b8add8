/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Capabilities after start: only what observing needs, and what editing needs when that is allowed.
 * What needed more (raising limits, mounting a debugfs of our own) was done before.
 */
#ifndef HEADROOM_HOST_PRIVILEGES_H
#define HEADROOM_HOST_PRIVILEGES_H

#include <stdbool.h>

/*
 * Drops every other capability of the calling thread, for good; threads that run already keep
 * theirs. edits: keep what writing knobs needs too. A process without capabilities stays as it is.
 * 0 or -errno.
 */
int privileges_drop(bool edits);

#endif
