// SPDX-License-Identifier: GPL-2.0-only
/* What the keys do in the views, as scripts on a grid; ticks go by between them. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machines.h"
#include "tests/screens/screen.h"
#include "views/columns.h"
#include "views/state.h"

static void open_screen(struct screen *s, const char *view, const char *machine, int rows, int cols)
{
	assert_int_equal(screen_open(s, view, machine_model(machine, 5), rows, cols, false), 0);
	screen_draw(s);
}

static void expect_line(struct screen *s, const char *text)
{
	char *all;

	if (grid_find(s->grid, text) >= 0)
		return;
	all = grid_text(s->grid);
	print_error("\"%s\" is not on\n%s", text, all);
	free(all);
	fail();
}

static void play(struct screen *s, const char *script)
{
	assert_int_equal(screen_play(s, script), 0);
}

static void test_topology_moves(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "eight", 24, 80);
	expect_line(&s, "CPU 0 ");
	play(&s, "right");
	expect_line(&s, "CPU 4 ");
	play(&s, "down");
	expect_line(&s, "CPU 5 ");
	play(&s, "down");
	expect_line(&s, "CPU 6 ");
	play(&s, "left");
	expect_line(&s, "CPU 2 ");
	play(&s, "last");
	expect_line(&s, "CPU 7 ");
	assert_int_equal(screen_act(&s, ACTION_DOWN), OUTCOME_IGNORED);
	assert_int_equal(screen_act(&s, ACTION_RIGHT), OUTCOME_IGNORED);
	play(&s, "first");
	expect_line(&s, "CPU 0 ");
	screen_close(&s);
}

static void test_topology_asks_who_waits(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "eight", 24, 80);
	play(&s, "search:cpu5");
	assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_WAITERS);
	assert_int_equal(s.view.wanted_cpu, 5);
	play(&s, "waiters:5");
	expect_line(&s, "1 waits  1 pinned here  1 idle-class");
	expect_line(&s, "a\\x1b[2Jb");
	assert_int_equal(screen_act(&s, ACTION_BACK), OUTCOME_REDRAW);
	assert_int_equal(screen_act(&s, ACTION_BACK), OUTCOME_IGNORED);
	/* The answer is for CPU 5: another one asks anew. */
	play(&s, "right select");
	assert_int_equal(grid_find(s.grid, "pinned"), -1);
	screen_close(&s);
}

static void test_topology_says_why_nobody_is_listed(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "eight", 24, 80);
	s.context.waiters_error = "the task iterator was refused: not permitted";
	s.context.waiters_cpu = 0;
	play(&s, "select");
	expect_line(&s, "the task iterator was refused: not permitted");
	screen_close(&s);
}

static void test_low_topology_shows_the_pane_instead(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "eight", 10, 40);
	expect_line(&s, "L3 #1");
	play(&s, "select waiters:0");
	assert_int_equal(grid_find(s.grid, "package 1"), -1);
	assert_int_equal(grid_find(s.grid, "rows "), -1);
	expect_line(&s, "queued here:");
	play(&s, "back");
	expect_line(&s, "package 1");
	screen_close(&s);
}

static void test_topology_shows_other_shares(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "sixty-four", 24, 80);
	expect_line(&s, "% of time overloaded");
	play(&s, "sort-next");
	expect_line(&s, "% of time missed idle");
	play(&s, "sort-previous");
	expect_line(&s, "% of time overloaded");
	play(&s, "sort-previous");
	expect_line(&s, "% of time idle");
	screen_close(&s);
}

static void test_search(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "big512", 24, 80);
	play(&s, "search:300");
	expect_line(&s, "CPU 300 ");
	play(&s, "search:CPU17");
	expect_line(&s, "CPU 17 ");
	play(&s, "search:#20");
	expect_line(&s, "L3 #20  node");
	play(&s, "search:postgres");
	expect_line(&s, "runs postgres");
	assert_int_equal(screen_act(&s, ACTION_SEARCH_NEXT), OUTCOME_REDRAW);
	expect_line(&s, "runs postgres");
	play(&s, "search:37");
	assert_int_equal(screen_act(&s, ACTION_SEARCH), OUTCOME_IGNORED);
	screen_close(&s);
}

