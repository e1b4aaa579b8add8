// SPDX-License-Identifier: GPL-2.0-only
/* Figures, phrases, bars, graphs and windows, each drawn where it belongs and nowhere else. */
#include "cmocka_run.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/grid.h"
#include "views/cpu_cell.h"
#include "views/draw.h"
#include "views/format.h"
#include "views/pen.h"
#include "views/state.h"

static void expect_grid(struct grid *g, const char *want)
{
	char *got = grid_text(g);

	assert_string_equal(got, want);
	assert_int_equal(g->overlaps, 0);
	assert_int_equal(g->outside, 0);
	free(got);
	grid_free(g);
}

static void expect_format(format_fn format, double value, const char *want)
{
	char text[32];

	format(rate_known(value), text, sizeof(text));
	assert_string_equal(text, want);
}

static void test_figures(void **state)
{
	(void)state;
	expect_format(format_pct, 0, "0.0");
	expect_format(format_pct, 99.94, "99.9");
	expect_format(format_pct, 99.96, "100");
	expect_format(format_hz, 0.34, "0.3");
	expect_format(format_hz, 9.96, "10");
	expect_format(format_hz, 45e3, "45.0k");
	expect_format(format_ns, 640, "640ns");
	expect_format(format_ns, 3.24e6, "3.2ms");
	expect_format(format_ns, 999.6e3, "1.0ms");
	expect_format(format_ns, 12e9, "12.0s");
	expect_format(format_ns, 200e9, "200s");
	expect_format(format_ns, 1200e9, "20m");
	expect_format(format_count, 17, "17");
}

static void test_missing_is_never_a_zero(void **state)
{
	static const char *const want[] = { "-", "n/a", "denied", "failed" };
	format_fn formats[] = { format_pct, format_hz, format_ns, format_count };
	char text[32];

	(void)state;
	for (size_t f = 0; f < 4; f++) {
		for (int s = GAUGE_UNREAD; s < GAUGE_KNOWN; s++) {
			formats[f](rate_missing((enum gauge_state)s), text, sizeof(text));
			assert_string_equal(text, want[s]);
		}
		formats[f](rate_known(NAN), text, sizeof(text));
		assert_string_equal(text, "-");
	}
}

static void test_differences_have_signs(void **state)
{
	char text[32];

	(void)state;
	format_difference(format_pct, rate_known(3.2), text, sizeof(text));
	assert_string_equal(text, "+3.2");
	format_difference(format_pct, rate_known(-0.5), text, sizeof(text));
	assert_string_equal(text, "-0.5");
	format_difference(format_pct, rate_known(0.01), text, sizeof(text));
	assert_string_equal(text, "=");
	format_difference(format_pct, rate_missing(GAUGE_DENIED), text, sizeof(text));
	assert_string_equal(text, "denied");
	assert_int_equal(rate_difference(rate_known(1), rate_missing(GAUGE_FAILED)).state,
			 GAUGE_FAILED);
}

static void test_text_is_cut_at_its_field(void **state)
{
	struct grid *g = grid_new(6, 8, false);

	(void)state;
	draw_text(&g->canvas, 0, 0, 8, INK_TEXT, "exactly8");
	draw_text(&g->canvas, 1, 0, 8, INK_TEXT, "too long here");
	draw_text(&g->canvas, 2, 0, 5, INK_TEXT, "漢字漢字");
	draw_cell(&g->canvas, 3, 0, 8, INK_TEXT, "42", true);
	draw_cell(&g->canvas, 4, 0, 6, INK_TEXT, "漢字漢字", true);
	draw_text(&g->canvas, 5, 0, 0, INK_TEXT, "no room");
	expect_grid(g, "exactly8\ntoo lon…\n漢字…\n      42\n 漢字…\n\n");
}

static void test_text_is_cut_in_ascii(void **state)
{
	struct grid *g = grid_new(1, 8, true);

	(void)state;
	draw_text(&g->canvas, 0, 0, 8, INK_TEXT, "too long here");
	expect_grid(g, "too lon~\n");
}

static void test_phrases_are_whole_or_not_there(void **state)
{
	struct grid *g = grid_new(3, 12, false);
	struct pen p = pen_at(&g->canvas, 0, 0, 2, 12);

	(void)state;
	assert_true(pen_printf(&p, INK_TEXT, "one"));
	assert_true(pen_pair(&p, "two", INK_TEXT, "2.0"));
	assert_true(pen_printf(&p, INK_TEXT, "three"));
	assert_false(pen_printf(&p, INK_TEXT, "fourteen"));
	assert_true(pen_printf(&p, INK_TEXT, "five"));
	expect_grid(g, "one  two 2.0\nthree  five\n\n");
}

