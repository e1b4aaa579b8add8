// SPDX-License-Identifier: GPL-2.0-only
/* The document of docs/snapshot.schema.json, key by key; see json.h. */
#include "core/json.h"

#include <errno.h>
#include <string.h>

#include "core/aggregate.h"
#include "core/grouping.h"
#include "core/json_cgroups.h"
#include "core/json_journal.h"
#include "core/json_writer.h"

/* Reasons beyond the states of a gauge. */
#define REASON_UNSUPPORTED "unsupported"
#define REASON_OFFLINE     "offline"
#define REASON_ABSENT      "absent"
#define REASON_NO_DOMAIN   "no_domain"
#define REASON_NOT_LOADED  "not_loaded"

/* A group fits, unless its path is very long, and most sections do. */
#define PIECE_BYTES 8192

static void add_shares(struct json_writer *w, cJSON *object, const struct shares *shares)
{
	for (int i = 0; i < SHARE_COUNT; i++)
		json_add_rate(w, object, share_table[i].key, shares->pct[i]);
}

static void add_times(struct json_writer *w, cJSON *object, const struct times_pct *times)
{
	cJSON *made = json_add_object(w, object, "times");

#define X(field, may_step_back) json_add_rate(w, made, #field "_pct", times->field);
	TIME_TABLE(X)
#undef X
}

/* How many CPUs are in each state. */
static void add_states(struct json_writer *w, cJSON *object, const unsigned int *states)
{
	cJSON *made = json_add_object(w, object, "states_now");

	for (int i = 0; i < CPU_STATE_COUNT; i++)
		json_add_integer(w, made, cpu_state_name(i), states[i]);
}

/* Counted by the sampler: without it there are none to tell. */
static void add_episodes(struct json_writer *w, cJSON *object, const struct model *m,
			 const uint64_t *episodes, uint64_t longest_ns)
{
	enum gauge_state state = m->sample->caps[CAP_SAMPLER].state;
	cJSON *made;

	if (state != GAUGE_KNOWN) {
		json_add_missing(w, object, "missed_idle_episodes", gauge_state_name(state));
		json_add_missing(w, object, "missed_idle_longest_ns", gauge_state_name(state));
		return;
	}
	made = json_add_object(w, object, "missed_idle_episodes");
	for (int i = 0; i < EPISODE_BUCKETS; i++)
		json_add_integer(w, made, episode_bucket_names[i], episodes[i]);
	json_add_integer(w, object, "missed_idle_longest_ns", longest_ns);
}

static void add_features(struct json_writer *w, cJSON *kernel, const struct sample *s)
{
	cJSON *array;

	if (!sample_can(s, CAP_SCHED_FEATURES)) {
		json_add_missing(w, kernel, "sched_features",
				 gauge_state_name(s->caps[CAP_SCHED_FEATURES].state));
		return;
	}
	array = json_add_array(w, kernel, "sched_features");
	for (size_t i = 0; i < s->nr_features; i++) {
		cJSON *feature = json_append_object(w, array);

		json_add_text(w, feature, "name", s->features[i].name);
		json_add_bool(w, feature, "on", s->features[i].on);
	}
}

static void add_capabilities(struct json_writer *w, cJSON *kernel, const struct sample *s)
{
	cJSON *array = json_add_array(w, kernel, "capabilities");

	for (int i = 0; i < CAP_COUNT; i++) {
		cJSON *cap = json_append_object(w, array);

		json_add_text(w, cap, "name", capability_table[i].name);
		json_add_text(w, cap, "state", gauge_state_name(s->caps[i].state));
		json_add_text(w, cap, "tier", tier_name(s->caps[i].tier));
		json_add_text(w, cap, "reason", s->caps[i].reason);
		json_add_text(w, cap, "enable", capability_table[i].enable);
	}
}

static void add_sched_ext(struct json_writer *w, cJSON *kernel, const struct sample *s)
{
	if (s->sched_ext_ops[0])
		json_add_text(w, kernel, "sched_ext", s->sched_ext_ops);
	else if (sample_can(s, CAP_SCHED_EXT))
		json_add_missing(w, kernel, "sched_ext", REASON_NOT_LOADED);
	else
		json_add_missing(w, kernel, "sched_ext",
				 gauge_state_name(s->caps[CAP_SCHED_EXT].state));
}

