// SPDX-License-Identifier: GPL-2.0-only
/* undo: takes back one change, the last, those of the last run, or all since boot. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "tui/change.h"
#include "tui/commands.h"

/* A group that is gone took its values along, a task its place: that settles the change. */
static int take_back(struct change *c, uint64_t id, struct fault *f)
{
	struct edit *edit;
	int r = apply_prepare_undo(c->apply, id, JOURNAL_UNDO, &edit, f);

	if (r == 0)
		return change_make(c, edit, f);
	if ((r != -ENODEV && r != -ENOTUNIQ && r != -ESRCH) || c->options->dry_run ||
	    c->options->read_only)
		return r;
	printf("change %" PRIu64 ": its group or task is gone, nothing to take back\n", id);
	return apply_settle(c->apply, id, f);
}

/*
 * From the newest to the oldest, because a later change may rest on an earlier one. One that cannot
 * be taken back does not keep the others; its fault is the one that is told at the end.
 */
static int take_back_many(struct change *c, const char *run, struct fault *f)
{
	size_t nr_failed = 0, nr = 0;
	struct fault own = { 0 };
	int first = 0;

	for (uint64_t id = apply_journal(c->apply)->last_id; id > 0; id--) {
		const struct journal_entry *e = journal_find(apply_journal(c->apply), id);
		int r;

		if (!e || e->undoes || !journal_is_open(e, apply_boot(c->apply)) ||
		    (run && strcmp(e->run, run) != 0))
			continue;
		nr++;
		r = take_back(c, id, &own);
		if (r == 0)
			continue;
		nr_failed++;
		if (first == 0) {
			first = r;
			*f = own;
		}
	}
	if (nr == 0)
		return fault_set(f, -ENOENT, "there is nothing to take back");
	if (nr_failed > 1)
		return fault_set(f, first, "%zu changes could not be taken back; the first: %.300s",
				 nr_failed, own.text);
	return first;
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
	return take_back_many(c, run, f);
}

static int take_back_words(struct change *c, const char *which, struct fault *f)
{
	uint64_t id;

	if (strcmp(which, "last") == 0 || strcmp(which, "run") == 0)
		return take_back_newest(c, strcmp(which, "run") == 0, f);
	if (strcmp(which, "all") == 0)
		return take_back_many(c, NULL, f);
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
