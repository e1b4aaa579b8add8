// SPDX-License-Identifier: GPL-2.0-only
/* Text taller than its area; see scroller.h. */
#include "views/scroller.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "views/draw.h"
#include "views/pen.h"
#include "views/search.h"

#define LINE_SIZE 512

static void scroller_pass(struct scroller *s, struct canvas *c, const struct view_context *x,
			  scroller_text text, const void *arg)
{
	s->canvas = c;
	s->line = 0;
	text(s, x, arg);
	s->canvas = NULL;
}

static void clamp_scroll(struct scroller *s)
{
	if (s->scroll > s->lines - s->rows)
		s->scroll = s->lines - s->rows;
	if (s->scroll < 0)
		s->scroll = 0;
}

void scroller_draw(struct scroller *s, const struct view_context *x, struct canvas *c, int row,
		   int rows, int cols, scroller_text text, const void *arg)
{
	s->row = row;
	s->rows = rows > 0 ? rows : 0;
	s->cols = cols;
	s->search = NULL;
	scroller_pass(s, NULL, x, text, arg);
	s->lines = s->line;
	clamp_scroll(s);
	scroller_pass(s, c, x, text, arg);
}

/* Notes a match, the first one forwards or the last one backwards. */
static void match_line(struct scroller *s, const char *label, const char *text)
{
	if (!s->search ||
	    (!search_matches_text(label, s->search) && !search_matches_text(text, s->search)))
		return;
	if (s->backwards ? s->line < s->after : s->line > s->after && s->found < 0)
		s->found = s->line;
}

static void put_line(struct scroller *s, enum ink label_ink, int label_width, const char *label,
		     enum ink ink, const char *text)
{
	int row = s->row + s->line - s->scroll;

	match_line(s, label, text);
	if (s->match == s->line + 1)
		label_ink = ink = INK_CURSOR;
	if (s->canvas && s->line >= s->scroll && s->line < s->scroll + s->rows) {
		draw_text(s->canvas, row, 0, label_width < s->cols ? label_width : s->cols,
			  label_ink, label);
		draw_text(s->canvas, row, label_width, s->cols - label_width, ink, text);
	}
	s->line++;
}

void scroller_paragraph(struct scroller *s, enum ink label_ink, int label_width, const char *label,
			enum ink ink, const char *text)
{
	char line[LINE_SIZE];

	do {
		size_t bytes = pen_line_bytes(text, s->cols - label_width);

		if (!bytes)
			bytes = strlen(text);
		snprintf(line, sizeof(line), "%.*s", (int)bytes, text);
		put_line(s, label_ink, label_width, label, ink, line);
		label = "";
		text += bytes;
		text += strspn(text, " ");
	} while (*text);
}

void scroller_heading(struct scroller *s, const char *text)
{
	int row = s->row + s->line - s->scroll;

	match_line(s, text, "");
	if (s->canvas && s->line >= s->scroll && s->line < s->scroll + s->rows)
		draw_heading(s->canvas, row, 0, s->cols, text);
	s->line++;
}

static enum outcome scroll_to(struct scroller *s, int line)
{
	int before = s->scroll;

	s->scroll = line;
	clamp_scroll(s);
	return s->scroll == before ? OUTCOME_IGNORED : OUTCOME_REDRAW;
}

static enum outcome scroll_to_match(struct scroller *s, const struct view_context *x, enum action a,
				    scroller_text text, const void *arg)
{
	bool seen = s->match > s->scroll && s->match <= s->scroll + s->rows;
	int from = seen ? s->match - 1 : s->scroll;

	s->search = x->search;
	s->found = -1;
	s->backwards = a == ACTION_SEARCH_PREVIOUS;
	s->after = a == ACTION_SEARCH ? from - 1 : from;
	scroller_pass(s, NULL, x, text, arg);
	if (s->found < 0) {
		/* Round at the end. */
		s->after = s->backwards ? s->lines : -1;
		scroller_pass(s, NULL, x, text, arg);
	}
	s->search = NULL;
	if (s->found < 0)
		return OUTCOME_IGNORED;
	s->match = s->found + 1;
	scroll_to(s, s->found);
	return OUTCOME_REDRAW;
}

enum outcome scroller_act(struct scroller *s, const struct view_context *x, enum action a,
			  scroller_text text, const void *arg)
{
	int page = s->rows > 1 ? s->rows - 1 : 1;

	switch (a) {
	case ACTION_UP:
		return scroll_to(s, s->scroll - 1);
	case ACTION_DOWN:
		return scroll_to(s, s->scroll + 1);
	case ACTION_PAGE_UP:
		return scroll_to(s, s->scroll - page);
	case ACTION_PAGE_DOWN:
		return scroll_to(s, s->scroll + page);
	case ACTION_FIRST:
		return scroll_to(s, 0);
	case ACTION_LAST:
		return scroll_to(s, s->lines);
	case ACTION_SEARCH:
	case ACTION_SEARCH_NEXT:
	case ACTION_SEARCH_PREVIOUS:
		return scroll_to_match(s, x, a, text, arg);
	default:
		return OUTCOME_IGNORED;
	}
}
