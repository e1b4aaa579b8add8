// SPDX-License-Identifier: GPL-2.0-only
/* Shares, claims and causes of the cgroup tree; see cgroup_model.h. */
#include "core/cgroup_model.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct cgroup_rate_info cgroup_rate_table[CGROUP_RATE_COUNT] = {
#define X(id, rate_key, rate_title, rate_help)                                                     \
	[CGROUP_RATE_##id] = { .key = rate_key, .title = rate_title, .help = rate_help },
	CGROUP_RATE_TABLE(X)
#undef X
};

const struct cgroup_limit_info cgroup_limit_table[CGROUP_LIMIT_COUNT] = {
#define X(id, limit_name, limit_sentence)                                                          \
	[CGROUP_LIMIT_##id] = { .name = limit_name, .sentence = limit_sentence },
	CGROUP_LIMIT_TABLE(X)
#undef X
};

/* What a rate is made of: the growth of a fact, over the time of one CPU or of all of them. */
struct rate_source {
	enum cgroup_fact fact;
	bool of_machine;
};

static const struct rate_source rate_sources[CGROUP_RATE_COUNT] = {
	[CGROUP_RATE_USAGE] = { .fact = CGROUP_USAGE_US, .of_machine = true },
	[CGROUP_RATE_USER] = { .fact = CGROUP_USER_US, .of_machine = true },
	[CGROUP_RATE_SYSTEM] = { .fact = CGROUP_SYSTEM_US, .of_machine = true },
	[CGROUP_RATE_THROTTLED] = { .fact = CGROUP_THROTTLED_US, .of_machine = true },
	[CGROUP_RATE_THROTTLED_PERIODS] = { .fact = CGROUP_NR_THROTTLED },
	[CGROUP_RATE_BURST] = { .fact = CGROUP_BURST_US, .of_machine = true },
	[CGROUP_RATE_FORCED_IDLE_CAUSED] = { .fact = CGROUP_FORCE_IDLE_US, .of_machine = true },
	[CGROUP_RATE_PSI_SOME] = { .fact = CGROUP_PSI_SOME_US },
	[CGROUP_RATE_PSI_FULL] = { .fact = CGROUP_PSI_FULL_US },
	[CGROUP_RATE_LIMITED] = { .fact = CGROUP_LIMITED_US },
	[CGROUP_RATE_GRANTED] = { .fact = CGROUP_GRANTED_US, .of_machine = true },
	[CGROUP_RATE_WAIT] = { .fact = CGROUP_WAIT_NS },
};

/* One tick's step, the same for every group. */
struct step {
	const struct cgroup_tree *before, *now;
	double elapsed_s;
	unsigned int nr_online;
};

/* --- groups by id --------------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b, void *tree)
{
	const struct sample_cgroup *groups = tree;
	uint64_t x = groups[*(const size_t *)a].id, y = groups[*(const size_t *)b].id;

	return x < y ? -1 : x > y;
}

/* The indexes of a tree in the order of their ids; NULL: no memory. */
static size_t *tree_order(const struct cgroup_tree *tree)
{
	size_t *order = malloc((tree->nr_groups + 1) * sizeof(*order));

	if (!order)
		return NULL;
	for (size_t i = 0; i < tree->nr_groups; i++)
		order[i] = i;
	qsort_r(order, tree->nr_groups, sizeof(*order), compare_ids, tree->groups);
	return order;
}

/* Index of the group with that id in the tree that order belongs to, or CGROUP_NO_PARENT. */
static size_t tree_find(const struct cgroup_tree *tree, const size_t *order, uint64_t id)
{
	size_t low = 0, high = tree->nr_groups;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tree->groups[order[middle]].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < tree->nr_groups && tree->groups[order[low]].id == id)
		return order[low];
	return CGROUP_NO_PARENT;
}

size_t cgroup_model_find(const struct cgroup_model *m, uint64_t id)
{
	return m->tree ? tree_find(m->tree, m->by_id, id) : CGROUP_NO_PARENT;
}

/* --- rates ---------------------------------------------------------------------------------- */

/* Growth of a fact; -ENODATA when it is missing in one of the two or went backwards. */
static int fact_step(const struct sample_cgroup *before, const struct sample_cgroup *now,
		     enum cgroup_fact fact, uint64_t *ret_step)
{
	const struct gauge *a = &before->fact[fact], *b = &now->fact[fact];

