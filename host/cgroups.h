/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the cgroup v2 tree again and again: folders and cpu.stat by kept descriptors, so that
 * thousands of groups cost little and a group made anew under its old name is seen as another
 * one. Usage at every read; settings in a slow round, so that their age is up to
 * CGROUPS_ROUND_S seconds.
 */
#ifndef HEADROOM_HOST_CGROUPS_H
#define HEADROOM_HOST_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cgroup.h"

struct fsroot;
struct cgroups;

#define CGROUPS_ROUND_S 30

/*
 * mount: where cgroup v2 is (host/cgroupfs.h). Raises the limit of open files as far as it may;
 * groups beyond it are read by path. 0 or -errno.
 */
int cgroups_open(const struct fsroot *root, const char *mount, struct cgroups **ret_cgroups);
struct cgroups *cgroups_close(struct cgroups *c); /* takes and returns NULL */

/*
 * The tree now into *ret_tree, which is cleared first. mono_ns is CLOCK_MONOTONIC. all_settings:
 * read the settings of every group now, for an edit or a snapshot; otherwise those that are new,
 * preferred, or due in the slow round. Groups that vanish meanwhile are left out. 0 or -errno.
 */
int cgroups_read(struct cgroups *c, uint64_t mono_ns, bool all_settings,
		 struct cgroup_tree *ret_tree);

/* Settings of the groups with these ids are read every time (those on the screen). 0, -ENOMEM. */
int cgroups_prefer(struct cgroups *c, const uint64_t *ids, size_t nr_ids);

#endif