static void add_kernel(struct json_writer *w, cJSON *doc, const struct model *m)
{
	const struct sample *s = m->sample;
	cJSON *kernel = json_add_object(w, doc, "kernel");

	json_add_text(w, kernel, "release", s->release);
	json_add_text(w, kernel, "machine", s->machine);
	add_sched_ext(w, kernel, s);
	json_add_bool(w, kernel, "lockdown", s->lockdown);
	if (gauge_is_known(s->schedstats_on))
		json_add_bool(w, kernel, "schedstats_on", s->schedstats_on.value != 0);
	else
		json_add_missing(w, kernel, "schedstats_on",
				 gauge_state_name(s->schedstats_on.state));
	add_features(w, kernel, s);
	add_capabilities(w, kernel, s);
}

static struct rate load_of(struct gauge milli)
{
	return (struct rate){ .value = (double)milli.value / 1000, .state = milli.state };
}

static void add_machine_counts(struct json_writer *w, cJSON *object, const struct model_machine *n)
{
	json_add_integer(w, object, "present_cpus", n->nr_present);
	json_add_integer(w, object, "online_cpus", n->nr_online);
	json_add_integer(w, object, "isolated_cpus", n->nr_isolated);
	json_add_integer(w, object, "nohz_full_cpus", n->nr_nohz_full);
	json_add_integer(w, object, "cores", n->nr_cores);
	json_add_integer(w, object, "llcs", n->nr_llcs);
	json_add_integer(w, object, "nodes", n->nr_nodes);
	json_add_integer(w, object, "packages", n->nr_packages);
}

static void add_machine(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *object = json_add_object(w, doc, "machine");
	const struct model_machine *machine = &m->machine;
	const struct sample *s = m->sample;

	add_machine_counts(w, object, machine);
	json_add_text(w, object, "llc_source", m->llc_source);
	json_add_rate(w, object, "global_idle_pct", machine->global_idle_pct);
	add_shares(w, object, &machine->shares);
	add_times(w, object, &machine->times);
	add_states(w, object, machine->state_now);
	json_add_rate(w, object, "load_1", load_of(s->load_1_milli));
	json_add_rate(w, object, "load_5", load_of(s->load_5_milli));
	json_add_rate(w, object, "load_15", load_of(s->load_15_milli));
	json_add_gauge(w, object, "tasks_runnable", s->tasks_runnable);
	json_add_gauge(w, object, "tasks_total", s->tasks_total);
	json_add_rate(w, object, "psi_some_pct", machine->psi_some_pct);
	json_add_rate(w, object, "psi_full_pct", machine->psi_full_pct);
	json_add_rate(w, object, "wait_mean_ns", machine->wait_mean_ns);
	add_episodes(w, object, m, machine->episodes, machine->episode_longest_ns);
}

static void add_members(struct json_writer *w, cJSON *object, const struct model *m,
			group_of_cpu group_of, int group)
{
	cJSON *array = json_add_array(w, object, "cpus");

	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		if (m->cpus[i].present && group_of(&m->cpus[i]) == group)
			json_append(w, array, cJSON_CreateNumber(i));
	}
}

/* The CPUs of the kernel's own mask; missing for the reason that its count is. */
static void add_overloaded_mask(struct json_writer *w, cJSON *object, const struct model *m,
				const struct model_llc *llc)
{
	enum gauge_state state = llc->kernel_nr_overloaded.state;
	cJSON *array;

	if (state == GAUGE_KNOWN && !llc->kernel_overloaded)
		state = GAUGE_UNREAD;
	if (state != GAUGE_KNOWN) {
		json_add_missing(w, object, "kernel_overloaded_mask", gauge_state_name(state));
		return;
	}
	array = json_add_array(w, object, "kernel_overloaded_mask");
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		if (llc->kernel_overloaded[i / 64] >> i % 64 & 1)
			json_append(w, array, cJSON_CreateNumber(i));
	}
}

