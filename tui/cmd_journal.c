// SPDX-License-Identifier: GPL-2.0-only
/* journal: what was changed, when, and how it stands; and the confirmation of a --for change. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/number.h"
#include "core/text.h"
#include "tui/change.h"
#include "tui/commands.h"
#include "tui/output.h"

static void found_foreign(void *ctx, const struct journal_entry *e)
{
	(void)ctx;
	(void)e;
}

static void put_time(FILE *out, uint64_t unix_us)
{
	time_t seconds = (time_t)(unix_us / 1000000);
	struct tm local;
	char text[32];

	if (!localtime_r(&seconds, &local) || !strftime(text, sizeof(text), "%F %T", &local))
		snprintf(text, sizeof(text), "?");
	fprintf(out, "%s", text);
}

static void put_status(FILE *out, const struct journal_entry *e, const char *boot)
{
	bool waits = e->expires_unix_us && !e->confirmed && journal_is_open(e, boot);

	/* What takes something back is not in force itself. */
	if (e->undoes && e->step.state == STEP_VERIFIED)
		fprintf(out, "done");
	else
		fprintf(out, "%s", journal_status(e, boot));
	if (e->undoes)
		fprintf(out, ", %s of %" PRIu64, journal_origin_name(e->origin), e->undoes);
	if (!waits)
		return;
	/* The guard needs a moment; later than that it is not there any more. */
	fprintf(out, e->expires_unix_us / 1000000 + 60 < (uint64_t)time(NULL)
			     ? ", should have been taken back at "
			     : ", until ");
	put_time(out, e->expires_unix_us);
}

static void put_entry(FILE *out, const struct journal_entry *e, const char *boot)
{
	char title[KNOB_VALUE_SIZE + 64], text[2 * sizeof(title)];

	fprintf(out, "%6" PRIu64 "  ", e->id);
	put_time(out, e->time_unix_us);
	step_title(&e->step, title, sizeof(title));
	fprintf(out, "  %s", text_printable(title, text, sizeof(text)));
	if (e->step.kind == STEP_WRITE)
		fprintf(out, ": %s -> ", text_printable(e->step.before, text, sizeof(text)));
	if (e->step.kind == STEP_WRITE)
		fprintf(out, "%s",
			text_printable(e->step.after ? e->step.after : e->step.want, text,
				       sizeof(text)));
	fprintf(out, "  [");
	put_status(out, e, boot);
	if (e->step.error)
		fprintf(out, ": %s", strerror(-e->step.error));
	if (e->foreign)
		fprintf(out, ": %s", text_printable(e->foreign, text, sizeof(text)));
	fprintf(out, "]\n");
}

static int print_journal(struct change *c, struct fault *f)
{
	const struct journal *j = apply_journal(c->apply);
	struct output to = OUTPUT_CLOSED;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int r;

	if (!out)
		return fault_set(f, -ENOMEM, "out of memory for the journal");
	for (size_t i = 0; i < j->nr_entries; i++)
		put_entry(out, &j->entries[i], apply_boot(c->apply));
	if (j->nr_damaged)
		fprintf(out, "%zu damaged lines of %s were passed over\n", j->nr_damaged,
			apply_journal_path(c->apply));
	if (fclose(out) != 0) {
		free(text);
		return fault_set(f, -ENOMEM, "out of memory for the journal");
	}
	r = output_begin(&to, "", f);
	if (r == 0)
		r = output_write(&to, text, length, f);
	output_abort(&to);
	free(text);
	return r;
}

/* "last": the newest change that waits for a confirmation. */
static int find_unconfirmed(struct change *c, const char *which, uint64_t *ret_id, struct fault *f)
{
	const struct journal *j = apply_journal(c->apply);

	if (strcmp(which, "last") != 0)
		return number_parse_u64(which, ret_id) < 0
			       ? fault_usage(f,
					     "confirm takes the number of a change, or last; "
					     "'%.60s' is not that",
					     which)
			       : 0;
	for (size_t i = j->nr_entries; i-- > 0;) {
		const struct journal_entry *e = &j->entries[i];

		if (e->expires_unix_us && !e->confirmed &&
		    journal_is_open(e, apply_boot(c->apply))) {
			*ret_id = e->id;
			return 0;
		}
	}
	return fault_set(f, -ENOENT, "no change waits for a confirmation");
}

static int confirm(struct change *c, const char *which, struct fault *f)
{
	const struct journal_entry *e;
	uint64_t id;
	int r = find_unconfirmed(c, which, &id, f);

	if (r < 0)
		return r;
	e = journal_find(apply_journal(c->apply), id);
	if (!e)
		return fault_usage(f, "there is no change %" PRIu64 " in the journal", id);
	if (!journal_is_open(e, apply_boot(c->apply)))
		return fault_set(f, -EALREADY, "change %" PRIu64 " is not in force: %s", id,
				 journal_status(e, apply_boot(c->apply)));
	return apply_confirm(c->apply, id, f);
}

int cmd_journal(const struct command_call *call, struct fault *f)
{
	struct change c = { 0 };
	bool confirms = call->nr_words > 0;
	int r;

	if (confirms && (call->nr_words != 2 || strcmp(call->words[0], "confirm") != 0))
		return fault_usage(f, "journal takes nothing, or: confirm NUMBER, confirm last");
	r = change_open(&c, call->options, !confirms, f);
	if (r == 0 && confirms)
		r = confirm(&c, call->words[1], f);
	else if (r == 0)
		r = apply_check_foreign(c.apply, found_foreign, NULL, f);
	if (r == 0 && !confirms)
		r = print_journal(&c, f);
	change_close(&c);
	return r;
}
