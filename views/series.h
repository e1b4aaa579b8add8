/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A history as equal steps of time for a graph. Every point of a history is the mean since the
 * point before it, so steps are filled by how long each point reaches into them: neither a jitter
 * of the ticks nor a changed interval leaves holes.
 */
#ifndef HEADROOM_VIEWS_SERIES_H
#define HEADROOM_VIEWS_SERIES_H

#include "core/history.h"
#include "core/model.h"

/*
 * The value at the point age steps back, NAN where it is not known: of the history, or of something
 * else that got a point whenever the history did.
 */
typedef float (*series_value)(const struct history *h, size_t age, const void *of);

float series_global_idle(const struct history *h, size_t age, const void *of);
float series_overloaded(const struct history *h, size_t age, const void *of);
float series_missed_idle(const struct history *h, size_t age, const void *of);

/*
 * The length of a step so that n steps hold the newest points of the history, but no longer than five
 * seconds (or the newest interval, when that is longer): a change must be seen within seconds.
 */
uint64_t series_step_ns(const struct history *h, size_t points, size_t n);

/* The index, as series_fill() has it, of the step that a moment lies in; n where it is not shown. */
size_t series_index_at(const struct history *h, uint64_t step_ns, uint64_t mono_ns, size_t n);

/* Fills n values, the newest last; NAN before the history began. */
void series_fill(const struct history *h, series_value value, const void *of, uint64_t step_ns,
		 float *values, size_t n);

#endif
