// SPDX-License-Identifier: GPL-2.0-only
/* What the tasks of a group did between two lists; see group_tasks.h. */
#include "core/group_tasks.h"

/* procfs(5) */
static const struct {
	char state;
	const char *name;
} state_names[] = {
	{ 'R', "runnable" }, { 'S', "sleeps" },  { 'D', "blocked" },
	{ 'I', "idle" },     { 'T', "stopped" }, { 't', "traced" },
	{ 'Z', "zombie" },   { 'X', "dead" },    { 'P', "parked" },
};

const char *group_task_state_name(char state)
{
	for (size_t i = 0; i < sizeof(state_names) / sizeof(state_names[0]); i++) {
		if (state_names[i].state == state)
			return state_names[i].name;
	}
	return "?";
}

/* The kernel lists them in the same order as a rule, so the search begins where it should be. */
static const struct group_task *find_task(const struct group_task_list *list,
					  const struct group_task *task, size_t at)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct group_task *t = &list->tasks[(at + i) % list->count];

		if (t->pid == task->pid && t->start_ticks == task->start_ticks)
			return t;
	}
	return NULL;
}

static void compare_task(const struct group_task *before, struct group_task *now, double elapsed_ns)
{
	if (gauge_is_known(before->run_ns) && gauge_is_known(now->run_ns) &&
	    now->run_ns.value >= before->run_ns.value)
		now->usage_pct =
			rate_known(100.0 * (now->run_ns.value - before->run_ns.value) / elapsed_ns);
	if (gauge_is_known(before->wait_ns) && gauge_is_known(now->wait_ns) &&
	    now->count > before->count && now->wait_ns.value >= before->wait_ns.value)
		now->wait_mean_ns =
			rate_known((double)(now->wait_ns.value - before->wait_ns.value) /
				   (now->count - before->count));
}

void group_tasks_compare(const struct group_task_list *before, struct group_task_list *now)
{
	bool comparable = before->group_id == now->group_id && now->mono_ns > before->mono_ns;

	for (size_t i = 0; i < now->count; i++) {
		struct group_task *task = &now->tasks[i];
		const struct group_task *old = comparable ? find_task(before, task, i) : NULL;

		task->usage_pct = rate_missing(gauge_is_known(task->run_ns) ? GAUGE_UNREAD
									    : task->run_ns.state);
		task->wait_mean_ns = rate_missing(
			gauge_is_known(task->wait_ns) ? GAUGE_UNREAD : task->wait_ns.state);
		if (old)
			compare_task(old, task, (double)(now->mono_ns - before->mono_ns));
	}
}
