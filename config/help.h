/* SPDX-License-Identifier: GPL-2.0-only */
/* The shape of --help: a name on the left, its meaning on the right, 80 columns. */
#ifndef HEADROOM_CONFIG_HELP_H
#define HEADROOM_CONFIG_HELP_H

#include <stdio.h>

/* One row; the text is broken at its spaces, and begins on a new line when left is too long. */
void help_put_row(FILE *out, const char *left, const char *text);

#endif
