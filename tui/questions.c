// SPDX-License-Identifier: GPL-2.0-only
/* What the interface asks for on its last line: a text to search, a file to write. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tui/interface.h"
#include "tui/output.h"

void interface_ask(struct interface *ui, const char *title, const char *text, answer_fn answer)
{
	prompt_start(&ui->prompt, title, text);
	ui->answer = answer;
	ui->dirty = true;
}

/* While something is asked for, keys type; none of them acts. */
void interface_type(struct interface *ui, const struct input *in)
{
	enum prompt_state state = prompt_key(&ui->prompt, in->key, in->text);
	answer_fn answer = ui->answer;

	ui->dirty = true;
	if (state == PROMPT_TYPING)
		return;
	ui->answer = NULL;
	if (state == PROMPT_DONE)
		answer(ui, ui->prompt.text);
	else
		editor_cancel(ui);
}

static void answer_search(struct interface *ui, const char *text)
{
	snprintf(ui->search, sizeof(ui->search), "%s", text);
	if (*ui->search)
		interface_act(ui, ACTION_SEARCH);
}

void interface_ask_search(struct interface *ui)
{
	interface_ask(ui, "search:", ui->search, answer_search);
}

static void answer_filter(struct interface *ui, const char *text)
{
	snprintf(ui->filter, sizeof(ui->filter), "%s", text);
}

void interface_ask_filter(struct interface *ui)
{
	interface_ask(ui, "show only (nothing: all):", ui->filter, answer_filter);
}

static void write_snapshot(struct interface *ui, const char *path)
{
	struct fault f = { 0 };
	struct output out;
	off_t bytes = 0;
	int r = output_begin(&out, path, &f);

	if (!r)
		r = session_write_json(&ui->session, false, &out, &f);
	if (!r) {
		bytes = out.line_bytes;
		r = output_commit(&out, true, &f);
	}
	output_abort(&out);
	if (!r)
		interface_say(ui, "wrote %s, %lld bytes of JSON", path, (long long)bytes);
	else
		interface_say(ui, "%s", f.text);
}

static void answer_overwrite(struct interface *ui, const char *text)
{
	if (!strcmp(text, "y") || !strcmp(text, "yes"))
		write_snapshot(ui, ui->pending_path);
	else
		interface_say(ui, "%s was left as it is", ui->pending_path);
}

static void answer_snapshot(struct interface *ui, const char *text)
{
	if (!*text) {
		interface_say(ui, "no file name, nothing was written");
	} else if (!access(text, F_OK)) {
		snprintf(ui->pending_path, sizeof(ui->pending_path), "%s", text);
		interface_ask(ui, "this file exists; overwrite it? (y/n)", "", answer_overwrite);
	} else {
		write_snapshot(ui, text);
	}
}

void interface_ask_snapshot(struct interface *ui)
{
	const struct sample *s = ui->session.model->sample;
	time_t t = s ? (time_t)(s->time_unix_ns / 1000000000u) : 0;
	char name[64];
	struct tm tm;

	if (!s) {
		interface_say(ui, "nothing was read yet");
		return;
	}
	if (!localtime_r(&t, &tm) ||
	    !strftime(name, sizeof(name), "headroom-top-%Y%m%d-%H%M%S.json", &tm))
		snprintf(name, sizeof(name), "headroom-top.json");
	interface_ask(ui, "write JSON to:", name, answer_snapshot);
}
