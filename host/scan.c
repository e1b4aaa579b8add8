// SPDX-License-Identifier: GPL-2.0-only
/* Steps of a cursor over kernel text; see scan.h. */
#include "host/scan.h"

#include <string.h>

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits at the cursor as they stand; false on none or when they exceed limit. */
static bool take_digits(const char **at, uint64_t limit, uint64_t *ret_value)
{
	uint64_t value = 0;
	const char *p = *at;

	if (!is_digit(*p))
		return false;
	for (; is_digit(*p); p++) {
		unsigned int digit = *p - '0';

		if (value > (limit - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*at = p;
	*ret_value = value;
	return true;
}

bool scan_u64(const char **at, uint64_t *ret_value)
{
	const char *p = skip_blanks(*at);

	if (!take_digits(&p, UINT64_MAX, ret_value))
		return false;
	*at = p;
	return true;
}

bool scan_u32(const char **at, uint32_t *ret_value)
{
	const char *p = skip_blanks(*at);
	uint64_t value;

	if (!take_digits(&p, UINT32_MAX, &value))
		return false;
	*at = p;
	*ret_value = value;
	return true;
}

bool scan_i64(const char **at, int64_t *ret_value)
{
	const char *p = skip_blanks(*at);
	bool negative = *p == '-';
	uint64_t value;

	if (negative)
		p++;
	if (!take_digits(&p, INT64_MAX, &value))
		return false;
	*at = p;
	*ret_value = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

size_t scan_numbers(const char **at, uint64_t *values, size_t max)
{
	size_t n = 0;

	while (n < max && scan_u64(at, &values[n]))
		n++;
	return n;
}

bool scan_word(const char **at, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*at, word, len))
		return false;
	*at += len;
	return true;
}

bool scan_name(const char **at, char *name, size_t size)
{
	const char *p = skip_blanks(*at);
	size_t len = strcspn(p, " \t\n");
	size_t kept = len < size ? len : size - 1;

	if (!len)
		return false;
	memcpy(name, p, kept);
	name[kept] = '\0';
	*at = p + len;
	return true;
}

const char *scan_next_line(const char *at)
{
	const char *end = strchr(at, '\n');

	return end && end[1] ? end + 1 : NULL;
}

bool scan_is_line_end(const char *at)
{
	at = skip_blanks(at);
	return *at == '\n' || *at == '\0';
}
