// SPDX-License-Identifier: GPL-2.0-only
/* What can be shown of a task that is queued on a CPU; see columns.h. */
#include "views/columns.h"

#include <stdio.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static struct rate waiter_pid(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct waiter *)row)->pid);
}

static void waiter_comm(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%.*s", SAMPLE_COMM_SIZE, ((const struct waiter *)row)->comm);
}

static void waiter_policy(const void *row, int arg, char *buf, size_t size)
{
	const struct waiter *w = row;

	(void)arg;
	/* An idle-class task of another policy is one by its cgroup's cpu.idle. */
	snprintf(buf, size, "%s%s", waiter_policy_name(w->policy),
		 w->idle_class && w->policy != 5 ? "(idle)" : "");
}

static struct rate waiter_nice(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct waiter *)row)->nice);
}

/* The running task waits for nothing: it sorts last. */
static struct rate waiter_wait(const void *row, int arg)
{
	const struct waiter *w = row;

	(void)arg;
	return w->running ? rate_known(-1) : rate_from_gauge(w->wait_ns);
}

static void waiter_wait_text(const void *row, int arg, char *buf, size_t size)
{
	const struct waiter *w = row;

	if (w->running)
		snprintf(buf, size, "runs");
	else if (w->delayed)
		snprintf(buf, size, "sleeps");
	else
		format_ns(waiter_wait(row, arg), buf, size);
}

static enum ink waiter_ink(const void *row, struct rate v, int arg)
{
	const struct waiter *w = row;

	(void)v;
	(void)arg;
	if (w->running || w->delayed)
		return INK_DIM;
	return w->idle_class ? INK_SCHED_IDLE : INK_OVERLOADED;
}

static struct rate waiter_allowed(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct waiter *)row)->nr_cpus_allowed);
}

static void waiter_allowed_text(const void *row, int arg, char *buf, size_t size)
{
	unsigned int allowed = ((const struct waiter *)row)->nr_cpus_allowed;

	(void)arg;
	if (allowed == 1)
		snprintf(buf, size, "pinned");
	else
		snprintf(buf, size, "%u CPUs", allowed);
}

static enum ink waiter_allowed_ink(const void *row, struct rate v, int arg)
{
	(void)row;
	(void)arg;
	return v.value == 1 ? INK_WARN : INK_TEXT;
}

const struct column waiter_columns[] = {
	{ .key = "pid",
	  .title = "PID",
	  .help = "thread id",
	  .width = 8,
	  .ascending = true,
	  .get = waiter_pid,
	  .format = format_count },
	{ .key = "comm",
	  .title = "TASK",
	  .help = "name of the task",
	  .width = 16,
	  .least = 9,
	  .left = true,
	  .text = waiter_comm },
	{ .key = "policy",
	  .title = "POLICY",
	  .help = "scheduling policy; (idle): idle-class because a cgroup above it has cpu.idle",
	  .width = 11,
	  .drop = 2,
	  .left = true,
	  .text = waiter_policy },
	{ .key = "nice",
	  .title = "NICE",
	  .help = "nice value",
	  .width = 5,
	  .drop = 3,
	  .ascending = true,
	  .get = waiter_nice,
	  .format = format_count },
	{ .key = "wait_ns",
	  .title = "WAITS",
	  .help = "in the queue since; a delayed sleeper is queued, but does not want to run",
	  .width = 8,
	  .get = waiter_wait,
	  .text = waiter_wait_text,
	  .ink = waiter_ink },
	{ .key = "nr_cpus_allowed",
	  .title = "MAY USE",
	  .help = "CPUs it may run on; no balancer can move one that is pinned",
	  .width = 8,
	  .drop = 1,
	  .left = true,
	  .ascending = true,
	  .get = waiter_allowed,
	  .text = waiter_allowed_text,
	  .ink = waiter_allowed_ink },
};
const int waiter_columns_count = COUNT_OF(waiter_columns);
