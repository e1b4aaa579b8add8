// SPDX-License-Identifier: GPL-2.0-only
/* Finds cgroup v2 and what it offers; see cgroupfs.h. */
#include "host/cgroupfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "host/fsroot.h"
#include "host/scan.h"

/* Groups looked at for a cpu file: the direct children, where every controller starts. */
#define GROUPS_MAX 256

/* Undoes \040 and the like in place; cuts at size. */
static void copy_unescaped(const char *raw, size_t len, char *out, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < len && n + 1 < size; i++) {
		if (raw[i] == '\\' && i + 3 < len && strspn(raw + i + 1, "01234567") >= 3) {
			out[n++] = (raw[i + 1] - '0') << 6 | (raw[i + 2] - '0') << 3 |
				   (raw[i + 3] - '0');
			i += 3;
		} else {
			out[n++] = raw[i];
		}
	}
	out[n] = '\0';
}

/* Whether word is one of a list parted by separator, which ends at a blank or line end. */
static bool list_has(const char *list, char separator, const char *word)
{
	size_t len = strlen(word);

	for (;;) {
		size_t part = 0;

		while (list[part] && list[part] != separator && !strchr(" \n", list[part]))
			part++;
		if (part == len && !strncmp(list, word, len))
			return true;
		if (!list[part] || list[part] != separator)
			return false;
		list += part + 1;
	}
}

/* "DEVICE POINT TYPE OPTIONS 0 0" */
static bool match_mount(const char *line, const char *fstype, const char *option, char *point,
			unsigned int size)
{
	size_t device = strcspn(line, " \n");
	const char *at = line + device, *raw;
	char type[32];
	size_t len;

	if (*at != ' ')
		return false;
	raw = ++at;
	len = strcspn(at, " \n");
	at += len;
	if (!len || *at != ' ' || !scan_name(&at, type, sizeof(type)) || strcmp(type, fstype))
		return false;
	if (*at != ' ' || (option && !list_has(at + 1, ',', option)))
		return false;
	copy_unescaped(raw, len, point, size);
	return true;
}

bool mounts_find(const char **at, const char *fstype, const char *option, char *point,
		 unsigned int size)
{
	while (*at && **at) {
		const char *line = *at;

		*at = scan_next_line(line);
		if (match_mount(line, fstype, option, point, size))
			return true;
	}
	return false;
}

