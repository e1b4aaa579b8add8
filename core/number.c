// SPDX-License-Identifier: GPL-2.0-only
/* Strict numbers; see number.h. */
#include "core/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>

int number_parse_u64(const char *word, uint64_t *ret_value)
{
	uint64_t value = 0;

	if (*word == '\0')
		return -EINVAL;
	for (; *word; word++) {
		unsigned int digit = (unsigned int)(*word - '0');

		if (!isdigit((unsigned char)*word))
			return -EINVAL;
		if (value > (UINT64_MAX - digit) / 10)
			return -ERANGE;
		value = value * 10 + digit;
	}
	*ret_value = value;
	return 0;
}

int number_parse_i64(const char *word, int64_t *ret_value)
{
	bool negative = *word == '-';
	uint64_t value;
	int r = number_parse_u64(word + negative, &value);

	if (r < 0)
		return r;
	if (value > (uint64_t)INT64_MAX)
		return -ERANGE;
	*ret_value = negative ? -(int64_t)value : (int64_t)value;
	return 0;
}
