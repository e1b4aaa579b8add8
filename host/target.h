/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the knobs are: opens the folder of a step's file once and reads values through that
 * descriptor, so that a group made anew under the same name is another one. Never writes.
 */
#ifndef HEADROOM_HOST_TARGET_H
#define HEADROOM_HOST_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/knob.h"

struct fsroot;

/*
 * A cgroup as people write it ("main", "/main/", "/sys/fs/cgroup/main") as a path below the mount
 * point, "" for the root. 0; -EINVAL for one with "." or ".." or a NUL; -ENAMETOOLONG.
 */
int target_cgroup_path(const char *mount, const char *text, char *buf, size_t size);

/* The folder of a cgroup, O_PATH, and its inode. mount is where cgroup v2 is mounted. */
int target_open_cgroup(const struct fsroot *root, const char *mount, const char *path,
		       uint64_t *ret_inode);

/* The folder that holds the knob of an object, or -errno. ret_inode is 0 but for a cgroup. */
int target_open(const struct fsroot *root, const char *mount, const struct knob *k,
		const char *object, uint64_t *ret_inode);

/* The file below that folder; -EINVAL for an object that would lead out of it. */
int target_file(int dir, const struct knob *k, const char *object, char *buf, size_t size);

/* Reads a file below a folder, strips the last newline. Returns its length, or -errno. */
int target_read_file(int dir, const char *name, char *buf, size_t size);

/* The value of a knob: the text of its file, or "on" and "off" of a feature (-ENOENT: unknown). */
int target_read(int dir, const struct knob *k, const char *object, char *buf, size_t size);

/* The v2 cgroup of a task, below the root, without the first slash; -ESRCH: no such task. */
int target_read_task_group(const struct fsroot *root, pid_t pid, char *buf, size_t size);

#endif
