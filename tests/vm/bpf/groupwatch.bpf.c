// SPDX-License-Identifier: GPL-2.0-only
/*
 * A witness of load balancing beside forced-idle CPUs. From the statistics of every scheduling group
 * that the kernel judged with such CPUs in it, it works out by the rules, written down here once more,
 * what the group's type has to be, and what it would be without the correction.
 */
#include "groupwatch.h"
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#define __reloc __attribute__((preserve_access_index))

enum group_type { group_has_spare, group_fully_busy, group_overloaded = 6 };

struct sg_lb_stats {
	unsigned long group_capacity, group_util, group_runnable;
	unsigned int sum_nr_running, group_weight, forceidle_weight;
	unsigned long forceidle_capacity;
	enum group_type group_type;
} __reloc;

struct sched_domain {
	struct sched_domain *child;
	unsigned int imbalance_pct;
} __reloc;

struct rules {
	__u64 capacity, util, runnable, imbalance_pct;
	__u32 running, weight;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, GROUPWATCH_SIZES);
	__type(key, __u32);
	__type(value, struct groupwatch_size);
} sizes SEC(".maps");

char groupwatch_license[] SEC("license") = "GPL";

static int rules_overloaded(const struct rules *r)
{
	if (r->running <= r->weight)
		return 0;
	return r->capacity * 100 < r->util * r->imbalance_pct ||
	       r->capacity * r->imbalance_pct < r->runnable * 100;
}

static int rules_have_capacity(const struct rules *r)
{
	if (r->running < r->weight)
		return 1;
	if (r->capacity * r->imbalance_pct < r->runnable * 100)
		return 0;
	return r->capacity * 100 > r->util * r->imbalance_pct;
}

static int rules_type(const struct rules *r)
{
	if (rules_overloaded(r))
		return bpf_core_enum_value(enum group_type, group_overloaded);
	if (rules_have_capacity(r))
		return bpf_core_enum_value(enum group_type, group_has_spare);
	return bpf_core_enum_value(enum group_type, group_fully_busy);
}

/* Types between the three come from other rules: a group that has one was not overloaded. */
static int is_wrong(int type, const struct rules *r)
{
	int overloaded = bpf_core_enum_value(enum group_type, group_overloaded);
	int fully_busy = bpf_core_enum_value(enum group_type, group_fully_busy);

	if (type > fully_busy && type != overloaded)
		return rules_overloaded(r);
	return type != rules_type(r);
}

SEC("tp_btf/sched_group_forceidle_tp")
int BPF_PROG(judged, struct sched_domain *sd, struct sg_lb_stats *sgs)
{
	__u32 weight = sgs->group_weight, lost = sgs->forceidle_weight;
	struct rules r = {
		.capacity = sgs->group_capacity,
		.util = sgs->group_util,
		.runnable = sgs->group_runnable,
		.imbalance_pct = sd->imbalance_pct,
		.running = sgs->sum_nr_running,
		.weight = weight,
	};
	struct groupwatch_size *size = bpf_map_lookup_elem(&sizes, &weight);
	int type = sgs->group_type;
	int stock = rules_type(&r);

	if (!size)
		return 0;
	r.weight = weight > lost ? weight - lost : 0;
	r.capacity =
		r.capacity > sgs->forceidle_capacity ? r.capacity - sgs->forceidle_capacity : 0;
	__sync_fetch_and_add(&size->judged, 1);
	__sync_fetch_and_add(&size->overloaded,
			     type == bpf_core_enum_value(enum group_type, group_overloaded));
	__sync_fetch_and_add(&size->wrong, is_wrong(type, &r));
	__sync_fetch_and_add(&size->other_type, stock != rules_type(&r));
	__sync_fetch_and_add(&size->forceidle_cpus, lost);
	__sync_fetch_and_add(&size->forceidle_capacity, sgs->forceidle_capacity);
	__sync_fetch_and_add(&size->nested, !sd->child);
	return 0;
}
