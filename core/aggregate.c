// SPDX-License-Identifier: GPL-2.0-only
/* Sums and means over groups of CPUs; see aggregate.h. */
#include "core/aggregate.h"

#include <math.h>

#include "core/llc_counters.h"
#include "core/rates.h"

/* Collects one figure over CPUs; a mean of what is known. */
struct mean {
	double sum;
	unsigned int known, seen;
	enum gauge_state missing;
};

static void mean_add(struct mean *mean, struct rate r)
{
	if (rate_is_known(r)) {
		mean->sum += r.value;
		mean->known++;
	} else if (!mean->seen) {
		mean->missing = r.state;
	}
	mean->seen++;
}

static struct rate mean_value(const struct mean *mean)
{
	if (!mean->known)
		return rate_missing(mean->missing);
	return rate_known(mean->sum / mean->known);
}

int group_of_llc(const struct model_cpu *cpu)
{
	return cpu->llc;
}

int group_of_core(const struct model_cpu *cpu)
{
	return cpu->core;
}

static int group_of_machine(const struct model_cpu *cpu)
{
	(void)cpu;
	return 0;
}

static void group_mean_shares(const struct model *m, group_of_cpu group_of, int group,
			      struct shares *ret_shares)
{
	struct mean means[SHARE_COUNT] = { 0 };

	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];

		if (!cpu->online || group_of(cpu) != group)
			continue;
		for (int id = 0; id < SHARE_COUNT; id++)
			mean_add(&means[id], cpu->shares.pct[id]);
	}
	for (int id = 0; id < SHARE_COUNT; id++)
		ret_shares->pct[id] = mean_value(&means[id]);
}

static void group_count_states(const struct model *m, group_of_cpu group_of, int group,
			       unsigned int *ret_states)
{
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		if (m->cpus[i].present && group_of(&m->cpus[i]) == group)
			ret_states[m->cpus[i].now.state]++;
	}
}

/* Mean wait of everything that ran: every wait counts once, not every CPU. */
static struct rate group_mean_wait(const struct model *m, const struct sample *before,
				   group_of_cpu group_of, int group)
{
	uint64_t delay_ns = 0, count = 0;
	enum gauge_state missing = m->sample->caps[CAP_SCHEDSTAT].state;

	if (missing != GAUGE_KNOWN)
		return rate_missing(missing);
	if (!before || !m->settled)
		return rate_missing(GAUGE_UNREAD);
	for (unsigned int i = 0; i < m->nr_cpus && i < before->nr_cpus; i++) {
		const struct sample_cpu *a = &before->cpus[i], *b = &m->sample->cpus[i];
		uint64_t more_ns, more;

		if (group_of(&m->cpus[i]) != group || !(a->has & b->has & CPU_HAS_SCHEDSTAT) ||
		    rates_step(a->schedstat.run_delay_ns, b->schedstat.run_delay_ns, &more_ns) ||
		    rates_step(a->schedstat.pcount, b->schedstat.pcount, &more))
			continue;
		delay_ns += more_ns;
		count += more;
	}
	return count ? rate_known((double)delay_ns / count) : rate_missing(GAUGE_UNREAD);
}

static void llc_add_episodes(const struct sample_cpu *cpu, struct model_llc *llc)
{
	const struct cpu_counts *counts = &cpu->counts;

	if (!(cpu->has & CPU_HAS_COUNTS))
		return;
	for (int i = 0; i < EPISODE_BUCKETS; i++)
		llc->episodes[i] += counts->episodes[i];
	if (counts->episode_longest_ns > llc->episode_longest_ns)
		llc->episode_longest_ns = counts->episode_longest_ns;
	if (counts->episode_open_ns > llc->episode_open_ns)
		llc->episode_open_ns = counts->episode_open_ns;
}

void aggregate_llcs(struct model *m, const struct sample *before)
{
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		if (m->cpus[i].llc != TOPOLOGY_NONE)
			llc_add_episodes(&m->sample->cpus[i], &m->llcs[m->cpus[i].llc]);
	}
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		struct model_llc *llc = &m->llcs[i];

		group_mean_shares(m, group_of_llc, llc->llc, &llc->shares);
		group_count_states(m, group_of_llc, llc->llc, llc->state_now);
		llc->wait_mean_ns = group_mean_wait(m, before, group_of_llc, llc->llc);
		llc_counters_read(m, before, llc);
	}
}

