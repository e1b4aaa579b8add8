// SPDX-License-Identifier: GPL-2.0-only
/* Reasons for what debugfs does not give; see debugfs.h. */
#include "probes/debugfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/fsroot.h"

/* EPERM to root is lockdown's answer; the file that tells its mode needs securityfs. */
bool debugfs_is_lockdown(const struct fsroot *root, int r)
{
	return r == -EPERM && fsroot_is_live(root) && geteuid() == 0;
}

static bool is_mount_denied(const struct fsroot *root, int *ret_error)
{
	return fsroot_debugfs(root, ret_error) == FSROOT_DEBUGFS_NONE && *ret_error == -EPERM;
}

enum gauge_state debugfs_state(const struct fsroot *root, int r)
{
	int error;

	if (r == -ENOENT && is_mount_denied(root, &error))
		return GAUGE_DENIED;
	return gauge_state_from_error(r);
}

const char *debugfs_note(const struct fsroot *root)
{
	if (fsroot_debugfs(root, NULL) == FSROOT_DEBUGFS_PRIVATE)
		return "debugfs is mounted nowhere: read through a mount of our own";
	return "";
}

static const char *absent_reason(const struct fsroot *root)
{
	int fd, error;

	if (!fsroot_is_live(root))
		return "the captured machine has no such file";
	if (is_mount_denied(root, &error))
		return "debugfs is not mounted, and only root may mount it";
	if (error)
		return error == -ENODEV ? "this kernel has no debugfs (CONFIG_DEBUG_FS)"
					: "debugfs is not mounted, and cannot be mounted here";
	fd = fsroot_openat(root, "/sys/kernel/debug/sched", O_DIRECTORY | O_PATH);
	if (fd < 0)
		return "debugfs has no folder sched: the kernel has no CONFIG_SCHED_DEBUG";
	close(fd);
	return "this kernel has no such file";
}

const char *debugfs_reason(const struct fsroot *root, const char *path, int r, char *buf,
			   size_t size)
{
	if (debugfs_is_lockdown(root, r))
		snprintf(buf, size, "the kernel is locked down and refuses %s even to root", path);
	else if (r == -EACCES || r == -EPERM)
		snprintf(buf, size, "only root may read %s", path);
	else if (r == -ENOENT)
		snprintf(buf, size, "no %s: %s", path, absent_reason(root));
	else if (r == -EBADMSG)
		snprintf(buf, size, "%s is damaged: it does not read as the kernel writes it",
			 path);
	else
		snprintf(buf, size, "%s cannot be read: %s", path, strerror(-r));
	return buf;
}
