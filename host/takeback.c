// SPDX-License-Identifier: GPL-2.0-only
/* Taking back one change or many: which, in which order, and what if one fails. See apply.h. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "host/apply.h"

/* A group that is gone took its values along, a task its place. */
static bool is_gone(int error)
{
	return error == -ENODEV || error == -ENOTUNIQ || error == -ESRCH;
}

int apply_take_back(struct apply *a, uint64_t id, enum journal_origin origin, bool *ret_gone,
		    struct fault *f)
{
	struct edit *edit = NULL;
	int r = apply_prepare_undo(a, id, origin, &edit, f);

	if (r == 0)
		r = apply_run(a, edit, f);
	edit_free(edit);
	if (ret_gone)
		*ret_gone = is_gone(r);
	return is_gone(r) ? apply_settle(a, id, f) : r;
}

static bool is_meant(struct apply *a, const struct journal_entry *e, const char *run)
{
	return e && !e->undoes && journal_is_open(e, apply_boot(a)) &&
	       (!run || strcmp(e->run, run) == 0);
}

int apply_each_open(struct apply *a, const char *run, apply_take_fn take, void *ctx,
		    struct fault *f)
{
	size_t nr_failed = 0, nr = 0;
	struct fault own = { 0 };
	int r, first = 0;

	for (uint64_t id = apply_journal(a)->last_id; id > 0; id--) {
		if (!is_meant(a, journal_find(apply_journal(a), id), run))
			continue;
		nr++;
		r = take(ctx, id, &own);
		if (r == 0)
			continue;
		nr_failed++;
		if (first != 0)
			continue;
		first = r;
		if (f)
			*f = own;
	}
	if (nr == 0)
		return fault_set(f, -ENOENT, "there is nothing to take back");
	if (nr_failed > 1)
		return fault_set(f, first, "%zu changes could not be taken back; the first: %.300s",
				 nr_failed, f ? f->text : "");
	return first;
}