/* The first match forwards and the last backwards, round at both ends. */
static void test_search_goes_round(void **state)
{
	struct screen s;
	int first = 0;

	(void)state;
	open_screen(&s, "topology", "eight", 24, 80);
	play(&s, "search:L3");
	expect_line(&s, "CPU 0 ");
	do {
		assert_int_equal(screen_act(&s, ACTION_SEARCH_NEXT), OUTCOME_REDRAW);
		first++;
	} while (grid_find(s.grid, "core 0 with CPU 4") < 0 && first < 20);
	assert_int_equal(first, 8);
	play(&s, "search-previous");
	expect_line(&s, "CPU 7 ");
	screen_close(&s);
}

static void test_overview_narrows_and_leads_on(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "eight", 24, 80);
	expect_line(&s, "CPUs of the machine");
	play(&s, "down select");
	expect_line(&s, "CPUs of L3 #1");
	assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_SHOW_CPU);
	assert_true(s.view.wanted_cpu >= 0 && s.model->cpus[s.view.wanted_cpu].llc == 1);
	play(&s, "back");
	expect_line(&s, "CPUs of the machine");
	expect_line(&s, ">L3 #1");
	assert_int_equal(screen_act(&s, ACTION_LEFT), OUTCOME_IGNORED);
	assert_int_equal(screen_act(&s, ACTION_RIGHT), OUTCOME_REDRAW);
	screen_close(&s);
}

/* By number while all LLCs are in sight, the overloaded first where not, until somebody sorts. */
static void test_llcs_order_themselves(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "big512", 90, 120);
	expect_line(&s, "LLC▲");
	expect_line(&s, ">L3 #0");
	assert_int_equal(screen_resize(&s, 24, 80), 0);
	assert_int_equal(grid_find(s.grid, "LLC▲"), -1);
	assert_int_equal(grid_find(s.grid, ">L3 #0"), -1);
	play(&s, "sort-next sort-previous sort-reverse");
	expect_line(&s, "OVER▲");
	assert_int_equal(screen_resize(&s, 90, 120), 0);
	expect_line(&s, "OVER▲");
	screen_close(&s);
	open_screen(&s, "overview", "big512", 24, 80);
	assert_int_equal(s.view.ops->click(&s.view, &s.context, grid_find(s.grid, "LLC "), 2),
			 OUTCOME_REDRAW);
	screen_draw(&s);
	expect_line(&s, "LLC▲");
	screen_close(&s);
}

static void test_low_overview_shows_the_table_in_focus(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "eight", 10, 40);
	expect_line(&s, ">L3 #0");
	play(&s, "right");
	assert_int_equal(grid_find(s.grid, "L3 #"), -1);
	expect_line(&s, "CPU");
	screen_close(&s);
}

static void tick(struct screen *s)
{
	const struct machine_shape *shape = machine_shape_named("sixty-four");
	struct topology *topo = topology_ref(s->model->sample->topo);

	assert_int_equal(
		model_advance(s->model, machine_shape_sample(shape, topo, s->model->sample)), 0);
	topology_unref(topo);
	screen_draw(s);
}

static void test_selection_is_kept_over_ticks(void **state)
{
	struct screen overview, topology;

	(void)state;
	open_screen(&overview, "overview", "sixty-four", 40, 120);
	open_screen(&topology, "topology", "sixty-four", 24, 80);
	play(&overview, "right down down down");
	play(&overview, "select");
	play(&topology, "search:cpu42");
	for (int i = 0; i < 20; i++) {
		tick(&overview);
		tick(&topology);
		assert_int_equal(screen_act(&overview, ACTION_SELECT), OUTCOME_SHOW_CPU);
		assert_true(i == 0 || overview.view.wanted_cpu >= 0);
		expect_line(&topology, "CPU 42 ");
	}
	screen_close(&overview);
	screen_close(&topology);
}

static void test_selected_cpu_of_the_overview_stays(void **state)
{
	struct screen s;
	int cpu;

	(void)state;
	open_screen(&s, "overview", "sixty-four", 40, 120);
	play(&s, "right down down select");
	cpu = s.view.wanted_cpu;
	for (int i = 0; i < 20; i++) {
		tick(&s);
		screen_act(&s, ACTION_SELECT);
		assert_int_equal(s.view.wanted_cpu, cpu);
	}
	screen_close(&s);
}

