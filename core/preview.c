// SPDX-License-Identifier: GPL-2.0-only
/* What a plan will do, in words; see preview.h. */
#include "core/preview.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/number.h"
#include "core/text.h"

#define NAMES_MAX 8 /* groups that are told by name in one line */

/* One line: "  effective  30.00 5.00". Names from outside are in it, so it is made printable. */
__attribute__((format(printf, 3, 4))) static void line(FILE *out, const char *label,
						       const char *fmt, ...)
{
	char raw[KNOB_VALUE_SIZE + 512], text[2 * sizeof(raw)];
	va_list args;

	va_start(args, fmt);
	vsnprintf(raw, sizeof(raw), fmt, args);
	va_end(args);
	fprintf(out, "  %-11s%s\n", label, text_printable(raw, text, sizeof(text)));
}

/* The tree before and after an edit of cpu.headroom. */
struct headroom_change {
	const struct cgroup_model *m;
	size_t at; /* the edited group, index into headroom[] */
	int idle;
	struct headroom_group *after;
	struct headroom_claim claim;
};

static const char *path_of(const struct cgroup_model *m, size_t headroom_at)
{
	/* headroom[] is the tree without its root. */
	return m->groups[headroom_at + 1].facts->path;
}

static enum headroom_standing standing(const struct headroom_change *c, size_t i, bool after)
{
	return after ? headroom_standing(&c->after[i], &c->claim, c->idle)
		     : headroom_standing(&c->m->headroom[i], &c->m->claim, c->idle);
}

/* Held back now, or (with the idleness not known) to be held back when it falls. */
static bool is_limited(enum headroom_standing s)
{
	return s == HEADROOM_RESTRAINED || s == HEADROOM_SUBJECT;
}

/* Names of the groups whose limit appears (or goes); nested ones follow their parent. */
static void put_changed(FILE *out, const char *label, const struct headroom_change *c, bool appears)
{
	char names[KNOB_VALUE_SIZE] = "";
	size_t nr = 0, used = 0;

	for (size_t i = 0; i < c->m->nr_headroom; i++) {
		bool before = is_limited(standing(c, i, false)),
		     after = is_limited(standing(c, i, true));

		if (before == after || after != appears)
			continue;
		if (nr++ < NAMES_MAX && used < sizeof(names))
			used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s",
						 used ? ", " : "", path_of(c->m, i));
	}
	if (nr > NAMES_MAX)
		line(out, label, "%s and %zu more", names, nr - NAMES_MAX);
	else
		line(out, label, "%s", nr ? names : "no group");
}

static void put_claim(FILE *out, const struct headroom_change *c)
{
	char before[16], after[16];

	headroom_format(c->m->claim.pair, before, sizeof(before));
	headroom_format(c->claim.pair, after, sizeof(after));
	if (c->claim.set_by == HEADROOM_NONE)
		line(out, "claim", "%s -> %s, set by nobody", before, after);
	else
		line(out, "claim", "%s -> %s, set by %s%s", before, after,
		     path_of(c->m, c->claim.set_by), c->claim.nr_setters > 1 ? " and others" : "");
}

/* The highest target of a group that can be held back: that is the idleness the claim asks for. */
static void put_idle(FILE *out, const struct headroom_change *c)
{
	unsigned int asked = 0;
	char text[16];

	for (size_t i = 0; i < c->m->nr_headroom; i++)
		if (c->after[i].has_file && c->after[i].target_idle > asked)
			asked = c->after[i].target_idle;
	headroom_format_value(asked, text, sizeof(text));
	if (c->idle < 0)
		line(out, "idle", "%s %% asked for; idleness now is not known", text);
	else
		line(out, "idle", "%s %% asked for, %d.%02d %% now", text, c->idle / 100,
		     c->idle % 100);
}

static void put_caveats(FILE *out, const struct headroom_change *c)
{
	unsigned int caveats = headroom_caveats(c->after, c->m->nr_headroom, &c->claim, c->at);

	for (int bit = 0; bit < HEADROOM_CAVEAT_COUNT; bit++)
		if (caveats & 1u << bit)
			line(out, "note", "%s", headroom_caveat_sentences[bit]);
}

static void put_headroom_change(FILE *out, const struct headroom_change *c)
{
	const struct headroom_group *g = &c->after[c->at];
	char allowed[16], effective[16], target[16];

	line(out, "allowed", "%s%s%s", headroom_format(g->allowed, allowed, sizeof(allowed)),
	     g->headroom_from == c->at ? "" : ", headroom capped by ",
	     g->headroom_from == c->at ? "" : path_of(c->m, g->headroom_from));
	line(out, "effective", "%s, target_idle %s",
	     headroom_format(g->effective, effective, sizeof(effective)),
	     headroom_format_value(g->target_idle, target, sizeof(target)));
	put_claim(out, c);
	put_idle(out, c);
	put_changed(out, c->idle < 0 ? "may become" : "throttles", c, true);
	put_changed(out, "frees", c, false);
	put_caveats(out, c);
}

