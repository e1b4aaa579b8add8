// SPDX-License-Identifier: GPL-2.0-only
/* Search in lists of ids; see search.h. */
#include "views/search.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/cgroup_name.h"
#include "core/text.h"

bool search_matches_text(const char *text, const char *search)
{
	size_t length = strlen(search);

	if (!length)
		return false;
	for (; *text; text++) {
		if (!strncasecmp(text, search, length))
			return true;
	}
	return false;
}

bool search_matches_cgroup(const char *path, const char *search)
{
	char title[CGROUP_NAME_SIZE + 32];
	struct cgroup_name name;

	if (search_matches_text(path, search))
		return true;
	cgroup_name_of(path, &name);
	return search_matches_text(cgroup_name_title(&name, title, sizeof(title)), search);
}

/* The CPU that a search names, or -1. */
static long cpu_of_search(const char *search)
{
	char *end;
	long cpu;

	if (!strncasecmp(search, "cpu", 3))
		search += 3;
	if (!isdigit((unsigned char)*search))
		return -1;
	cpu = strtol(search, &end, 10);
	return *end ? -1 : cpu;
}

bool search_matches_cpu(const struct model *m, int cpu, const char *search)
{
	const struct model_cpu *c;
	char comm[4 * SAMPLE_COMM_SIZE];
	long wanted = cpu_of_search(search);

	if (cpu < 0 || (unsigned int)cpu >= m->nr_cpus)
		return false;
	if (wanted >= 0)
		return wanted == cpu;
	c = &m->cpus[cpu];
	if (c->llc >= 0 && (unsigned int)c->llc < m->nr_llcs &&
	    search_matches_text(m->llcs[c->llc].name, search))
		return true;
	if (!c->has_now || !c->now.pid)
		return false;
	/* As shown: what cannot be typed is looked for by what stands for it. */
	return search_matches_text(text_printable(c->now.comm, comm, sizeof(comm)), search);
}

static bool has_filter(const struct view_context *x)
{
	return x->filter && x->filter[0];
}

bool filter_passes_text(const struct view_context *x, const char *text)
{
	return !has_filter(x) || search_matches_text(text, x->filter);
}

bool filter_passes_cpu(const struct view_context *x, int cpu)
{
	return !has_filter(x) || search_matches_cpu(x->model, cpu, x->filter);
}

static int index_of(const int64_t *ids, int nr_ids, int64_t id)
{
	for (int i = 0; i < nr_ids; i++) {
		if (ids[i] == id)
			return i;
	}
	return 0;
}

int search_step(const int64_t *ids, int nr_ids, int64_t selected, enum action a,
		search_matcher matches, const void *state, const struct view_context *x)
{
	int step = a == ACTION_SEARCH_PREVIOUS ? -1 : 1;
	int at = index_of(ids, nr_ids, selected) - (a == ACTION_SEARCH ? step : 0);

	for (int i = 0; i < nr_ids; i++) {
		at = (at + step + nr_ids) % nr_ids;
		if (matches(state, x, ids[at]))
			return at;
	}
	return -1;
}

enum outcome search_table(struct table *t, enum action a, search_matcher matches, const void *state,
			  const struct view_context *x)
{
	int index = search_step(t->ids, t->nr_ids, table_selected(t), a, matches, state, x);

	if (index < 0)
		return OUTCOME_IGNORED;
	t->selected = t->ids[index];
	return OUTCOME_REDRAW;
}