	if (!gauge_is_known(*a) || !gauge_is_known(*b) || b->value < a->value)
		return -ENODATA;
	*ret_step = b->value - a->value;
	return 0;
}

/* Facts of the slow round grew since the reading before, which need not be the tick before. */
static double fact_elapsed_s(const struct step *s, const struct sample_cgroup *before,
			     const struct sample_cgroup *now, enum cgroup_fact fact)
{
	if (s->elapsed_s <= 0 || (fact != CGROUP_PSI_SOME_US && fact != CGROUP_PSI_FULL_US))
		return s->elapsed_s;
	return (now->settings_ns - before->settings_ns) / 1e9;
}

static struct rate rate_of_growth(const struct step *s, const struct sample_cgroup *before,
				  const struct sample_cgroup *now, const struct rate_source *from)
{
	double elapsed_s = fact_elapsed_s(s, before, now, from->fact);
	uint64_t step;

	if (fact_step(before, now, from->fact, &step) < 0 || elapsed_s <= 0)
		return rate_missing(GAUGE_UNREAD);
	if (from->of_machine)
		elapsed_s *= s->nr_online;
	return rate_known(step / 1e4 / elapsed_s);
}

static struct rate rate_of_periods(const struct step *s, const struct sample_cgroup *before,
				   const struct sample_cgroup *now)
{
	uint64_t throttled, periods;

	if (s->elapsed_s <= 0 || fact_step(before, now, CGROUP_NR_THROTTLED, &throttled) < 0 ||
	    fact_step(before, now, CGROUP_NR_PERIODS, &periods) < 0)
		return rate_missing(GAUGE_UNREAD);
	return rate_known(periods ? 100.0 * throttled / periods : 0);
}

/* The runtime granted in the last period, over what all online CPUs have in one. */
static struct rate rate_of_grant(const struct step *s, const struct sample_cgroup *now)
{
	const struct gauge *granted = &now->fact[CGROUP_GRANTED_US];
	const struct gauge *period = &now->fact[CGROUP_PERIOD_US];

	if (!gauge_is_known(*period) || !period->value || !s->nr_online)
		return rate_missing(GAUGE_UNREAD);
	return rate_known(100.0 * granted->value / period->value / s->nr_online);
}

/* As run_delay / pcount of a CPU; unread while none of its tasks came to run. */
static struct rate rate_of_wait(const struct sample_cgroup *before, const struct sample_cgroup *now)
{
	uint64_t wait_ns, count;

	if (fact_step(before, now, CGROUP_WAIT_NS, &wait_ns) < 0 ||
	    fact_step(before, now, CGROUP_WAIT_COUNT, &count) < 0 || !count)
		return rate_missing(GAUGE_UNREAD);
	return rate_known((double)wait_ns / count);
}

static struct rate group_rate(const struct step *s, const struct sample_cgroup *before,
			      const struct sample_cgroup *now, enum cgroup_rate id)
{
	const struct rate_source *from = &rate_sources[id];

	if (!gauge_is_known(now->fact[from->fact]))
		return rate_missing(now->fact[from->fact].state);
	if (id == CGROUP_RATE_GRANTED)
		return rate_of_grant(s, now);
	if (!before)
		return rate_missing(GAUGE_UNREAD);
	if (id == CGROUP_RATE_THROTTLED_PERIODS)
		return rate_of_periods(s, before, now);
	if (id == CGROUP_RATE_WAIT)
		return rate_of_wait(before, now);
	return rate_of_growth(s, before, now, from);
}

/*
 * Pressure is read in the slow round, waits as often as the budget allows: in between their rates
 * stay what they were.
 */
static bool rate_is_old(const struct step *s, const struct sample_cgroup *before,
			const struct sample_cgroup *now, enum cgroup_rate id)
{
	if (!before)
		return false;
	if (id == CGROUP_RATE_WAIT)
		return s->now->waits_ns && s->before->waits_ns == s->now->waits_ns;
	return (id == CGROUP_RATE_PSI_SOME || id == CGROUP_RATE_PSI_FULL) &&
	       before->settings_ns == now->settings_ns;
}

static void group_set_rates(struct model_cgroup *g, const struct model_cgroup *old,
			    const struct step *s, const struct sample_cgroup *before)
{
	for (int id = 0; id < CGROUP_RATE_COUNT; id++) {
		if (old && rate_is_old(s, before, g->facts, id))
			g->rate[id] = old->rate[id];
		else
			g->rate[id] = group_rate(s, before, g->facts, id);
	}
}

