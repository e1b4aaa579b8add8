// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rules of cpu.headroom against the trees worked out by hand, and the forms of the file. Every
 * block of the table is taken as a tree of its own; the kernel's tests perform its steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/headroom.h"

#define MAX_GROUPS 16

struct row {
	char path[64];
	struct headroom_pair allowed, effective;
	unsigned int target_idle, min_runtime;
};

struct block {
	char tree[64];
	size_t nr_groups;
	struct headroom_group groups[MAX_GROUPS];
	struct row rows[MAX_GROUPS];
	struct headroom_pair global;
	char setters[128];
};

static unsigned int percent(const char *word)
{
	struct headroom_pair pair;
	char text[64];

	if (strcmp(word, "-") == 0)
		return 0;
	snprintf(text, sizeof(text), "%s 0", word);
	assert_int_equal(headroom_parse(text, &pair), 0);
	return pair.headroom;
}

static size_t parent_of(const struct block *b, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return HEADROOM_NONE;
	for (size_t i = 0; i < b->nr_groups; i++)
		if (strlen(b->rows[i].path) == (size_t)(slash - path) &&
		    strncmp(b->rows[i].path, path, (size_t)(slash - path)) == 0)
			return i;
	fail_msg("%s: no parent before it", path);
	return HEADROOM_NONE;
}

static void read_row(struct block *b, const char *line)
{
	char w[9][64];
	int tasks, controller;
	struct row *row = &b->rows[b->nr_groups];
	struct headroom_group *g = &b->groups[b->nr_groups];

	assert_true(b->nr_groups < MAX_GROUPS);
	assert_int_equal(sscanf(line, "%63s %63s %63s %d %d -> %63s %63s %63s %63s %63s %63s",
				row->path, w[0], w[1], &tasks, &controller, w[2], w[3], w[4], w[5],
				w[6], w[7]),
			 11);
	*g = (struct headroom_group){
		.parent = parent_of(b, row->path),
		.has_file = controller,
		.has_tasks = tasks,
		.configured = { percent(w[0]), percent(w[1]) },
	};
	row->allowed = (struct headroom_pair){ percent(w[2]), percent(w[3]) };
	row->effective = (struct headroom_pair){ percent(w[4]), percent(w[5]) };
	row->target_idle = percent(w[6]);
	row->min_runtime = percent(w[7]);
	b->nr_groups++;
}

static void read_global(struct block *b, const char *line)
{
	char headroom[64], tolerance[64];

	assert_int_equal(sscanf(line, "global %63s %63s %127s", headroom, tolerance, b->setters),
			 3);
	b->global = (struct headroom_pair){ percent(headroom), percent(tolerance) };
}

/* Reads up to and with the next "global" line. False at the end of the file. */
static bool read_block(FILE *file, struct block *b)
{
	char line[256];

	b->nr_groups = 0;
	while (fgets(line, sizeof(line), file)) {
		if (line[strspn(line, " \t\n")] == '\0' || line[0] == '#' ||
		    strncmp(line, "step ", 5) == 0)
			continue;
		if (sscanf(line, "tree %63s", b->tree) == 1)
			continue;
		if (strncmp(line, "global", 6) == 0) {
			read_global(b, line);
			return true;
		}
		read_row(b, line);
	}
	return false;
}

static bool is_setter(const char *setters, const char *path)
{
	char list[160], word[80];

	snprintf(list, sizeof(list), ",%s,", setters);
	snprintf(word, sizeof(word), ",%s,", path);
	return strstr(list, word) != NULL;
}

static unsigned int count_setters(const char *setters)
{
	unsigned int n = strcmp(setters, "-") != 0;

	for (const char *s = setters; *s; s++)
		n += *s == ',';
	return n;
}

static void check_global(const struct block *b, const struct headroom_claim *claim)
{
	const char *path = claim->set_by == HEADROOM_NONE ? "-" : b->rows[claim->set_by].path;

	assert_int_equal(claim->pair.headroom, b->global.headroom);
	assert_int_equal(claim->pair.tolerance, b->global.tolerance);
	assert_true(is_setter(b->setters, path));
	assert_int_equal(claim->nr_setters, count_setters(b->setters));
	if (claim->set_by == HEADROOM_NONE)
		assert_true(claim->origin == HEADROOM_NONE);
	else
		assert_true(b->groups[claim->origin].direct_tasks);
}

static void check_group(const struct block *b, size_t i)
{
	const struct headroom_group *g = &b->groups[i];
	const struct row *row = &b->rows[i];

	if (!g->has_file)
		return;
	assert_int_equal(g->allowed.headroom, row->allowed.headroom);
	assert_int_equal(g->allowed.tolerance, row->allowed.tolerance);
	assert_int_equal(g->effective.headroom, row->effective.headroom);
	assert_int_equal(g->effective.tolerance, row->effective.tolerance);
	assert_int_equal(g->target_idle, row->target_idle);
	assert_int_equal(g->min_runtime, row->min_runtime);
	/* Whose values they are: the named group must have configured exactly them. */
	assert_int_equal(b->groups[g->headroom_from].configured.headroom, row->allowed.headroom);
	if (g->tolerance_from != HEADROOM_NONE)
		assert_int_equal(b->groups[g->tolerance_from].configured.tolerance,
				 row->allowed.tolerance);
}

