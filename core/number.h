/* SPDX-License-Identifier: GPL-2.0-only */
/* Whole words as numbers, strict: no sign where none belongs, nothing behind. */
#ifndef HEADROOM_CORE_NUMBER_H
#define HEADROOM_CORE_NUMBER_H

#include <stdint.h>

/* Decimal digits only. 0, -EINVAL, or -ERANGE. */
int number_parse_u64(const char *word, uint64_t *ret_value);

/* The same with an optional minus. */
int number_parse_i64(const char *word, int64_t *ret_value);

#endif
