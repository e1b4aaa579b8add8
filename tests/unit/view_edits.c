// SPDX-License-Identifier: GPL-2.0-only
/* What the Cgroups, Features and Journal views ask to be changed, and which groups they look at. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machine_groups.h"
#include "tests/machines.h"
#include "tests/screens/screen.h"

#define SHOWN_MAX 512

static void open_screen(struct screen *s, const char *view, const char *machine)
{
	assert_int_equal(screen_open(s, view, machine_model(machine, 20), 24, 80, false), 0);
	screen_draw(s);
}

static void play(struct screen *s, const char *script)
{
	assert_int_equal(screen_play(s, script), 0);
}

static void expect_edit(const struct screen *s, const char *knob, const char *object,
			const char *value)
{
	assert_non_null(s->view.edit.knob);
	assert_string_equal(s->view.edit.knob->name, knob);
	assert_string_equal(s->view.edit.object, object);
	assert_string_equal(s->view.edit.value, value);
}

static void test_headroom_is_asked_for(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "cgroups", "lab");
	play(&s, "search:main");
	assert_int_equal(screen_act(&s, ACTION_HEADROOM), OUTCOME_EDIT);
	expect_edit(&s, "cpu.headroom", "main", "30.00 5.00");
	play(&s, "first");
	assert_int_equal(screen_act(&s, ACTION_HEADROOM), OUTCOME_IGNORED); /* the root has none */
	assert_int_equal(screen_act(&s, ACTION_EDIT), OUTCOME_IGNORED);
	screen_close(&s);
}

/* A value of the kernel that is not what the rules say, by its name and with both figures. */
static void test_disagreement_is_shown(void **state)
{
	struct screen s;
	struct model_cgroup *g;

	(void)state;
	open_screen(&s, "cgroups", "lab");
	play(&s, "search:main");
	assert_int_equal(grid_find(s.grid, "FAULT"), -1);
	g = &s.model->cgroups.groups[1];
	g->kernel_agrees = gauge_known(0);
	g->difference = (struct headroom_difference){ .name = "minimum runtime",
						      .kernel = 1050,
						      .ours = 500 };
	screen_draw(&s);
	assert_int_not_equal(grid_find(s.grid, "FAULT: the kernel has minimum runtime 10.50"), -1);
	screen_close(&s);
}

static void test_steps(void **state)
{
	static const struct {
		const char *group;
		enum action action;
		const char *value; /* NULL: nothing is asked for */
	} rows[] = {
		{ "main", ACTION_STEP_UP, "31.00 5.00" },
		{ "main", ACTION_STEP_UP_5, "35.00 5.00" },
		{ "main", ACTION_STEP_DOWN, "29.00 5.00" },
		{ "main", ACTION_STEP_DOWN_5, "25.00 5.00" },
		{ "batch", ACTION_STEP_DOWN_5, NULL }, /* at 0 already */
		{ "batch", ACTION_STEP_UP_5, "5.00 max" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char script[64];
		struct screen s;

		open_screen(&s, "cgroups", "lab");
		snprintf(script, sizeof(script), "search:%s", rows[i].group);
		play(&s, script);
		assert_int_equal(screen_act(&s, rows[i].action),
				 rows[i].value ? OUTCOME_NUDGE : OUTCOME_IGNORED);
		if (rows[i].value)
			assert_string_equal(s.view.edit.value, rows[i].value);
		screen_close(&s);
	}
}

/* The list offers every knob that the group has, with its value as the file reads. */
static void test_list_of_knobs(void **state)
{
	static const char *const want[][2] = {
		{ "cpu.headroom", "0.00 max" }, { "cpu.max", "20000 100000" },
		{ "cpu.max.burst", "0" },       { "cpu.weight", "100" },
		{ "cpu.weight.nice", "" },      { "cpu.idle", "0" },
		{ "cpuset.cpus", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct screen s;

		open_screen(&s, "cgroups", "lab");
		play(&s, "search:batch edit");
		assert_true(grid_find(s.grid, "What to edit") > 0);
		for (size_t down = 0; down < i; down++)
			screen_act(&s, ACTION_DOWN);
		assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_EDIT);
		expect_edit(&s, want[i][0], "side/batch", want[i][1]);
		/* The list of CPUs in force is no value of the file: it stands beside. */
		assert_string_equal(s.view.edit.in_force,
				    strcmp(want[i][0], "cpuset.cpus") ? "" : "effective 0-1");
		assert_int_equal(grid_find(s.grid, "What to edit"), -1);
		screen_close(&s);
	}
}

static void test_features_toggle_edit_and_reset(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "features", "lab");
	play(&s, "search:PLACE_LAG");
	assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_CHANGE);
	expect_edit(&s, "feature", "PLACE_LAG", "off");
	assert_int_equal(screen_act(&s, ACTION_RESET), OUTCOME_IGNORED); /* is as at the start */
	assert_int_equal(screen_act(&s, ACTION_EDIT), OUTCOME_EDIT);
	expect_edit(&s, "feature", "PLACE_LAG", "on");
	play(&s, "search:base_slice");
	assert_int_equal(screen_act(&s, ACTION_SELECT), OUTCOME_EDIT);
	expect_edit(&s, "base_slice_ns", "base_slice_ns", "3000000");
	s.model->sample->features[0].on = false;
	play(&s, "search:PLACE_LAG");
	assert_int_equal(screen_act(&s, ACTION_RESET), OUTCOME_CHANGE);
	expect_edit(&s, "feature", "PLACE_LAG", "on");
	screen_close(&s);
}

static void test_journal_undoes_the_selected(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "journal", "lab");
	assert_int_equal(screen_act(&s, ACTION_UNDO), OUTCOME_IGNORED);
	play(&s, "journal search:headroom");
	assert_int_equal(screen_act(&s, ACTION_UNDO), OUTCOME_UNDO);
	assert_int_equal(s.view.wanted_undo, 2);
	assert_int_equal(screen_act(&s, ACTION_UNDO_ALL), OUTCOME_UNDO_ALL);
	screen_close(&s);
}

static bool is_shown(const struct screen *s, uint64_t id)
{
	uint64_t ids[SHOWN_MAX];
	size_t nr = s->view.ops->shown_groups(&s->view, ids, SHOWN_MAX);

	for (size_t i = 0; i < nr; i++) {
		if (ids[i] == id)
			return true;
	}
	return false;
}

/* Of 5,000 groups only those in sight are called looked at, and they are, wherever one scrolls. */
static void test_groups_in_sight(void **state)
{
	uint64_t ids[SHOWN_MAX];
	struct screen s;

	(void)state;
	open_screen(&s, "cgroups", "big512");
	assert_true(is_shown(&s, 1));
	assert_in_range(s.view.ops->shown_groups(&s.view, ids, SHOWN_MAX), 5, 24);
	assert_int_equal(s.view.ops->shown_groups(&s.view, ids, 3), 3);
	play(&s, "page-down page-down page-down");
	assert_false(is_shown(&s, 1));
	assert_in_range(s.view.ops->shown_groups(&s.view, ids, SHOWN_MAX), 5, 24);
	play(&s, "first");
	assert_true(is_shown(&s, 1));
	screen_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headroom_is_asked_for),
		cmocka_unit_test(test_disagreement_is_shown),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_list_of_knobs),
		cmocka_unit_test(test_features_toggle_edit_and_reset),
		cmocka_unit_test(test_journal_undoes_the_selected),
		cmocka_unit_test(test_groups_in_sight),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
