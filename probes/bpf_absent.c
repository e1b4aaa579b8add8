// SPDX-License-Identifier: GPL-2.0-only
/* Stands where the BPF probes are when they were not built: says so, and does nothing. */
#include "probes/rows.h"

#include <errno.h>

#include "core/cgroup_waits.h"
#include "probes/btf_features.h"

#define NOT_BUILT "this headroom-top was built without its BPF programs"

static const enum capability_id missing[] = {
	CAP_BPF,       CAP_BTF,        CAP_RUN_QUEUES, CAP_SAMPLER,         CAP_SAMPLER_TIMER,
	CAP_SCHED_LLC, CAP_CORE_SCHED, CAP_WAITERS,    CAP_OVERLOADED_MASK, CAP_SIB_COUNTERS,
};

static int absent_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int absent_open(struct probe *p, const struct probe_env *env)
{
	(void)env;
	return fault_set(&p->fault, -EOPNOTSUPP, NOT_BUILT);
}

static int absent_collect(struct probe *p, struct sample *into)
{
	(void)p;
	for (size_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++)
		sample_set_capability(into, missing[i], GAUGE_UNSUPPORTED, TIER_NONE, NOT_BUILT);
	return -EOPNOTSUPP;
}

static void absent_close(struct probe *p)
{
	(void)p;
}

const struct probe_ops bpf_absent_probe = {
	.name = "bpf_absent",
	.supported = absent_supported,
	.open = absent_open,
	.collect = absent_collect,
	.close = absent_close,
};

static int group_waits_collect(struct probe *p, struct sample *into)
{
	(void)p;
	sample_set_capability(into, CAP_GROUP_WAITS, GAUGE_UNSUPPORTED, TIER_NONE, NOT_BUILT);
	cgroup_waits_miss(&into->cgroups, GAUGE_UNSUPPORTED);
	return -EOPNOTSUPP;
}

const struct probe_ops group_waits_absent_probe = {
	.name = "group_waits_absent",
	.supported = absent_supported,
	.open = absent_open,
	.collect = group_waits_collect,
	.close = absent_close,
};

int btf_features_decode(uint64_t mask, struct sched_feature **ret_features, size_t *ret_count)
{
	(void)mask;
	(void)ret_features;
	(void)ret_count;
	return -EOPNOTSUPP;
}
