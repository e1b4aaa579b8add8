// SPDX-License-Identifier: GPL-2.0-only
/* The claim of cpu.headroom, the cgroup tree and the tunables as JSON; see json_cgroups.h. */
#include "core/json_cgroups.h"

#include <string.h>

#include "core/bandwidth.h"
#include "core/cgroup_name.h"

#define REASON_NO_QUOTA "no_quota"
#define REASON_NO_FILE  "no_file"
#define REASON_NOBODY   "nobody"

/* Hundredths of a percent as percent; "max" is 100. */
static struct rate percent(unsigned int hundredths)
{
	return rate_known(hundredths / 100.0);
}

static void add_pair(struct json_writer *w, cJSON *object, const char *key,
		     struct headroom_pair pair)
{
	cJSON *made = json_add_object(w, object, key);

	json_add_rate(w, made, "headroom_pct", percent(pair.headroom));
	json_add_rate(w, made, "tolerance_pct", percent(pair.tolerance));
}

static const char *path_of(const struct model_cgroup *g)
{
	return g->facts->path[0] ? g->facts->path : "/";
}

static void add_setter(struct json_writer *w, cJSON *object, const struct cgroup_model *tree)
{
	for (size_t i = 0; i < tree->nr_groups; i++) {
		if (tree->claim.set_by != HEADROOM_NONE &&
		    tree->groups[i].headroom_at == tree->claim.set_by) {
			json_add_text(w, object, "set_by", path_of(&tree->groups[i]));
			return;
		}
	}
	json_add_missing(w, object, "set_by", REASON_NOBODY);
}

void json_add_headroom(struct json_writer *w, cJSON *doc, const struct model *m)
{
	const struct cgroup_model *tree = &m->cgroups;
	cJSON *object;

	if (!tree->has_headroom) {
		const struct capability *cap = &m->sample->caps[CAP_CPU_HEADROOM];

		json_add_missing(w, doc, "headroom",
				 cap->state == GAUGE_KNOWN ? REASON_NO_FILE
							   : gauge_state_name(cap->state));
		return;
	}
	object = json_add_object(w, doc, "headroom");
	json_add_rate(w, object, "headroom_pct", percent(tree->claim.pair.headroom));
	json_add_rate(w, object, "tolerance_pct", percent(tree->claim.pair.tolerance));
	add_setter(w, object, tree);
	json_add_rate(w, object, "global_idle_pct", m->machine.global_idle_pct);
}

static void add_group_headroom(struct json_writer *w, cJSON *object,
			       const struct cgroup_model *tree, const struct model_cgroup *g)
{
	const struct headroom_group *h;
	cJSON *made;

	if (g->headroom_at == HEADROOM_NONE || !tree->headroom[g->headroom_at].has_file) {
		json_add_missing(w, object, "headroom", REASON_NO_FILE);
		return;
	}
	h = &tree->headroom[g->headroom_at];
	made = json_add_object(w, object, "headroom");
	add_pair(w, made, "configured", h->configured);
	add_pair(w, made, "allowed", h->allowed);
	add_pair(w, made, "effective", h->effective);
	json_add_rate(w, made, "target_idle_pct", percent(h->target_idle));
	json_add_rate(w, made, "min_runtime_pct", percent(h->min_runtime));
	json_add_rate(w, made, "granted_pct", g->rate[CGROUP_RATE_GRANTED]);
	json_add_gauge(w, made, "granted_usec", g->facts->fact[CGROUP_GRANTED_US]);
	if (gauge_is_known(g->kernel_agrees))
		json_add_bool(w, made, "kernel_agrees", g->kernel_agrees.value != 0);
	else
		json_add_missing(w, made, "kernel_agrees",
				 gauge_state_name(g->kernel_agrees.state));
}

/* Facts that stand in the document as they were read. */
static const struct {
	enum cgroup_fact fact;
	const char *key;
} plain_facts[] = {
	{ CGROUP_NR_PERIODS, "nr_periods" },
	{ CGROUP_NR_THROTTLED, "nr_throttled" },
	{ CGROUP_NR_BURSTS, "nr_bursts" },
	{ CGROUP_WEIGHT, "weight" },
	{ CGROUP_PERIOD_US, "period_usec" },
	{ CGROUP_BURST_MAX_US, "max_burst_usec" },
	{ CGROUP_USAGE_US, "usage_usec" },
	{ CGROUP_THROTTLED_US, "throttled_usec" },
	{ CGROUP_FORCE_IDLE_US, "forced_idle_caused_usec" },
};

static void add_quota(struct json_writer *w, cJSON *object, struct gauge quota)
{
	if (gauge_is_known(quota) && quota.value == BANDWIDTH_NO_QUOTA)
		json_add_missing(w, object, "max_usec", REASON_NO_QUOTA);
	else
		json_add_gauge(w, object, "max_usec", quota);
}