static void test_phrases_are_made_printable(void **state)
{
	struct grid *g = grid_new(2, 40, false);
	struct pen p = pen_at(&g->canvas, 0, 0, 2, 40);

	(void)state;
	pen_pair(&p, "fan\x1b[2J", INK_TEXT, "\xff!");
	pen_break(&p);
	pen_printf(&p, INK_TEXT, "a\nb");
	expect_grid(g, "fan\\x1b[2J \\xff!\na\\x0ab\n");
}

static void test_sentences_wrap_between_words(void **state)
{
	struct grid *g = grid_new(4, 10, false);
	struct pen p = pen_at(&g->canvas, 0, 0, 4, 10);

	(void)state;
	pen_sentence(&p, INK_TEXT, "what was tried, and incomprehensibly why");
	expect_grid(g, "what was\ntried, and\nincomprehe\nnsibly why\n");
}

static void test_bars_show_small_parts(void **state)
{
	static const struct bar_part parts[] = { { .pct = 1, .mark = 'O' },
						 { .pct = 49, .mark = 'b' },
						 { .pct = 50, .mark = '.' } };
	static const struct bar_part half[] = { { .pct = 50, .mark = 'b' } };
	static const struct bar_part over[] = { { .pct = 100, .mark = 'O' },
						{ .pct = 100, .mark = 'F' } };
	struct grid *g = grid_new(3, 10, false);

	(void)state;
	draw_bar(&g->canvas, 0, 0, 10, parts, 3);
	draw_bar(&g->canvas, 1, 0, 10, half, 1);
	draw_bar(&g->canvas, 2, 0, 10, over, 2);
	expect_grid(g, "Obbbb.....\nbbbbb\nOOOOOFFFFF\n");
}

/* Forced idle with a queue is overloaded too: once in the bar. */
static void test_bars_of_shares_add_up(void **state)
{
	struct shares shares = { .pct = { [SHARE_OVERLOADED] = rate_known(100),
					  [SHARE_FORCED_IDLE] = rate_known(80),
					  [SHARE_IDLE] = rate_known(0),
					  [SHARE_BUSY] = rate_known(0) } };
	struct grid *g = grid_new(2, 10, false);

	(void)state;
	state_draw_bar(&g->canvas, 0, 0, 10, &shares);
	shares.pct[SHARE_OVERLOADED] = rate_known(50);
	shares.pct[SHARE_FORCED_IDLE] = rate_missing(GAUGE_UNSUPPORTED);
	shares.pct[SHARE_IDLE] = rate_known(50);
	state_draw_bar(&g->canvas, 1, 0, 10, &shares);
	expect_grid(g, "OOFFFFFFFF\nOOOOO.....\n");
}

/* For every split of 100 % and every width the bar is as long as its field. */
static void test_bars_are_exact(void **state)
{
	(void)state;
	for (int width = 1; width < 60; width++) {
		for (int a = 0; a <= 100; a += 3) {
			struct grid *g = grid_new(1, width, false);
			struct bar_part parts[] = { { .pct = a, .mark = 'a' },
						    { .pct = (100 - a) / 3.0, .mark = 'b' },
						    { .pct = (100 - a) * 2 / 3.0, .mark = 'c' } };
			char *line;

			draw_bar(&g->canvas, 0, 0, width, parts, 3);
			line = grid_line(g, 0);
			assert_int_equal(strlen(line), width);
			assert_int_equal(g->overlaps + g->outside, 0);
			free(line);
			grid_free(g);
		}
	}
}

static void test_sparklines(void **state)
{
	const float values[] = { 0, 50, 100, NAN, 14 };
	struct grid *g = grid_new(1, 5, false), *ascii = grid_new(1, 5, true);

	(void)state;
	draw_spark(&g->canvas, 0, 0, 5, INK_TEXT, values);
	draw_spark(&ascii->canvas, 0, 0, 5, INK_TEXT, values);
	expect_grid(g, "▁▅█ ▂\n");
	expect_grid(ascii, "_=# .\n");
}

static void test_graphs(void **state)
{
	const float values[] = { 100, 50, 25, 0, 0.6f, NAN };
	struct grid *g = grid_new(2, 3, false), *ascii = grid_new(2, 6, true);

	(void)state;
	draw_graph(&g->canvas, 0, 0, 2, 3, INK_TEXT, values, 100);
	draw_graph(&ascii->canvas, 0, 0, 2, 6, INK_TEXT, values, 100);
	expect_grid(g, "⡇\n⣿⡄⡀\n");
	expect_grid(ascii, "|\n||. _\n");
}

