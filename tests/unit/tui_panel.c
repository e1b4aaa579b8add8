// SPDX-License-Identifier: GPL-2.0-only
/* The preview's panel: nothing of the text is out of reach on any screen, and none of it is lost. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/grid.h"
#include "tui/panel.h"

static const char preview[] = "cpu.headroom of main\n"
			      "  now        0.00 max\n"
			      "  wanted     30 0\n"
			      "  claim      0.00 max -> 30.00 0.00, set by main\n"
			      "  throttles  side/a, side/b, \xe6\xbc\xa2\xe5\xad\x97.scope, "
			      "side/an-unbroken-name-of-a-group\n"
			      "  note       it is last\n";

/* What is on the screen, without blanks: rows may break anywhere. */
static void squeeze(const char *from, char *to)
{
	for (; *from; from++) {
		if (*from != ' ' && *from != '\n')
			*to++ = *from;
	}
	*to = '\0';
}

static void test_all_of_it_shows_where_it_fits(void **state)
{
	char want[1024], got[65536];

	(void)state;
	squeeze(preview, want);
	for (int cols = 20; cols <= 200; cols += 3) {
		struct panel p = { .text = NULL };
		struct grid *g = grid_new(60, cols, false);
		char *text;

		panel_show(&p, strdup(preview));
		panel_draw(&p, &g->canvas);
		assert_int_equal(g->overlaps + g->outside, 0);
		text = grid_text(g);
		squeeze(text, got);
		assert_non_null(strstr(got, want));
		free(text);
		grid_free(g);
		panel_show(&p, NULL);
	}
}

/* Nothing of the view that it lies over shows through. */
static void test_covers_what_is_below(void **state)
{
	struct panel p = { .text = NULL };
	struct grid *g = grid_new(20, 50, false);
	char *line;

	(void)state;
	for (int row = 0; row < 20; row++)
		canvas_printf(&g->canvas, row, 0, INK_TEXT, "%050d", 0);
	panel_show(&p, strdup("cpu.weight of main\n  wanted\n"));
	panel_draw(&p, &g->canvas);
	for (int row = 17; row < 20; row++) {
		line = grid_line(g, row);
		assert_null(strchr(line, '0'));
		free(line);
	}
	line = grid_line(g, 16);
	assert_int_equal(strspn(line, "0"), 50);
	free(line);
	panel_show(&p, NULL);
	grid_free(g);
}

/* On a screen that is too small every word comes into sight, and the title says so. */
static void test_scrolling(void **state)
{
	struct panel p = { .text = NULL };
	struct grid *g = grid_new(6, 40, false);

	(void)state;
	panel_show(&p, strdup(preview));
	panel_draw(&p, &g->canvas);
	assert_int_equal(grid_find(g, "This change 1-5 of "), 0);
	assert_int_equal(grid_find(g, "cpu.headroom of main"), 1);
	assert_int_equal(grid_find(g, "it is last"), -1);
	for (int i = 0; i < 20; i++) {
		assert_true(panel_key(&p, "Down"));
		grid_blank(g);
		panel_draw(&p, &g->canvas);
	}
	assert_int_equal(grid_find(g, "it is last"), 5);
	assert_true(panel_key(&p, "PageUp") && panel_key(&p, "PageUp") && panel_key(&p, "PageUp"));
	grid_blank(g);
	panel_draw(&p, &g->canvas);
	assert_int_equal(grid_find(g, "cpu.headroom of main"), 1);
	grid_free(g);
	panel_show(&p, NULL);
}

static void test_other_keys_are_left_alone(void **state)
{
	struct panel p = { .text = NULL };

	(void)state;
	assert_false(panel_key(&p, "Down"));
	panel_show(&p, strdup(preview));
	assert_false(panel_key(&p, "y") || panel_key(&p, "Enter") || panel_key(&p, "Left"));
	panel_show(&p, NULL);
}

/* Screens that hold nothing do no harm. */
static void test_tiny(void **state)
{
	(void)state;
	for (int rows = 1; rows < 5; rows++) {
		for (int cols = 1; cols < 20; cols++) {
			struct panel p = { .text = NULL };
			struct grid *g = grid_new(rows, cols, false);

			panel_show(&p, strdup(preview));
			panel_draw(&p, &g->canvas);
			assert_int_equal(g->outside, 0);
			grid_free(g);
			panel_show(&p, NULL);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_of_it_shows_where_it_fits),
		cmocka_unit_test(test_covers_what_is_below),
		cmocka_unit_test(test_scrolling),
		cmocka_unit_test(test_other_keys_are_left_alone),
		cmocka_unit_test(test_tiny),
	};

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("panel", tests, NULL, NULL);
}
