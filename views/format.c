// SPDX-License-Identifier: GPL-2.0-only
/* Figures as text for a column; see format.h. */
#include "views/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const missing_words[GAUGE_STATE_COUNT] = {
	[GAUGE_UNREAD] = "-",      [GAUGE_UNSUPPORTED] = "n/a", [GAUGE_DENIED] = "denied",
	[GAUGE_FAILED] = "failed", [GAUGE_KNOWN] = "",
};

const char *format_missing(enum gauge_state state)
{
	return missing_words[state];
}

static bool put_missing(struct rate v, char *buf, size_t size)
{
	if (rate_is_known(v) && isfinite(v.value))
		return false;
	snprintf(buf, size, "%s", rate_is_known(v) ? "-" : format_missing(v.state));
	return true;
}

void format_pct(struct rate v, char *buf, size_t size)
{
	if (!put_missing(v, buf, size))
		snprintf(buf, size, v.value >= 99.95 ? "%.0f" : "%.1f", v.value);
}

/* A row is used up to its limit; its unit is worth scale. */
struct magnitude {
	double limit, scale;
	const char *fmt;
};

static void put_magnitude(const struct magnitude *m, double value, char *buf, size_t size)
{
	while (m->limit && value >= m->limit)
		m++;
	snprintf(buf, size, m->fmt, value / m->scale);
}

void format_hz(struct rate v, char *buf, size_t size)
{
	static const struct magnitude rows[] = {
		{ 9.95, 1, "%.1f" },       { 9999.5, 1, "%.0f" },     { 99.95e3, 1e3, "%.1fk" },
		{ 999.5e3, 1e3, "%.0fk" }, { 99.95e6, 1e6, "%.1fM" }, { 0, 1e6, "%.0fM" },
	};

	if (!put_missing(v, buf, size))
		put_magnitude(rows, v.value, buf, size);
}

void format_ns(struct rate v, char *buf, size_t size)
{
	static const struct magnitude rows[] = {
		{ 999.5, 1, "%.0fns" },     { 99.95e3, 1e3, "%.1fus" }, { 999.5e3, 1e3, "%.0fus" },
		{ 99.95e6, 1e6, "%.1fms" }, { 999.5e6, 1e6, "%.0fms" }, { 99.95e9, 1e9, "%.1fs" },
		{ 999.5e9, 1e9, "%.0fs" },  { 0, 60e9, "%.0fm" },
	};

	if (!put_missing(v, buf, size))
		put_magnitude(rows, v.value, buf, size);
}

void format_count(struct rate v, char *buf, size_t size)
{
	if (!put_missing(v, buf, size))
		snprintf(buf, size, "%.0f", v.value);
}

void format_difference(format_fn format, struct rate v, char *buf, size_t size)
{
	char plain[32], zero[32];

	if (put_missing(v, buf, size))
		return;
	format(rate_known(fabs(v.value)), plain, sizeof(plain));
	format(rate_known(0), zero, sizeof(zero));
	if (!strcmp(plain, zero))
		snprintf(buf, size, "=");
	else
		snprintf(buf, size, "%c%s", v.value < 0 ? '-' : '+', plain);
}

void format_age(double seconds, char *buf, size_t size)
{
	static const struct magnitude rows[] = {
		{ 9.95, 1, "%.1f s" },
		{ 99.5, 1, "%.0f s" },
		{ 5970, 60, "%.0f min" },
		{ 0, 3600, "%.0f h" },
	};

	put_magnitude(rows, fabs(seconds), buf, size);
}

struct rate rate_from_gauge(struct gauge g)
{
	return (struct rate){ .value = (double)g.value, .state = g.state };
}

struct rate rate_difference(struct rate now, struct rate before)
{
	if (!rate_is_known(now))
		return now;
	if (!rate_is_known(before))
		return before;
	return rate_known(now.value - before.value);
}
