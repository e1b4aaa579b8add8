/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figures as text for a column. A value that is missing shows why in a word of at most six
 * letters ("-" not read, "n/a" unsupported, "denied", "failed"), never as a zero.
 */
#ifndef HEADROOM_VIEWS_FORMAT_H
#define HEADROOM_VIEWS_FORMAT_H

#include <stddef.h>

#include "core/gauge.h"

typedef void (*format_fn)(struct rate v, char *buf, size_t size);

void format_pct(struct rate v, char *buf, size_t size);   /* "46.2", "100" */
void format_hz(struct rate v, char *buf, size_t size);    /* "0.3", "12", "45k" */
void format_ns(struct rate v, char *buf, size_t size);    /* "640ns", "3.2ms", "12s", "3m" */
void format_count(struct rate v, char *buf, size_t size); /* "17" */

/* The same with a sign, for a difference: "+3.2", "-0.5", "=" where nothing changed visibly. */
void format_difference(format_fn format, struct rate v, char *buf, size_t size);

/* Seconds as people say them: "38 s", "10 min", "2 h". */
void format_age(double seconds, char *buf, size_t size);

const char *format_missing(enum gauge_state state);

struct rate rate_from_gauge(struct gauge g);
struct rate rate_difference(struct rate now, struct rate before); /* the first missing wins */

#endif
