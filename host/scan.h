/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cursor over the text of a kernel file, which ends with a zero byte. Every step either takes
 * what it names and moves on, or takes nothing; none looks beyond the end of the line.
 */
#ifndef HEADROOM_HOST_SCAN_H
#define HEADROOM_HOST_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blanks, then a decimal number that fits; false leaves the cursor where it was. */
bool scan_u64(const char **at, uint64_t *ret_value);
bool scan_u32(const char **at, uint32_t *ret_value);
bool scan_i64(const char **at, int64_t *ret_value);

/* As many numbers as follow, at most max of them; returns how many were there. */
size_t scan_numbers(const char **at, uint64_t *values, size_t max);

/* Exactly this text at the cursor. */
bool scan_word(const char **at, const char *word);

/* Blanks, then a name that ends at a blank or the line's end, cut to fit; false: there is none. */
bool scan_name(const char **at, char *name, size_t size);

/* The start of the next line, or NULL when this was the last one. */
const char *scan_next_line(const char *at);

/* Whether only blanks are left on the line. */
bool scan_is_line_end(const char *at);

#endif
