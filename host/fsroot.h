/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Our way to kernel files: paths below a prefix, "" for the live system or the folder of a
 * captured machine (--root). Symbolic links inside a captured tree never lead out of it.
 */
#ifndef HEADROOM_HOST_FSROOT_H
#define HEADROOM_HOST_FSROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct fsroot;

/* 0, or -errno when prefix is not a folder that can be opened. */
int fsroot_open(const char *prefix, struct fsroot **ret_root);
struct fsroot *fsroot_free(struct fsroot *root); /* takes and returns NULL */

bool fsroot_is_live(const struct fsroot *root);
const char *fsroot_prefix(const struct fsroot *root);

/*
 * How /sys/kernel/debug is reached. PRIVATE: it is mounted nowhere, so files below it are opened
 * through a mount of our own that is attached to no place and ends with the fsroot.
 */
enum fsroot_debugfs { FSROOT_DEBUGFS_NONE, FSROOT_DEBUGFS_MOUNTED, FSROOT_DEBUGFS_PRIVATE };

/* ret_error (may be NULL): for NONE the -errno of the attempt to mount it, else 0. */
enum fsroot_debugfs fsroot_debugfs(const struct fsroot *root, int *ret_error);

/*
 * An O_RDONLY|O_CLOEXEC descriptor plus extra open(2) flags (O_DIRECTORY, O_PATH), or -errno.
 * path starts with a slash. In a captured tree fifos and devices are refused with -EINVAL.
 */
int fsroot_openat(const struct fsroot *root, const char *path, int flags);

/*
 * For what is opened below a folder of a captured tree, which may hold anything under a name: a fifo
 * would hang us, a device is no figure. Returns fd when it is a file or a folder, else closes it:
 * -EINVAL. fd must have been opened with O_NONBLOCK or O_PATH.
 */
int fsroot_refuse_special(int fd);

/*
 * Reads a small file, strips the last newline, terminates. Returns its length, or -errno;
 * -EFBIG when it does not fit (buf then holds what did).
 */
int fsroot_read(const struct fsroot *root, const char *path, char *buf, size_t size);

/* No file that we read is larger: 512 CPUs and 20,000 tasks make 4 MB of sched/debug. */
#define FSROOT_READ_MAX (256u << 20)

/*
 * Reads a file of any size up to FSROOT_READ_MAX into *buf, which grows as needed and is kept for
 * the next call (*size is its capacity; both start as NULL and 0; the caller frees *buf).
 * Terminates. Returns the length, or -errno.
 */
ssize_t fsroot_read_all(const struct fsroot *root, const char *path, char **buf, size_t *size);

#endif
