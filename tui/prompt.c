// SPDX-License-Identifier: GPL-2.0-only
/* A line editor for UTF-8; see prompt.h. */
#include "tui/prompt.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "views/draw.h"

#define ROOM_TO_TYPE 6 /* columns that a title leaves */

void prompt_start(struct prompt *p, const char *title, const char *text)
{
	*p = (struct prompt){ 0 };
	text_printable(title, p->title, sizeof(p->title)); /* cuts at a whole character */
	snprintf(p->text, sizeof(p->text), "%s", text);
	p->len = p->cursor = strlen(p->text);
}

static size_t character_before(const struct prompt *p)
{
	size_t at = p->cursor;

	while (at && ((unsigned char)p->text[--at] & 0xc0) == 0x80)
		;
	return at;
}

static size_t character_after(const struct prompt *p)
{
	size_t at = p->cursor;

	if (at < p->len)
		at++;
	while (at < p->len && ((unsigned char)p->text[at] & 0xc0) == 0x80)
		at++;
	return at;
}

static void cut(struct prompt *p, size_t from, size_t to)
{
	memmove(p->text + from, p->text + to, p->len - to + 1);
	p->len -= to - from;
	p->cursor = from;
}

static void insert(struct prompt *p, const char *text)
{
	size_t n = strlen(text);

	if (p->len + n >= sizeof(p->text))
		return;
	memmove(p->text + p->cursor + n, p->text + p->cursor, p->len - p->cursor + 1);
	memcpy(p->text + p->cursor, text, n);
	p->len += n;
	p->cursor += n;
}

static void key_left(struct prompt *p)
{
	p->cursor = character_before(p);
}

static void key_right(struct prompt *p)
{
	p->cursor = character_after(p);
}

static void key_home(struct prompt *p)
{
	p->cursor = 0;
}

static void key_end(struct prompt *p)
{
	p->cursor = p->len;
}

static void key_backspace(struct prompt *p)
{
	cut(p, character_before(p), p->cursor);
}

static void key_delete(struct prompt *p)
{
	cut(p, p->cursor, character_after(p));
}

static void key_cut_line(struct prompt *p)
{
	cut(p, 0, p->cursor);
}

static void key_cut_end(struct prompt *p)
{
	cut(p, p->cursor, p->len);
}

static void key_cut_word(struct prompt *p)
{
	size_t at = p->cursor;

	while (at && p->text[at - 1] == ' ')
		at--;
	while (at && p->text[at - 1] != ' ' && p->text[at - 1] != '/')
		at--;
	if (at == p->cursor && at)
		at--; /* a single slash */
	cut(p, at, p->cursor);
}

static const struct prompt_binding {
	const char *key;
	void (*act)(struct prompt *p);
} bindings[] = {
	{ "Left", key_left },      { "Ctrl-B", key_left },     { "Right", key_right },
	{ "Ctrl-F", key_right },   { "Home", key_home },       { "Ctrl-A", key_home },
	{ "End", key_end },        { "Ctrl-E", key_end },      { "Backspace", key_backspace },
	{ "Delete", key_delete },  { "Ctrl-D", key_delete },   { "Ctrl-U", key_cut_line },
	{ "Ctrl-K", key_cut_end }, { "Ctrl-W", key_cut_word },
};

enum prompt_state prompt_key(struct prompt *p, const char *key, const char *text)
{
	if (!strcmp(key, "Enter"))
		return PROMPT_DONE;
	if (!strcmp(key, "Escape") || !strcmp(key, "Ctrl-C") || !strcmp(key, "Ctrl-G"))
		return PROMPT_CANCELLED;
	for (size_t i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
		if (!strcmp(key, bindings[i].key)) {
			bindings[i].act(p);
			return PROMPT_TYPING;
		}
	}
	if (*text)
		insert(p, text);
	return PROMPT_TYPING;
}

int prompt_draw(const struct prompt *p, struct canvas *c, int row)
{
	char before[PROMPT_SIZE];
	int rows, cols, title = text_width(p->title) + 1, width;
	const char *from = p->text;

	canvas_size(c, &rows, &cols);
	memcpy(before, p->text, p->cursor);
	before[p->cursor] = '\0';
	/* A title that leaves no room to type in is cut, or gives way. */
	if (title > cols - ROOM_TO_TYPE)
		title = cols > 2 * ROOM_TO_TYPE ? cols - ROOM_TO_TYPE : 0;
	while (*from && (width = text_width(before + (from - p->text))) > cols - title - 1) {
		from++;
		while (((unsigned char)*from & 0xc0) == 0x80)
			from++;
	}
	width = text_width(before + (from - p->text));
	canvas_printf(c, row, 0, INK_BAR, "%*s", cols, "");
	if (title)
		draw_text(c, row, 0, title - 1, INK_BAR, p->title);
	canvas_put(c, row, title, INK_STRONG, from);
	return title + width;
}
