// SPDX-License-Identifier: GPL-2.0-only
/* Changes from inside the interface; see editor.h. The shell's way is tui/change.c. */
#include "tui/editor.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lasting.h"
#include "core/preview.h"
#include "core/text.h"
#include "tui/interface.h"

#define TITLE_SIZE 400

/* --- the writer ----------------------------------------------------------------------------- */

static int editor_open(struct interface *ui, struct fault *f)
{
	struct editor *e = &ui->editor;
	struct apply_options options;

	if (e->apply)
		return 0;
	if (ui->session.is_replay || *ui->options->root)
		return fault_set(f, -EOPNOTSUPP,
				 "a recorded or captured machine cannot be changed");
	cgroupfs_check(ui->session.root, &e->cgroupfs);
	options = (struct apply_options){
		.root = ui->session.root,
		.mount = e->cgroupfs.mount,
		.read_only = ui->options->read_only,
	};
	return apply_open(&options, &e->apply, f);
}

/* --- what must be fresh --------------------------------------------------------------------- */

#define SHOWN_MAX 512 /* rows of a very high screen */

static void remember_touched(struct editor *e, const struct plan *plan)
{
	for (size_t i = 0; i < PLAN_STEPS_MAX; i++)
		e->touched[i] = i < plan->nr_steps ? plan->steps[i].inode : 0;
}

void editor_prefer(struct interface *ui, bool all_once)
{
	const struct view *v = &ui->views[ui->current];
	uint64_t ids[SHOWN_MAX + PLAN_STEPS_MAX];
	struct probe_interest interest = { .groups = ids, .all_once = all_once };
	size_t nr = 0;

	if (v->ops->shown_groups && v->state)
		nr = v->ops->shown_groups(v, ids, SHOWN_MAX);
	interest.in_sight = nr > 0;
	for (size_t i = 0; i < PLAN_STEPS_MAX; i++) {
		if (ui->editor.touched[i])
			ids[nr++] = ui->editor.touched[i];
	}
	/* Without memory for it they come in their slow round, with their age. */
	interest.nr_groups = nr;
	(void)probe_set_prefer(ui->session.probes, &interest);
}

/* --- the preview ---------------------------------------------------------------------------- */

/* The preview, with what has to be said of groups that systemd manages. */
static char *preview_of(const struct interface *ui, const struct plan *plan)
{
	struct rate idle = ui->session.model->machine.global_idle_pct;
	struct preview_facts facts = {
		.cgroups = &ui->session.model->cgroups,
		.idle = rate_is_known(idle) ? (int)lrint(idle.value * 100) : -1,
	};
	char *text = preview_text(plan, &facts), *whole, raw[2048], warning[4096];

	for (size_t i = 0; text && i < plan->nr_steps; i++) {
		if (!lasting_warning(&plan->steps[i], raw, sizeof(raw)))
			continue;
		text_printable(raw, warning, sizeof(warning));
		if (asprintf(&whole, "%s%s\n", text, warning) < 0)
			whole = NULL;
		free(text);
		text = whole;
	}
	return text;
}

/* --- making a change ------------------------------------------------------------------------ */

static void say_step(struct interface *ui, const struct step *step)
{
	char title[TITLE_SIZE];

	step_title(step, title, sizeof(title));
	if (step->state == STEP_UNNEEDED)
		interface_say(ui, "%s is %s already, nothing was written", title,
			      step->after ? step->after : step->want);
	else
		interface_say(ui, "%s: %s -> %s, %s", title, step->before ? step->before : "",
			      step->after ? step->after : "", step_state_name(step->state));
}

/* Runs and frees an edit; the first new figures are read at once. */
static void editor_run(struct interface *ui, struct edit *edit)
{
	struct fault f = { 0 };
	int r = apply_run(ui->editor.apply, edit, &f);

	remember_touched(&ui->editor, &edit->plan);
	interface_tick(ui);
	if (r < 0)
		interface_say(ui, "%s", f.text);
	else if (edit->plan.nr_steps)
		say_step(ui, &edit->plan.steps[edit->plan.nr_steps - 1]);
	edit_free(edit);
}

void editor_cancel(struct interface *ui)
{
	struct editor *e = &ui->editor;

	e->pending = edit_free(e->pending);
	panel_show(&e->panel, NULL);
}

static void answer_confirm(struct interface *ui, const char *text)
{
	struct editor *e = &ui->editor;
	struct edit *edit = e->pending;
	bool yes = !strcmp(text, "y") || !strcmp(text, "yes");

	e->pending = NULL;
	panel_show(&e->panel, NULL);
	if (yes) {
		editor_run(ui, edit);
		return;
	}
	edit_free(edit);
	interface_say(ui, "nothing was changed");
}

/* Shows what an edit will do and asks; takes the edit. */
static void editor_confirm(struct interface *ui, struct edit *edit)
{
	char *text;

	editor_prefer(ui, true);
	interface_tick(ui);
	text = preview_of(ui, &edit->plan);
	if (!text) {
		edit_free(edit);
		interface_say(ui, "out of memory for the preview");
		return;
	}
	edit_free(ui->editor.pending);
	ui->editor.pending = edit;
	panel_show(&ui->editor.panel, text);
	interface_ask(ui, "make this change? (y/n)", "", answer_confirm);
}

