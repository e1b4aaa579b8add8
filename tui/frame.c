// SPDX-License-Identifier: GPL-2.0-only
/* Title line and status line; see frame.h. */
#include "tui/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/text.h"

#define CLOCK_COLUMNS 11 /* "  12:34:56 " */

/* Tabs as full as fit: all titles, the current title and keys, or keys alone. */
enum tab_form { TABS_TITLES, TABS_CURRENT_TITLE, TABS_KEYS, TAB_FORMS };

static void tab_text(const struct view *v, bool is_current, enum tab_form form, char *buf,
		     size_t size)
{
	bool titled = form == TABS_TITLES || (form == TABS_CURRENT_TITLE && is_current);

	/* Brackets, as the current one may not be told by ink alone. */
	snprintf(buf, size, is_current ? "[%c%s%s]" : " %c%s%s ", v->ops->key, titled ? " " : "",
		 titled ? v->ops->title : "");
}

static int tabs_width(const struct view *views, int nr_views, int current, enum tab_form form)
{
	char text[48];
	int width = 0;

	for (int i = 0; i < nr_views; i++) {
		tab_text(&views[i], i == current, form, text, sizeof(text));
		width += text_width(text);
	}
	return width;
}

static void draw_tabs(struct canvas *c, const struct view *views, int nr_views, int current,
		      int col, enum tab_form form, struct frame_tabs *ret_tabs)
{
	char text[48];

	ret_tabs->count = 0;
	for (int i = 0; i < nr_views && i < FRAME_TABS_MAX; i++) {
		tab_text(&views[i], i == current, form, text, sizeof(text));
		canvas_put(c, 0, col, i == current ? INK_CURSOR : INK_BAR, text);
		ret_tabs->tabs[i].from = col;
		col += text_width(text);
		ret_tabs->tabs[i].to = col;
		ret_tabs->count++;
	}
}

static void format_clock(const struct sample *s, char *buf, size_t size)
{
	time_t t = (time_t)(s->time_unix_ns / 1000000000u);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(buf, size, "%H:%M:%S", &tm))
		*buf = '\0';
}

/* The first of the texts that fits between the tabs and the right edge. */
static void draw_machine(struct canvas *c, const struct sample *s, int from, int cols)
{
	char texts[4][192], host[sizeof(s->host) * 4], clock[16];

	format_clock(s, clock, sizeof(clock));
	text_printable(s->host, host, sizeof(host));
	snprintf(texts[0], sizeof(texts[0]), "headroom-top on %.64s, Linux %s  %s", host,
		 s->release, clock);
	snprintf(texts[1], sizeof(texts[1]), "%.64s  %s  %s", host, s->release, clock);
	snprintf(texts[2], sizeof(texts[2]), "%.64s  %s", host, clock);
	snprintf(texts[3], sizeof(texts[3]), "%s", clock);
	for (int i = 0; i < 4; i++) {
		int width = text_width(texts[i]);

		if (from + 2 + width < cols) {
			canvas_put(c, 0, cols - width - 1, INK_BAR, texts[i]);
			return;
		}
	}
}

static void fill_row(struct canvas *c, int row, int cols)
{
	canvas_printf(c, row, 0, INK_BAR, "%*s", cols, "");
}

void frame_draw_title(struct canvas *c, const struct frame_status *s, const struct view *views,
		      int nr_views, int current, struct frame_tabs *ret_tabs)
{
	enum tab_form form = TABS_TITLES;
	int rows, cols;

	canvas_size(c, &rows, &cols);
	fill_row(c, 0, cols);
	/* Titles give way to the clock, which shows that the picture moves; keys do not. */
	while (form < TABS_KEYS && tabs_width(views, nr_views, current, form) >
					   cols - (form == TABS_TITLES ? CLOCK_COLUMNS : 0))
		form++;
	draw_tabs(c, views, nr_views, current, 0, form, ret_tabs);
	if (s->model->sample)
		draw_machine(c, s->model->sample, tabs_width(views, nr_views, current, form), cols);
}

/* A piece of the status line; pieces are dropped from the end until the rest fits. */
struct pieces {
	int count, width;
	char texts[10][64];
};

__attribute__((format(printf, 2, 3))) static void piece_add(struct pieces *p, const char *fmt, ...)
{
	va_list args;

	if (p->count == (int)(sizeof(p->texts) / sizeof(p->texts[0])))
		return;
	va_start(args, fmt);
	vsnprintf(p->texts[p->count++], sizeof(p->texts[0]), fmt, args);
	va_end(args);
}

static void add_modes(struct pieces *p, const struct frame_status *s)
{
	if (s->is_replay && s->replay_ended)
		piece_add(p, s->replay_cut ? "END OF RECORDING, NOT FINISHED" : "END OF RECORDING");
	else if (s->is_replay)
		piece_add(p, "REPLAY x%g", s->replay_speed);
	if (s->paused)
		piece_add(p, "PAUSED");
	if (s->has_baseline)
		piece_add(p, "BASELINE");
	if (*s->search)
		piece_add(p, "/%.20s", s->search);
	if (*s->filter)
		piece_add(p, "ONLY %.20s", s->filter);
}

/* The rate in force, and the wanted one when the budget has lowered it. */
static void add_sampling(struct pieces *p, const struct sample *s)
{
	if (!sample_can(s, CAP_SAMPLER))
		piece_add(p, "no sampling");
	else if (s->self.sample_hz < s->self.sample_hz_wanted)
		piece_add(p, "sampling %u of %u Hz", s->self.sample_hz, s->self.sample_hz_wanted);
	else
		piece_add(p, "sampling %u Hz", s->self.sample_hz);
}

/* In a replay the cost of the program that recorded: it stands in the samples. */
static void add_cost(struct pieces *p, const struct frame_status *s)
{
	const char *whose = s->is_replay ? "recorder's" : "own";
	const struct model *m = s->model;

	if (!m->sample)
		return;
	if (rate_is_known(m->self.cpu_pct))
		piece_add(p, "%s cost %.2f%%", whose, m->self.cpu_pct.value);
	else
		piece_add(p, "%s cost -", whose);
	add_sampling(p, m->sample);
	if (rate_is_known(m->self.lost_hz) && m->self.lost_hz.value > 0)
		piece_add(p, "LOST %.0f/s", m->self.lost_hz.value);
}

/* The first of the keys bound to an action, as hint: "q quit". */
static void add_hint(struct pieces *p, const struct keymap *map, enum action a, const char *what)
{
	const char *keys = keymap_keys(map, a);

	if (*keys)
		piece_add(p, "%.*s %s", (int)strcspn(keys, " "), keys, what);
}

void frame_draw_status(struct canvas *c, int row, const struct frame_status *s)
{
	struct pieces p = { 0 };
	int rows, cols, col = 0;

	canvas_size(c, &rows, &cols);
	fill_row(c, row, cols);
	if (*s->message) {
		canvas_put(c, row, 0, INK_BAR, s->message);
		return;
	}
	add_modes(&p, s);
	add_cost(&p, s);
	if (!s->is_replay)
		piece_add(&p, "every %g s", s->interval_s);
	add_hint(&p, s->keymap, ACTION_HELP, "help");
	add_hint(&p, s->keymap, ACTION_QUIT, "quit");
	for (int i = 0; i < p.count; i++) {
		int width = text_width(p.texts[i]);

		if (col + width > cols)
			return;
		canvas_put(c, row, col, INK_BAR, p.texts[i]);
		col += width + 2;
	}
}
