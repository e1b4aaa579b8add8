// SPDX-License-Identifier: GPL-2.0-only
/* The tasks of a cgroup; see group_tasks.h. Field numbers are those of procfs(5). */
#include "host/group_tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fsroot.h"

#define NSEC_PER_SEC 1000000000ULL
#define STAT_SIZE    1024

/* ---- texts ---------------------------------------------------------------------------------- */

/* Any byte may stand in the name, also a parenthesis: the last one closes it. */
static int parse_name(const char *text, struct group_task *task, const char **ret_rest)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');

	if (!open || !close || close < open || close[1] != ' ')
		return -EBADMSG;
	snprintf(task->comm, sizeof(task->comm), "%.*s", (int)(close - open - 1), open + 1);
	*ret_rest = close + 2;
	return 0;
}

enum stat_field { STATE = 3, UTIME = 14, STIME, NICE = 19, STARTTIME = 22, CPU = 39, POLICY = 41 };

static void take_field(int field, int64_t value, struct group_task *task, int64_t *ticks)
{
	switch (field) {
	case UTIME:
	case STIME:
		*ticks += value;
		break;
	case NICE:
		task->nice = (int32_t)value;
		break;
	case STARTTIME:
		task->start_ticks = (uint64_t)value;
		break;
	case CPU:
		task->cpu = (int32_t)value;
		break;
	case POLICY:
		task->policy = (uint32_t)value;
		break;
	default:
		break;
	}
}

int group_task_parse_stat(const char *text, unsigned int ticks_hz, struct group_task *task)
{
	const char *at;
	int64_t ticks = 0;
	int field = STATE;

	if (parse_name(text, task, &at) < 0 || !*at)
		return -EBADMSG;
	task->state = *at++;
	while (*at == ' ' && field < POLICY) {
		char *end;
		int64_t value = strtoll(at, &end, 10);

		if (end == at)
			return -EBADMSG;
		take_field(++field, value, task, &ticks);
		at = end;
	}
	if (field < POLICY || ticks < 0)
		return -EBADMSG;
	task->run_ns = gauge_known((uint64_t)ticks * (NSEC_PER_SEC / ticks_hz));
	return 0;
}

int group_task_parse_schedstat(const char *text, struct group_task *task)
{
	uint64_t run_ns, wait_ns, count;

	if (sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &run_ns, &wait_ns, &count) != 3)
		return -EBADMSG;
	task->run_ns = gauge_known(run_ns);
	task->wait_ns = gauge_known(wait_ns);
	task->count = count;
	return 0;
}

/* ---- files ---------------------------------------------------------------------------------- */

static int read_of_task(const struct fsroot *root, int32_t pid, const char *name, char *text,
			size_t size)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%" PRId32 "/%s", pid, name);
	return fsroot_read(root, path, text, size);
}

/* False: it ended meanwhile, or is none of ours to see. */
static bool read_task(const struct fsroot *root, int32_t pid, struct group_task *task)
{
	long ticks_hz = sysconf(_SC_CLK_TCK);
	char text[STAT_SIZE];
	int r;

	*task = (struct group_task){ .pid = pid };
	if (read_of_task(root, pid, "stat", text, sizeof(text)) < 0 ||
	    group_task_parse_stat(text, ticks_hz > 0 ? (unsigned int)ticks_hz : 100, task) < 0)
		return false;
	r = read_of_task(root, pid, "schedstat", text, sizeof(text));
	if (r < 0)
		task->wait_ns.state = gauge_state_from_error(r);
	else if (group_task_parse_schedstat(text, task) < 0)
		task->wait_ns.state = GAUGE_FAILED;
	return true;
}

/* A task outside of our pid namespace stands there as 0. */
static void read_tasks(const struct fsroot *root, const char *threads, struct group_task_list *list)
{
	const char *at = threads;
	char *end;

	for (long pid = strtol(at, &end, 10); end != at; pid = strtol(at, &end, 10)) {
		at = end;
		list->nr_tasks++;
		if (list->count == GROUP_TASKS_MAX)
			continue;
		if (pid > 0 && pid <= INT32_MAX &&
		    read_task(root, (int32_t)pid, &list->tasks[list->count]))
			list->count++;
		else
			list->nr_untold++;
	}
}

static int check_group(const struct fsroot *root, const char *folder, uint64_t id, struct fault *f)
{
	int fd = fsroot_openat(root, folder, O_PATH | O_DIRECTORY), r = fd;
	struct stat st;

	if (fd >= 0) {
		r = fstat(fd, &st) < 0 ? -errno : st.st_ino == id ? 0 : -ENOENT;
		close(fd);
	}
	if (r == -ENOENT || r == -ENODEV)
		return fault_set(f, -ENOENT, "the group is gone");
	return r < 0 ? fault_set(f, r, "the group cannot be opened: %s", strerror(-r)) : 0;
}

int group_tasks_read(const struct fsroot *root, const char *mount, const char *path, uint64_t id,
		     struct group_task_list *ret_list, struct fault *f)
{
	char folder[PATH_MAX], file[PATH_MAX + 16], *threads = NULL;
	size_t size = 0;
	ssize_t n;
	int r;

	ret_list->group_id = id;
	ret_list->count = ret_list->nr_tasks = ret_list->nr_untold = 0;
	if (snprintf(folder, sizeof(folder), "%s%s%s", mount, *path ? "/" : "", path) >=
	    (int)sizeof(folder))
		return fault_set(f, -ENAMETOOLONG, "the group's path is too long");
	r = check_group(root, folder, id, f);
	if (r < 0)
		return r;
	snprintf(file, sizeof(file), "%s/cgroup.threads", folder);
	n = fsroot_read_all(root, file, &threads, &size);
	if (n >= 0)
		read_tasks(root, threads, ret_list);
	else if (n == -ENOENT || n == -ENODEV)
		r = fault_set(f, -ENOENT, "the group is gone");
	else
		r = fault_set(f, (int)n, "cgroup.threads of the group cannot be read: %s",
			      strerror((int)-n));
	free(threads);
	return r;
}
