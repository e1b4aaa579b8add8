// SPDX-License-Identifier: GPL-2.0-only
/* Key codes of curses to key names; see keyinput.h. */
#include "tui/keyinput.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include <curses.h>

static const struct key_code {
	int code; /* a KEY_* of curses */
	const char *name;
} key_codes[] = {
	{ KEY_UP, "Up" },
	{ KEY_DOWN, "Down" },
	{ KEY_LEFT, "Left" },
	{ KEY_RIGHT, "Right" },
	{ KEY_PPAGE, "PageUp" },
	{ KEY_NPAGE, "PageDown" },
	{ KEY_HOME, "Home" },
	{ KEY_END, "End" },
	{ KEY_A1, "Home" },
	{ KEY_A3, "PageUp" },
	{ KEY_C1, "End" },
	{ KEY_C3, "PageDown" },
	{ KEY_FIND, "Home" },
	{ KEY_SELECT, "End" },
	{ KEY_IC, "Insert" },
	{ KEY_DC, "Delete" },
	{ KEY_BACKSPACE, "Backspace" },
	{ KEY_ENTER, "Enter" },
	{ KEY_BTAB, "Shift-Tab" },
};

static const struct key_code characters[] = {
	{ '\r', "Enter" },     { '\n', "Enter" },     { '\t', "Tab" },  { 0x1b, "Escape" },
	{ '\b', "Backspace" }, { 0x7f, "Backspace" }, { ' ', "Space" },
};

static const char *name_of(const struct key_code *table, size_t count, int code)
{
	for (size_t i = 0; i < count; i++) {
		if (table[i].code == code)
			return table[i].name;
	}
	return NULL;
}

static void name_function_key(struct input *in, int code)
{
	const char *name = name_of(key_codes, sizeof(key_codes) / sizeof(key_codes[0]), code);

	if (name)
		snprintf(in->key, sizeof(in->key), "%s", name);
	else if (code >= KEY_F(1) && code <= KEY_F(24))
		snprintf(in->key, sizeof(in->key), "F%d", code - KEY_F(0));
}

/* wchar_t is ISO 10646 here (glibc and musl), whatever the locale's own encoding. */
static void encode(unsigned int c, char *buf)
{
	int n = 0;

	if (c < 0x80) {
		buf[n++] = (char)c;
	} else if (c < 0x800) {
		buf[n++] = (char)(0xc0 | c >> 6);
	} else if (c < 0x10000) {
		buf[n++] = (char)(0xe0 | c >> 12);
		buf[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	} else {
		buf[n++] = (char)(0xf0 | (c >> 18 & 0x07));
		buf[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		buf[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	}
	if (c >= 0x80)
		buf[n++] = (char)(0x80 | (c & 0x3f));
	buf[n] = '\0';
}

static void name_character(struct input *in, wint_t wc)
{
	const char *name = name_of(characters, sizeof(characters) / sizeof(characters[0]), (int)wc);

	if (wc >= ' ' && wc != 0x7f && !(wc >= 0x80 && wc < 0xa0))
		encode(wc, in->text);
	if (name)
		snprintf(in->key, sizeof(in->key), "%s", name);
	else if (wc >= 1 && wc <= 26)
		snprintf(in->key, sizeof(in->key), "Ctrl-%c", 'A' + (char)wc - 1);
	else if (*in->text)
		snprintf(in->key, sizeof(in->key), "%s", in->text);
}

#define SEQUENCE_MAX 32 /* bytes of a sequence that is passed over */

static void put_back(int r, wint_t wc)
{
	if (r == OK)
		(void)unget_wch((wchar_t)wc);
	else
		(void)ungetch((int)wc);
}

/* Reads a control sequence up to its last byte, and returns that; 0 when it has parameters. */
static int read_last_byte(void)
{
	bool plain = true;
	wint_t wc;

	for (int i = 0; i < SEQUENCE_MAX && get_wch(&wc) == OK; i++) {
		/* "[[A" is how the Linux console names its function keys. */
		if (wc >= '@' && wc <= '~' && !(i == 0 && wc == '['))
			return plain ? (int)wc : 0;
		plain = false;
	}
	return 0;
}

/*
 * After Escape, when more has come with it: a sequence that terminfo does not know. Its bytes must
 * not act as keys, "[" changes something. The plain ones for the cursor are understood all the same.
 */
static void read_sequence(struct input *in)
{
	static const struct key_code last_bytes[] = {
		{ 'A', "Up" },   { 'B', "Down" }, { 'C', "Right" },     { 'D', "Left" },
		{ 'H', "Home" }, { 'F', "End" },  { 'Z', "Shift-Tab" },
	};
	const char *name;
	wint_t wc;
	int r = get_wch(&wc);

	if (r == ERR)
		return;
	if (r != OK || (wc != '[' && wc != 'O')) {
		put_back(r, wc); /* Escape, and then another key */
		return;
	}
	name = name_of(last_bytes, sizeof(last_bytes) / sizeof(last_bytes[0]), read_last_byte());
	snprintf(in->key, sizeof(in->key), "%s", name ? name : "");
}

static void read_mouse(struct input *in)
{
	MEVENT event;

	in->kind = INPUT_NONE;
	if (getmouse(&event) != OK)
		return;
	in->row = event.y;
	in->col = event.x;
	if (event.bstate & BUTTON4_PRESSED)
		in->kind = INPUT_WHEEL_UP;
	else if (event.bstate & BUTTON5_PRESSED)
		in->kind = INPUT_WHEEL_DOWN;
	else if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
		in->kind = INPUT_CLICK;
}

enum {
	KEY_PASTE_BEGINS = KEY_MAX + 1,
	KEY_PASTE_ENDS,
};

void keyinput_prepare(void)
{
	(void)define_key("\033[200~", KEY_PASTE_BEGINS);
	(void)define_key("\033[201~", KEY_PASTE_ENDS);
}

/* Escape ends it too: a terminal that lost the end mark must not leave the keys dead. */
static void follow_paste(struct keyinput *k, struct input *in, int code)
{
	if (code == KEY_PASTE_BEGINS || code == KEY_PASTE_ENDS)
		*in = (struct input){ .kind = INPUT_KEY, .pasted = true };
	in->pasted |= k->is_pasting;
	if (code == KEY_PASTE_BEGINS)
		k->is_pasting = true;
	else if (code == KEY_PASTE_ENDS || !strcmp(in->key, "Escape"))
		k->is_pasting = false;
}

struct input keyinput_read(struct keyinput *k)
{
	struct input in = { .kind = INPUT_NONE };
	wint_t wc;
	int r = get_wch(&wc);

	if (r == ERR)
		return in;
	in.kind = INPUT_KEY;
	if (r == OK && wc == 0x1b) {
		name_character(&in, wc);
		read_sequence(&in);
	} else if (r == OK) {
		name_character(&in, wc);
	} else if (wc == KEY_MOUSE) {
		read_mouse(&in);
	} else {
		name_function_key(&in, (int)wc);
	}
	follow_paste(k, &in, r == KEY_CODE_YES ? (int)wc : 0);
	return in;
}
