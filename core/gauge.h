/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Readings that know why they are missing. A value that was not read is never a zero: every
 * reader of one has to look at the state first, and the screen and the JSON show it.
 */
#ifndef HEADROOM_CORE_GAUGE_H
#define HEADROOM_CORE_GAUGE_H

#include <stdbool.h>
#include <stdint.h>

enum gauge_state {
	GAUGE_UNREAD,      /* nobody tried yet, or two samples are needed first */
	GAUGE_UNSUPPORTED, /* this kernel or machine has no such thing */
	GAUGE_DENIED,      /* it is there, but not for us */
	GAUGE_FAILED,      /* it should have worked and did not */
	GAUGE_KNOWN,
	GAUGE_STATE_COUNT
};

/* A fact as it was read: a count, bytes, nanoseconds; the unit stands in the field's name. */
struct gauge {
	uint64_t value;
	enum gauge_state state;
};

/* A derived figure: a share in percent, a rate a second, a mean. */
struct rate {
	double value;
	enum gauge_state state;
};

static inline struct gauge gauge_known(uint64_t value)
{
	return (struct gauge){ .value = value, .state = GAUGE_KNOWN };
}

static inline struct rate rate_known(double value)
{
	return (struct rate){ .value = value, .state = GAUGE_KNOWN };
}

static inline struct rate rate_missing(enum gauge_state state)
{
	return (struct rate){ .state = state };
}

static inline bool gauge_is_known(struct gauge g)
{
	return g.state == GAUGE_KNOWN;
}

static inline bool rate_is_known(struct rate r)
{
	return r.state == GAUGE_KNOWN;
}

/* The state that a failed read leaves behind; r is a -errno. */
enum gauge_state gauge_state_from_error(int r);

/* "unsupported", "denied", ...: the word shown beside a missing value and in the JSON. */
const char *gauge_state_name(enum gauge_state state);

/* The state with that name, or -EINVAL. */
int gauge_state_from_name(const char *name, enum gauge_state *ret_state);

#endif
