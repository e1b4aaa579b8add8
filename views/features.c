// SPDX-License-Identifier: GPL-2.0-only
/*
 * One row a scheduler feature or tunable: its state, its state when the view was first drawn, and
 * what it does. Features toggle with the select key; everything is edited with the edit key.
 */
#include "views/features.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/feature.h"
#include "views/columns.h"
#include "views/draw.h"
#include "views/pen.h"
#include "views/table_view.h"

#define COUNT_OF(array)   ((int)(sizeof(array) / sizeof((array)[0])))
#define NAME_SIZE         64
#define VALUE_SIZE        64
#define COLS_FOR_MEANINGS 140 /* from here on the table shows them whole */
#define COLS_FOR_ONE_ROW  72
#define ROWS_FOR_MEANING  8
#define TUNABLE_ID_OFFSET 100000 /* ids of tunables: above those of features */

struct feature_row {
	char name[NAME_SIZE], value[VALUE_SIZE];
	const char *start; /* value at the start, "" when it came later */
	const char *meaning, *mechanism;
	enum knob_place place;
	bool changed;
};

/* A name with the value it had when it was first seen. */
struct feature_start {
	char name[NAME_SIZE], value[VALUE_SIZE];
};

struct features {
	struct table_view base; /* rows are struct feature_row */
	size_t nr_starts;
	struct feature_start *starts;
};

static void feature_name(const void *row, int arg, char *buf, size_t size)
{
	const struct feature_row *r = row;

	(void)arg;
	snprintf(buf, size, "%s%s", r->changed ? "*" : " ", r->name);
}

static void feature_value(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", ((const struct feature_row *)row)->value);
}

static void feature_start_value(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	snprintf(buf, size, "%s", ((const struct feature_row *)row)->start);
}

static void feature_mechanism(const void *row, int arg, char *buf, size_t size)
{
	const char *mechanism = ((const struct feature_row *)row)->mechanism;

	(void)arg;
	snprintf(buf, size, "%s", mechanism ? mechanism : "");
}

static void feature_meaning(const void *row, int arg, char *buf, size_t size)
{
	const char *meaning = ((const struct feature_row *)row)->meaning;

	(void)arg;
	snprintf(buf, size, "%s", meaning ? meaning : "");
}

static struct rate feature_changed(const void *row, int arg)
{
	(void)arg;
	return rate_known(((const struct feature_row *)row)->changed);
}

static enum ink ink_changed(const void *row, struct rate v, int arg)
{
	(void)v;
	(void)arg;
	return ((const struct feature_row *)row)->changed ? INK_WARN : INK_TEXT;
}

static enum ink ink_words(const void *row, struct rate v, int arg)
{
	(void)row;
	(void)v;
	(void)arg;
	return INK_DIM;
}

static const struct column feature_columns[] = {
	{ .key = "name",
	  .title = " NAME",
	  .help = "feature or tunable; * differs from the start",
	  .width = 27,
	  .least = 24,
	  .left = true,
	  .get = feature_changed,
	  .text = feature_name,
	  .ink = ink_changed },
	{ .key = "value",
	  .title = "NOW",
	  .help = "state or value now",
	  .width = 10,
	  .least = 8,
	  .text = feature_value,
	  .ink = ink_changed },
	{ .key = "start",
	  .title = "AT START",
	  .help = "state or value when headroom-top started",
	  .width = 10,
	  .least = 9,
	  .drop = 1,
	  .text = feature_start_value,
	  .ink = ink_words },
	{ .key = "mechanism",
	  .title = "MECHANISM",
	  .help = "part of the kernel series that it switches",
	  .width = 14,
	  .drop = 3,
	  .left = true,
	  .text = feature_mechanism,
	  .ink = ink_words },
	{ .key = "meaning",
	  .title = "MEANING",
	  .help = "what it does, in a line",
	  .width = 72,
	  .least = 28,
	  .drop = 2,
	  .left = true,
	  .text = feature_meaning,
	  .ink = ink_words },
};

static int features_open(struct view *v)
{
	int r = table_view_open(v, sizeof(struct features), "features", feature_columns,
				COUNT_OF(feature_columns), "name");

	if (!r) /* what was changed comes first */
		((struct features *)v->state)->base.table.descending = true;
	return r;
}

static void features_close(struct view *v)
{
	struct features *s = v->state;

	if (s)
		free(s->starts);
	table_view_close(v);
}

/* --- rows ----------------------------------------------------------------------------------- */

static void row_of_feature(const struct sched_feature *f, struct feature_row *r)
{
	const struct feature_info *info;

	snprintf(r->name, sizeof(r->name), "%s", f->name);
	snprintf(r->value, sizeof(r->value), "%s", f->on ? "on" : "off");
	r->place = KNOB_FEATURE;
	info = feature_find(f->name);
	r->meaning = info ? info->meaning : NULL;
	r->mechanism = info ? info->mechanism : NULL;
}

static void row_of_tunable(const struct sched_tunable *t, struct feature_row *r)
{
	const struct knob *knob = knob_find_tunable(t->place, t->name);

	snprintf(r->name, sizeof(r->name), "%s", t->name);
	snprintf(r->value, sizeof(r->value), "%s", t->value);
	r->place = t->place;
	r->meaning = knob->help;
}

