/* SPDX-License-Identifier: GPL-2.0-only */
/* What rows that read text have in common: where from, and a buffer kept from tick to tick. */
#ifndef HEADROOM_PROBES_TEXTFILE_H
#define HEADROOM_PROBES_TEXTFILE_H

#include <stddef.h>

#include "probes/probe.h"

/* The state of a row that has no other. */
struct textfile {
	const struct fsroot *root;
	char *buf; /* of fsroot_read_all(); NULL before the first read */
	size_t size;
};

/* Members of struct probe_ops. Text is read from a live or a captured machine, not in a replay. */
int textfile_supported(const struct probe_env *env);
int textfile_open(struct probe *p, const struct probe_env *env);
void textfile_close(struct probe *p);

/* Zeroed memory for the state of p, or NULL with its fault set. */
void *textfile_new_state(struct probe *p, size_t size);

#endif
