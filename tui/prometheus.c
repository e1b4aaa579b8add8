// SPDX-License-Identifier: GPL-2.0-only
/* The metrics, one function each, in the text format 0.0.4; see prometheus.h. */
#include "tui/prometheus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of a share without its "_pct": the metrics are ratios. */
static int share_label(enum share_id id, const char **ret_name)
{
	*ret_name = share_table[id].key;
	return (int)(strlen(*ret_name) - strlen("_pct"));
}

static void put_head(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP headroom_%s %s\n# TYPE headroom_%s %s\n", name, help, name, type);
}

static void put_shares(FILE *out, const char *metric, const char *labels, const struct shares *s)
{
	for (int id = 0; id < SHARE_COUNT; id++) {
		const char *name;
		int len = share_label((enum share_id)id, &name);

		if (rate_is_known(s->pct[id]))
			fprintf(out, "headroom_%s{%s%sstate=\"%.*s\"} %.6g\n", metric, labels,
				*labels ? "," : "", len, name, s->pct[id].value / 100);
	}
}

static void put_machine(FILE *out, const struct model *m)
{
	const struct model_machine *machine = &m->machine;

	put_head(out, "cpus_online", "gauge", "CPUs that are online.");
	fprintf(out, "headroom_cpus_online %u\n", machine->nr_online);
	if (rate_is_known(machine->global_idle_pct)) {
		put_head(out, "global_idle_ratio", "gauge",
			 "Idle time of all online CPUs over the time they had.");
		fprintf(out, "headroom_global_idle_ratio %.6g\n",
			machine->global_idle_pct.value / 100);
	}
	put_head(out, "machine_state_ratio", "gauge",
		 "Share of samples in a state, mean over the online CPUs.");
	put_shares(out, "machine_state_ratio", "", &machine->shares);
}

static void put_llcs(FILE *out, const struct model *m)
{
	char labels[64];

	put_head(out, "llc_state_ratio", "gauge",
		 "Share of samples in a state, mean over the online CPUs of a last-level cache.");
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		snprintf(labels, sizeof(labels), "llc=\"%d\",first_cpu=\"%d\"", m->llcs[i].llc,
			 m->llcs[i].first_cpu);
		put_shares(out, "llc_state_ratio", labels, &m->llcs[i].shares);
	}
	put_head(out, "llc_missed_idle_episodes_total", "counter",
		 "Episodes of idle CPUs beside an overloaded one, by length.");
	for (unsigned int i = 0; i < m->nr_llcs; i++) {
		for (int b = 0; sample_can(m->sample, CAP_SAMPLER) && b < EPISODE_BUCKETS; b++)
			fprintf(out,
				"headroom_llc_missed_idle_episodes_total{llc=\"%d\",first_cpu=\"%"
				"d\","
				"length=\"%s\"} %llu\n",
				m->llcs[i].llc, m->llcs[i].first_cpu, episode_bucket_names[b],
				(unsigned long long)m->llcs[i].episodes[b]);
	}
}

static void put_cpus(FILE *out, const struct model *m)
{
	char labels[64];

	put_head(out, "cpu_state_ratio", "gauge", "Share of samples in a state.");
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		snprintf(labels, sizeof(labels), "cpu=\"%d\",llc=\"%d\"", m->cpus[i].cpu,
			 m->cpus[i].llc);
		if (m->cpus[i].online)
			put_shares(out, "cpu_state_ratio", labels, &m->cpus[i].shares);
	}
}

static void put_self(FILE *out, const struct model *m)
{
	const struct sample_self *self = &m->sample->self;

	put_head(out, "self_cpu_seconds_total", "counter",
		 "CPU time of headroom-top, process and BPF programs.");
	fprintf(out, "headroom_self_cpu_seconds_total %.6f\n",
		(double)(self->cpu_ns + self->bpf_ns) / 1e9);
	put_head(out, "self_samples_total", "counter", "Samples taken of all CPUs.");
	fprintf(out, "headroom_self_samples_total %llu\n", (unsigned long long)self->samples_taken);
	put_head(out, "self_samples_lost_total", "counter", "Samples that were not taken in time.");
	fprintf(out, "headroom_self_samples_lost_total %llu\n",
		(unsigned long long)self->samples_lost);
}

static void put_capabilities(FILE *out, const struct model *m)
{
	put_head(out, "capability", "gauge", "1: it can be observed or changed here, 0: not.");
	for (int id = 0; id < CAP_COUNT; id++)
		fprintf(out, "headroom_capability{name=\"%s\",tier=\"%s\"} %d\n",
			capability_table[id].name, tier_name(m->sample->caps[id].tier),
			sample_can(m->sample, (enum capability_id)id));
}

char *prometheus_text(const struct model *m)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	put_machine(out, m);
	put_llcs(out, m);
	put_cpus(out, m);
	put_self(out, m);
	put_capabilities(out, m);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
