// SPDX-License-Identifier: GPL-2.0-only
/* Title and status line at every width: nothing overlaps, nothing leaves the screen, and what
 * matters most is dropped last. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/grid.h"
#include "tests/machines.h"
#include "tui/frame.h"

struct scene {
	struct model *model;
	struct keymap *keymap;
	struct view views[FRAME_TABS_MAX];
	int nr_views;
	struct frame_status status;
};

static int make_scene(void **state)
{
	struct scene *s = calloc(1, sizeof(*s));

	s->model = machine_shape_model(machine_shape_named("eight"), 3);
	s->keymap = keymap_new();
	for (; view_table[s->nr_views]; s->nr_views++)
		s->views[s->nr_views].ops = view_table[s->nr_views];
	s->status = (struct frame_status){
		.model = s->model,
		.keymap = s->keymap,
		.message = "",
		.search = "",
		.filter = "",
		.interval_s = 1,
		.replay_speed = 1,
	};
	*state = s;
	return s->model && s->keymap ? 0 : -1;
}

static int free_scene(void **state)
{
	struct scene *s = *state;

	model_free(s->model);
	keymap_free(s->keymap);
	free(s);
	return 0;
}

/* A line of the screen, to be freed. The bar is laid first, so a cell is written at most twice. */
static char *title_line(const struct scene *s, int cols, int current, struct frame_tabs *ret_tabs)
{
	struct grid *g = grid_new(2, cols, false);
	char *line;

	frame_draw_title(&g->canvas, &s->status, s->views, s->nr_views, current, ret_tabs);
	assert_int_equal(g->outside, 0);
	line = grid_line(g, 0);
	grid_free(g);
	return line;
}

static char *status_line(const struct scene *s, int cols)
{
	struct grid *g = grid_new(2, cols, false);
	char *line;

	frame_draw_status(&g->canvas, 1, &s->status);
	if (!*s->status.message)
		assert_int_equal(g->outside, 0);
	line = grid_line(g, 1);
	grid_free(g);
	return line;
}

static void test_tabs(void **state)
{
	struct scene *s = *state;

	for (int cols = 40; cols <= 300; cols++) {
		for (int current = 0; current < s->nr_views; current++) {
			struct frame_tabs tabs;
			char *line = title_line(s, cols, current, &tabs);

			assert_int_equal(tabs.count, s->nr_views);
			for (int i = 0; i < tabs.count; i++) {
				char opening = i == current ? '[' : ' ';

				/* Every view's key is seen and clicked in its own columns. */
				assert_int_equal(line[tabs.tabs[i].from], opening);
				assert_int_equal(line[tabs.tabs[i].from + 1], view_table[i]->key);
				assert_true(!i || tabs.tabs[i].from == tabs.tabs[i - 1].to);
				assert_true(tabs.tabs[i].to <= cols);
			}
			free(line);
		}
	}
}

static void test_title_has_the_machine(void **state)
{
	struct scene *s = *state;
	struct frame_tabs tabs;
	char *line = title_line(s, 200, 0, &tabs);

	assert_non_null(strstr(line, s->model->sample->host));
	assert_non_null(strstr(line, s->model->sample->release));
	assert_non_null(strstr(line, view_table[s->nr_views - 1]->title));
	free(line);
	line = title_line(s, 40, 1, &tabs);
	assert_non_null(strstr(line, view_table[1]->title));
	free(line);
}

/* What was there at a width is there at every greater one. */
static void test_status_grows(void **state)
{
	struct scene *s = *state;
	char *before = strdup("");

	s->status.has_baseline = true;
	for (int cols = 1; cols <= 300; cols++) {
		char *line = status_line(s, cols);

		assert_int_equal(strncmp(line, before, strlen(before)), 0);
		free(before);
		before = line;
	}
	assert_non_null(strstr(before, "own cost"));
	assert_non_null(strstr(before, "sampling"));
	assert_non_null(strstr(before, "every 1 s"));
	assert_non_null(strstr(before, "BASELINE"));
	assert_non_null(strstr(before, "? help"));
	assert_non_null(strstr(before, "q quit"));
	free(before);
}

static void expect_status(const struct scene *s, int cols, const char *text, bool there)
{
	char *line = status_line(s, cols);

	if ((strstr(line, text) != NULL) != there)
		fail_msg("'%s' is %s: %s", text, there ? "missing" : "there", line);
	free(line);
}

/* In 40 columns still: the modes come before the figures. */
static void test_status_modes(void **state)
{
	struct scene *s = *state;

	s->status.paused = true;
	expect_status(s, 40, "PAUSED", true);
	s->status.is_replay = true;
	s->status.replay_speed = 0.5;
	expect_status(s, 40, "REPLAY x0.5", true);
	expect_status(s, 200, "every", false);
	s->status.replay_ended = true;
	expect_status(s, 40, "END OF RECORDING", true);
	expect_status(s, 40, "NOT FINISHED", false);
	s->status.replay_cut = true;
	expect_status(s, 40, "END OF RECORDING, NOT FINISHED", true);
	s->status.replay_cut = false;
	s->status.search = "needle";
	s->status.filter = "hay";
	expect_status(s, 200, "/needle", true);
	expect_status(s, 200, "ONLY hay", true);
	s->status.message = "wrote x";
	expect_status(s, 200, "wrote x", true);
	expect_status(s, 200, "PAUSED", false);
}

static void test_rate_in_force(void **state)
{
	struct scene *s = *state;
	struct sample *sample = (struct sample *)s->model->sample;

	sample->caps[CAP_SAMPLER].state = GAUGE_KNOWN;
	sample->self.sample_hz = 37;
	sample->self.sample_hz_wanted = 100;
	expect_status(s, 200, "sampling 37 of 100 Hz", true);
	sample->self.sample_hz = 100;
	expect_status(s, 200, "sampling 100 Hz", true);
	sample->caps[CAP_SAMPLER].state = GAUGE_DENIED;
	expect_status(s, 200, "no sampling", true);
	s->model->self.cpu_pct = rate_missing(GAUGE_UNREAD);
	expect_status(s, 200, "own cost -", true);
}

/* Bytes from outside reach neither line as they are. */
static void test_hostile_names(void **state)
{
	struct scene *s = *state;
	struct sample *sample = (struct sample *)s->model->sample;
	struct frame_tabs tabs;
	char *line;

	strcpy(sample->host, "a\x1b[2Jb\nc");
	line = title_line(s, 200, 0, &tabs);
	assert_null(strpbrk(line, "\x1b\n"));
	assert_non_null(strstr(line, "a\\x1b[2Jb\\x0ac"));
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_tabs, make_scene, free_scene),
		cmocka_unit_test_setup_teardown(test_title_has_the_machine, make_scene, free_scene),
		cmocka_unit_test_setup_teardown(test_status_grows, make_scene, free_scene),
		cmocka_unit_test_setup_teardown(test_status_modes, make_scene, free_scene),
		cmocka_unit_test_setup_teardown(test_rate_in_force, make_scene, free_scene),
		cmocka_unit_test_setup_teardown(test_hostile_names, make_scene, free_scene),
	};

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return EXIT_FAILURE;
	return cmocka_run_group_tests_name("tui_frame", tests, NULL, NULL);
}
