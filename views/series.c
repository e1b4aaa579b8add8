// SPDX-License-Identifier: GPL-2.0-only
/* A history as equal steps of time; see series.h. */
#include "views/series.h"

#include <math.h>

#define SECOND_NS 1000000000ull

float series_global_idle(const struct history *h, size_t age, const void *of)
{
	(void)of;
	return history_at(h, age)->global_idle_pct;
}

float series_overloaded(const struct history *h, size_t age, const void *of)
{
	(void)of;
	return history_at(h, age)->overloaded_pct;
}

float series_missed_idle(const struct history *h, size_t age, const void *of)
{
	(void)of;
	return history_at(h, age)->missed_idle_pct;
}

uint64_t series_step_ns(const struct history *h, size_t points, size_t n)
{
	static const uint64_t steps[] = { SECOND_NS, 2 * SECOND_NS, 5 * SECOND_NS };
	const struct history_point *newest, *before, *oldest;
	uint64_t interval, age;

	if (!h || h->count < 2 || !n)
		return SECOND_NS;
	newest = history_at(h, 0);
	before = history_at(h, 1);
	oldest = history_at(h, (h->count < points ? h->count : points) - 1);
	interval = newest->mono_ns - before->mono_ns;
	age = newest->mono_ns - oldest->mono_ns;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		/* Half a step of slack: ticks of a second come a little late. */
		if (steps[i] * 3 / 2 > interval && age <= steps[i] * n)
			return steps[i];
	}
	return interval > 5 * SECOND_NS ? interval : 5 * SECOND_NS;
}

/*
 * Where the newest step ends: whole steps since boot, so that a graph keeps its shape and moves on
 * once a step, instead of being averaged anew at every tick.
 */
static uint64_t series_edge_ns(const struct history *h, uint64_t step_ns)
{
	return (history_at(h, 0)->mono_ns + step_ns - 1) / step_ns * step_ns;
}

size_t series_index_at(const struct history *h, uint64_t step_ns, uint64_t mono_ns, size_t n)
{
	uint64_t edge, back;

	if (!h || !h->count)
		return n;
	edge = series_edge_ns(h, step_ns);
	if (mono_ns > edge)
		return n;
	back = (edge - mono_ns) / step_ns;
	return back < n ? n - 1 - back : n;
}

/* What of [from, to] lies in step i, counted back from the edge. */
static double overlap_ns(uint64_t from, uint64_t to, uint64_t edge, uint64_t step_ns, size_t i)
{
	double start = (double)(edge - to), end = (double)(edge - from);
	double step_start = (double)step_ns * (double)i, step_end = step_start + (double)step_ns;

	if (start < step_start)
		start = step_start;
	if (end > step_end)
		end = step_end;
	return end > start ? end - start : 0;
}

/* The moment that a point reaches back to: the point before it, or a step for the first of all. */
static uint64_t point_start_ns(const struct history *h, size_t age, uint64_t step_ns)
{
	const struct history_point *p = history_at(h, age), *before = history_at(h, age + 1);

	if (before)
		return before->mono_ns;
	return p->mono_ns > step_ns ? p->mono_ns - step_ns : 0;
}

void series_fill(const struct history *h, series_value value, const void *of, uint64_t step_ns,
		 float *values, size_t n)
{
	uint64_t edge;
	size_t age = 0;

	for (size_t i = 0; i < n; i++)
		values[i] = NAN;
	if (!h || !h->count)
		return;
	edge = series_edge_ns(h, step_ns);
	for (size_t i = 0; i < n; i++) {
		double sum = 0, weight = 0;

		while (age < h->count) {
			const struct history_point *p = history_at(h, age);
			uint64_t from = point_start_ns(h, age, step_ns);
			double part = overlap_ns(from, p->mono_ns, edge, step_ns, i);

			float v = part > 0 ? value(h, age, of) : NAN;

			if (!isnan(v)) {
				sum += part * (double)v;
				weight += part;
			}
			/* It reaches into the next step as well: stay on it. */
			if (edge - from > step_ns * (i + 1))
				break;
			age++;
		}
		if (weight > 0)
			values[n - 1 - i] = (float)(sum / weight);
	}
}
