// SPDX-License-Identifier: GPL-2.0-only
/* set, feature, tunable: one value changed, by the same path as in the interface. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/knob.h"
#include "tui/change.h"
#include "tui/commands.h"

static int change_value(struct change *c, const struct knob *k, const char *object,
			const char *value, struct fault *f)
{
	struct edit *edit;
	int r = apply_prepare_write(c->apply, k, object, value, &edit, f);

	return r < 0 ? r : change_make(c, edit, f);
}

static int refuse_knob(const char *name, struct fault *f)
{
	char known[256] = "";
	size_t used = 0;

	for (const struct knob *k = knob_table; k->name; k++)
		if (k->place == KNOB_CGROUP && used < sizeof(known))
			used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s",
						 used ? ", " : "", k->name);
	return fault_usage(f, "'%.60s' is no knob of a cgroup; there are %s", name, known);
}

/* The value may stand in one word or in two: "30 5" or 30 5. */
static void join_value(const struct command_call *call, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s%s", call->words[2], call->nr_words > 3 ? " " : "",
		 call->nr_words > 3 ? call->words[3] : "");
}

int cmd_set(const struct command_call *call, struct fault *f)
{
	const struct knob *k = knob_find_cgroup(call->words[1]);
	char value[KNOB_VALUE_SIZE];
	struct change c = { 0 };
	int r;

	if (!k)
		return refuse_knob(call->words[1], f);
	join_value(call, value, sizeof(value));
	if (!k->is_valid(k, value))
		return fault_usage(f, "%s takes %s; \"%.200s\" is not that", k->name, k->takes,
				   value);
	r = change_open(&c, call->options, false, f);
	if (r == 0)
		r = change_needs_cgroups(&c, f);
	if (r == 0)
		r = change_value(&c, k, call->words[0], value, f);
	change_close(&c);
	return r;
}

static int change_other(const struct command_call *call, const struct knob *k, const char *object,
			struct fault *f)
{
	struct change c = { 0 };
	int r = change_open(&c, call->options, false, f);

	if (r == 0)
		r = change_value(&c, k, object, call->words[1], f);
	change_close(&c);
	return r;
}

int cmd_feature(const struct command_call *call, struct fault *f)
{
	return change_other(call, knob_feature(), call->words[0], f);
}

/* "kernel.sched_x", "sched_x" is a sysctl; anything else a file below debugfs's sched folder. */
int cmd_tunable(const struct command_call *call, struct fault *f)
{
	static const char prefix[] = "kernel.";
	const char *name = call->words[0];
	enum knob_place place = KNOB_SCHED;

	if (strncmp(name, prefix, strlen(prefix)) == 0)
		name += strlen(prefix);
	if (name != call->words[0] || strncmp(name, "sched_", strlen("sched_")) == 0)
		place = KNOB_SYSCTL;
	return change_other(call, knob_find_tunable(place, name), name, f);
}
