/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A view off the terminal: a machine, a size and a script of actions give a screen. The goldens,
 * the program that shows them and the properties are made of these.
 */
#ifndef HEADROOM_TESTS_SCREENS_SCREEN_H
#define HEADROOM_TESTS_SCREENS_SCREEN_H

#include "tests/grid.h"
#include "views/column_chooser.h"
#include "views/view.h"

struct screen {
	struct view view;
	struct view_context context;
	struct model *model;
	struct grid *grid;
	struct column_chooser chooser;
};

/* Takes ownership of model. 0 or -errno; -ENOENT: no view has that name. */
int screen_open(struct screen *s, const char *view_name, struct model *model, int rows, int cols,
		bool ascii);
void screen_close(struct screen *s);

void screen_draw(struct screen *s);

/* Another size, as after SIGWINCH. */
int screen_resize(struct screen *s, int rows, int cols);

/* Acts and draws, as the frame does. */
enum outcome screen_act(struct screen *s, enum action a);

/*
 * Words separated by blanks: names of actions ("down", "sort-next"), "search:TEXT", "filter:TEXT",
 * "columns" (opens the list of columns), "key:NAME" (a key there), "waiters:CPU" (the answer to who
 * waits there), "tasks" (asks for those of the selected group, and the answer), "journal" (one with
 * every kind of entry), "ascii".
 * -EINVAL for any other.
 */
int screen_play(struct screen *s, const char *script);

/* One line of tests/screens/cases. */
struct screen_case {
	char name[64], machine[128], view[16], script[256];
	int rows, cols;
};

/* 1: a case; 0: an empty line or a comment; -EINVAL: neither. */
int screen_case_parse(const char *line, struct screen_case *ret_case);

/* The screen of a case; a machine that is a path is one below source_dir. To be freed; or NULL. */
char *screen_case_text(const struct screen_case *c, const char *source_dir);

#endif
