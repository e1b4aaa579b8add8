// SPDX-License-Identifier: GPL-2.0-only
/* Strict numbers; see number.h. */
#include "core/number.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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

static const struct unit {
	const char *name;
	double seconds;
} units[] = {
	{ .name = "", .seconds = 1 },     { .name = "ms", .seconds = 1e-3 },
	{ .name = "s", .seconds = 1 },    { .name = "m", .seconds = 60 },
	{ .name = "min", .seconds = 60 }, { .name = "h", .seconds = 3600 },
};

/* Digits with at most one point: strtod alone would take "inf", "0x1p3" and "1e9". */
static size_t decimal_length(const char *word)
{
	size_t digits = strspn(word, "0123456789");

	if (digits == 0)
		return 0;
	return word[digits] == '.' ? digits + 1 + strspn(word + digits + 1, "0123456789") : digits;
}

int number_parse_duration(const char *word, uint64_t *ret_ns)
{
	size_t length = decimal_length(word);
	double value = 0, scale = 1;

	if (length == 0)
		return -EINVAL;
	/* By hand, because strtod follows the locale's decimal point. */
	for (size_t i = 0, behind = 0; i < length; i++) {
		if (word[i] == '.') {
			behind = 1;
			continue;
		}
		scale /= behind ? 10 : 1;
		value = behind ? value + (word[i] - '0') * scale : value * 10 + (word[i] - '0');
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(word + length, units[i].name) != 0)
			continue;
		value *= units[i].seconds * 1e9;
		if (!(value >= 1) || value > 9e18)
			return -ERANGE;
		*ret_ns = (uint64_t)llround(value);
		return 0;
	}
	return -EINVAL;
}
