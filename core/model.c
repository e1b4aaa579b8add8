// SPDX-License-Identifier: GPL-2.0-only
/*
 * One step of the model: everything is derived anew from the two newest samples; only the histories
 * live longer. See model.h.
 */
#include "core/model.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/aggregate.h"
#include "core/grouping.h"
#include "core/rates.h"

const struct share_info share_table[SHARE_COUNT] = {
#define X(id, share_key, share_title, share_help)                                                  \
	[SHARE_##id] = { .key = share_key, .title = share_title, .help = share_help },
	SHARE_TABLE(X)
#undef X
};

struct model *model_new(void)
{
	struct model *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->machine.history = history_new();
	if (!m->machine.history) {
		free(m);
		return NULL;
	}
	return m;
}

static void model_free_groups(struct model *m)
{
	free(m->cpus);
	free(m->llcs);
	free(m->cores);
}

struct model *model_free(struct model *m)
{
	if (!m)
		return NULL;
	for (unsigned int i = 0; i < m->nr_llcs; i++)
		history_free(m->llcs[i].history);
	history_free(m->machine.history);
	model_free_groups(m);
	cgroup_model_clear(&m->cgroups);
	sample_free(m->owned);
	free(m);
	return NULL;
}

/* Why a fact of a capability is missing where the capability itself is there. */
static enum gauge_state state_missing(const struct sample *s, enum capability_id id)
{
	return sample_can(s, id) ? GAUGE_UNREAD : s->caps[id].state;
}

/* An id that the topology does not hold is none: everything behind the model indexes by ids. */
static int place_id(int id, unsigned int count)
{
	return id >= 0 && (unsigned int)id < count ? id : TOPOLOGY_NONE;
}

static void cpu_set_place(const struct sample *s, unsigned int index, struct model_cpu *cpu)
{
	const struct topology_cpu *place = &s->topo->cpus[index];

	*cpu = (struct model_cpu){
		.cpu = (int)index,
		.core = place_id(place->core, s->topo->nr_cores),
		.node = place_id(place->node, s->topo->nr_nodes),
		.package = place_id(place->package, s->topo->nr_packages),
		.smt = place->smt < 0 ? 0 : place->smt,
		.kind = place_id(place->kind, s->topo->nr_kinds),
		.present = place->present || s->cpus[index].online,
		.online = s->cpus[index].online,
		.isolated = place->isolated,
		.nohz_full = place->nohz_full,
	};
}

static void cpu_set_now(const struct sample_cpu *seen, struct model_cpu *cpu)
{
	cpu->has_now = seen->has & CPU_HAS_NOW;
	if (cpu->has_now)
		cpu->now = seen->now;
	if (!cpu->online)
		cpu->now.state = CPU_STATE_OFFLINE;
}

/* Forced idle that cannot happen or be seen here is missing, not 0. */
static void cpu_hide_forced_idle(const struct sample *now, struct model_cpu *cpu)
{
	struct rate *forced = &cpu->shares.pct[SHARE_FORCED_IDLE];

	if (!sample_can(now, CAP_CORE_SCHED) && rate_is_known(*forced) && forced->value == 0)
		*forced = rate_missing(now->caps[CAP_CORE_SCHED].state);
}

static struct rate cpu_wait_mean(const struct sample_cpu *before, const struct sample_cpu *now)
{
	uint64_t delay_ns, count;

	if (rates_step(before->schedstat.run_delay_ns, now->schedstat.run_delay_ns, &delay_ns) ||
	    rates_step(before->schedstat.pcount, now->schedstat.pcount, &count) || !count)
		return rate_missing(GAUGE_UNREAD);
	return rate_known((double)delay_ns / count);
}

static void cpu_set_missing(const struct sample *now, struct model_cpu *cpu)
{
	rates_shares_missing(state_missing(now, CAP_SAMPLER), &cpu->shares);
	rates_times_missing(state_missing(now, CAP_PROC_STAT), &cpu->times);
	cpu->samples_hz = rate_missing(state_missing(now, CAP_SAMPLER));
	cpu->wait_mean_ns = rate_missing(state_missing(now, CAP_SCHEDSTAT));
}

static void cpu_set_rates(const struct model *m, const struct sample *before, struct model_cpu *cpu)
{
	const struct sample *now = m->sample;
	const struct sample_cpu *a, *b = &now->cpus[cpu->cpu];
	unsigned int both;

	cpu_set_missing(now, cpu);
	if (!before || (unsigned int)cpu->cpu >= before->nr_cpus || !cpu->online)
		return;
	a = &before->cpus[cpu->cpu];
	both = a->has & b->has;
	if (both & CPU_HAS_COUNTS) {
		rates_shares(&a->counts, &b->counts, &cpu->shares);
		cpu->samples_hz = rates_per_second(a->counts.taken, b->counts.taken, m->elapsed_s);
		cpu_hide_forced_idle(now, cpu);
	}
	if (both & CPU_HAS_TIMES)
		rates_times(&a->times, &b->times, m->counted_s, &cpu->times);
	if (both & CPU_HAS_SCHEDSTAT)
		cpu->wait_mean_ns = cpu_wait_mean(a, b);
}

static int model_make_groups(struct model *m, const struct model *old)
{
	const struct sample *s = m->sample;

	m->nr_cpus = s->nr_cpus;
	m->nr_cores = s->topo->nr_cores;
	m->cpus = calloc(m->nr_cpus + 1, sizeof(*m->cpus));
	m->cores = calloc(m->nr_cores + 1, sizeof(*m->cores));
	if (!m->cpus || !m->cores)
		return -ENOMEM;
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		cpu_set_place(s, i, &m->cpus[i]);
		cpu_set_now(&s->cpus[i], &m->cpus[i]);
	}
	m->llc_source = grouping_by_scheduler(s) ? "scheduler" : s->topo->cache_level;
	return grouping_make_llcs(s, m->cpus, old, &m->llcs, &m->nr_llcs);
}

