// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shows screens without a terminal: `show MACHINE VIEW ROWS COLS [WORD...]` prints one, to look at
 * a view while it is being made; `show --write DIR <cases` writes the goldens. See
 * tests/screens/update.
 */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/screens/screen.h"

static int usage(void)
{
	fputs("usage: show MACHINE VIEW ROWS COLS [WORD...]\n"
	      "       show --write DIR <cases\n",
	      stderr);
	return 2;
}

static int write_golden(const char *dir, const struct screen_case *c)
{
	char path[512], *text = screen_case_text(c, HEADROOM_SOURCE_DIR);
	FILE *file;
	int r = -1;

	snprintf(path, sizeof(path), "%s/%s.txt", dir, c->name);
	file = text ? fopen(path, "w") : NULL;
	if (file) {
		r = fputs(text, file) < 0 ? -1 : 0;
		if (fclose(file))
			r = -1;
	}
	if (r)
		fprintf(stderr, "%s: cannot be made\n", c->name);
	free(text);
	return r;
}

static int write_goldens(const char *dir)
{
	char line[512];
	int status = 0;

	while (fgets(line, sizeof(line), stdin)) {
		struct screen_case c;
		int r;

		line[strcspn(line, "\n")] = '\0';
		r = screen_case_parse(line, &c);
		if (r < 0)
			fprintf(stderr, "no case: %s\n", line);
		if (r < 0 || (r > 0 && write_golden(dir, &c)))
			status = 1;
	}
	return status;
}

static int show(int argc, char **argv)
{
	struct screen_case c = { .rows = atoi(argv[3]), .cols = atoi(argv[4]) };
	char *text;

	snprintf(c.machine, sizeof(c.machine), "%s", argv[1]);
	snprintf(c.view, sizeof(c.view), "%s", argv[2]);
	for (int i = 5; i < argc; i++) {
		size_t used = strlen(c.script);

		snprintf(c.script + used, sizeof(c.script) - used, "%s ", argv[i]);
	}
	text = screen_case_text(&c, ".");
	if (!text)
		return usage();
	fputs(text, stdout);
	free(text);
	return 0;
}

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "C.UTF-8");
	if (argc == 3 && !strcmp(argv[1], "--write"))
		return write_goldens(argv[2]);
	return argc < 5 ? usage() : show(argc, argv);
}