/* The value at the start; a name that was not there then is taken in now. NULL: no memory. */
static const struct feature_start *start_of(struct features *s, const struct feature_row *r)
{
	struct feature_start *starts;

	for (size_t i = 0; i < s->nr_starts; i++) {
		if (!strcmp(s->starts[i].name, r->name))
			return &s->starts[i];
	}
	starts = realloc(s->starts, (s->nr_starts + 1) * sizeof(*starts));
	if (!starts)
		return NULL;
	s->starts = starts;
	starts += s->nr_starts++;
	snprintf(starts->name, sizeof(starts->name), "%s", r->name);
	snprintf(starts->value, sizeof(starts->value), "%s", r->value);
	return starts;
}

static void compare_with_start(struct features *s)
{
	struct feature_row *rows = s->base.rows;

	for (size_t i = 0; i < s->base.nr_rows; i++) {
		rows[i].start = start_of(s, &rows[i])->value;
		rows[i].changed = strcmp(rows[i].start, rows[i].value) != 0;
	}
}

static int make_rows(struct features *s, const struct sample *sample)
{
	size_t n = sample->nr_features + sample->nr_tunables;
	struct feature_row *rows;

	if (table_view_make_rows(&s->base, n, sizeof(*rows)) < 0)
		return -ENOMEM;
	rows = s->base.rows;
	for (size_t i = 0; i < n; i++) {
		bool tunable = i >= sample->nr_features;
		size_t at = tunable ? i - sample->nr_features : i;

		if (tunable)
			row_of_tunable(&sample->tunables[at], &rows[i]);
		else
			row_of_feature(&sample->features[at], &rows[i]);
		if (!start_of(s, &rows[i]))
			return -ENOMEM;
		s->base.list[i].id = (int64_t)(tunable ? TUNABLE_ID_OFFSET + at : at);
	}
	/* Only now: the array of starts may have moved while it grew. */
	compare_with_start(s);
	return 0;
}

static int draw_reason(const struct view_context *x, struct canvas *c, int cols)
{
	const struct sample *s = x->model->sample;
	const struct capability *list = &s->caps[CAP_SCHED_FEATURES];
	const struct capability *edit = &s->caps[CAP_SCHED_FEATURES_EDIT];
	const struct capability *cap = list->state == GAUGE_KNOWN ? edit : list;
	struct pen p = pen_at(c, 0, 0, 1, cols);

	if (cap->state == GAUGE_KNOWN && !x->read_only)
		return 0;
	if (cap->state == GAUGE_KNOWN)
		draw_text(c, 0, 0, cols, INK_DIM, "read-only: started with --read-only");
	else
		pen_printf(&p, INK_WARN, "%s: %s", list == cap ? "no list" : "read-only",
			   cap->reason);
	return 1;
}

/* Where the column of meanings is cut, that of the selected row stands whole at the lower end. */
static int meaning_rows(int rows, int cols)
{
	if (cols >= COLS_FOR_MEANINGS || rows < ROWS_FOR_MEANING)
		return 0;
	return cols < COLS_FOR_ONE_ROW ? 2 : 1;
}

static void draw_meaning(const struct features *s, struct canvas *c, int row, int rows, int cols)
{
	const struct feature_row *r = table_view_selected(&s->base);
	struct pen p = pen_at(c, row, 0, rows, cols);

	if (r && r->meaning)
		pen_sentence(&p, INK_TEXT, r->meaning);
}

static void features_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	struct features *s = v->state;
	int rows, cols, above, below;

	canvas_size(c, &rows, &cols);
	if (!x->model->sample)
		return;
	above = draw_reason(x, c, cols);
	below = meaning_rows(rows, cols);
	if (make_rows(s, x->model->sample)) {
		canvas_put(c, above, 0, INK_BAD, "out of memory");
		return;
	}
	table_view_draw(&s->base, c, above, rows - above - below, cols);
	draw_meaning(s, c, rows - below, below, cols);
}

/* --- keys ----------------------------------------------------------------------------------- */

static enum outcome ask_edit(struct view *v, const struct feature_row *r, const char *value,
			     enum outcome how)
{
	v->edit.knob =
		r->place == KNOB_FEATURE ? knob_feature() : knob_find_tunable(r->place, r->name);
	snprintf(v->edit.object, sizeof(v->edit.object), "%s", r->name);
	snprintf(v->edit.value, sizeof(v->edit.value), "%s", value);
	v->edit.in_force[0] = '\0';
	return how;
}

static enum outcome toggle(struct view *v, const struct feature_row *r)
{
	if (r->place != KNOB_FEATURE)
		return ask_edit(v, r, r->value, OUTCOME_EDIT);
	return ask_edit(v, r, strcmp(r->value, "on") ? "on" : "off", OUTCOME_CHANGE);
}

static bool id_matches(const void *state, const struct view_context *x, int64_t id)
{
	const struct feature_row *r = table_view_row(state, id);

	return r && search_matches_text(r->name, x->search);
}

static enum outcome features_act(struct view *v, const struct view_context *x, enum action a)
{
	struct features *s = v->state;
	const struct feature_row *r = table_view_selected(&s->base);

	switch (a) {
	case ACTION_SELECT:
		return r ? toggle(v, r) : OUTCOME_IGNORED;
	case ACTION_EDIT:
		return r ? ask_edit(v, r, r->value, OUTCOME_EDIT) : OUTCOME_IGNORED;
	case ACTION_RESET:
		return r && r->changed ? ask_edit(v, r, r->start, OUTCOME_CHANGE) : OUTCOME_IGNORED;
	default:
		return table_view_act(v, x, a, id_matches);
	}
}

const struct view_ops features_view = {
	.name = "features",
	.title = "Features",
	.key = '7',
	.open = features_open,
	.close = features_close,
	.draw = features_draw,
	.act = features_act,
	.click = table_view_click,
	.tables = table_view_tables,
};
