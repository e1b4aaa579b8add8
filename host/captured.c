// SPDX-License-Identifier: GPL-2.0-only
/* A walk over a captured machine; see captured.h. */
#include "host/captured.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fsroot.h"

#define DEPTH_MAX 32 /* of folders; sysfs has half of that */

/* What hwloc 2.9 may open. below: with the folders in it; named: only files that begin so. */
static const struct place {
	const char *path;
	bool below;
	const char *named;
} places[] = {
	{ .path = "/sys", .below = true },
	{ .path = "/sys/kernel/mm/hugepages", .below = true },
	{ .path = "/sys/fs/cgroup", .below = true, .named = "cpuset" },
	{ .path = "/sys/fs/cgroup", .named = "cgroup.controllers" },
	{ .path = "/proc", .named = "cpuinfo" },
	{ .path = "/proc", .named = "meminfo" },
	{ .path = "/proc", .named = "mounts" },
	{ .path = "/proc", .named = "hwloc-nofile-info" },
	{ .path = "/proc/self", .named = "c" }, /* cgroup, cpuset */
	{ .path = "/proc/driver", .below = true },
};

/* Not walked through from /sys: hwloc opens no more there than stands above; debugfs is large. */
static const char *const passed_over[] = { "/sys/fs", "/sys/kernel" };

struct search {
	const struct place *place;
	char sys[PATH_MAX]; /* where the captured /sys really is; "" without one */
	char path[PATH_MAX];
};

static int search_folder(struct search *s, int folder_fd, int depth);

static bool is_passed_over(const struct search *s)
{
	for (size_t i = 0; i < sizeof(passed_over) / sizeof(passed_over[0]); i++) {
		if (!strcmp(s->place->path, "/sys") && !strcmp(s->path, passed_over[i]))
			return true;
	}
	return false;
}

/* Where a descriptor leads; "" when it cannot be told. */
static void real_path(int fd, char *buf, size_t size)
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, buf, size - 1);
	buf[n < 0 ? 0 : n] = '\0';
}

/* A folder below the captured /sys is walked by its own name; hwloc must not follow to another. */
static bool leads_out(const struct search *s, int folder_fd, const char *name)
{
	int fd = openat(folder_fd, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	size_t length = strlen(s->sys);
	char path[PATH_MAX];

	if (fd < 0)
		return false;
	real_path(fd, path, sizeof(path));
	close(fd);
	return !length || strncmp(path, s->sys, length) || (path[length] && path[length] != '/');
}

/* Opens nothing that it has not seen to be a folder. A link that leads nowhere does no harm. */
static int search_entry(struct search *s, int folder_fd, const char *name, int depth)
{
	const char *named = s->place->named;
	struct stat st, end;
	int fd;

	if (fstatat(folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	if (S_ISDIR(st.st_mode)) {
		if (!s->place->below || depth == DEPTH_MAX || is_passed_over(s))
			return 0;
		fd = openat(folder_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		return fd < 0 ? 0 : search_folder(s, fd, depth + 1);
	}
	if ((named && strncmp(name, named, strlen(named)) != 0) ||
	    fstatat(folder_fd, name, &end, 0) < 0)
		return 0;
	if (S_ISDIR(end.st_mode))
		return !named && leads_out(s, folder_fd, name);
	return !S_ISREG(end.st_mode);
}

/* Takes folder_fd. While something is found, s->path keeps its path. */
static int search_folder(struct search *s, int folder_fd, int depth)
{
	size_t length = strlen(s->path);
	struct dirent *entry;
	DIR *folder = fdopendir(folder_fd);
	int found = 0;

	if (!folder) {
		close(folder_fd);
		return -ENOMEM;
	}
	while (!found && (entry = readdir(folder))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (snprintf(s->path + length, sizeof(s->path) - length, "/%s", entry->d_name) <
		    (int)(sizeof(s->path) - length))
			found = search_entry(s, dirfd(folder), entry->d_name, depth);
		if (!found)
			s->path[length] = '\0';
	}
	closedir(folder);
	return found;
}

static int search_place(const struct fsroot *root, const struct place *place, struct search *s)
{
	int fd = fsroot_openat(root, place->path, O_DIRECTORY);

	s->place = place;
	snprintf(s->path, sizeof(s->path), "%s", place->path);
	return fd < 0 ? 0 : search_folder(s, fd, 0);
}

int captured_find_special(const struct fsroot *root, char *ret_path, size_t size)
{
	struct search s = { .sys = "" };
	int fd = fsroot_openat(root, "/sys", O_PATH | O_DIRECTORY), r = 0;

	if (fd >= 0) {
		real_path(fd, s.sys, sizeof(s.sys));
		close(fd);
	}
	for (size_t i = 0; !r && i < sizeof(places) / sizeof(places[0]); i++)
		r = search_place(root, &places[i], &s);
	if (r > 0)
		snprintf(ret_path, size, "%s", s.path);
	return r;
}