static void add_llc(struct json_writer *w, cJSON *array, const struct model *m,
		    const struct model_llc *llc)
{
	cJSON *object = json_append_object(w, array);

	json_add_signed(w, object, "llc", llc->llc);
	json_add_text(w, object, "name", llc->name);
	json_add_bool(w, object, "differs_from_cache", llc->differs);
	add_members(w, object, m, group_of_llc, llc->llc);
	json_add_id(w, object, "node", llc->node, REASON_UNSUPPORTED);
	json_add_id(w, object, "package", llc->package, REASON_UNSUPPORTED);
	json_add_integer(w, object, "online_cpus", llc->nr_online);
	add_shares(w, object, &llc->shares);
	add_states(w, object, llc->state_now);
	json_add_gauge(w, object, "kernel_overloaded_cpus", llc->kernel_nr_overloaded);
	add_overloaded_mask(w, object, m, llc);
	json_add_gauge(w, object, "sib_peeked", llc->sib_peeked);
	json_add_gauge(w, object, "sib_pulled", llc->sib_pulled);
	json_add_gauge(w, object, "sib_failed", llc->sib_failed);
	json_add_rate(w, object, "sib_peeked_hz", llc->sib_peeked_hz);
	json_add_rate(w, object, "sib_pulled_hz", llc->sib_pulled_hz);
	json_add_rate(w, object, "sib_failed_hz", llc->sib_failed_hz);
	json_add_rate(w, object, "wait_mean_ns", llc->wait_mean_ns);
	add_episodes(w, object, m, llc->episodes, llc->episode_longest_ns);
}

static void add_llcs(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *array = json_add_array(w, doc, "llcs");

	for (unsigned int i = 0; i < m->nr_llcs; i++)
		add_llc(w, array, m, &m->llcs[i]);
}

static void add_place(struct json_writer *w, cJSON *object, const struct model *m,
		      const struct model_cpu *cpu)
{
	const struct topology *topo = m->sample->topo;
	bool has_kind = cpu->kind >= 0 && (unsigned int)cpu->kind < topo->nr_kinds;
	bool no_domain = cpu->online && grouping_by_scheduler(m->sample);

	json_add_id(w, object, "core", cpu->core, REASON_UNSUPPORTED);
	json_add_id(w, object, "llc", cpu->llc, no_domain ? REASON_NO_DOMAIN : REASON_UNSUPPORTED);
	json_add_id(w, object, "node", cpu->node, REASON_UNSUPPORTED);
	json_add_id(w, object, "package", cpu->package, REASON_UNSUPPORTED);
	json_add_signed(w, object, "smt", cpu->smt);
	if (has_kind)
		json_add_text(w, object, "kind", topo->kinds[cpu->kind].name);
	else
		json_add_missing(w, object, "kind", REASON_UNSUPPORTED);
}

/* Figures that a CPU has only while it is online. */
static void add_cpu_missing(struct json_writer *w, cJSON *object, const char *reason)
{
	static const char *const keys[] = {
		"samples_hz", "nr_running", "nr_nonidle",   "nr_idle_class",
		"current",    "times",      "wait_mean_ns",
	};

	for (int i = 0; i < SHARE_COUNT; i++)
		json_add_missing(w, object, share_table[i].key, reason);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		json_add_missing(w, object, keys[i], reason);
}

static struct gauge now_gauge(const struct model *m, const struct model_cpu *cpu, uint64_t value)
{
	enum gauge_state state = m->sample->caps[CAP_SAMPLER].state;

	if (cpu->has_now)
		return gauge_known(value);
	return (struct gauge){ .state = state == GAUGE_KNOWN ? GAUGE_UNREAD : state };
}

static void add_current(struct json_writer *w, cJSON *object, const struct model *m,
			const struct model_cpu *cpu)
{
	cJSON *current;

	if (!cpu->has_now) {
		json_add_missing(w, object, "current",
				 gauge_state_name(now_gauge(m, cpu, 0).state));
		return;
	}
	current = json_add_object(w, object, "current");
	json_add_signed(w, current, "pid", cpu->now.pid);
	json_add_text(w, current, "comm", cpu->now.comm);
	json_add_text(w, current, "class", task_class_name(cpu->now.class));
	json_add_bool(w, current, "has_cookie", cpu->now.cookie != 0);
}

static void add_cpu_figures(struct json_writer *w, cJSON *object, const struct model *m,
			    const struct model_cpu *cpu)
{
	add_shares(w, object, &cpu->shares);
	json_add_rate(w, object, "samples_hz", cpu->samples_hz);
	json_add_gauge(w, object, "nr_running", now_gauge(m, cpu, cpu->now.nr_running));
	json_add_gauge(w, object, "nr_nonidle", now_gauge(m, cpu, cpu->now.nr_nonidle));
	json_add_gauge(w, object, "nr_idle_class", now_gauge(m, cpu, cpu->now.nr_idle_class));
	add_current(w, object, m, cpu);
	add_times(w, object, &cpu->times);
	json_add_rate(w, object, "wait_mean_ns", cpu->wait_mean_ns);
}