static void test_filter_leaves_what_matches(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "sixty-four", 40, 120);
	play(&s, "filter:#3");
	expect_line(&s, "CPUs of the machine that match #3");
	expect_line(&s, "L3 #3");
	assert_int_equal(grid_find(s.grid, "L3 #2"), -1);
	play(&s, "right first select");
	assert_int_equal(s.model->cpus[s.view.wanted_cpu].llc, 3);
	play(&s, "filter:cpu17");
	assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_SHOW_CPU);
	assert_int_equal(s.view.wanted_cpu, 17);
	screen_close(&s);
	open_screen(&s, "topology", "sixty-four", 24, 80);
	play(&s, "filter:#3 last");
	expect_line(&s, "only what matches #3");
	expect_line(&s, "L3 #3 12");
	expect_line(&s, "L3 #2");
	assert_int_equal(grid_find(s.grid, "L3 #2 "), -1);
	screen_close(&s);
}

static void test_select_cpu(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "sixty-four", 24, 80);
	s.view.ops->select_cpu(&s.view, 61);
	screen_draw(&s);
	expect_line(&s, "CPU 61 ");
	/* One that is not there is no reason to stop. */
	s.view.ops->select_cpu(&s.view, 4000);
	screen_draw(&s);
	expect_line(&s, "CPU 0 ");
	screen_close(&s);
}

static void test_clicks_select(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", "eight", 24, 80);
	assert_int_equal(s.view.ops->click(&s.view, &s.context, grid_find(s.grid, "6 b"), 30),
			 OUTCOME_REDRAW);
	screen_draw(&s);
	expect_line(&s, "CPU 6 ");
	assert_int_equal(s.view.ops->click(&s.view, &s.context, 23, 2), OUTCOME_IGNORED);
	screen_close(&s);
	open_screen(&s, "overview", "eight", 24, 80);
	assert_int_equal(s.view.ops->click(&s.view, &s.context, grid_find(s.grid, "L3 #1"), 3),
			 OUTCOME_REDRAW);
	screen_draw(&s);
	expect_line(&s, ">L3 #1");
	screen_close(&s);
}

static void test_baseline_shows_differences(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "eight", 24, 80);
	play(&s, "baseline");
	expect_line(&s, "differences to 0.0 s ago");
	expect_line(&s, "(=)");
	play(&s, "baseline");
	assert_int_equal(grid_find(s.grid, "differences"), -1);
	screen_close(&s);
}

/* The claim beside the idleness and as a line in its graph, a change as a sign above. */
static bool is_marked(const struct screen *s, const char *title)
{
	char *line = grid_line(s->grid, grid_find(s->grid, title));
	bool marked = line && strstr(line, "▼─");

	free(line);
	return marked;
}

/* The graphs of a group and of the machine beside it tell the same as those of the Overview. */
static void test_cgroups_tell_claim_and_changes(void **state)
{
	struct journal_entry entry = { .id = 1 };
	struct journal journal = { .nr_entries = 1, .entries = &entry };
	struct screen s;

	(void)state;
	open_screen(&s, "cgroups", "lab", 24, 80);
	assert_int_equal(screen_play(&s, "search:side"), 0);
	assert_false(is_marked(&s, "usage, full"));
	expect_line(&s, "┄┄┄"); /* main's claim */
	entry.time_unix_us = s.model->sample->time_unix_ns / 1000 - 10 * 1000000;
	s.context.journal = &journal;
	screen_draw(&s);
	assert_true(is_marked(&s, "usage, full"));
	assert_true(is_marked(&s, "throttled, full"));
	/* A change from before the graph begins has no sign. */
	entry.time_unix_us -= 3600ull * 1000000;
	screen_draw(&s);
	assert_false(is_marked(&s, "usage, full"));
	s.context.journal = NULL; /* ours, not the screen's */
	screen_close(&s);
}

static void test_overview_tells_claim_and_changes(void **state)
{
	struct journal_entry entry = { .id = 1 };
	struct journal journal = { .nr_entries = 1, .entries = &entry };
	struct screen s;

	(void)state;
	open_screen(&s, "overview", "eight", 24, 80);
	assert_int_equal(grid_find(s.grid, "claimed"), -1);
	assert_int_equal(grid_find(s.grid, "▼─"), -1);
	s.model->cgroups.has_headroom = true;
	s.model->cgroups.claim =
		(struct headroom_claim){ .pair.headroom = 7000, .set_by = 0, .nr_setters = 1 };
	entry.time_unix_us = s.model->sample->time_unix_ns / 1000 - 10 * 1000000;
	s.context.journal = &journal;
	screen_draw(&s);
	expect_line(&s, "of claimed 70.0 %");
	expect_line(&s, "▼─");
	expect_line(&s, "┄┄┄");
	entry.time_unix_us -= 3600ull * 1000000;
	screen_draw(&s);
	assert_int_equal(grid_find(s.grid, "▼─"), -1);
	s.context.journal = NULL; /* ours, not the screen's */
	screen_close(&s);
}

