// SPDX-License-Identifier: GPL-2.0-only
/*
 * What holds on every screen: each cell is written once, nothing leaves the canvas, no byte of a
 * name reaches the terminal as a control character, tables are aligned, and the selected CPU is
 * told by more than its ink. Over all views, machines and terminals from 40x10 to 300x100 (of
 * which the frame takes two rows); smaller ones are drawn as well, and must only do no harm.
 */
#include "cmocka_run.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machines.h"
#include "tests/screens/screen.h"

static const char *const machines[] = { "pair", "eight", "hybrid", "lab", "big512" };
#define NR_MACHINES (sizeof(machines) / sizeof(machines[0]))

static void check_cells(const struct grid *g)
{
	for (int i = 0; i < g->rows * g->cols; i++) {
		for (const char *p = g->cells[i].text; *p; p++) {
			unsigned char byte = (unsigned char)*p;

			assert_true(byte >= 0x20 && byte != 0x7f);
			if (g->canvas.ascii)
				assert_true(byte < 0x80);
		}
	}
}

static void check_screen(struct screen *s, const char *what, int rows, int cols)
{
	if (s->grid->overlaps || s->grid->outside) {
		char *text = grid_text(s->grid);

		print_error("%s, %s at %dx%d: %d cells written twice, %d outside\n%s", what,
			    s->view.ops->name, cols, rows, s->grid->overlaps, s->grid->outside,
			    text);
		free(text);
		fail();
	}
	check_cells(s->grid);
}

/* Every view with the states that change its layout. */
static const char *const scripts[] = { "", "right down select waiters:1", "baseline sort-next",
				       "journal down edit", "down tasks" };

static void sweep(struct screen *s, const char *machine)
{
	/* A big machine takes longer to draw, and fills every size alike. */
	int coarse = s->model->nr_cpus > 64 ? 2 : 1;

	for (int rows = 8; rows <= 98; rows += 9 * coarse) {
		for (int cols = 40; cols <= 300; cols += 13 * coarse) {
			assert_int_equal(screen_resize(s, rows, cols), 0);
			check_screen(s, machine, rows, cols);
		}
	}
	/* A window may be as wide as it likes: nothing is kept in rows of a fixed width. */
	for (int cols = 400; cols <= 1000; cols += 300) {
		assert_int_equal(screen_resize(s, 40, cols), 0);
		check_cells(s->grid);
	}
	for (int rows = 1; rows < 10; rows += 2) {
		for (int cols = 1; cols < 40; cols += 6) {
			assert_int_equal(screen_resize(s, rows, cols), 0);
			check_cells(s->grid);
		}
	}
}

static void test_sizes(void **state)
{
	const struct view_ops *ops = *state;

	for (size_t m = 0; m < NR_MACHINES; m++) {
		for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
			struct screen s;

			assert_int_equal(screen_open(&s, ops->name, machine_model(machines[m], 4),
						     24, 80, false),
					 0);
			screen_draw(&s);
			assert_int_equal(screen_play(&s, scripts[i]), 0);
			sweep(&s, machines[m]);
			screen_close(&s);
		}
	}
}

/* ASCII mode: only names may hold other characters, so the machine here has none. */
static void test_ascii(void **state)
{
	const struct view_ops *ops = *state;
	struct screen s;

	assert_int_equal(screen_open(&s, ops->name, machine_model("sixty-four", 4), 24, 80, true),
			 0);
	for (unsigned int i = 0; i < s.model->nr_cpus; i++)
		strcpy(s.model->cpus[i].now.comm, "task");
	sweep(&s, "sixty-four");
	screen_close(&s);
}

/* No sample yet, or only one: nothing is known, nothing is shown as zero. */
static void test_before_the_first_figures(void **state)
{
	const struct view_ops *ops = *state;

	for (unsigned int ticks = 0; ticks < 2; ticks++) {
		struct screen s;

		assert_int_equal(screen_open(&s, ops->name, machine_model("eight", ticks), 24, 80,
					     false),
				 0);
		screen_draw(&s);
		for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
			screen_act(&s, (enum action)a);
		check_screen(&s, "no figures", 24, 80);
		assert_int_equal(grid_find(s.grid, " 0.0"), -1);
		screen_close(&s);
	}
}

/* Any order of keys on any machine, with ticks between: 3000 of them, the same at every run. */
static void test_any_keys(void **state)
{
	const struct view_ops *ops = *state;
	unsigned int random = 1;
	struct screen s;

	assert_int_equal(screen_open(&s, ops->name, machine_model("hybrid", 4), 24, 80, false), 0);
	screen_draw(&s);
	for (int i = 0; i < 3000; i++) {
		random = random * 1103515245 + 12345;
		screen_act(&s, (enum action)(1 + (random >> 16) % (ACTION_COUNT - 1)));
		check_screen(&s, "any keys", 24, 80);
	}
	screen_close(&s);
}

