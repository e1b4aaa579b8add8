/* SPDX-License-Identifier: GPL-2.0-only */
/* The state of a row that reads text: where from, and a buffer kept from tick to tick. */
#ifndef HEADROOM_PROBES_TEXTFILE_H
#define HEADROOM_PROBES_TEXTFILE_H

#include <errno.h>
#include <stdlib.h>

#include "probes/probe.h"

struct textfile {
	const struct fsroot *root;
	char *buf; /* of fsroot_read_all(); NULL before the first read */
	size_t size;
};

static inline int textfile_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static inline int textfile_open(struct probe *p, const struct probe_env *env)
{
	struct textfile *file = calloc(1, sizeof(*file));

	if (!file)
		return fault_set(&p->fault, -ENOMEM, "the probe %s has no memory", p->ops->name);
	file->root = env->root;
	p->state = file;
	return 0;
}

static inline void textfile_close(struct probe *p)
{
	struct textfile *file = p->state;

	if (file)
		free(file->buf);
	free(file);
	p->state = NULL;
}

#endif
