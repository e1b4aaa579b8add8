// SPDX-License-Identifier: GPL-2.0-only
/* Draws on curses; see screen.h. */
#include "tui/screen.h"

#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <curses.h>

#include "tui/terminal.h"

static void screen_size(const struct canvas *c, int *ret_rows, int *ret_cols)
{
	(void)c;
	getmaxyx(stdscr, *ret_rows, *ret_cols);
}

/* One character of UTF-8; what is malformed counts as one byte of '?'. Returns its bytes. */
static size_t decode(const char *text, wchar_t *ret_char)
{
	static const unsigned char lead_mask[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	unsigned char lead = (unsigned char)*text;
	size_t bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
	unsigned int value;

	if (!bytes) {
		*ret_char = L'?';
		return 1;
	}
	value = lead & lead_mask[bytes];
	for (size_t i = 1; i < bytes; i++) {
		unsigned char next = (unsigned char)text[i];

		if ((next & 0xc0) != 0x80) {
			*ret_char = L'?';
			return 1;
		}
		value = value << 6 | (next & 0x3f);
	}
	*ret_char = (wchar_t)value;
	return bytes;
}

/* Whether the locale has the character at all; with --ascii only ASCII will do. */
static bool can_show(const struct screen *s, wchar_t wc)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state = { 0 };

	if (wc < 0x80)
		return wc >= ' ' && wc != 0x7f;
	return !s->only_ascii && wcrtomb(bytes, wc, &state) != (size_t)-1 && wcwidth(wc) >= 0;
}

/* The part of a text that lies on the screen. */
struct clipped {
	const struct screen *screen;
	int col, cols; /* where the next character goes, and the width of the screen */
	int start;     /* where the first one that is kept went */
	int count;
	wchar_t chars[512];
};

static bool clipped_add(struct clipped *clip, wchar_t wc, int width)
{
	if (clip->col + width > clip->cols || clip->count == sizeof(clip->chars) / sizeof(wchar_t))
		return false;
	if (clip->col >= 0) {
		if (!clip->count)
			clip->start = clip->col;
		clip->chars[clip->count++] = wc;
	}
	clip->col += width;
	return true;
}

static bool clipped_add_character(struct clipped *clip, wchar_t wc)
{
	int width = wcwidth(wc);

	if (can_show(clip->screen, wc))
		return clipped_add(clip, wc, width);
	/* One that takes two columns keeps them when it is replaced; unknown ones take one. */
	for (int i = 0; i < (width < 0 ? 1 : width); i++) {
		if (!clipped_add(clip, L'?', 1))
			return false;
	}
	return true;
}

static void screen_put(struct canvas *c, int row, int col, enum ink ink, const char *text)
{
	const struct screen *s = (const struct screen *)c;
	struct clipped clip = { .screen = s, .col = col };
	int rows;

	getmaxyx(stdscr, rows, clip.cols);
	if (row < 0 || row >= rows)
		return;
	while (*text) {
		wchar_t wc;

		text += decode(text, &wc);
		if (!clipped_add_character(&clip, wc))
			break;
	}
	if (!clip.count)
		return;
	attr_set(s->attributes[ink], s->pairs[ink], NULL);
	mvaddnwstr(row, clip.start, clip.chars, clip.count);
	attr_set(A_NORMAL, 0, NULL);
}

static const struct canvas_ops screen_ops = { .size = screen_size, .put = screen_put };

static unsigned int curses_attributes(unsigned int style)
{
	static const struct {
		unsigned int style;
		unsigned int curses;
	} attributes[] = {
		{ STYLE_BOLD, A_BOLD },
		{ STYLE_DIM, A_DIM },
		{ STYLE_UNDERLINE, A_UNDERLINE },
		{ STYLE_REVERSE, A_REVERSE },
	};
	unsigned int result = A_NORMAL;

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (style & attributes[i].style)
			result |= attributes[i].curses;
	}
	return result;
}

/* NO_COLOR: the custom of no-color.org; an empty value does not count. */
static bool wants_color(const struct options *o)
{
	const char *no_color = getenv("NO_COLOR");

	if (o->color == COLOR_AUTO)
		return !no_color || !*no_color;
	return o->color == COLOR_ALWAYS;
}

static void init_pair_of(struct screen *s, enum ink ink, const struct style *style)
{
	bool bold_fg, bold_bg;
	short fg = color_nearest(style->fg, COLORS, &bold_fg);
	short bg = color_nearest(style->bg, COLORS, &bold_bg);
	short pair = (short)(ink + 1);

	s->attributes[ink] = curses_attributes(style->attributes | (bold_fg ? STYLE_BOLD : 0));
	if (fg == COLOR_DEFAULT && bg == COLOR_DEFAULT)
		return;
	if (pair < COLOR_PAIRS && init_pair(pair, fg, bg) == OK)
		s->pairs[ink] = pair;
}

void screen_init(struct screen *s, const struct options *o)
{
	struct theme theme;
	bool color = wants_color(o) && has_colors() && start_color() == OK;

	*s = (struct screen){ .canvas.ops = &screen_ops, .only_ascii = o->ascii };
	s->canvas.ascii = o->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	options_theme(o, &theme);
	if (color && use_default_colors() != OK)
		color = false;
	for (int ink = 0; ink < INK_COUNT; ink++) {
		if (color)
			init_pair_of(s, (enum ink)ink, &theme.styles[ink]);
		else
			s->attributes[ink] = curses_attributes(theme.styles[ink].mono);
	}
}

void screen_clear(struct screen *s)
{
	(void)s;
	erase();
}

int screen_flush(struct screen *s)
{
	(void)s;
	return terminal_flush();
}

void screen_redraw(struct screen *s)
{
	(void)s;
	clearok(stdscr, TRUE);
}

void screen_cursor(struct screen *s, int row, int col)
{
	(void)s;
	if (row >= 0)
		move(row, col);
	curs_set(row >= 0);
}