static void add_idle(struct json_writer *w, cJSON *object, struct gauge idle)
{
	if (gauge_is_known(idle))
		json_add_bool(w, object, "idle", idle.value != 0);
	else
		json_add_missing(w, object, "idle", gauge_state_name(idle.state));
}

/* How old the settings are: they are read in a slow round. */
static void add_age(struct json_writer *w, cJSON *object, const struct sample *s,
		    const struct sample_cgroup *facts)
{
	if (facts->settings_ns && facts->settings_ns <= s->mono_ns)
		json_add_integer(w, object, "settings_age_ns", s->mono_ns - facts->settings_ns);
	else
		json_add_missing(w, object, "settings_age_ns", gauge_state_name(GAUGE_UNREAD));
}

/* As old as the walk over the tasks is. */
static void add_wait_age(struct json_writer *w, cJSON *object, const struct sample *s,
			 struct gauge wait)
{
	uint64_t walk_ns = s->cgroups.waits_ns;

	if (gauge_is_known(wait) && walk_ns && walk_ns <= s->mono_ns)
		json_add_integer(w, object, "wait_age_ns", s->mono_ns - walk_ns);
	else
		json_add_missing(w, object, "wait_age_ns",
				 gauge_state_name(gauge_is_known(wait) ? GAUGE_UNREAD
								       : wait.state));
}

static void add_limit(struct json_writer *w, cJSON *object, const struct cgroup_model *tree,
		      const struct model_cgroup *g)
{
	json_add_text(w, object, "limited_by", cgroup_limit_table[g->limited_by].name);
	if (g->limited_by > CGROUP_LIMIT_NOTHING)
		json_add_text(w, object, "limited_at", path_of(&tree->groups[g->limited_at]));
	else
		json_add_missing(w, object, "limited_at", REASON_NOBODY);
}

static void add_name(struct json_writer *w, cJSON *object, const struct sample_cgroup *facts)
{
	struct cgroup_name name;

	cgroup_name_of(facts->path, &name);
	json_add_text(w, object, "name", name.text);
	json_add_text(w, object, "kind", cgroup_kind_name(name.kind));
}

static cJSON *cgroup_object(struct json_writer *w, const struct model *m,
			    const struct model_cgroup *g)
{
	const struct cgroup_model *tree = &m->cgroups;
	cJSON *object = cJSON_CreateObject();

	json_add_text(w, object, "path", path_of(g));
	add_name(w, object, g->facts);
	json_add_integer(w, object, "inode", g->facts->id);
	for (int i = 0; i < CGROUP_RATE_COUNT; i++) {
		if (i != CGROUP_RATE_GRANTED)
			json_add_rate(w, object, cgroup_rate_table[i].key, g->rate[i]);
	}
	for (size_t i = 0; i < sizeof(plain_facts) / sizeof(plain_facts[0]); i++)
		json_add_gauge(w, object, plain_facts[i].key, g->facts->fact[plain_facts[i].fact]);
	add_quota(w, object, g->facts->fact[CGROUP_MAX_US]);
	add_idle(w, object, g->facts->fact[CGROUP_IDLE]);
	json_add_text(w, object, "cpuset", g->facts->cpuset);
	add_group_headroom(w, object, tree, g);
	add_limit(w, object, tree, g);
	add_age(w, object, m->sample, g->facts);
	add_wait_age(w, object, m->sample, g->facts->fact[CGROUP_WAIT_NS]);
	return object;
}

static bool is_below(const char *path, const char *top)
{
	size_t length = top ? strlen(top) : 0;

	return !length || (!strncmp(path, top, length) && (!path[length] || path[length] == '/'));
}

void json_add_cgroups(struct json_writer *w, cJSON *doc, const struct model *m)
{
	const struct capability *cap = &m->sample->caps[CAP_CGROUP2];

	if (m->cgroups.nr_groups)
		json_add_array(w, doc, "cgroups");
	else
		json_add_missing(w, doc, "cgroups",
				 gauge_state_name(cap->state == GAUGE_KNOWN ? GAUGE_UNREAD
									    : cap->state));
}

cJSON *json_next_cgroup(struct json_writer *w, const struct model *m, size_t *at)
{
	while (*at < m->cgroups.nr_groups) {
		const struct model_cgroup *g = &m->cgroups.groups[(*at)++];

		if (is_below(g->facts->path, m->below))
			return cgroup_object(w, m, g);
	}
	return NULL;
}

void json_add_tunables(struct json_writer *w, cJSON *doc, const struct model *m)
{
	cJSON *array = json_add_array(w, doc, "tunables");

	for (size_t i = 0; i < m->sample->nr_tunables; i++) {
		const struct sched_tunable *t = &m->sample->tunables[i];
		cJSON *object = json_append_object(w, array);

		json_add_text(w, object, "name", t->name);
		json_add_text(w, object, "place", knob_place_name(t->place));
		json_add_text(w, object, "value", t->value);
	}
}