static void test_hierarchy_table(void **state)
{
	FILE *file = fopen(HEADROOM_SOURCE_DIR "/tests/kernel/hierarchy.table", "r");
	struct headroom_claim claim;
	unsigned int nr_blocks = 0;
	struct block b;

	(void)state;
	assert_non_null(file);
	while (read_block(file, &b)) {
		headroom_evaluate(b.groups, b.nr_groups, &claim);
		print_message("# %s: global %u.%02u by %s\n", b.tree, claim.pair.headroom / 100,
			      claim.pair.headroom % 100, b.setters);
		for (size_t i = 0; i < b.nr_groups; i++)
			check_group(&b, i);
		check_global(&b, &claim);
		nr_blocks++;
	}
	fclose(file);
	assert_true(nr_blocks >= 30);
}

static void test_parse_accepts(void **state)
{
	static const struct {
		const char *text;
		unsigned int headroom, tolerance;
	} cases[] = {
		{ "30 5", 3000, 500 },          { "30.5 0.01", 3050, 1 },
		{ "30.05 99.99", 3005, 9999 },  { "max max", 10000, 10000 },
		{ "100 100.00", 10000, 10000 }, { "0 max\n", 0, 10000 },
		{ " 7 \t 8 ", 700, 800 },       { "0.00 0", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct headroom_pair pair = { 1, 1 };

		assert_int_equal(headroom_parse(cases[i].text, &pair), 0);
		assert_int_equal(pair.headroom, cases[i].headroom);
		assert_int_equal(pair.tolerance, cases[i].tolerance);
	}
}

static void test_parse_refuses(void **state)
{
	static const char *const cases[] = {
		"",      " ",        "30",       "max",    "30 5 1",   "-1 5",         "30 -0",
		"101 0", "0 100.01", "100.01 0", "30x 5",  "30 5x",    "30.123 5",     "30. 5",
		".5 5",  "maxi 5",   "max5",     "30,5 1", "3 0 max",  "4294967326 5", "1e1 5",
		"+3 5",  "30\v5",    "30\n5",    "nan 0",  "30 5 max", "0x1e 5",       "30.5.5 1",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct headroom_pair pair = { 11, 12 };

		if (headroom_parse(cases[i], &pair) == 0)
			fail_msg("accepted \"%s\"", cases[i]);
		assert_int_equal(pair.headroom, 11);
		assert_int_equal(pair.tolerance, 12);
	}
}

static void test_every_value_reads_back(void **state)
{
	(void)state;
	for (unsigned int v = 0; v <= HEADROOM_MAX; v++) {
		struct headroom_pair in = { v, HEADROOM_MAX - v }, out;
		char text[32];

		assert_int_equal(headroom_parse(headroom_format(in, text, sizeof(text)), &out), 0);
		assert_int_equal(out.headroom, in.headroom);
		assert_int_equal(out.tolerance, in.tolerance);
	}
}

static void test_prints_as_the_file_does(void **state)
{
	char text[16];

	(void)state;
	assert_string_equal(headroom_format((struct headroom_pair){ HEADROOM_MAX, HEADROOM_MAX },
					    text, sizeof(text)),
			    "max max");
	assert_string_equal(headroom_format((struct headroom_pair){ 9999, 5 }, text, sizeof(text)),
			    "99.99 0.05");
}

static void test_step_stays_in_range(void **state)
{
	(void)state;
	assert_int_equal(headroom_step(3000, 5), 3500);
	assert_int_equal(headroom_step(50, -1), 0);
	assert_int_equal(headroom_step(9950, 1), HEADROOM_MAX);
	assert_int_equal(headroom_step(HEADROOM_MAX, -5), 9500);
}

/* main, side and their standing at an idleness, under main's configuration. */
static enum headroom_standing side_standing(unsigned int headroom, unsigned int tolerance, int idle)
{
	struct headroom_group groups[] = {
		{ .parent = HEADROOM_NONE,
		  .has_file = true,
		  .has_tasks = true,
		  .configured = { headroom, tolerance } },
		{ .parent = HEADROOM_NONE,
		  .has_file = true,
		  .has_tasks = true,
		  .configured = { 0, HEADROOM_MAX } },
	};
	struct headroom_claim claim;

	headroom_evaluate(groups, 2, &claim);
	return headroom_standing(&groups[1], &claim, idle);
}

static void test_standing(void **state)
{
	(void)state;
	assert_int_equal(side_standing(3000, 0, 2999), HEADROOM_RESTRAINED);
	assert_int_equal(side_standing(3000, 0, 3000), HEADROOM_MET);
	assert_int_equal(side_standing(3000, 0, -1), HEADROOM_SUBJECT);
	assert_int_equal(side_standing(3000, 7000, 0), HEADROOM_RESTRAINED);
	assert_int_equal(side_standing(3000, 7001, 0), HEADROOM_FLOOR_ABOVE_ROOM);
	assert_int_equal(side_standing(3000, HEADROOM_MAX, 0), HEADROOM_TOLERATED);
	assert_int_equal(side_standing(0, 0, 0), HEADROOM_NO_CLAIM);
	assert_int_equal(side_standing(HEADROOM_MAX, 0, 0), HEADROOM_NO_CLAIM);
}

static unsigned int caveats_of(const char *slice, const char *leaf, size_t group)
{
	struct headroom_group groups[] = {
		{ .parent = HEADROOM_NONE, .has_file = true },
		{ .parent = 0, .has_file = true, .has_tasks = true },
		{ .parent = HEADROOM_NONE,
		  .has_file = true,
		  .has_tasks = true,
		  .configured = headroom_default() },
	};
	struct headroom_claim claim;

	assert_int_equal(headroom_parse(slice, &groups[0].configured), 0);
	assert_int_equal(headroom_parse(leaf, &groups[1].configured), 0);
	headroom_evaluate(groups, 3, &claim);
	return headroom_caveats(groups, 3, &claim, group);
}

static void test_caveats(void **state)
{
	(void)state;
	assert_int_equal(caveats_of("30 5", "30 5", 0), 0);
	assert_int_equal(caveats_of("30 5", "30 5", 1), 0);
	assert_true(caveats_of("30 5", "0 max", 0) & HEADROOM_CAVEAT_NOT_INHERITED);
	assert_int_equal(caveats_of("30 5", "20 5", 0), HEADROOM_CAVEAT_NOT_INHERITED);
	assert_int_equal(caveats_of("30 max", "30 max", 1), HEADROOM_CAVEAT_ALONE);
	assert_int_equal(caveats_of("30 71", "30 71", 1), HEADROOM_CAVEAT_NEVER_BITES);
	assert_int_equal(caveats_of("30 70", "30 70", 1), 0);
	assert_int_equal(caveats_of("0 5", "0 5", 1), HEADROOM_CAVEAT_TOLERANCE_IGNORED);
	assert_int_equal(caveats_of("20 5", "30 5", 1), HEADROOM_CAVEAT_CAPPED);
	assert_int_equal(caveats_of("0 max", "30 5", 1), HEADROOM_CAVEAT_CAPPED |
								 HEADROOM_CAVEAT_ALONE |
								 HEADROOM_CAVEAT_TOLERANCE_IGNORED);
	assert_int_equal(caveats_of("30 max", "0 max", 0),
			 HEADROOM_CAVEAT_NOT_INHERITED | HEADROOM_CAVEAT_ALONE);
	assert_int_equal(caveats_of("40 71", "30 71", 1), HEADROOM_CAVEAT_NEVER_BITES);
	assert_int_equal(caveats_of("40 71", "30 71", 0),
			 HEADROOM_CAVEAT_NOT_INHERITED | HEADROOM_CAVEAT_NEVER_BITES);
	assert_int_equal(caveats_of("0 max", "0 max", 0), 0);
	assert_int_equal(caveats_of("0 max", "0 max", 1), 0);
	assert_int_equal(caveats_of("max max", "max max", 1), 0);
}

/* Alone on the machine there is nobody to hold back, which is no fault of the tolerance. */
static void test_alone(void **state)
{
	struct headroom_group g = { .parent = HEADROOM_NONE,
				    .has_file = true,
				    .has_tasks = true,
				    .configured = { 3000, 500 } };
	struct headroom_claim claim;

	(void)state;
	headroom_evaluate(&g, 1, &claim);
	assert_int_equal(headroom_caveats(&g, 1, &claim, 0), 0);
	assert_int_equal(headroom_standing(&g, &claim, 0), HEADROOM_HIGHEST);
	g.has_file = false;
	headroom_evaluate(&g, 1, &claim);
	assert_int_equal(headroom_standing(&g, &claim, 0), HEADROOM_NO_FILE);
	g.has_file = true;
	g.configured.headroom = HEADROOM_MAX;
	headroom_evaluate(&g, 1, &claim);
	assert_int_equal(headroom_standing(&g, &claim, 0), HEADROOM_EXEMPT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hierarchy_table),
		cmocka_unit_test(test_parse_accepts),
		cmocka_unit_test(test_parse_refuses),
		cmocka_unit_test(test_every_value_reads_back),
		cmocka_unit_test(test_prints_as_the_file_does),
		cmocka_unit_test(test_step_stays_in_range),
		cmocka_unit_test(test_standing),
		cmocka_unit_test(test_caveats),
		cmocka_unit_test(test_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