/* Every number has its row, also the holes, so that cpus[N] is CPU N. */
static void add_cpus(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *array = json_add_array(w, doc, "cpus");

	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];
		cJSON *object = json_append_object(w, array);

		json_add_signed(w, object, "cpu", cpu->cpu);
		json_add_bool(w, object, "present", cpu->present);
		json_add_bool(w, object, "online", cpu->online);
		json_add_bool(w, object, "isolated", cpu->isolated);
		json_add_bool(w, object, "nohz_full", cpu->nohz_full);
		add_place(w, object, m, cpu);
		json_add_text(w, object, "state", cpu_state_name(cpu->now.state));
		if (cpu->online)
			add_cpu_figures(w, object, m, cpu);
		else
			add_cpu_missing(w, object, cpu->present ? REASON_OFFLINE : REASON_ABSENT);
	}
}

static void add_cores(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *array = json_add_array(w, doc, "cores");

	for (unsigned int i = 0; i < m->nr_cores; i++) {
		const struct model_core *core = &m->cores[i];
		cJSON *object = json_append_object(w, array);

		json_add_signed(w, object, "core", core->core);
		json_add_id(w, object, "llc", core->llc, REASON_UNSUPPORTED);
		json_add_id(w, object, "node", core->node, REASON_UNSUPPORTED);
		json_add_id(w, object, "package", core->package, REASON_UNSUPPORTED);
		add_members(w, object, m, group_of_core, core->core);
		json_add_integer(w, object, "online_cpus", core->nr_online);
		json_add_bool(w, object, "forced_idle_now", core->forced_idle_now);
		add_shares(w, object, &core->shares);
	}
}

/* The unit of a sensor stands in the key. */
static void add_sensors(struct json_writer *w, cJSON *doc, const struct model *m)
{
	const struct sample *s = m->sample;
	static const char *const keys[SENSOR_KIND_COUNT] = {
		[SENSOR_TEMPERATURE] = "temperature_celsius",
		[SENSOR_POWER] = "power_watts",
		[SENSOR_FAN] = "fan_rpm",
		[SENSOR_VOLTAGE] = "voltage_volts",
	};
	cJSON *array;

	if (!sample_can(s, CAP_SENSORS)) {
		json_add_missing(w, doc, "sensors", gauge_state_name(s->caps[CAP_SENSORS].state));
		return;
	}
	array = json_add_array(w, doc, "sensors");
	for (size_t i = 0; i < s->nr_sensors; i++) {
		cJSON *object = json_append_object(w, array);

		json_add_text(w, object, "chip", s->sensors[i].chip);
		json_add_text(w, object, "label", s->sensors[i].label);
		json_add_rate(w, object, keys[s->sensors[i].kind], rate_known(s->sensors[i].value));
	}
}

static void add_self(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *object = json_add_object(w, doc, "self");
	const struct sample_self *seen = &m->sample->self;

	json_add_rate(w, object, "cpu_pct", m->self.cpu_pct);
	json_add_rate(w, object, "process_pct", m->self.process_pct);
	json_add_rate(w, object, "bpf_pct", m->self.bpf_pct);
	json_add_integer(w, object, "cpu_ns", seen->cpu_ns);
	json_add_integer(w, object, "bpf_ns", seen->bpf_ns);
	json_add_integer(w, object, "rss_bytes", seen->rss_bytes);
	json_add_integer(w, object, "samples_taken", seen->samples_taken);
	json_add_integer(w, object, "samples_late", seen->samples_late);
	json_add_integer(w, object, "samples_lost", seen->samples_lost);
	json_add_rate(w, object, "samples_hz", m->self.samples_hz);
	json_add_rate(w, object, "samples_late_hz", m->self.late_hz);
	json_add_rate(w, object, "samples_lost_hz", m->self.lost_hz);
	json_add_integer(w, object, "sample_hz", seen->sample_hz);
	json_add_integer(w, object, "sample_hz_wanted", seen->sample_hz_wanted);
}

static void add_head(struct json_writer *w, cJSON *doc, const struct model *m)
{
	json_add_signed(w, doc, "schema_version", JSON_SCHEMA_VERSION);
	json_add_integer(w, doc, "time_unix_ns", m->sample->time_unix_ns);
	json_add_rate(w, doc, "interval_s",
		      m->settled ? rate_known(m->elapsed_s) : rate_missing(GAUGE_UNREAD));
	json_add_text(w, doc, "host", m->sample->host);
}