static enum gauge_state say(char *reason, enum gauge_state state, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static enum gauge_state say(char *reason, enum gauge_state state, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(reason, sizeof(((struct cgroupfs *)0)->v2_reason), fmt, args);
	va_end(args);
	return state;
}

/* The mount table is text; the magic is the kernel's word, where we can ask it. */
static bool is_cgroup2(const struct fsroot *root, const char *point)
{
	struct statfs fs;
	int fd, r;

	if (!fsroot_is_live(root))
		return true;
	fd = fsroot_openat(root, point, O_PATH | O_DIRECTORY);
	if (fd < 0)
		return false;
	r = fstatfs(fd, &fs);
	close(fd);
	return !r && fs.f_type == CGROUP2_SUPER_MAGIC;
}

static void find_mounts(const struct fsroot *root, const char *mounts, struct cgroupfs *c)
{
	const char *at = mounts;

	while (mounts_find(&at, "cgroup2", NULL, c->mount, sizeof(c->mount))) {
		if (is_cgroup2(root, c->mount))
			break;
		c->mount[0] = '\0';
	}
	at = mounts;
	mounts_find(&at, "cgroup", "cpu", c->v1_mount, sizeof(c->v1_mount));
}

static enum gauge_state check_v2(struct cgroupfs *c)
{
	if (!c->mount[0] && c->v1_mount[0])
		return say(c->v2_reason, GAUGE_UNSUPPORTED, "only cgroup v1 is mounted");
	if (!c->mount[0])
		return say(c->v2_reason, GAUGE_UNSUPPORTED, "no cgroup v2 is mounted");
	if (c->v1_mount[0])
		return say(c->v2_reason, GAUGE_KNOWN, "a hybrid host: cgroup v1 is mounted too");
	return GAUGE_KNOWN;
}

static int read_file(const struct fsroot *root, const char *folder, const char *name, char *buf,
		     size_t size)
{
	char path[PATH_MAX + NAME_MAX + 2];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return fsroot_read(root, path, buf, size);
}

static enum gauge_state check_cpu(const struct fsroot *root, struct cgroupfs *c)
{
	char controllers[512];
	int r;

	if (c->v2 != GAUGE_KNOWN)
		return say(c->cpu_reason, c->v2, "no cgroup v2 is mounted");
	r = read_file(root, c->mount, "cgroup.controllers", controllers, sizeof(controllers));
	if (r < 0)
		return say(c->cpu_reason, gauge_state_from_error(r),
			   "cgroup.controllers cannot be read: %s", strerror(-r));
	if (list_has(controllers, ' ', "cpu"))
		return GAUGE_KNOWN;
	if (c->v1_mount[0])
		return say(c->cpu_reason, GAUGE_UNSUPPORTED,
			   "cgroup v1 has taken the cpu controller (%.100s)", c->v1_mount);
	return say(c->cpu_reason, GAUGE_UNSUPPORTED,
		   "cgroup v2 has no cpu controller here: CONFIG_CGROUP_SCHED is off, or the group "
		   "above has not handed it down");
}

/* Which of the two files the groups have: the cpu controller's weight, and headroom. */
struct cpu_files {
	bool weight, headroom;
};

static bool group_has(int dir, const char *group, const char *file)
{
	char path[2 * NAME_MAX + 2];

	snprintf(path, sizeof(path), "%s/%s", group, file);
	return !faccessat(dir, path, F_OK, 0);
}

static int look_at_groups(const struct fsroot *root, const char *mount, struct cpu_files *has)
{
	struct dirent *entry;
	int fd, left = GROUPS_MAX;
	DIR *dir;

	fd = fsroot_openat(root, mount, O_DIRECTORY);
	if (fd < 0)
		return fd;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return -ENOMEM;
	}
	while (left && !has->headroom && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
			continue;
		left--;
		has->weight |= group_has(fd, entry->d_name, "cpu.weight");
		has->headroom |= group_has(fd, entry->d_name, "cpu.headroom");
	}
	closedir(dir);
	return 0;
}

static enum gauge_state check_headroom(const struct fsroot *root, struct cgroupfs *c)
{
	struct cpu_files has = { .weight = false };
	int r;

	if (c->cpu != GAUGE_KNOWN)
		return say(c->headroom_reason, c->cpu, "the cpu controller is not in cgroup v2");
	r = look_at_groups(root, c->mount, &has);
	if (r < 0)
		return say(c->headroom_reason, gauge_state_from_error(r),
			   "the groups cannot be listed: %s", strerror(-r));
	if (has.headroom)
		return GAUGE_KNOWN;
	if (!has.weight)
		return say(c->headroom_reason, GAUGE_UNREAD,
			   "cannot be told before a group has the cpu controller (+cpu in "
			   "cgroup.subtree_control)");
	return say(c->headroom_reason, GAUGE_UNSUPPORTED,
		   "this kernel's groups have no cpu.headroom");
}

void cgroupfs_check(const struct fsroot *root, struct cgroupfs *ret_cgroupfs)
{
	struct cgroupfs *c = ret_cgroupfs;
	char *mounts = NULL;
	size_t size = 0;
	ssize_t n;

	memset(c, 0, sizeof(*c));
	n = fsroot_read_all(root, "/proc/mounts", &mounts, &size);
	if (n < 0) {
		c->v2 = say(c->v2_reason, gauge_state_from_error(n),
			    "/proc/mounts cannot be read: %s", strerror(-n));
	} else {
		find_mounts(root, mounts, c);
		c->v2 = check_v2(c);
	}
	c->cpu = check_cpu(root, c);
	c->headroom = check_headroom(root, c);
	free(mounts);
}
