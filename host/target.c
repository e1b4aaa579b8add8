// SPDX-License-Identifier: GPL-2.0-only
/* Where the knobs are; see target.h. */
#include "host/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fsroot.h"

#define DEBUG_FOLDER  "/sys/kernel/debug"
#define SCHED_FOLDER  DEBUG_FOLDER "/sched"
#define SYSCTL_FOLDER "/proc/sys/kernel"

/* Neither absolute nor with a component that leads elsewhere; "" is fine. */
static bool is_beneath(const char *path)
{
	while (*path) {
		size_t length = strcspn(path, "/");

		if (length == 0 || (length == 1 && path[0] == '.') ||
		    (length == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		path += length;
		if (*path == '/' && *++path == '\0')
			return false;
	}
	return true;
}

int target_cgroup_path(const char *mount, const char *text, char *buf, size_t size)
{
	size_t length = strlen(mount);

	if (length > 0 && strncmp(text, mount, length) == 0 &&
	    (text[length] == '/' || text[length] == '\0'))
		text += length;
	text += strspn(text, "/");
	length = strlen(text);
	while (length > 0 && text[length - 1] == '/')
		length--;
	if (length >= size)
		return -ENAMETOOLONG;
	memcpy(buf, text, length);
	buf[length] = '\0';
	return is_beneath(buf) ? 0 : -EINVAL;
}

int target_open_cgroup(const struct fsroot *root, const char *mount, const char *path,
		       uint64_t *ret_inode)
{
	char full[PATH_MAX];
	struct stat st;
	int fd;

	if (!is_beneath(path))
		return -EINVAL;
	if (snprintf(full, sizeof(full), "%s/%s", mount, path) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	fd = fsroot_openat(root, full, O_PATH | O_DIRECTORY);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0) {
		int r = -errno;

		close(fd);
		return r;
	}
	*ret_inode = st.st_ino;
	return fd;
}

/* Before 5.13 the features were a file of debugfs itself. */
static int open_feature_folder(const struct fsroot *root)
{
	int fd = fsroot_openat(root, SCHED_FOLDER, O_PATH | O_DIRECTORY);

	if (fd != -ENOENT)
		return fd;
	fd = fsroot_openat(root, DEBUG_FOLDER, O_PATH | O_DIRECTORY);
	if (fd >= 0 && faccessat(fd, "sched_features", F_OK, 0) < 0) {
		close(fd);
		return -ENOENT;
	}
	return fd;
}

int target_open(const struct fsroot *root, const char *mount, const struct knob *k,
		const char *object, uint64_t *ret_inode)
{
	*ret_inode = 0;
	switch (k->place) {
	case KNOB_CGROUP:
		return target_open_cgroup(root, mount, object, ret_inode);
	case KNOB_FEATURE:
		return open_feature_folder(root);
	case KNOB_SCHED:
		return fsroot_openat(root, SCHED_FOLDER, O_PATH | O_DIRECTORY);
	default:
		return fsroot_openat(root, SYSCTL_FOLDER, O_PATH | O_DIRECTORY);
	}
}

static bool is_tunable(const struct knob *k, const char *object)
{
	/* These have a meaning of their own, or are no values. */
	if (k->place == KNOB_SCHED)
		return is_beneath(object) && *object && strcmp(object, "features") != 0 &&
		       strcmp(object, "debug") != 0;
	return strncmp(object, "sched_", strlen("sched_")) == 0 && !strchr(object, '/');
}

int target_file(int dir, const struct knob *k, const char *object, char *buf, size_t size)
{
	const char *name = k->name;

	if (k->place == KNOB_FEATURE)
		name = faccessat(dir, "features", F_OK, 0) == 0 ? "features" : "sched_features";
	else if (k->place != KNOB_CGROUP && !is_tunable(k, object))
		return -EINVAL;
	else if (k->place != KNOB_CGROUP)
		name = object;
	return snprintf(buf, size, "%s", name) < (int)size ? 0 : -ENAMETOOLONG;
}

int target_read_file(int dir, const char *name, char *buf, size_t size)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	size_t length = 0;
	ssize_t n = 0;
	int r;

	if (fd < 0)
		return -errno;
	while (length < size - 1 && (n = read(fd, buf + length, size - 1 - length)) > 0)
		length += (size_t)n;
	r = n < 0 ? -errno : 0;
	close(fd);
	if (r < 0)
		return r;
	if (length > 0 && buf[length - 1] == '\n')
		length--;
	buf[length] = '\0';
	return (int)length;
}

/* Finds NAME or NO_NAME among the words of a line. */
static int find_feature(const char *line, const char *name, const char **ret_state)
{
	size_t wanted = strlen(name);

	while (*(line += strspn(line, " \t\n"))) {
		size_t length = strcspn(line, " \t\n");
		bool off = strncmp(line, "NO_", 3) == 0;
		const char *word = off ? line + 3 : line;

		if (length - (off ? 3 : 0) == wanted && strncmp(word, name, wanted) == 0) {
			*ret_state = off ? "off" : "on";
			return 0;
		}
		line += length;
	}
	return -ENOENT;
}

/* A file that shows more than the value, such as all choices with the one in force marked. */
static int read_value(int dir, const struct knob *k, const char *name, char *buf, size_t size)
{
	char text[KNOB_VALUE_SIZE];
	int r;

	if (!k->reading)
		return target_read_file(dir, name, buf, size);
	r = target_read_file(dir, name, text, sizeof(text));
	if (r < 0)
		return r;
	k->reading(text, buf, size);
	return (int)strlen(buf);
}

int target_read(int dir, const struct knob *k, const char *object, char *buf, size_t size)
{
	char name[PATH_MAX], line[KNOB_VALUE_SIZE];
	const char *state;
	int r = target_file(dir, k, object, name, sizeof(name));

	if (r < 0)
		return r;
	if (k->place != KNOB_FEATURE)
		return read_value(dir, k, name, buf, size);
	r = target_read_file(dir, name, line, sizeof(line));
	if (r < 0)
		return r;
	r = find_feature(line, object, &state);
	return r < 0 ? r : snprintf(buf, size, "%s", state);
}

int target_read_task_group(const struct fsroot *root, pid_t pid, char *buf, size_t size)
{
	char file[64], text[PATH_MAX + 1024];
	const char *line;
	int r;

	snprintf(file, sizeof(file), "/proc/%ld/cgroup", (long)pid);
	r = fsroot_read(root, file, text, sizeof(text));
	if (r < 0)
		return r == -ENOENT ? -ESRCH : r;
	line = strncmp(text, "0::/", 4) == 0 ? text : strstr(text, "\n0::/");
	if (!line)
		return -EOPNOTSUPP;
	line += line[0] == '\n' ? 5 : 4;
	snprintf(buf, size, "%.*s", (int)strcspn(line, "\n"), line);
	return 0;
}
