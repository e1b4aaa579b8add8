/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Themes: what each ink looks like. Colours are numbers of the 256-colour palette; terminals with
 * fewer get the nearest of theirs, terminals without colours get the attributes alone.
 */
#ifndef HEADROOM_CONFIG_THEME_H
#define HEADROOM_CONFIG_THEME_H

#include <stdbool.h>

#include "config/ink.h"

#define COLOR_DEFAULT (-1) /* the terminal's own */

enum style_attribute { STYLE_BOLD = 1, STYLE_DIM = 2, STYLE_UNDERLINE = 4, STYLE_REVERSE = 8 };

struct style {
	short fg, bg;            /* 0..255 or COLOR_DEFAULT */
	unsigned int attributes; /* STYLE_*, with colours */
	unsigned int mono;       /* STYLE_*, without */
};

struct theme {
	const char *name, *help;
	struct style styles[INK_COUNT];
};

extern const struct theme theme_table[]; /* ends with a NULL name; the first is the default */

const struct theme *theme_by_name(const char *name); /* NULL: there is none */

/* The ink with this name in the configuration file, or -ENOENT. */
int ink_by_name(const char *name);
const char *ink_name(enum ink ink);

/*
 * Reads "red", "bright-red bold", "white on blue", "208 on 236 bold", "default reverse" into a
 * style; what it says of attributes holds without colours too. 0, or -EINVAL.
 */
int style_parse(const char *text, struct style *ret_style);

/*
 * The nearest colour where only nr_colors (8, 16, 88 or 256) exist. With 8 a bright colour becomes
 * its plain one and *ret_bold is set.
 */
short color_nearest(short color, int nr_colors, bool *ret_bold);

#endif
