// SPDX-License-Identifier: GPL-2.0-only
/* Values of knobs; see knobvalue.h. */
#include "core/knobvalue.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/headroom.h"
#include "core/number.h"

#define CPULIST_MAX 8192 /* NR_CPUS of the largest configuration (MAXSMP) */

struct cpumask {
	unsigned char bits[CPULIST_MAX / 8];
};

bool value_is_number(const struct knob *k, const char *text)
{
	int64_t value;

	return number_parse_i64(text, &value) == 0 && value >= k->min && value <= k->max;
}

bool value_is_headroom(const struct knob *k, const char *text)
{
	struct headroom_pair pair;

	(void)k;
	return headroom_parse(text, &pair) == 0;
}

bool value_is_bandwidth(const struct knob *k, const char *text)
{
	struct bandwidth bw = { .period_usec = BANDWIDTH_MIN_USEC };

	(void)k;
	return bandwidth_parse(text, &bw) == 0;
}

static const char *parse_cpu(const char *s, unsigned long *ret_cpu)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return NULL;
	*ret_cpu = strtoul(s, &end, 10);
	return *ret_cpu < CPULIST_MAX ? end : NULL;
}

static const char *parse_range(const char *s, struct cpumask *mask)
{
	unsigned long first, last;

	s = parse_cpu(s, &first);
	last = first;
	if (s && *s == '-')
		s = parse_cpu(s + 1, &last);
	if (!s || last < first)
		return NULL;
	for (unsigned long cpu = first; cpu <= last; cpu++)
		mask->bits[cpu / 8] |= (unsigned char)(1u << cpu % 8);
	return s;
}

static bool parse_cpulist(const char *s, struct cpumask *mask)
{
	memset(mask, 0, sizeof(*mask));
	s += strspn(s, " \t\n");
	if (*s == '\0')
		return true;
	for (;;) {
		s = parse_range(s, mask);
		if (!s)
			return false;
		if (*s != ',')
			break;
		s++;
	}
	return s[strspn(s, " \t\n")] == '\0';
}

bool value_is_cpulist(const struct knob *k, const char *text)
{
	struct cpumask mask;

	(void)k;
	return parse_cpulist(text, &mask);
}

static bool is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

bool value_is_on_off(const struct knob *k, const char *text)
{
	static const char *const words[] = { "on", "off", NULL };

	(void)k;
	return is_one_of(text, words);
}

bool value_is_bool(const struct knob *k, const char *text)
{
	static const char *const words[] = { "0", "1", "Y", "N", NULL };

	(void)k;
	return is_one_of(text, words);
}

bool value_is_choice(const struct knob *k, const char *text)
{
	static const char *const words[] = { "none", "voluntary", "full", "lazy", NULL };

	(void)k;
	return is_one_of(text, words);
}

bool value_is_line(const struct knob *k, const char *text)
{
	size_t length = strlen(text);

	(void)k;
	for (const char *s = text; *s; s++)
		if (!isprint((unsigned char)*s))
			return false;
	return length > 0 && length <= 63;
}

/* A view of s without the blanks around it. */
static const char *trimmed(const char *s, size_t *ret_length)
{
	size_t length;

	s += strspn(s, " \t\n");
	length = strlen(s);
	while (length > 0 && strchr(" \t\n", s[length - 1]))
		length--;
	*ret_length = length;
	return s;
}

bool value_same_text(const char *a, const char *b)
{
	size_t length_a, length_b;

	a = trimmed(a, &length_a);
	b = trimmed(b, &length_b);
	return length_a == length_b && memcmp(a, b, length_a) == 0;
}

bool value_same_number(const char *a, const char *b)
{
	int64_t x, y;

	if (number_parse_i64(a, &x) < 0 || number_parse_i64(b, &y) < 0)
		return value_same_text(a, b);
	return x == y;
}

bool value_same_headroom(const char *a, const char *b)
{
	struct headroom_pair x, y;

	if (headroom_parse(a, &x) < 0 || headroom_parse(b, &y) < 0)
		return value_same_text(a, b);
	return x.headroom == y.headroom && x.tolerance == y.tolerance;
}

bool value_same_bandwidth(const char *a, const char *b)
{
	struct bandwidth x = { 0 }, y = { 0 };

	if (bandwidth_parse(a, &x) < 0 || bandwidth_parse(b, &y) < 0)
		return value_same_text(a, b);
	return x.quota_usec == y.quota_usec && x.period_usec == y.period_usec;
}

bool value_same_cpulist(const char *a, const char *b)
{
	struct cpumask x, y;

	if (!parse_cpulist(a, &x) || !parse_cpulist(b, &y))
		return value_same_text(a, b);
	return memcmp(&x, &y, sizeof(x)) == 0;
}

static bool is_true(const char *text)
{
	return strchr("1Yy", text[strspn(text, " \t\n")]) != NULL && *text != '\0';
}

bool value_same_bool(const char *a, const char *b)
{
	return is_true(a) == is_true(b);
}

void value_read_choice(const char *text, char *buf, size_t size)
{
	const char *open = strchr(text, '(');
	const char *close = open ? strchr(open, ')') : NULL;

	if (close)
		snprintf(buf, size, "%.*s", (int)(close - open - 1), open + 1);
	else
		snprintf(buf, size, "%s", text);
}

bool value_same_choice(const char *a, const char *b)
{
	char x[64], y[64];

	value_read_choice(a, x, sizeof(x));
	value_read_choice(b, y, sizeof(y));
	return value_same_text(x, y);
}

void value_complete_bandwidth(const char *want, const char *now, char *buf, size_t size)
{
	struct bandwidth bw = { .period_usec = 100000 };

	/* A value now that does not parse leaves the kernel's default period. */
	(void)bandwidth_parse(now, &bw);
	if (bandwidth_parse(want, &bw) < 0)
		snprintf(buf, size, "%s", want);
	else
		bandwidth_format(&bw, buf, size);
}

bool value_property_quota(const char *text, char *buf, size_t size)
{
	struct bandwidth bw = { .period_usec = 100000 };

	if (bandwidth_parse(text, &bw) < 0)
		return false;
	if (bw.quota_usec == BANDWIDTH_NO_QUOTA)
		snprintf(buf, size, "%s", "");
	else
		snprintf(buf, size, "%.2f%%", 100 * bandwidth_cpus(&bw));
	return true;
}

bool value_property_idle(const char *text, char *buf, size_t size)
{
	/* Going back to 0 leaves the weight at its default, as the kernel does. */
	snprintf(buf, size, "%s", text[0] == '1' ? "idle" : "100");
	return true;
}
