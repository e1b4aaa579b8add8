/* SPDX-License-Identifier: GPL-2.0-only */
/* The canvas of a curses screen: inks become colours and attributes by the theme. */
#ifndef HEADROOM_TUI_SCREEN_H
#define HEADROOM_TUI_SCREEN_H

#include "config/options.h"
#include "views/canvas.h"

struct screen {
	struct canvas canvas;
	bool only_ascii; /* --ascii: names from outside too, not only what views draw */
	unsigned int attributes[INK_COUNT]; /* curses attributes */
	short pairs[INK_COUNT];             /* curses colour pairs, 0 without colours */
};

/* The terminal is open (terminal.h). Looks at the options, at NO_COLOR and at the locale. */
void screen_init(struct screen *s, const struct options *o);

void screen_clear(struct screen *s);
int screen_flush(struct screen *s);   /* what changed goes to the terminal: terminal_flush() */
void screen_redraw(struct screen *s); /* the next flush sends everything */

/* Shows the cursor at a cell (for a prompt); row -1 hides it. */
void screen_cursor(struct screen *s, int row, int col);

#endif
