/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where cgroup v2 is, whether the cpu controller is in it, and whether its groups have
 * cpu.headroom. Checked by the file system's own magic, because tools that go by controller name
 * end up in the v1 tree of a hybrid host without a word.
 */
#ifndef HEADROOM_HOST_CGROUPFS_H
#define HEADROOM_HOST_CGROUPFS_H

#include <limits.h>
#include <stdbool.h>

#include "core/gauge.h"

struct fsroot;

/* Where v2 is as a rule: of a recording nobody knows the mount point. */
#define CGROUPFS_USUAL_MOUNT "/sys/fs/cgroup"

struct cgroupfs {
	enum gauge_state v2, cpu, headroom; /* KNOWN: it is there */
	char mount[PATH_MAX];               /* of v2; "" when there is none */
	char v1_mount[PATH_MAX];            /* of the v1 cpu controller; "" when there is none */
	/* One clause each: why it is missing or second best; "" when all is well. */
	char v2_reason[160], cpu_reason[160], headroom_reason[160];
};

/* The states and reasons hold whatever was met; there is no other error. */
void cgroupfs_check(const struct fsroot *root, struct cgroupfs *ret_cgroupfs);

/*
 * The next mount of a file-system type in the text of /proc/mounts, from *at on, which moves past
 * it. option (may be NULL) must be among its mount options. The mount point is put in point with
 * its octal escapes undone. Pure.
 */
bool mounts_find(const char **at, const char *fstype, const char *option, char *point,
		 unsigned int size);

#endif
