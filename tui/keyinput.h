/* SPDX-License-Identifier: GPL-2.0-only */
/* What came from the terminal, by the names of config/keys.h. */
#ifndef HEADROOM_TUI_KEYINPUT_H
#define HEADROOM_TUI_KEYINPUT_H

#include <stdbool.h>

enum input_kind { INPUT_NONE, INPUT_KEY, INPUT_CLICK, INPUT_WHEEL_UP, INPUT_WHEEL_DOWN };

struct input {
	enum input_kind kind;
	char key[16]; /* canonical name; "" for one that has no name */
	char text[8]; /* the UTF-8 that it types into a prompt, "" when it types nothing */
	bool pasted;  /* part of a text that the terminal said was pasted: no key of anybody's */
	int row, col; /* of the mouse */
};

/* Zeroed at the start. */
struct keyinput {
	bool is_pasting; /* between the marks that a terminal puts around pasted text */
};

/*
 * Names the marks of pasted text; call it after curses has the terminal. They are keys to curses, so
 * that it waits for their rest as it does for an arrow key's.
 */
void keyinput_prepare(void);

/* The next one that is there, INPUT_NONE when there is none. Does not block. */
struct input keyinput_read(struct keyinput *k);

#endif
