// SPDX-License-Identifier: GPL-2.0-only
/* Every change that was made here, the newest first; see journal_view.h. */
#include "views/journal_view.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "views/columns.h"
#include "views/draw.h"
#include "views/table_view.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

struct journal_row {
	const struct journal_entry *entry;
	const char *boot;
};

static const struct journal_entry *entry_of(const void *row)
{
	return ((const struct journal_row *)row)->entry;
}

static struct rate journal_id(const void *row, int arg)
{
	(void)arg;
	return rate_known((double)entry_of(row)->id);
}

static void journal_time(const void *row, int arg, char *buf, size_t size)
{
	time_t seconds = (time_t)(entry_of(row)->time_unix_us / 1000000);
	struct tm tm;

	(void)arg;
	if (!localtime_r(&seconds, &tm) || !strftime(buf, size, "%m-%d %H:%M:%S", &tm))
		buf[0] = '\0';
}

static void journal_what(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	step_title(&entry_of(row)->step, buf, size);
}

static void journal_before(const void *row, int arg, char *buf, size_t size)
{
	const char *before = entry_of(row)->step.before;

	(void)arg;
	snprintf(buf, size, "%s", before ? before : "");
}

static void journal_after(const void *row, int arg, char *buf, size_t size)
{
	const struct step *step = &entry_of(row)->step;

	(void)arg;
	snprintf(buf, size, "%s", step->after ? step->after : step->want ? step->want : "");
}

static void journal_stands(const void *row, int arg, char *buf, size_t size)
{
	const struct journal_row *r = row;

	(void)arg;
	snprintf(buf, size, "%s", journal_status(r->entry, r->boot));
}

static void journal_by(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", journal_origin_name(entry_of(row)->origin));
}

static enum ink ink_stands(const void *row, struct rate v, int arg)
{
	const struct journal_row *r = row;

	(void)v;
	(void)arg;
	if (r->entry->foreign || r->entry->step.state == STEP_FAILED)
		return INK_BAD;
	return journal_is_open(r->entry, r->boot) ? INK_WARN : INK_DIM;
}

static const struct column journal_columns[] = {
	{ .key = "id",
	  .title = "NR",
	  .help = "number of the change, for undo",
	  .width = 5,
	  .get = journal_id,
	  .format = format_count },
	{ .key = "time",
	  .title = "WHEN",
	  .help = "when it was made, local time",
	  .width = 14,
	  .drop = 3,
	  .left = true,
	  .text = journal_time },
	{ .key = "what",
	  .title = "WHAT",
	  .help = "the knob and its group, feature or file",
	  .width = 32,
	  .least = 20,
	  .left = true,
	  .text = journal_what },
	{ .key = "before",
	  .title = "BEFORE",
	  .help = "value before the change",
	  .width = 16,
	  .least = 11,
	  .drop = 2,
	  .left = true,
	  .text = journal_before },
	{ .key = "after",
	  .title = "AFTER",
	  .help = "value after the change, as it was read back",
	  .width = 16,
	  .least = 11,
	  .drop = 1,
	  .left = true,
	  .text = journal_after },
	{ .key = "status",
	  .title = "STATUS",
	  .help = "in force, undone, failed, interrupted, or overwritten by somebody else",
	  .width = 16,
	  .least = 11,
	  .left = true,
	  .text = journal_stands,
	  .ink = ink_stands },
	{ .key = "origin",
	  .title = "BY",
	  .help = "edit, undo, or the end of --for",
	  .width = 8,
	  .drop = 4,
	  .left = true,
	  .text = journal_by },
};

static int journal_view_open(struct view *v)
{
	int r = table_view_open(v, sizeof(struct table_view), "journal", journal_columns,
				COUNT_OF(journal_columns), "id");

	if (!r)
		((struct table_view *)v->state)->table.descending = true;
	return r;
}

static int make_rows(struct table_view *t, const struct view_context *x)
{
	size_t n = x->journal->nr_entries;
	struct journal_row *rows;

	if (table_view_make_rows(t, n, sizeof(*rows)) < 0)
		return -ENOMEM;
	rows = t->rows;
	for (size_t i = 0; i < n; i++) {
		rows[i] = (struct journal_row){ .entry = &x->journal->entries[i], .boot = x->boot };
		t->list[i].id = (int64_t)x->journal->entries[i].id;
	}
	return 0;
}

static void journal_view_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	int rows, cols;

	canvas_size(c, &rows, &cols);
	if (!x->journal || !x->journal->nr_entries)
		draw_text(c, 0, 0, cols, INK_DIM,
			  x->journal ? "nothing was changed yet" : "the journal cannot be read");
	else if (make_rows(v->state, x))
		canvas_put(c, 0, 0, INK_BAD, "out of memory");
	else
		table_view_draw(v->state, c, 0, rows, cols);
}

static enum outcome undo_selected(struct view *v, const struct view_context *x)
{
	const struct table_view *t = v->state;
	int64_t id = table_selected(&t->table);

	if (!x->journal || id == TABLE_NONE)
		return OUTCOME_IGNORED;
	v->wanted_undo = (uint64_t)id;
	return OUTCOME_UNDO;
}

static bool id_matches(const void *state, const struct view_context *x, int64_t id)
{
	const struct journal_entry *e = journal_find(x->journal, (uint64_t)id);
	char title[256];

	(void)state;
	return e && search_matches_text(step_title(&e->step, title, sizeof(title)), x->search);
}

static enum outcome journal_view_act(struct view *v, const struct view_context *x, enum action a)
{
	return a == ACTION_UNDO ? undo_selected(v, x) : table_view_act(v, x, a, id_matches);
}

const struct view_ops journal_view = {
	.name = "journal",
	.title = "Journal",
	.key = '8',
	.open = journal_view_open,
	.close = table_view_close,
	.draw = journal_view_draw,
	.act = journal_view_act,
	.click = table_view_click,
	.tables = table_view_tables,
};
