// SPDX-License-Identifier: GPL-2.0-only
/* Rows of --help; see help.h. */
#include "config/help.h"

#include <string.h>

#define TEXT_COLUMN  29
#define TEXT_COLUMNS 51

/* Bytes of text for one line: up to its last space that fits. */
static int line_bytes(const char *text)
{
	int last = 0, n = (int)strlen(text);

	if (n <= TEXT_COLUMNS)
		return n;
	for (int i = 0; i <= TEXT_COLUMNS; i++) {
		if (text[i] == ' ')
			last = i;
	}
	return last ? last : TEXT_COLUMNS;
}

void help_put_row(FILE *out, const char *left, const char *text)
{
	int used = 2 + (int)strlen(left);

	fprintf(out, "  %s", left);
	if (used >= TEXT_COLUMN) {
		fputc('\n', out);
		used = 0;
	}
	while (*text) {
		int n = line_bytes(text);

		fprintf(out, "%*s%.*s\n", TEXT_COLUMN - used, "", n, text);
		text += n + strspn(text + n, " ");
		used = 0;
	}
}
