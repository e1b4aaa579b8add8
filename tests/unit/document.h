/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of a model's JSON document, for tests and measurements. */
#ifndef HEADROOM_TESTS_DOCUMENT_H
#define HEADROOM_TESTS_DOCUMENT_H

#include <stdio.h>
#include <stdlib.h>

#include "core/json.h"

/* To be freed; NULL when memory ran out. */
static inline char *document_text(const struct model *m, bool one_line)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int r = out ? json_write(m, one_line, out) : -1;

	if (!out || fclose(out) == EOF || r < 0) {
		free(text);
		return NULL;
	}
	return text;
}

#endif
