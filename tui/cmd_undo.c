// SPDX-License-Identifier: GPL-2.0-only
/* undo: takes back one change, the last, those of the last run, or all since boot. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "tui/change.h"
#include "tui/commands.h"

static int take_back(void *ctx, uint64_t id, struct fault *f)
{
	struct change *c = ctx;
	struct edit *edit;
	bool gone;
	int r;

	r = apply_prepare_undo(c->apply, id, JOURNAL_UNDO, &edit, f);
	if (r == 0)
		return change_make(c, edit, f);
	if (c->options->dry_run)
		return r;
	/* Only to settle it, when what it changed is gone. */
	r = apply_take_back(c->apply, id, JOURNAL_UNDO, &gone, f);
	if (r == 0 && gone)
		r = change_say(f,
			       "change %" PRIu64
			       ": its group or task is gone, nothing to take back",
			       id);
	return r;
}

static int take_back_newest(struct change *c, bool whole_run, struct fault *f)
{
	const struct journal_entry *e =
		journal_newest_open(apply_journal(c->apply), apply_boot(c->apply), NULL);
	char run[sizeof(e->run)];

	if (!e)
		return fault_set(f, -ENOENT, "there is nothing to take back");
	if (!whole_run)
		return take_back(c, e->id, f);
	memcpy(run, e->run, sizeof(run));
	return apply_each_open(c->apply, run, take_back, c, f);
}

static int take_back_words(struct change *c, const char *which, struct fault *f)
{
	uint64_t id;

	if (strcmp(which, "last") == 0 || strcmp(which, "run") == 0)
		return take_back_newest(c, strcmp(which, "run") == 0, f);
	if (strcmp(which, "all") == 0)
		return apply_each_open(c->apply, NULL, take_back, c, f);
	if (number_parse_u64(which, &id) < 0)
		return fault_usage(f,
				   "undo takes the number of a change, last, run or all; "
				   "'%.60s' is not that",
				   which);
	return take_back(c, id, f);
}

int cmd_undo(const struct command_call *call, struct fault *f)
{
	struct change c = { 0 };
	int r = change_open(&c, call->options, false, f);

	if (r == 0)
		r = take_back_words(&c, call->nr_words ? call->words[0] : "last", f);
	change_close(&c);
	return r;
}