static void preview_headroom(FILE *out, const struct step *step, const struct preview_facts *x,
			     size_t group)
{
	struct headroom_change c = { .m = x->cgroups, .idle = x->idle };

	c.at = c.m->groups[group].headroom_at;
	if (c.at == HEADROOM_NONE)
		return;
	c.after = malloc(c.m->nr_headroom * sizeof(*c.after));
	if (!c.after)
		return;
	memcpy(c.after, c.m->headroom, c.m->nr_headroom * sizeof(*c.after));
	if (headroom_parse(step->want, &c.after[c.at].configured) == 0) {
		headroom_evaluate(c.after, c.m->nr_headroom, &c.claim);
		put_headroom_change(out, &c);
	}
	free(c.after);
}

#define DEPTH_MAX 256

/* The quotas on the way up; the group's own is the one wanted. Returns their number. */
static size_t quota_chain(const struct cgroup_model *m, size_t group, const char *want,
			  struct bandwidth *chain, size_t *groups)
{
	size_t nr = 0;

	for (size_t i = group; i != CGROUP_NO_PARENT && nr < DEPTH_MAX; i = m->groups[i].parent) {
		const struct gauge *fact = m->groups[i].facts->fact;

		if (!gauge_is_known(fact[CGROUP_MAX_US]) || !gauge_is_known(fact[CGROUP_PERIOD_US]))
			continue;
		groups[nr] = i;
		chain[nr++] = (struct bandwidth){ .quota_usec = fact[CGROUP_MAX_US].value,
						  .period_usec = fact[CGROUP_PERIOD_US].value };
	}
	if (nr > 0)
		(void)bandwidth_parse(want, &chain[0]);
	return nr;
}

static void preview_bandwidth(FILE *out, const struct step *step, const struct preview_facts *x,
			      size_t group)
{
	struct bandwidth chain[DEPTH_MAX];
	size_t groups[DEPTH_MAX], nr, tightest;

	nr = quota_chain(x->cgroups, group, step->want, chain, groups);
	tightest = bandwidth_tightest(chain, nr);
	if (nr == 0)
		return;
	if (tightest == nr)
		line(out, "effective", "no limit, here or above");
	else if (tightest == 0)
		line(out, "effective", "%.2f CPUs, by its own cpu.max",
		     bandwidth_cpus(&chain[tightest]));
	else
		line(out, "effective", "%.2f CPUs, by cpu.max of %s",
		     bandwidth_cpus(&chain[tightest]),
		     x->cgroups->groups[groups[tightest]].facts->path);
}

/* Share against the siblings when all of them want CPU time; idle ones count as nothing. */
static void preview_weight(FILE *out, const struct step *step, const struct preview_facts *x,
			   size_t group)
{
	const struct cgroup_model *m = x->cgroups;
	double others = 0, before, after;
	uint64_t want;

	for (size_t i = 0; i < m->nr_groups; i++) {
		struct gauge weight = m->groups[i].facts->fact[CGROUP_WEIGHT];

		if (i != group && m->groups[i].parent == m->groups[group].parent &&
		    gauge_is_known(weight))
			others += (double)weight.value;
	}
	if (number_parse_u64(step->want, &want) < 0 || others <= 0 ||
	    !gauge_is_known(m->groups[group].facts->fact[CGROUP_WEIGHT]))
		return;
	before = (double)m->groups[group].facts->fact[CGROUP_WEIGHT].value;
	after = (double)want;
	line(out, "effective",
	     "%.1f %% -> %.1f %% of what its parent has, while all siblings want it",
	     100 * before / (before + others), 100 * after / (after + others));
}

static const struct {
	const char *knob;
	void (*preview)(FILE *out, const struct step *step, const struct preview_facts *x,
			size_t group);
} previews[] = {
	{ .knob = "cpu.headroom", .preview = preview_headroom },
	{ .knob = "cpu.max", .preview = preview_bandwidth },
	{ .knob = "cpu.weight", .preview = preview_weight },
};

static void preview_group(FILE *out, const struct step *step, const struct preview_facts *x)
{
	size_t group;

	if (!x->cgroups || step->knob->place != KNOB_CGROUP)
		return;
	group = cgroup_model_find(x->cgroups, step->inode);
	if (group == CGROUP_NO_PARENT)
		return;
	for (size_t i = 0; i < sizeof(previews) / sizeof(previews[0]); i++)
		if (strcmp(previews[i].knob, step->knob->name) == 0)
			previews[i].preview(out, step, x, group);
}

static void preview_write(FILE *out, const struct step *step, const struct preview_facts *x)
{
	line(out, "now", "%s", step->before ? step->before : "known only after the step before");
	line(out, "wanted", "%s", step->want);
	if (step->state == STEP_UNNEEDED) {
		line(out, "note", "it is so already: nothing will be written");
		return;
	}
	preview_group(out, step, x);
	if (step->knob->effect)
		line(out, "note", "%s", step->knob->effect);
}

static void preview_step(FILE *out, const struct step *step, const struct preview_facts *x)
{
	char title[KNOB_VALUE_SIZE + 64], text[2 * sizeof(title)];

	step_title(step, title, sizeof(title));
	fprintf(out, "%s\n", text_printable(title, text, sizeof(text)));
	if (step->kind == STEP_WRITE)
		preview_write(out, step, x);
	else if (step->kind == STEP_MOVE)
		line(out, "from", "%s", step->before[0] ? step->before : "the root group");
	else if (step->kind == STEP_DELETE)
		line(out, "note", "undo makes it again and gives it its values back");
}

char *preview_text(const struct plan *plan, const struct preview_facts *x)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (size_t i = 0; i < plan->nr_steps; i++)
		preview_step(out, &plan->steps[i], x);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