static void core_add_cpu(struct model_core *core, const struct model_cpu *cpu)
{
	if (!core->nr_cpus) {
		core->llc = cpu->llc;
		core->node = cpu->node;
		core->package = cpu->package;
		core->first_cpu = cpu->cpu;
	}
	core->nr_cpus++;
	core->nr_online += cpu->online;
	core->forced_idle_now |= cpu->now.state == CPU_STATE_FORCED_IDLE;
}

void aggregate_cores(struct model *m)
{
	for (unsigned int i = 0; i < m->nr_cores; i++) {
		m->cores[i] = (struct model_core){
			.core = (int)i,
			.llc = TOPOLOGY_NONE,
			.node = TOPOLOGY_NONE,
			.package = TOPOLOGY_NONE,
			.first_cpu = TOPOLOGY_NONE,
		};
		group_mean_shares(m, group_of_core, (int)i, &m->cores[i].shares);
	}
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];

		if (cpu->present && cpu->core != TOPOLOGY_NONE)
			core_add_cpu(&m->cores[cpu->core], cpu);
	}
}

static void machine_count_cpus(struct model *m)
{
	struct model_machine *machine = &m->machine;

	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];

		machine->nr_present += cpu->present;
		machine->nr_online += cpu->online;
		machine->nr_isolated += cpu->isolated;
		machine->nr_nohz_full += cpu->nohz_full;
	}
	machine->nr_cores = m->nr_cores;
	machine->nr_llcs = m->nr_llcs;
	machine->nr_nodes = m->sample->topo->nr_nodes;
	machine->nr_packages = m->sample->topo->nr_packages;
}

static void machine_add_episodes(struct model *m)
{
	struct model_machine *machine = &m->machine;
	struct model_llc all = { 0 };

	for (unsigned int i = 0; i < m->nr_cpus; i++)
		llc_add_episodes(&m->sample->cpus[i], &all);
	for (int i = 0; i < EPISODE_BUCKETS; i++)
		machine->episodes[i] = all.episodes[i];
	machine->episode_longest_ns = all.episode_longest_ns;
}

static void machine_mean_times(struct model *m)
{
#define X(field, may_step_back)                                                                    \
	{                                                                                          \
		struct mean mean = { .missing = GAUGE_UNREAD };                                    \
		for (unsigned int i = 0; i < m->nr_cpus; i++) {                                    \
			if (m->cpus[i].online)                                                     \
				mean_add(&mean, m->cpus[i].times.field);                           \
		}                                                                                  \
		m->machine.times.field = mean_value(&mean);                                        \
	}
	TIME_TABLE(X)
#undef X
}

static struct rate pressure_pct(struct gauge before_us, struct gauge now_us, double elapsed_s)
{
	struct rate r;

	if (!gauge_is_known(now_us))
		return rate_missing(now_us.state);
	if (!gauge_is_known(before_us))
		return rate_missing(GAUGE_UNREAD);
	r = rates_per_second(before_us.value, now_us.value, elapsed_s);
	r.value = fmin(100, r.value / 1e4); /* microseconds a second: 1e6 are 100 % */
	return r;
}

void aggregate_machine(struct model *m, const struct sample *before)
{
	static const struct sample nothing = { 0 };
	struct model_machine *machine = &m->machine;
	const struct sample *now = m->sample;
	enum gauge_state times = now->caps[CAP_PROC_STAT].state;

	if (!before)
		before = &nothing;
	machine_count_cpus(m);
	group_mean_shares(m, group_of_machine, 0, &machine->shares);
	group_count_states(m, group_of_machine, 0, machine->state_now);
	machine->wait_mean_ns = group_mean_wait(m, before, group_of_machine, 0);
	machine_add_episodes(m);
	machine_mean_times(m);
	machine->psi_some_pct = pressure_pct(before->psi_some_us, now->psi_some_us, m->counted_s);
	machine->psi_full_pct = pressure_pct(before->psi_full_us, now->psi_full_us, m->counted_s);
	machine->global_idle_pct = times == GAUGE_KNOWN
					   ? rates_global_idle(before, now, m->counted_s)
					   : rate_missing(times);
}
