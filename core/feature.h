/* SPDX-License-Identifier: GPL-2.0-only */
/* What we know about scheduler features by name; the kernel lists them without a word. */
#ifndef HEADROOM_CORE_FEATURE_H
#define HEADROOM_CORE_FEATURE_H

struct feature_info {
	const char *name;      /* without "NO_" */
	const char *meaning;   /* one line */
	const char *mechanism; /* part of the scheduler it belongs to */
};

/* NULL for a feature that we do not know: newer kernels have others. */
const struct feature_info *feature_find(const char *name);

#endif
