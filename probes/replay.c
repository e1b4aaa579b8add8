// SPDX-License-Identifier: GPL-2.0-only
/*
 * A recording as one more row of the probe table: hands out its samples in order. When they were
 * taken stands in them; how fast to show them is the caller's matter.
 */
#include <errno.h>

#include "host/recording.h"
#include "probes/rows.h"

static int replay_supported(const struct probe_env *env)
{
	return env->replay_path ? 0 : -EOPNOTSUPP;
}

static int replay_open(struct probe *p, const struct probe_env *env)
{
	struct recording_reader *r;
	int ret = recording_open(env->replay_path, &r, &p->fault);

	p->state = ret < 0 ? NULL : r;
	return ret;
}

/* The sample brings everything: what the probes of the recorded machine said, its topology too. */
static int replay_collect(struct probe *p, struct sample *into)
{
	struct sample *s;
	int ret;

	if (!p->state)
		return p->fault.code;
	ret = recording_read(p->state, &s, &p->fault);
	if (ret < 0)
		return ret;
	if (ret == 0) {
		p->cut = recording_is_cut(p->state);
		return -ENODATA;
	}
	sample_move(into, s);
	return 0;
}

static void replay_close(struct probe *p)
{
	p->state = recording_close(p->state);
}

const struct probe_ops replay_probe = {
	.name = "replay",
	.supported = replay_supported,
	.open = replay_open,
	.collect = replay_collect,
	.close = replay_close,
};
