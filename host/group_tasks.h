/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tasks of a cgroup by cgroup.threads, each by /proc/TID/stat and, where the kernel has it,
 * /proc/TID/schedstat. Read on demand: two files a task. Only reads.
 */
#ifndef HEADROOM_HOST_GROUP_TASKS_H
#define HEADROOM_HOST_GROUP_TASKS_H

#include "core/fault.h"
#include "core/group_tasks.h"

struct fsroot;

/*
 * path below mount, "" for its root; id as in struct sample_cgroup. Rates are left UNREAD, mono_ns
 * to the caller. 0, or -errno with f set: -ENOENT when the group is gone, also when another one has
 * its name now.
 */
int group_tasks_read(const struct fsroot *root, const char *mount, const char *path, uint64_t id,
		     struct group_task_list *ret_list, struct fault *f);

/* The text of /proc/TID/stat into a task; CPU time in ticks of ticks_hz. 0 or -EBADMSG. Pure. */
int group_task_parse_stat(const char *text, unsigned int ticks_hz, struct group_task *task);

/* That of /proc/TID/schedstat: CPU time and waits in nanoseconds. 0 or -EBADMSG. Pure. */
int group_task_parse_schedstat(const char *text, struct group_task *task);

#endif
