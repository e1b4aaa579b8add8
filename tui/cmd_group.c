// SPDX-License-Identifier: GPL-2.0-only
/* group: makes and removes cgroups and moves tasks, planned and journalled like every change. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "tui/change.h"
#include "tui/commands.h"

static int prepare_create(struct change *c, char *const *words, struct edit **ret_edit,
			  struct fault *f)
{
	return apply_prepare_create(c->apply, words[0], ret_edit, f);
}

static int prepare_delete(struct change *c, char *const *words, struct edit **ret_edit,
			  struct fault *f)
{
	return apply_prepare_delete(c->apply, words[0], ret_edit, f);
}

static int prepare_move(struct change *c, char *const *words, struct edit **ret_edit,
			struct fault *f)
{
	uint64_t pid;

	if (number_parse_u64(words[0], &pid) < 0 || pid == 0 || pid > INT32_MAX)
		return fault_usage(f, "'%.60s' is not the id of a task", words[0]);
	return apply_prepare_move(c->apply, (pid_t)pid, words[1], ret_edit, f);
}

static const struct verb {
	const char *name;
	int nr_words;
	int (*prepare)(struct change *c, char *const *words, struct edit **ret_edit,
		       struct fault *f);
} verbs[] = {
	{ .name = "create", .nr_words = 1, .prepare = prepare_create },
	{ .name = "delete", .nr_words = 1, .prepare = prepare_delete },
	{ .name = "move", .nr_words = 2, .prepare = prepare_move },
};

static const struct verb *find_verb(const struct command_call *call)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(verbs[i].name, call->words[0]) == 0 &&
		    verbs[i].nr_words == call->nr_words - 1)
			return &verbs[i];
	return NULL;
}

int cmd_group(const struct command_call *call, struct fault *f)
{
	const struct verb *verb = find_verb(call);
	struct change c = { 0 };
	struct edit *edit;
	int r;

	if (!verb)
		return fault_usage(f,
				   "group takes: create CGROUP, delete CGROUP, move TASK CGROUP");
	r = change_open(&c, call->options, false, f);
	if (r == 0)
		r = change_needs_cgroups(&c, f);
	if (r == 0)
		r = verb->prepare(&c, call->words + 1, &edit, f);
	if (r == 0)
		r = change_make(&c, edit, f);
	change_close(&c);
	return r;
}
