// SPDX-License-Identifier: GPL-2.0-only
/* The rules of cpu.headroom; see headroom.h. */
#include "core/headroom.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

const struct headroom_standing_info headroom_standing_table[HEADROOM_STANDING_COUNT] = {
#define X(id, json, text) [HEADROOM_##id] = { .name = json, .sentence = text },
	HEADROOM_STANDING_TABLE(X)
#undef X
};

const char *const headroom_caveat_sentences[HEADROOM_CAVEAT_COUNT] = {
#define X(bit, id, sentence) [bit] = sentence,
	HEADROOM_CAVEAT_TABLE(X)
#undef X
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static const char *skip_blanks(const char *s)
{
	while (is_blank(*s))
		s++;
	return s;
}

/* Digits after the point, as hundredths. Returns the end, or NULL when there are none or more. */
static const char *parse_fraction(const char *s, unsigned int *ret_hundredths)
{
	unsigned int weight = 10;

	*ret_hundredths = 0;
	if (!isdigit((unsigned char)*s))
		return NULL;
	for (; isdigit((unsigned char)*s); s++, weight /= 10) {
		if (weight == 0)
			return NULL;
		*ret_hundredths += (unsigned int)(*s - '0') * weight;
	}
	return s;
}

/* Returns the end of the token, or NULL. */
static const char *parse_value(const char *s, unsigned int *ret_value)
{
	unsigned int whole = 0, fraction = 0;

	if (strncmp(s, "max", 3) == 0) {
		*ret_value = HEADROOM_MAX;
		return s + 3;
	}
	if (!isdigit((unsigned char)*s))
		return NULL;
	for (; isdigit((unsigned char)*s); s++) {
		whole = whole * 10 + (unsigned int)(*s - '0');
		if (whole > 100)
			return NULL;
	}
	if (*s == '.')
		s = parse_fraction(s + 1, &fraction);
	if (!s || whole * 100 + fraction > HEADROOM_MAX)
		return NULL;
	*ret_value = whole * 100 + fraction;
	return s;
}

int headroom_parse(const char *text, struct headroom_pair *ret_pair)
{
	struct headroom_pair pair;
	const char *s = parse_value(skip_blanks(text), &pair.headroom);

	/* The kernel parts the two by a blank or a tab. */
	if (!s || (*s != ' ' && *s != '\t'))
		return -EINVAL;
	s = parse_value(skip_blanks(s), &pair.tolerance);
	if (!s || *skip_blanks(s) != '\0')
		return -EINVAL;
	*ret_pair = pair;
	return 0;
}

char *headroom_format_value(unsigned int value, char *buf, size_t size)
{
	if (value >= HEADROOM_MAX)
		snprintf(buf, size, "max");
	else
		snprintf(buf, size, "%u.%02u", value / 100, value % 100);
	return buf;
}

char *headroom_format(struct headroom_pair pair, char *buf, size_t size)
{
	char headroom[16], tolerance[16];

	snprintf(buf, size, "%s %s",
		 headroom_format_value(pair.headroom, headroom, sizeof(headroom)),
		 headroom_format_value(pair.tolerance, tolerance, sizeof(tolerance)));
	return buf;
}

unsigned int headroom_step(unsigned int value, int percent)
{
	long moved = (long)value + percent * 100L;

	if (moved < 0)
		return 0;
	return moved > (long)HEADROOM_MAX ? HEADROOM_MAX : (unsigned int)moved;
}

/* Tasks of a group without a controller belong to the nearest ancestor that has one. */
static void find_direct_tasks(struct headroom_group *groups, size_t nr_groups)
{
	for (size_t i = 0; i < nr_groups; i++)
		groups[i].direct_tasks = false;
	for (size_t i = 0; i < nr_groups; i++) {
		size_t owner = i;

		if (!groups[i].has_tasks)
			continue;
		while (owner != HEADROOM_NONE && !groups[owner].has_file)
			owner = groups[owner].parent;
		if (owner != HEADROOM_NONE)
			groups[owner].direct_tasks = true;
	}
}

/* Rule 1: down the tree headroom can only shrink, tolerance only grow. */
static void allow(struct headroom_group *groups, size_t i)
{
	static const struct headroom_group root = { .allowed = { .headroom = HEADROOM_MAX } };
	struct headroom_group *g = &groups[i];
	const struct headroom_group *up = g->parent == HEADROOM_NONE ? &root : &groups[g->parent];
	bool headroom_capped = g->configured.headroom > up->allowed.headroom;
	bool tolerance_capped = g->configured.tolerance < up->allowed.tolerance;

	g->allowed.headroom = headroom_capped ? up->allowed.headroom : g->configured.headroom;
	g->allowed.tolerance = tolerance_capped ? up->allowed.tolerance : g->configured.tolerance;
	g->headroom_from = headroom_capped ? up->headroom_from : i;
	g->tolerance_from = tolerance_capped ? up->tolerance_from : i;
}

/* Rule 2, one step: a finished child gives its values to a parent without tasks of its own. */
static void give_to_parent(struct headroom_group *groups, size_t i)
{
	const struct headroom_group *g = &groups[i];
	struct headroom_group *up = &groups[g->parent];

	if (up->direct_tasks)
		return;
	if (up->effective_from == HEADROOM_NONE || g->effective.headroom > up->effective.headroom) {
		up->effective.headroom = g->effective.headroom;
		up->effective_from = i;
	}
	if (g->effective.tolerance < up->effective.tolerance)
		up->effective.tolerance = g->effective.tolerance;
}

/* Rule 2: up the tree. Children stand behind their parents, so backwards sees them first. */
static void rise(struct headroom_group *groups, size_t nr_groups)
{
	for (size_t i = 0; i < nr_groups; i++) {
		struct headroom_group *g = &groups[i];

		g->effective = g->direct_tasks ? g->allowed : headroom_default();
		g->effective_from = g->direct_tasks ? i : HEADROOM_NONE;
	}
	for (size_t i = nr_groups; i-- > 0;)
		if (groups[i].has_file && groups[i].parent != HEADROOM_NONE)
			give_to_parent(groups, i);
}

static bool same_pair(struct headroom_pair a, struct headroom_pair b)
{
	return a.headroom == b.headroom && a.tolerance == b.tolerance;
}

static bool beats(struct headroom_pair a, struct headroom_pair b)
{
	if (a.headroom != b.headroom)
		return a.headroom > b.headroom;
	return a.tolerance < b.tolerance;
}

static size_t find_origin(const struct headroom_group *groups, size_t i)
{
	while (i != HEADROOM_NONE && !groups[i].direct_tasks)
		i = groups[i].effective_from;
	return i;
}

/* Rule 3: the highest claim of the root's children; among equals the lowest tolerance. */
static struct headroom_claim find_claim(const struct headroom_group *groups, size_t nr_groups)
{
	struct headroom_claim claim = { .pair = headroom_default(), .set_by = HEADROOM_NONE };

	for (size_t i = 0; i < nr_groups; i++) {
		const struct headroom_group *g = &groups[i];

		if (g->parent != HEADROOM_NONE || !g->has_file ||
		    g->effective.headroom >= HEADROOM_MAX)
			continue;
		if (beats(g->effective, claim.pair)) {
			claim.pair = g->effective;
			claim.set_by = i;
			claim.nr_setters = 1;
		} else if (same_pair(g->effective, claim.pair)) {
			claim.nr_setters++;
		}
	}
	if (claim.pair.headroom == 0) {
		claim.set_by = HEADROOM_NONE;
		claim.nr_setters = 0;
	}
	claim.origin = find_origin(groups, claim.set_by);
	return claim;
}

/* Rule 4; a child of an exempt parent may claim more than the global claim, hence the test. */
static unsigned int target_of(const struct headroom_group *g, unsigned int global)
{
	if (g->effective.headroom >= HEADROOM_MAX || g->effective.headroom >= global)
		return 0;
	return global - g->effective.headroom;
}

void headroom_evaluate(struct headroom_group *groups, size_t nr_groups,
		       struct headroom_claim *ret_claim)
{
	find_direct_tasks(groups, nr_groups);
	for (size_t i = 0; i < nr_groups; i++)
		if (groups[i].has_file)
			allow(groups, i);
	rise(groups, nr_groups);
	*ret_claim = find_claim(groups, nr_groups);
	for (size_t i = 0; i < nr_groups; i++) {
		groups[i].target_idle = target_of(&groups[i], ret_claim->pair.headroom);
		groups[i].min_runtime = ret_claim->pair.tolerance;
	}
}

static bool floor_is_above_room(const struct headroom_group *g)
{
	return g->min_runtime > HEADROOM_MAX - g->target_idle;
}

enum headroom_standing headroom_standing(const struct headroom_group *g,
					 const struct headroom_claim *claim, int idle)
{
	if (!g->has_file)
		return HEADROOM_NO_FILE;
	if (g->effective.headroom >= HEADROOM_MAX)
		return HEADROOM_EXEMPT;
	if (claim->pair.headroom == 0)
		return HEADROOM_NO_CLAIM;
	if (g->target_idle == 0)
		return HEADROOM_HIGHEST;
	if (g->min_runtime >= HEADROOM_MAX)
		return HEADROOM_TOLERATED;
	if (floor_is_above_room(g))
		return HEADROOM_FLOOR_ABOVE_ROOM;
	if (idle < 0)
		return HEADROOM_SUBJECT;
	return (unsigned int)idle < g->target_idle ? HEADROOM_RESTRAINED : HEADROOM_MET;
}

/* Whether there are groups to throttle and the tolerance keeps the claim from all of them. */
static bool claim_never_bites(const struct headroom_group *groups, size_t nr_groups)
{
	size_t nr_limited = 0, nr_spared = 0;

	for (size_t i = 0; i < nr_groups; i++) {
		if (!groups[i].has_file || groups[i].target_idle == 0)
			continue;
		nr_limited++;
		if (groups[i].min_runtime < HEADROOM_MAX && floor_is_above_room(&groups[i]))
			nr_spared++;
	}
	return nr_limited > 0 && nr_spared == nr_limited;
}

unsigned int headroom_caveats(const struct headroom_group *groups, size_t nr_groups,
			      const struct headroom_claim *claim, size_t group)
{
	const struct headroom_group *g = &groups[group];
	bool claims = g->configured.headroom > 0;
	unsigned int caveats = 0;

	if (!g->has_file)
		return 0;
	if (claims && !g->direct_tasks && g->effective.headroom < g->allowed.headroom)
		caveats |= HEADROOM_CAVEAT_NOT_INHERITED;
	if (claims && g->configured.headroom < HEADROOM_MAX && g->allowed.tolerance >= HEADROOM_MAX)
		caveats |= HEADROOM_CAVEAT_ALONE;
	if (claims && claim_never_bites(groups, nr_groups))
		caveats |= HEADROOM_CAVEAT_NEVER_BITES;
	if (g->configured.tolerance < HEADROOM_MAX && claim->pair.headroom == 0)
		caveats |= HEADROOM_CAVEAT_TOLERANCE_IGNORED;
	if (g->headroom_from != group || g->tolerance_from != group)
		caveats |= HEADROOM_CAVEAT_CAPPED;
	return caveats;
}