static int column_of(const struct grid *g, int row, const char *text)
{
	char *line = grid_line(g, row), *at = line ? strstr(line, text) : NULL;
	int col = at ? (int)(at - line) : -1;

	free(line);
	return col;
}

/* Of a table in ASCII: every value ends where its title ends. */
static void test_tables_are_aligned(void **state)
{
	(void)state;
	for (int cols = 40; cols <= 300; cols += 7) {
		struct screen s;
		int title, row, end;

		assert_int_equal(screen_open(&s, "overview", machine_model("sixty-four", 4), 40,
					     cols, true),
				 0);
		screen_draw(&s);
		title = grid_find(s.grid, "MISSED");
		assert_true(title > 0);
		end = column_of(s.grid, title, "MISSED") + 5;
		for (row = title + 1; row < title + 9; row++) {
			const struct grid_cell *cells = &s.grid->cells[row * cols];

			assert_true(cells[end].text[0] >= '0' && cells[end].text[0] <= '9');
			assert_true(end + 1 >= cols || !cells[end + 1].writes ||
				    cells[end + 1].text[0] == ' ');
		}
		screen_close(&s);
	}
}

static int count_ink(const struct grid *g, enum ink ink)
{
	int n = 0;

	for (int i = 0; i < g->rows * g->cols; i++)
		n += g->cells[i].writes && g->cells[i].ink == ink;
	return n;
}

/* The selected CPU stands in brackets, wherever it is and whatever the cells show. */
static void test_selection_is_told_without_ink(void **state)
{
	(void)state;
	for (size_t m = 0; m < NR_MACHINES; m++) {
		struct screen s;

		assert_int_equal(screen_open(&s, "topology", machine_model(machines[m], 4), 30, 100,
					     false),
				 0);
		screen_draw(&s);
		for (int i = 0; i < 60; i++) {
			assert_true(grid_find(s.grid, "[") > 0);
			assert_true(count_ink(s.grid, INK_CURSOR) > 0);
			screen_act(&s, i % 3 ? ACTION_RIGHT : ACTION_DOWN);
		}
		screen_close(&s);
	}
}

static bool ink_tells(const struct grid_cell *cell)
{
	static const struct {
		enum ink ink;
		const char *marks;
	} rows[] = {
		{ INK_OVERLOADED, "O123456789+#" },
		{ INK_FORCED_IDLE, "F" },
		{ INK_BUSY, "b" },
		{ INK_SCHED_IDLE, "s" },
		{ INK_OFFLINE, "x" },
		{ INK_IDLE, "." },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (cell->ink == rows[i].ink)
			return strchr(rows[i].marks, cell->text[0]) != NULL;
	}
	return true;
}

/* In the grid the ink of a state is never there without its mark, or the figure of its share. */
static void test_ink_says_no_more_than_marks(void **state)
{
	struct screen s;
	int first, last;

	(void)state;
	assert_int_equal(screen_open(&s, "topology", machine_model("big512", 20), 60, 70, false),
			 0);
	screen_draw(&s);
	first = grid_find(s.grid, "package 0");
	last = grid_find(s.grid, "CPU 0 ");
	assert_true(first > 0 && last > first + 20);
	for (int i = first * 70; i < last * 70; i++) {
		if (s.grid->cells[i].writes && s.grid->cells[i].text[0] != ' ')
			assert_true(ink_tells(&s.grid->cells[i]));
	}
	screen_close(&s);
}

#define PER_VIEW  4
#define VIEWS_MAX 16

static size_t tests_of_view(struct CMUnitTest *tests, const struct view_ops *ops)
{
	static const struct {
		const char *name;
		CMUnitTestFunction run;
	} rows[PER_VIEW] = {
		{ "every size", test_sizes },
		{ "ascii", test_ascii },
		{ "before the first figures", test_before_the_first_figures },
		{ "any keys", test_any_keys },
	};
	static char names[VIEWS_MAX * PER_VIEW][64];
	static size_t used;

	for (size_t i = 0; i < PER_VIEW; i++) {
		snprintf(names[used], sizeof(names[used]), "%s: %s", ops->name, rows[i].name);
		tests[i] = (struct CMUnitTest){ .name = names[used++],
						.test_func = rows[i].run,
						.initial_state = (void *)(uintptr_t)ops };
	}
	return PER_VIEW;
}

int main(void)
{
	static struct CMUnitTest tests[VIEWS_MAX * PER_VIEW + 3];
	size_t n = 0;

	setlocale(LC_ALL, "C.UTF-8");
	for (size_t i = 0; view_table[i] && i < VIEWS_MAX; i++)
		n += tests_of_view(&tests[n], view_table[i]);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_tables_are_aligned);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_selection_is_told_without_ink);
	tests[n++] = (struct CMUnitTest)cmocka_unit_test(test_ink_says_no_more_than_marks);
	return _cmocka_run_group_tests("properties", tests, n, NULL, NULL);
}
