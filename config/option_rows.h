/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of options, inside config/: the command line, the configuration file and --help are
 * read from it. A new option is a field of struct options and a row here.
 */
#ifndef HEADROOM_CONFIG_OPTION_ROWS_H
#define HEADROOM_CONFIG_OPTION_ROWS_H

#include <stddef.h>

#include "config/options.h"

enum option_kind {
	OPTION_FLAG,     /* bool */
	OPTION_SECONDS,  /* double; also takes 500ms, 2m, 1h, 1d */
	OPTION_PERCENT,  /* double */
	OPTION_UNSIGNED, /* unsigned int */
	OPTION_COUNT,    /* unsigned long */
	OPTION_CPU,      /* int */
	OPTION_TEXT,     /* char[size] */
	OPTION_WORD,     /* char[size], one of choices */
	OPTION_COLOR,    /* enum color_mode, by its place in choices */
	OPTION_KIND_COUNT
};

struct option_row {
	const char *name; /* long option, and key in the configuration file */
	char letter;      /* short option, or 0 */
	enum option_kind kind;
	size_t offset, size;        /* of the field in struct options */
	double min, max;            /* numbers only */
	const char *const *choices; /* ends with NULL */
	const char *commands;       /* space separated; NULL: all of them */
	bool in_file;               /* may stand in the configuration file */
	const char *argument, *help;
};

extern const struct option_row option_rows[]; /* ends with a NULL name; at most 64 */

const struct option_row *option_by_name(const char *name, size_t len);
const struct option_row *option_by_letter(char letter);
bool option_takes_value(const struct option_row *row);

/*
 * Sets the row's field from text. -EINVAL with f set: "WHERE TEXT: takes ...", where the caller
 * says where the text stood.
 */
int option_set(const struct option_row *row, struct options *o, const char *where, const char *text,
	       struct fault *f);

/* What the row takes, as a phrase: "seconds from 0.1 to 3600, such as 2, 0.5 or 500ms". */
void option_describe(const struct option_row *row, char *buf, size_t size);

#endif