/* A level shows where the graph stays below it. */
static void test_levels_and_marks(void **state)
{
	const float values[] = { 100, 100, 30, 20, 60, 20 };
	const bool marks[] = { false, false, false, true, false, true };
	struct grid *g = grid_new(3, 6, true);

	(void)state;
	draw_heading_marked(&g->canvas, 0, 0, 6, "a", marks);
	draw_graph(&g->canvas, 1, 0, 2, 6, INK_TEXT, values, 100);
	draw_graph_level(&g->canvas, 1, 0, 2, 6, INK_STRONG, values, 100, 70);
	expect_grid(g, "a -v-v\n||--_-\n||..|.\n");
}

static void test_graphs_fill_their_height(void **state)
{
	const float none[] = { 0, NAN }, some[] = { 3, 11 }, all[] = { 80, 99 };

	(void)state;
	assert_int_equal(graph_top(none, 2), 1);
	assert_int_equal(graph_top(some, 2), 25);
	assert_int_equal(graph_top(all, 2), 100);
}

static void test_windows_clip_at_every_edge(void **state)
{
	struct grid *g = grid_new(4, 10, false);
	struct canvas_window w;
	int rows, cols;

	(void)state;
	canvas_window_init(&w, &g->canvas, 1, 3, 2, 4);
	canvas_size(&w.canvas, &rows, &cols);
	assert_int_equal(rows, 2);
	assert_int_equal(cols, 4);
	canvas_put(&w.canvas, -1, 0, INK_TEXT, "above");
	canvas_put(&w.canvas, 2, 0, INK_TEXT, "below");
	canvas_put(&w.canvas, 0, -2, INK_TEXT, "abcdefgh");
	canvas_put(&w.canvas, 1, 4, INK_TEXT, "right");
	canvas_put(&w.canvas, 1, -9, INK_TEXT, "left");
	expect_grid(g, "\n   cdef\n\n\n");
}

/* A wide character that is half outside leaves its place blank on either side. */
static void test_windows_never_split_a_character(void **state)
{
	struct grid *g = grid_new(2, 8, false);
	struct canvas_window w;

	(void)state;
	canvas_window_init(&w, &g->canvas, 0, 2, 2, 3);
	canvas_put(&w.canvas, 0, 0, INK_TEXT, "a漢字");
	canvas_put(&w.canvas, 1, -1, INK_TEXT, "漢ab");
	expect_grid(g, "  a漢\n   ab\n");
}

static void test_tenths_in_a_character(void **state)
{
	static const struct {
		double pct;
		char want;
	} rows[] = { { 0, '0' },  { 0.4, '0' }, { 0.5, '+' }, { 4.9, '+' },
		     { 5, '1' },  { 44, '4' },  { 45, '5' },  { 94.9, '9' },
		     { 95, '#' }, { 100, '#' }, { -3, '-' },  { -0.2, '0' } };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(cpu_cell_digit(rate_known(rows[i].pct), '0'), rows[i].want);
	assert_int_equal(cpu_cell_digit(rate_missing(GAUGE_UNREAD), '0'), '-');
}

/* No two states look alike without colour, and none looks like a digit of a share. */
static void test_states_differ_without_colour(void **state)
{
	bool seen[256] = { false };

	(void)state;
	for (int i = 0; i < CPU_STATE_COUNT; i++) {
		const char marks[] = { state_looks[i].mark, state_looks[i].missed_mark };

		for (int m = 0; m < 2; m++) {
			unsigned char mark = (unsigned char)marks[m];

			if (m == 1 && !mark)
				continue;
			assert_true(mark > ' ' && mark < 0x7f);
			assert_false(mark >= '0' && mark <= '9');
			assert_false(seen[mark]);
			seen[mark] = true;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_missing_is_never_a_zero),
		cmocka_unit_test(test_differences_have_signs),
		cmocka_unit_test(test_text_is_cut_at_its_field),
		cmocka_unit_test(test_text_is_cut_in_ascii),
		cmocka_unit_test(test_phrases_are_whole_or_not_there),
		cmocka_unit_test(test_phrases_are_made_printable),
		cmocka_unit_test(test_sentences_wrap_between_words),
		cmocka_unit_test(test_bars_show_small_parts),
		cmocka_unit_test(test_bars_of_shares_add_up),
		cmocka_unit_test(test_bars_are_exact),
		cmocka_unit_test(test_sparklines),
		cmocka_unit_test(test_graphs),
		cmocka_unit_test(test_levels_and_marks),
		cmocka_unit_test(test_graphs_fill_their_height),
		cmocka_unit_test(test_windows_clip_at_every_edge),
		cmocka_unit_test(test_windows_never_split_a_character),
		cmocka_unit_test(test_tenths_in_a_character),
		cmocka_unit_test(test_states_differ_without_colour),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("drawing", tests, NULL, NULL);
}
