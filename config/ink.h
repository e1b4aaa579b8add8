/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inks that views draw with. An ink is a meaning, not a colour: a theme (config/theme.h) maps
 * it, and no state is told by ink alone.
 */
#ifndef HEADROOM_CONFIG_INK_H
#define HEADROOM_CONFIG_INK_H

/* X(ink, name in the configuration file) */
#define INK_TABLE(X)                                                                               \
	X(TEXT, "text")                                                                            \
	X(TITLE, "title")                                                                          \
	X(DIM, "dim") /* labels, units, what is missing */                                         \
	X(STRONG, "strong")                                                                        \
	X(GOOD, "good")                                                                            \
	X(WARN, "warn")                                                                            \
	X(BAD, "bad")                                                                              \
	X(CURSOR, "cursor") /* the selected row */                                                 \
	X(BAR, "bar")       /* title and status line */                                            \
	X(IDLE, "idle")     /* the CPU states */                                                   \
	X(SCHED_IDLE, "sched-idle")                                                                \
	X(BUSY, "busy")                                                                            \
	X(OVERLOADED, "overloaded")                                                                \
	X(FORCED_IDLE, "forced-idle")                                                              \
	X(OFFLINE, "offline")

enum ink {
#define X(ink, name) INK_##ink,
	INK_TABLE(X)
#undef X
		INK_COUNT
};

#endif
