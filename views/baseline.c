// SPDX-License-Identifier: GPL-2.0-only
/* Copies of a model's figures; see baseline.h. */
#include "views/baseline.h"

#include <stdlib.h>

struct baseline {
	uint64_t mono_ns;
	struct model_machine machine;
	unsigned int nr_cpus, nr_llcs;
	struct model_cpu *cpus;
	struct model_llc *llcs;
};

static void copy_cpus(struct baseline *b, const struct model *m)
{
	b->nr_cpus = m->nr_cpus;
	for (unsigned int i = 0; i < m->nr_cpus; i++)
		b->cpus[i] = m->cpus[i];
}

static void copy_llcs(struct baseline *b, const struct model *m)
{
	b->nr_llcs = m->nr_llcs;
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		b->llcs[i] = m->llcs[i];
		b->llcs[i].history = NULL;
	}
}

struct baseline *baseline_new(const struct model *m)
{
	struct baseline *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->cpus = calloc(m->nr_cpus + 1, sizeof(*b->cpus));
	b->llcs = calloc(m->nr_llcs + 1, sizeof(*b->llcs));
	if (!b->cpus || !b->llcs)
		return baseline_free(b);
	b->mono_ns = m->sample ? m->sample->mono_ns : 0;
	b->machine = m->machine;
	b->machine.history = NULL;
	copy_cpus(b, m);
	copy_llcs(b, m);
	return b;
}

struct baseline *baseline_free(struct baseline *b)
{
	if (b) {
		free(b->cpus);
		free(b->llcs);
		free(b);
	}
	return NULL;
}

double baseline_age_s(const struct baseline *b, const struct model *m)
{
	return m->sample ? ((double)m->sample->mono_ns - (double)b->mono_ns) / 1e9 : 0;
}

const struct model_machine *baseline_machine(const struct baseline *b)
{
	return &b->machine;
}

const struct model_cpu *baseline_cpu(const struct baseline *b, int cpu)
{
	if (cpu < 0 || (unsigned int)cpu >= b->nr_cpus || !b->cpus[cpu].present)
		return NULL;
	return &b->cpus[cpu];
}

const struct model_llc *baseline_llc(const struct baseline *b, int first_cpu)
{
	for (unsigned int i = 0; i < b->nr_llcs; i++) {
		if (b->llcs[i].first_cpu == first_cpu)
			return &b->llcs[i];
	}
	return NULL;
}