/* The old LLC whose history goes on in llc: the same first CPU and as many CPUs. */
static struct model_llc *llc_find_old(const struct model *old, const struct model_llc *llc)
{
	for (unsigned int i = 0; i < old->nr_llcs; i++) {
		if (old->llcs[i].first_cpu == llc->first_cpu &&
		    old->llcs[i].nr_cpus == llc->nr_cpus)
			return &old->llcs[i];
	}
	return NULL;
}

/* New LLCs get their history first, so that running out of memory leaves old as it was. */
static int model_make_histories(struct model *m, const struct model *old)
{
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		if (llc_find_old(old, &m->llcs[i]))
			continue;
		m->llcs[i].history = history_new();
		if (!m->llcs[i].history)
			return -ENOMEM;
	}
	return 0;
}

static void model_take_histories(struct model *m, struct model *old)
{
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		struct model_llc *from = llc_find_old(old, &m->llcs[i]);

		if (!from)
			continue;
		m->llcs[i].history = from->history;
		from->history = NULL;
	}
	for (unsigned int i = 0; i < old->nr_llcs; i++)
		history_free(old->llcs[i].history);
	m->machine.history = old->machine.history;
}

static void model_set_self(struct model *m, const struct sample *before)
{
	const struct sample_self *now = &m->sample->self;
	struct model_self *self = &m->self;
	struct sample_self a = before ? before->self : (struct sample_self){ 0 };
	bool timer = sample_can(m->sample, CAP_SAMPLER_TIMER);

	self->process_pct = rates_pct_of_time(a.cpu_ns, now->cpu_ns, m->elapsed_s);
	self->bpf_pct = rates_pct_of_time(a.bpf_ns, now->bpf_ns, m->elapsed_s);
	self->samples_hz = rates_per_second(a.samples_taken, now->samples_taken, m->elapsed_s);
	self->late_hz = rates_per_second(a.samples_late, now->samples_late, m->elapsed_s);
	self->lost_hz = rates_per_second(a.samples_lost, now->samples_lost, m->elapsed_s);
	self->cpu_pct = self->process_pct;
	if (timer && rate_is_known(self->bpf_pct))
		self->cpu_pct.value += self->bpf_pct.value;
}

static float point_value(struct rate r)
{
	return rate_is_known(r) ? (float)r.value : NAN;
}

static void history_add(struct history *h, uint64_t mono_ns, const struct shares *shares,
			struct rate global_idle_pct)
{
	struct history_point p = {
		.mono_ns = mono_ns,
		.idle_pct = point_value(shares->pct[SHARE_IDLE]),
		.sched_idle_pct = point_value(shares->pct[SHARE_SCHED_IDLE]),
		.busy_pct = point_value(shares->pct[SHARE_BUSY]),
		.overloaded_pct = point_value(shares->pct[SHARE_OVERLOADED]),
		.forced_idle_pct = point_value(shares->pct[SHARE_FORCED_IDLE]),
		.missed_idle_pct = point_value(shares->pct[SHARE_MISSED_IDLE]),
		.global_idle_pct = point_value(global_idle_pct),
	};

	history_push(h, &p);
}

/* The very first sample has nothing to show; a later gap is a point of unknown values. */
static void model_add_points(struct model *m, bool first)
{
	uint64_t mono_ns = m->sample->mono_ns;

	if (first)
		return;
	history_add(m->machine.history, mono_ns, &m->machine.shares, m->machine.global_idle_pct);
	for (unsigned int i = 0; i < m->nr_llcs; i++)
		history_add(m->llcs[i].history, mono_ns, &m->llcs[i].shares,
			    rate_missing(GAUGE_UNREAD));
}

static void model_derive(struct model *m, const struct sample *before)
{
	for (unsigned int i = 0; i < m->nr_cpus; i++)
		cpu_set_rates(m, before, &m->cpus[i]);
	aggregate_llcs(m, before);
	aggregate_cores(m);
	aggregate_machine(m, before);
	model_set_self(m, before);
}

static int model_discard(struct model *m, struct sample *now)
{
	for (unsigned int i = 0; m->llcs && i < m->nr_llcs; i++)
		history_free(m->llcs[i].history);
	model_free_groups(m);
	sample_free(now);
	return -ENOMEM;
}

int model_advance(struct model *m, struct sample *now)
{
	struct sample *before = m->owned;
	struct model next = { .sample = now, .journal = m->journal, .owned = now };

	memcpy(next.boot, m->boot, sizeof(next.boot));
	next.below = m->below;
	if (model_make_groups(&next, m) < 0 || model_make_histories(&next, m) < 0)
		return model_discard(&next, now);
	next.elapsed_s = before ? rates_elapsed(before, now) : 0;
	next.settled = next.elapsed_s > 0;
	if (next.settled && !rates_times_stand_still(before, now))
		next.counted_s = next.elapsed_s;
	model_derive(&next, next.settled ? before : NULL);
	if (cgroup_model_advance(&m->cgroups, before ? &before->cgroups : NULL, &now->cgroups,
				 next.counted_s, next.machine.nr_online) < 0)
		return model_discard(&next, now);
	next.cgroups = m->cgroups;
	model_take_histories(&next, m);
	model_add_points(&next, !before);
	model_free_groups(m);
	sample_free(before);
	*m = next;
	return 0;
}