static void test_text_scrolls(void **state)
{
	static const char *const views[] = { "help", "doctor" };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct screen s;

		open_screen(&s, views[i], "eight", 12, 60);
		assert_int_equal(screen_act(&s, ACTION_UP), OUTCOME_IGNORED);
		assert_int_equal(screen_act(&s, ACTION_DOWN), OUTCOME_REDRAW);
		assert_int_equal(screen_act(&s, ACTION_PAGE_DOWN), OUTCOME_REDRAW);
		assert_int_equal(screen_act(&s, ACTION_LAST), OUTCOME_REDRAW);
		assert_int_equal(screen_act(&s, ACTION_PAGE_DOWN), OUTCOME_IGNORED);
		assert_int_equal(screen_act(&s, ACTION_FIRST), OUTCOME_REDRAW);
		play(&s, "search:nowhere-to-be-found");
		assert_int_equal(screen_act(&s, ACTION_SEARCH_NEXT), OUTCOME_IGNORED);
		screen_close(&s);
	}
}

/* Help has every action, and the keys of a changed map. */
static void test_help_shows_the_keys_in_force(void **state)
{
	struct keymap *map = keymap_new();
	struct screen s;

	(void)state;
	assert_int_equal(keymap_bind(map, "pause", "F7"), 0);
	open_screen(&s, "help", "eight", 100, 80);
	s.context.keymap = map;
	screen_draw(&s);
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
		expect_line(&s, key_rows[a].help);
	expect_line(&s, "F7");
	screen_close(&s);
	keymap_free(map);
}

/* Every mark, every sign of a cell and every column of the tables is explained. */
static void test_help_explains_what_is_shown(void **state)
{
	static const char *const cells[] = { "digit", "number", "[ ]", "i n *", "no domain" };
	struct screen s;

	(void)state;
	open_screen(&s, "help", "eight", 400, 100);
	for (int i = 0; i < CPU_STATE_COUNT; i++)
		expect_line(&s, state_looks[i].help);
	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
		expect_line(&s, cells[i]);
	for (int i = GAUGE_UNREAD; i < GAUGE_KNOWN; i++)
		expect_line(&s, format_missing((enum gauge_state)i));
	for (int i = 0; i < llc_columns_count; i++)
		expect_line(&s, llc_columns[i].help);
	for (int i = 0; i < cpu_columns_count; i++)
		expect_line(&s, cpu_columns[i].help);
	for (int i = 0; i < waiter_columns_count; i++)
		expect_line(&s, waiter_columns[i].help);
	screen_close(&s);
}

/* Doctor has every capability with its reason and its remedy. */
static void test_doctor_is_complete(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "doctor", "pair", 100, 160);
	for (int i = 0; i < CAP_COUNT; i++) {
		expect_line(&s, capability_table[i].name);
		if (s.model->sample->caps[i].reason[0])
			expect_line(&s, s.model->sample->caps[i].reason);
		if (s.model->sample->caps[i].state != GAUGE_KNOWN)
			expect_line(&s, capability_table[i].enable);
	}
	screen_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_topology_moves),
		cmocka_unit_test(test_topology_asks_who_waits),
		cmocka_unit_test(test_topology_says_why_nobody_is_listed),
		cmocka_unit_test(test_low_topology_shows_the_pane_instead),
		cmocka_unit_test(test_topology_shows_other_shares),
		cmocka_unit_test(test_search),
		cmocka_unit_test(test_search_goes_round),
		cmocka_unit_test(test_overview_narrows_and_leads_on),
		cmocka_unit_test(test_llcs_order_themselves),
		cmocka_unit_test(test_low_overview_shows_the_table_in_focus),
		cmocka_unit_test(test_selection_is_kept_over_ticks),
		cmocka_unit_test(test_selected_cpu_of_the_overview_stays),
		cmocka_unit_test(test_filter_leaves_what_matches),
		cmocka_unit_test(test_select_cpu),
		cmocka_unit_test(test_clicks_select),
		cmocka_unit_test(test_baseline_shows_differences),
		cmocka_unit_test(test_cgroups_tell_claim_and_changes),
		cmocka_unit_test(test_overview_tells_claim_and_changes),
		cmocka_unit_test(test_text_scrolls),
		cmocka_unit_test(test_help_shows_the_keys_in_force),
		cmocka_unit_test(test_help_explains_what_is_shown),
		cmocka_unit_test(test_doctor_is_complete),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
