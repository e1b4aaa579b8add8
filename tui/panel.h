/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines over the lower part of a view while something is asked: a preview. Long lines go on in the
 * next row, and what does not fit is scrolled to, so that nobody confirms what was not to be seen.
 */
#ifndef HEADROOM_TUI_PANEL_H
#define HEADROOM_TUI_PANEL_H

#include <stdbool.h>

#include "views/canvas.h"

struct panel {
	char *text; /* printable, lines end with a newline; owned; NULL: not shown */
	int scroll; /* rows passed over */
	int page;   /* rows shown, as last drawn */
};

void panel_show(struct panel *p, char *text); /* takes text; NULL hides it */

void panel_draw(struct panel *p, struct canvas *c);

/* Up, Down, PageUp and PageDown scroll. False for any other key, and while there is no text. */
bool panel_key(struct panel *p, const char *key);

#endif
