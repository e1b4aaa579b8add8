/* SPDX-License-Identifier: GPL-2.0-only */
/* A line that is being typed: a file name, a text to search for. Pure; drawn by the frame. */
#ifndef HEADROOM_TUI_PROMPT_H
#define HEADROOM_TUI_PROMPT_H

#include <stddef.h>

#include "views/canvas.h"

#define PROMPT_SIZE 512

struct prompt {
	char title[80];
	char text[PROMPT_SIZE]; /* UTF-8 */
	size_t len, cursor;     /* bytes */
};

enum prompt_state { PROMPT_TYPING, PROMPT_DONE, PROMPT_CANCELLED };

void prompt_start(struct prompt *p, const char *title, const char *text);

/* One key: its canonical name, and what it types ("" when nothing). */
enum prompt_state prompt_key(struct prompt *p, const char *key, const char *text);

/* Draws it in a row, scrolled so that the cursor is seen. Returns the cursor's column. */
int prompt_draw(const struct prompt *p, struct canvas *c, int row);

#endif
