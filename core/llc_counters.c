// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's own counters of an LLC; see llc_counters.h. */
#include "core/llc_counters.h"

#include "core/rates.h"

struct sib_totals {
	struct gauge peeked, pulled, failed;
};

static const struct sample_llc *sample_llc_of(const struct sample *s, int sched_llc)
{
	if (sched_llc < 0 || (unsigned int)sched_llc >= s->nr_llcs)
		return NULL;
	return &s->llcs[sched_llc];
}

static bool llc_has_cpu(const struct model *m, const struct model_llc *llc, int cpu)
{
	return cpu >= 0 && (unsigned int)cpu < m->nr_cpus && m->cpus[cpu].llc == llc->llc;
}

/*
 * Only the LLC's own domain counts sib_*, the other levels hold zeros (docs/KERNEL.md, "Sharing
 * work"), so the sum over all levels is the LLC's.
 */
static struct sib_totals totals_of_domains(const struct model *m, const struct sample *s,
					   const struct model_llc *llc)
{
	enum gauge_state missing = m->sample->caps[CAP_SIB_COUNTERS].state;
	uint32_t peeked = 0, pulled = 0, failed = 0;
	bool any = false;

	for (size_t i = 0; i < s->nr_domains; i++) {
		const struct sample_domain *d = &s->domains[i];

		if (!d->has_sib || !llc_has_cpu(m, llc, d->cpu))
			continue;
		any = true;
		peeked += d->sib_peeked;
		pulled += d->sib_pulled;
		failed += d->sib_failed;
	}
	if (any)
		return (struct sib_totals){ gauge_known(peeked), gauge_known(pulled),
					    gauge_known(failed) };
	if (missing == GAUGE_KNOWN)
		missing = GAUGE_UNREAD;
	return (struct sib_totals){ { .state = missing },
				    { .state = missing },
				    { .state = missing } };
}

static struct sib_totals totals_of(const struct model *m, const struct sample *s,
				   const struct model_llc *llc, int sched_llc)
{
	const struct sample_llc *known = sample_llc_of(s, sched_llc);

	if (known && gauge_is_known(known->sib_peeked))
		return (struct sib_totals){ known->sib_peeked, known->sib_pulled,
					    known->sib_failed };
	return totals_of_domains(m, s, llc);
}

/* The number of this LLC in an older sample, or NONE when it had not just the same online CPUs. */
static int sched_llc_before(const struct model *m, const struct sample *before,
			    const struct model_llc *llc)
{
	const struct sample *now = m->sample;
	int found = TOPOLOGY_NONE;

	if (before->nr_cpus != now->nr_cpus)
		return TOPOLOGY_NONE;
	for (unsigned int i = 0; i < now->nr_cpus && found == TOPOLOGY_NONE; i++) {
		if (now->cpus[i].sched_llc == llc->sched_llc)
			found = before->cpus[i].sched_llc;
	}
	if (found == TOPOLOGY_NONE)
		return TOPOLOGY_NONE;
	for (unsigned int i = 0; i < now->nr_cpus; i++) {
		if ((now->cpus[i].sched_llc == llc->sched_llc) !=
		    (before->cpus[i].sched_llc == found))
			return TOPOLOGY_NONE;
	}
	return found;
}

static struct rate total_hz(struct gauge before, struct gauge now, double elapsed_s)
{
	uint64_t step;

	if (!gauge_is_known(now))
		return rate_missing(now.state);
	if (!gauge_is_known(before) || elapsed_s <= 0 ||
	    rates_step32((uint32_t)before.value, (uint32_t)now.value, &step) < 0)
		return rate_missing(GAUGE_UNREAD);
	return rate_known(step / elapsed_s);
}

/* A probe leaves unread what the kernel lacks; the capability knows why it is missing. */
static struct gauge nr_overloaded_of(const struct model *m, const struct sample_llc *known)
{
	enum gauge_state missing = m->sample->caps[CAP_OVERLOADED_MASK].state;

	if (known && known->nr_overloaded.state != GAUGE_UNREAD)
		return known->nr_overloaded;
	return (struct gauge){ .state = missing == GAUGE_KNOWN ? GAUGE_UNREAD : missing };
}

void llc_counters_read(const struct model *m, const struct sample *before, struct model_llc *llc)
{
	const struct sample_llc *known = sample_llc_of(m->sample, llc->sched_llc);
	struct sib_totals now = totals_of(m, m->sample, llc, llc->sched_llc), old = { 0 };
	int llc_before = before ? sched_llc_before(m, before, llc) : TOPOLOGY_NONE;

	if (llc_before != TOPOLOGY_NONE)
		old = totals_of(m, before, llc, llc_before);
	llc->kernel_nr_overloaded = nr_overloaded_of(m, known);
	llc->kernel_overloaded = known ? known->overloaded_mask : NULL;
	llc->sib_peeked = now.peeked;
	llc->sib_pulled = now.pulled;
	llc->sib_failed = now.failed;
	llc->sib_peeked_hz = total_hz(old.peeked, now.peeked, m->elapsed_s);
	llc->sib_pulled_hz = total_hz(old.pulled, now.pulled, m->elapsed_s);
	llc->sib_failed_hz = total_hz(old.failed, now.failed, m->elapsed_s);
}