/*
 * The members of the document, in this order. A further one is a line here. A section that may be very
 * long adds an empty array under key; its elements come one at a time, NULL after the last.
 */
static const struct section {
	void (*add)(struct json_writer *w, cJSON *doc, const struct model *m);
	const char *key;
	cJSON *(*element)(struct json_writer *w, const struct model *m, size_t *at);
} sections[] = {
	{ .add = add_head },
	{ .add = add_kernel },
	{ .add = add_machine },
	{ .add = add_llcs },
	{ .add = add_cpus },
	{ .add = add_cores },
	{ .add = add_sensors },
	{ .add = add_self },
	{ .add = json_add_headroom },
	{ .add = json_add_cgroups, .key = "cgroups", .element = json_next_cgroup },
	{ .add = json_add_tunables },
	{ .add = json_add_journal },
};

#define NR_SECTIONS (sizeof(sections) / sizeof(sections[0]))

/* The array of a long section, NULL when it is missing. */
static cJSON *array_of(const struct section *section, const cJSON *doc)
{
	cJSON *array = section->key ? cJSON_GetObjectItemCaseSensitive(doc, section->key) : NULL;

	return cJSON_IsArray(array) ? array : NULL;
}

static void add_section(struct json_writer *w, cJSON *doc, const struct section *section,
			const struct model *m)
{
	cJSON *array, *element;
	size_t at = 0;

	section->add(w, doc, m);
	array = array_of(section, doc);
	while (array && !w->failed && (element = section->element(w, m, &at)))
		json_append(w, array, element);
}

cJSON *json_snapshot(const struct model *m)
{
	struct json_writer w = { 0 };
	cJSON *doc = cJSON_CreateObject();

	if (!doc)
		return NULL;
	for (size_t i = 0; i < NR_SECTIONS; i++)
		add_section(&w, doc, &sections[i], m);
	if (w.failed) {
		cJSON_Delete(doc);
		return NULL;
	}
	return doc;
}

/* What a document's text is made with. The piece is used again: it is not allocated for each group. */
struct text_writer {
	struct json_writer w;
	const struct model *m;
	FILE *out;
	bool one_line;
	char piece[PIECE_BYTES];
};

/* Deletes item and returns its text, which end_piece() gives back. */
static char *print_piece(struct text_writer *t, cJSON *item, bool one_line)
{
	char *text = NULL;

	if (!t->w.failed)
		text = cJSON_PrintPreallocated(item, t->piece, PIECE_BYTES, !one_line)
			       ? t->piece
			       : cJSON_PrintBuffered(item, 2 * PIECE_BYTES, !one_line);
	cJSON_Delete(item);
	t->w.failed = !text;
	return text;
}

static void end_piece(const struct text_writer *t, char *text)
{
	if (text != t->piece)
		cJSON_free(text);
}

/* Each on a line of its own where the document is indented. */
static void write_elements(struct text_writer *t, const struct section *section)
{
	const char *before = t->one_line ? "" : "\n\t\t", *after = t->one_line ? "" : "\n\t";
	const char *comma = "";
	cJSON *element;
	size_t at = 0;

	fputc('[', t->out);
	while (!t->w.failed && (element = section->element(&t->w, t->m, &at))) {
		char *text = print_piece(t, element, true);

		if (!text)
			return;
		fprintf(t->out, "%s%s%s", comma, before, text);
		end_piece(t, text);
		comma = ",";
	}
	fprintf(t->out, "%s]", *comma ? after : "");
}

/* The members of a section: its own document without the braces around it. */
static void write_section(struct text_writer *t, const struct section *section)
{
	cJSON *part = cJSON_CreateObject();
	bool is_long;
	char *text;

	section->add(&t->w, part, t->m);
	is_long = array_of(section, part);
	text = print_piece(t, part, t->one_line);
	if (!text)
		return;
	fputc(section == sections ? '{' : ',', t->out);
	fwrite(text + 1, 1, strlen(text) - strlen(is_long ? "{[]}" : "{}") - !t->one_line, t->out);
	end_piece(t, text);
	if (is_long)
		write_elements(t, section);
}

int json_write(const struct model *m, bool one_line, FILE *out)
{
	struct text_writer t = { .m = m, .out = out, .one_line = one_line };

	for (size_t i = 0; i < NR_SECTIONS && !t.w.failed; i++)
		write_section(&t, &sections[i]);
	fputs(one_line ? "}" : "\n}", out);
	if (t.w.failed)
		return -ENOMEM;
	return ferror(out) ? -EIO : 0;
}