/* --- headroom ------------------------------------------------------------------------------- */

static struct headroom_group headroom_of(const struct model_cgroup *groups, size_t i)
{
	const struct sample_cgroup *facts = groups[i].facts;
	size_t parent = groups[i].parent;
	struct headroom_group h = { .configured = headroom_default() };

	h.parent = parent == CGROUP_NO_PARENT ? HEADROOM_NONE : groups[parent].headroom_at;
	h.has_file = gauge_is_known(facts->fact[CGROUP_HEADROOM]);
	h.has_tasks = facts->fact[CGROUP_HAS_TASKS].value != 0;
	if (h.has_file)
		h.configured = (struct headroom_pair){
			.headroom = facts->fact[CGROUP_HEADROOM].value,
			.tolerance = facts->fact[CGROUP_TOLERANCE].value,
		};
	return h;
}

/*
 * Holds the kernel's values against the rules. They are not read at one moment with what is
 * configured, and the kernel follows tasks that come and go a little later, so only what differs in
 * two samples running is a fault.
 */
static struct gauge headroom_agrees(const struct cgroup_model *old, struct model_cgroup *g,
				    const struct headroom_group *h)
{
	struct gauge kernel = g->facts->fact[CGROUP_EFFECTIVE_HEADROOM];
	size_t before;

	if (!h->has_file || !gauge_is_known(kernel))
		return (struct gauge){ .state = h->has_file ? kernel.state : GAUGE_UNSUPPORTED };
	g->differs = headroom_check(g->facts, h, &g->difference);
	if (!g->differs)
		return gauge_known(1);
	before = cgroup_model_find(old, g->facts->id);
	if (before == CGROUP_NO_PARENT || !old->groups[before].differs)
		return (struct gauge){ .state = GAUGE_UNREAD };
	return gauge_known(0);
}

static void model_set_headroom(struct cgroup_model *m, const struct cgroup_model *old)
{
	m->nr_headroom = 0;
	m->has_headroom = false;
	for (size_t i = 0; i < m->nr_groups; i++) {
		struct model_cgroup *g = &m->groups[i];

		g->headroom_at = HEADROOM_NONE;
		if (g->parent == CGROUP_NO_PARENT)
			continue;
		g->headroom_at = m->nr_headroom++;
		m->headroom[g->headroom_at] = headroom_of(m->groups, i);
		m->has_headroom |= m->headroom[g->headroom_at].has_file;
	}
	headroom_evaluate(m->headroom, m->nr_headroom, &m->claim);
	for (size_t i = 0; i < m->nr_groups; i++) {
		struct model_cgroup *g = &m->groups[i];

		g->kernel_agrees = (struct gauge){ .state = GAUGE_UNSUPPORTED };
		if (g->headroom_at != HEADROOM_NONE)
			g->kernel_agrees = headroom_agrees(old, g, &m->headroom[g->headroom_at]);
	}
}

/* --- why throttled -------------------------------------------------------------------------- */

/* Whether the group itself, not an ancestor, was throttled in the last tick. */
static bool group_was_throttled(const struct model_cgroup *g)
{
	struct rate r = g->rate[CGROUP_RATE_THROTTLED_PERIODS];

	return rate_is_known(r) && r.value > 0;
}

/*
 * cpu.max and cpu.headroom share one runtime pool and its counters. What was granted tells them
 * apart: below the quota it was the headroom that bit.
 */
static enum cgroup_limit group_own_limit(const struct cgroup_model *m, const struct model_cgroup *g)
{
	const struct gauge *quota = &g->facts->fact[CGROUP_MAX_US];
	const struct gauge *granted = &g->facts->fact[CGROUP_GRANTED_US];
	bool limited = g->headroom_at != HEADROOM_NONE && m->headroom[g->headroom_at].target_idle;

	if (limited && gauge_is_known(*granted) &&
	    (!gauge_is_known(*quota) || granted->value < quota->value))
		return CGROUP_LIMIT_HEADROOM;
	return CGROUP_LIMIT_OWN_MAX;
}

static void group_set_limit(struct cgroup_model *m, size_t i)
{
	struct model_cgroup *g = &m->groups[i];

	g->limited_at = i;
	if (group_was_throttled(g)) {
		g->limited_by = group_own_limit(m, g);
		return;
	}
	for (size_t up = g->parent; up != CGROUP_NO_PARENT; up = m->groups[up].parent) {
		if (!group_was_throttled(&m->groups[up]))
			continue;
		g->limited_by = CGROUP_LIMIT_ANCESTOR;
		g->limited_at = up;
		return;
	}
	g->limited_by = rate_is_known(g->rate[CGROUP_RATE_USAGE]) ? CGROUP_LIMIT_NOTHING
								  : CGROUP_LIMIT_UNKNOWN;
}

