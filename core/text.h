/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes that anyone may choose (cgroup names, task names, paths) made fit for a terminal and for
 * JSON: valid UTF-8 without control characters.
 */
#ifndef HEADROOM_CORE_TEXT_H
#define HEADROOM_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies raw to buf: control characters (C0, DEL, C1), bidirectional overrides and bytes that are
 * not UTF-8 become \xNN. Cuts at a whole character when size is reached. Returns buf.
 */
char *text_printable(const char *raw, char *buf, size_t size);

/* Whether all of it is valid UTF-8 (RFC 3629); control characters are. Any locale. */
bool text_is_utf8(const char *text);

/*
 * Columns that printable UTF-8 text takes on a terminal (East Asian wide characters take two).
 * By wcwidth(3): in a locale without UTF-8, every character counts one.
 */
int text_width(const char *text);

/*
 * Bytes of text that fit in columns, never splitting a character.
 * ret_width (may be NULL) is the number of columns they take.
 */
size_t text_fit(const char *text, int columns, int *ret_width);

#endif
