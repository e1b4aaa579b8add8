// SPDX-License-Identifier: GPL-2.0-only
/* Opening and closing of rows that read text; see textfile.h. */
#include "probes/textfile.h"

#include <errno.h>
#include <stdlib.h>

int textfile_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

void *textfile_new_state(struct probe *p, size_t size)
{
	p->state = calloc(1, size);
	if (!p->state)
		fault_set(&p->fault, -ENOMEM, "the probe %s has no memory", p->ops->name);
	return p->state;
}

int textfile_open(struct probe *p, const struct probe_env *env)
{
	struct textfile *file = textfile_new_state(p, sizeof(*file));

	if (!file)
		return -ENOMEM;
	file->root = env->root;
	return 0;
}

void textfile_close(struct probe *p)
{
	struct textfile *file = p->state;

	if (file)
		free(file->buf);
	free(file);
	p->state = NULL;
}