/* --- trends --------------------------------------------------------------------------------- */

static uint16_t trend_value(struct rate r)
{
	if (!rate_is_known(r))
		return CGROUP_TREND_NONE;
	return lrint(fmin(fmax(r.value, 0), 500) * 100);
}

static void trend_push(struct cgroup_trend *t, const struct model_cgroup *g)
{
	t->usage[t->head] = trend_value(g->rate[CGROUP_RATE_USAGE]);
	t->throttled[t->head] = trend_value(g->rate[CGROUP_RATE_THROTTLED]);
	t->granted[t->head] = trend_value(g->rate[CGROUP_RATE_GRANTED]);
	t->head = (t->head + 1) % CGROUP_TREND_POINTS;
	if (t->count < CGROUP_TREND_POINTS)
		t->count++;
}

uint16_t cgroup_trend_at(const struct cgroup_trend *t, const uint16_t *series, unsigned int age)
{
	if (age >= t->count)
		return CGROUP_TREND_NONE;
	return series[(t->head + CGROUP_TREND_POINTS - 1 - age) % CGROUP_TREND_POINTS];
}

/* --- the whole tree ------------------------------------------------------------------------- */

static const char *group_name(const struct sample_cgroup *facts)
{
	const char *slash = strrchr(facts->path, '/');

	if (!facts->path[0])
		return "/";
	return slash ? slash + 1 : facts->path;
}

static int model_allocate(struct cgroup_model *m, const struct cgroup_tree *now)
{
	size_t nr_groups = now->nr_groups;

	m->tree = now;
	m->by_id = tree_order(now);
	m->groups = calloc(nr_groups + 1, sizeof(*m->groups));
	m->headroom = calloc(nr_groups + 1, sizeof(*m->headroom));
	if (!m->by_id || !m->groups || !m->headroom)
		return -ENOMEM;
	m->nr_groups = nr_groups;
	for (size_t i = 0; i < nr_groups; i++) {
		m->groups[i].trend = calloc(1, sizeof(*m->groups[i].trend));
		if (!m->groups[i].trend)
			return -ENOMEM;
	}
	return 0;
}

static void model_fill_group(struct cgroup_model *m, size_t i, const struct step *s,
			     struct cgroup_model *old)
{
	struct model_cgroup *g = &m->groups[i], *before = NULL;
	size_t at = CGROUP_NO_PARENT;

	g->facts = &s->now->groups[i];
	g->parent = g->facts->parent;
	g->depth = g->parent == CGROUP_NO_PARENT ? 0 : m->groups[g->parent].depth + 1;
	g->name = group_name(g->facts);
	if (s->before)
		at = cgroup_model_find(old, g->facts->id);
	if (at != CGROUP_NO_PARENT) {
		struct cgroup_trend *fresh = g->trend;

		before = &old->groups[at];
		g->trend = before->trend;
		before->trend = fresh;
	}
	group_set_rates(g, before, s, at == CGROUP_NO_PARENT ? NULL : &s->before->groups[at]);
	trend_push(g->trend, g);
}

int cgroup_model_advance(struct cgroup_model *m, const struct cgroup_tree *before,
			 const struct cgroup_tree *now, double elapsed_s, unsigned int nr_online)
{
	struct cgroup_model next = { .groups = NULL };
	struct step s = {
		.before = before, .now = now, .elapsed_s = elapsed_s, .nr_online = nr_online
	};

	if (model_allocate(&next, now) < 0) {
		cgroup_model_clear(&next);
		return -ENOMEM;
	}
	for (size_t i = 0; i < next.nr_groups; i++)
		model_fill_group(&next, i, &s, m);
	model_set_headroom(&next, m);
	for (size_t i = 0; i < next.nr_groups; i++)
		group_set_limit(&next, i);
	cgroup_model_clear(m);
	*m = next;
	return 0;
}

void cgroup_model_clear(struct cgroup_model *m)
{
	for (size_t i = 0; i < m->nr_groups; i++)
		free(m->groups[i].trend);
	free(m->by_id);
	free(m->groups);
	free(m->headroom);
	*m = (struct cgroup_model){ .groups = NULL };
}
