// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the screen of a view of a made-up machine: show MACHINE VIEW ROWS COLS [--ascii] [--inks]
 * [ACTION...]. To look at a view while it is being made; tests/screens/update writes goldens by it.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machines.h"
#include "tests/screens/screen.h"

static int usage(void)
{
	fputs("usage: show MACHINE VIEW ROWS COLS [--ascii] [--inks] [ACTION...]\n", stderr);
	return 2;
}

static int show(struct screen *s, int argc, char **argv)
{
	bool inks = false;
	char *text;

	screen_draw(s);
	for (int i = 0; i < argc; i++) {
		if (!strcmp(argv[i], "--inks"))
			inks = true;
		else if (!strcmp(argv[i], "--ascii"))
			s->grid->canvas.ascii = true;
		else if (screen_play(s, argv[i]))
			return usage();
	}
	screen_draw(s);
	text = inks ? grid_inks(s->grid) : grid_text(s->grid);
	if (text)
		fputs(text, stdout);
	free(text);
	if (s->grid->overlaps || s->grid->outside)
		fprintf(stderr, "%d overlaps, %d outside\n", s->grid->overlaps, s->grid->outside);
	return 0;
}

int main(int argc, char **argv)
{
	const struct machine_shape *shape;
	struct screen s;
	int status;

	setlocale(LC_ALL, "C.UTF-8");
	if (argc < 5)
		return usage();
	shape = machine_shape_named(argv[1]);
	if (!shape)
		return usage();
	if (screen_open(&s, argv[2], machine_shape_model(shape, 120), atoi(argv[3]), atoi(argv[4]),
			false))
		return usage();
	status = show(&s, argc - 5, argv + 5);
	screen_close(&s);
	return status;
}