static void propose(struct interface *ui, const struct view_edit *wanted, const char *value)
{
	struct fault f = { 0 };
	struct edit *edit;

	if (apply_prepare_write(ui->editor.apply, wanted->knob, wanted->object, value, &edit, &f) <
	    0)
		interface_say(ui, "%s", f.text);
	else
		editor_confirm(ui, edit);
}

static void answer_value(struct interface *ui, const char *text)
{
	propose(ui, &ui->editor.asked, text);
}

static void ask_value(struct interface *ui, const struct view_edit *wanted)
{
	struct step step = { .knob = wanted->knob, .object = (char *)wanted->object };
	char raw[TITLE_SIZE], title[2 * TITLE_SIZE], now[KNOB_VALUE_SIZE];
	struct fault f = { 0 };

	/* What was seen may be older than the file, or of another file: a list in force. */
	if (apply_read(ui->editor.apply, wanted->knob, wanted->object, now, sizeof(now), &f) < 0) {
		interface_say(ui, "%s", f.text);
		return;
	}
	step_title(&step, raw, sizeof(raw) / 2);
	if (*wanted->in_force)
		snprintf(raw + strlen(raw), sizeof(raw) / 2, " (%s)", wanted->in_force);
	strcat(raw, ":");
	ui->editor.asked = *wanted;
	interface_ask(ui, text_printable(raw, title, sizeof(title)), now, answer_value);
}

static void nudge(struct interface *ui, const struct view_edit *wanted)
{
	struct fault f = { 0 };
	struct edit *edit;

	if (apply_prepare_write(ui->editor.apply, wanted->knob, wanted->object, wanted->value,
				&edit, &f) < 0)
		interface_say(ui, "%s", f.text);
	else
		editor_run(ui, edit);
}

/* --- taking back ---------------------------------------------------------------------------- */

static void undo_one(struct interface *ui, uint64_t id)
{
	struct apply *a = ui->editor.apply;
	const struct journal_entry *newest;
	struct fault f = { 0 };
	struct edit *edit;

	if (!id) {
		newest = journal_newest_open(apply_journal(a), apply_boot(a), apply_run_id(a));
		if (!newest) {
			interface_say(ui, "this run has changed nothing that is still in force");
			return;
		}
		id = newest->id;
	}
	if (apply_prepare_undo(a, id, JOURNAL_UNDO, &edit, &f) < 0)
		interface_say(ui, "%s", f.text);
	else
		editor_confirm(ui, edit);
}

static int take_back(void *ctx, uint64_t id, struct fault *f)
{
	struct interface *ui = ctx;

	return apply_take_back(ui->editor.apply, id, JOURNAL_UNDO, NULL, f);
}

static void answer_undo_all(struct interface *ui, const char *text)
{
	struct apply *a = ui->editor.apply;
	struct fault f = { 0 };

	if (strcmp(text, "y") && strcmp(text, "yes")) {
		interface_say(ui, "nothing was changed");
		return;
	}
	if (apply_each_open(a, apply_run_id(a), take_back, ui, &f) < 0)
		interface_say(ui, "%s", f.text);
	else
		interface_say(ui, "all changes of this run were taken back");
	interface_tick(ui);
}

void editor_follow(struct interface *ui, struct view *v, enum outcome outcome)
{
	struct fault f = { 0 };

	if (ui->options->read_only) {
		interface_say(ui, "nothing is changed with --read-only");
		return;
	}
	if (editor_open(ui, &f) < 0) {
		interface_say(ui, "%s", f.text);
		return;
	}
	if (outcome == OUTCOME_EDIT)
		ask_value(ui, &v->edit);
	else if (outcome == OUTCOME_CHANGE)
		propose(ui, &v->edit, v->edit.value);
	else if (outcome == OUTCOME_NUDGE)
		nudge(ui, &v->edit);
	else if (outcome == OUTCOME_UNDO)
		undo_one(ui, v->wanted_undo);
	else if (outcome == OUTCOME_UNDO_ALL)
		interface_ask(ui, "take back all of this run? (y/n)", "", answer_undo_all);
}

/* --- what others do ------------------------------------------------------------------------- */

static void say_foreign(void *ctx, const struct journal_entry *entry)
{
	char title[TITLE_SIZE], raw[2 * TITLE_SIZE], text[4 * TITLE_SIZE];

	step_title(&entry->step, title, sizeof(title));
	snprintf(raw, sizeof(raw),
		 "somebody else has set %s to %s; it was %s since change %" PRIu64, title,
		 entry->foreign ? entry->foreign : "another value",
		 entry->step.after ? entry->step.after : entry->step.want, entry->id);
	interface_say(ctx, "%s", text_printable(raw, text, sizeof(text)));
}

void editor_look(struct interface *ui)
{
	struct fault f = { 0 };

	if (ui->editor.apply)
		(void)apply_check_foreign(ui->editor.apply, say_foreign, ui, &f);
}

int editor_close(struct interface *ui, struct fault *f)
{
	struct editor *e = &ui->editor;
	int r = 0;

	editor_cancel(ui);
	if (e->apply && ui->options->restore_on_exit)
		r = apply_each_open(e->apply, apply_run_id(e->apply), take_back, ui, f);
	e->apply = apply_close(e->apply);
	return r == -ENOENT ? 0 : r;
}
