// SPDX-License-Identifier: GPL-2.0-only
/* Tables: which columns fit, the order of rows, and a selection that survives both. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/grid.h"
#include "views/cgroup_columns.h"
#include "views/columns.h"

struct thing {
	const char *name;
	struct rate load, wait;
};

static struct rate thing_load(const void *row, int arg)
{
	(void)arg;
	return ((const struct thing *)row)->load;
}

static struct rate thing_wait(const void *row, int arg)
{
	(void)arg;
	return ((const struct thing *)row)->wait;
}

static void thing_name(const void *row, int arg, char *buf, size_t size)
{
	(void)arg;
	strncpy(buf, ((const struct thing *)row)->name, size - 1);
}

static const struct column columns[] = {
	{ .key = "name", .title = "NAME", .width = 6, .left = true, .text = thing_name },
	{ .key = "load",
	  .title = "LOAD",
	  .width = 6,
	  .drop = 1,
	  .differs = true,
	  .get = thing_load,
	  .format = format_pct },
	{ .key = "wait",
	  .title = "WAIT",
	  .width = 6,
	  .drop = 2,
	  .optional = true,
	  .get = thing_wait,
	  .format = format_ns },
};

static const struct thing things[] = {
	{ "a", { .value = 1, .state = GAUGE_KNOWN }, { .value = 5e6, .state = GAUGE_KNOWN } },
	{ "b", { .value = 3, .state = GAUGE_KNOWN }, { .state = GAUGE_UNSUPPORTED } },
	{ "c", { .state = GAUGE_DENIED }, { .state = GAUGE_UNSUPPORTED } },
	{ "d\x1b[m", { .value = 2, .state = GAUGE_KNOWN }, { .state = GAUGE_UNSUPPORTED } },
};

struct fixture {
	struct grid *grid;
	struct table table;
	bool differences;
	const struct thing *base;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	f->grid = grid_new(5, 22, true);
	f->table = columns_table(columns, 3, "load", NULL);
	f->table.show_cursor = true;
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	grid_free(f->grid);
	table_clear(&f->table);
	free(f);
	return 0;
}

static void draw(struct fixture *f, const struct thing *list, int n)
{
	struct table_row rows[8];

	for (int i = 0; i < n; i++)
		rows[i] = (struct table_row){ .id = 10 + i, .row = &list[i], .base = f->base };
	grid_blank(f->grid);
	assert_int_equal(table_draw(&f->table, &f->grid->canvas, 0, f->grid->rows, f->grid->cols,
				    rows, n, f->differences),
			 0);
	assert_int_equal(f->grid->overlaps + f->grid->outside, 0);
}

static void expect(struct fixture *f, const char *want)
{
	char *got = grid_text(f->grid);

	assert_string_equal(got, want);
	free(got);
}

static void resize(struct fixture *f, int cols)
{
	grid_free(f->grid);
	f->grid = grid_new(5, cols, true);
}

static void test_rows_in_order(void **state)
{
	struct fixture *f = *state;

	draw(f, things, 4);
	expect(f, " NAME    LOADv   WAIT\n"
		  ">b         3.0    n/a\n"
		  " d\\x1b~    2.0    n/a\n"
		  " a         1.0  5.0ms\n"
		  " c      denied    n/a\n");
}

static void test_missing_comes_last_either_way(void **state)
{
	struct fixture *f = *state;

	draw(f, things, 4);
	assert_int_equal(table_act(&f->table, ACTION_SORT_REVERSE), OUTCOME_REDRAW);
	draw(f, things, 4);
	expect(f, " NAME    LOAD^   WAIT\n"
		  ">a         1.0  5.0ms\n"
		  " d\\x1b~    2.0    n/a\n"
		  " b         3.0    n/a\n"
		  " c      denied    n/a\n");
}

static void test_narrow_loses_columns_in_their_order(void **state)
{
	struct fixture *f = *state;

	resize(f, 20);
	draw(f, things, 2);
	expect(f, " NAME    LOADv\n>b         3.0\n a         1.0\n\n\n");
	resize(f, 8);
	draw(f, things, 2);
	expect(f, " NAME\n>b\n a\n\n\n");
	resize(f, 4);
	draw(f, things, 2);
	expect(f, " NA~\n>b\n a\n\n\n");
}

/* Before a column is left out the others give up what they can spare, and share what is left. */
static void test_columns_shrink_before_one_is_left_out(void **state)
{
	static const struct column wide[] = {
		{ .key = "name",
		  .title = "NAME",
		  .width = 12,
		  .least = 4,
		  .left = true,
		  .text = thing_name },
		{ .key = "load",
		  .title = "LOAD",
		  .width = 6,
		  .drop = 1,
		  .get = thing_load,
		  .format = format_pct },
		{ .key = "again",
		  .title = "AGAIN",
		  .width = 12,
		  .least = 6,
		  .drop = 2,
		  .left = true,
		  .text = thing_name },
	};
	/* Width of the terminal, and of the columns there; 0: it is left out. */
	static const struct {
		int cols, name, load, again;
	} want[] = {
		{ 40, 12, 6, 12 }, { 33, 12, 6, 12 }, { 32, 11, 6, 12 }, { 25, 7, 6, 9 },
		{ 22, 6, 6, 7 },   { 19, 4, 6, 6 },   { 18, 10, 6, 0 },  { 12, 4, 6, 0 },
		{ 11, 10, 0, 0 },  { 5, 4, 0, 0 },    { 3, 4, 0, 0 },
	};
	struct fixture *f = *state;

	table_clear(&f->table);
	f->table = columns_table(wide, 3, "load", NULL);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		const int widths[] = { want[i].name, want[i].load, want[i].again };

		resize(f, want[i].cols);
		draw(f, things, 4);
		for (int c = 0, shown = 0; c < 3; c++) {
			bool is_shown = shown < f->table.nr_shown && f->table.shown[shown] == c;

			assert_int_equal(is_shown, widths[c] > 0);
			if (is_shown)
				assert_int_equal(f->table.shown_width[shown++], widths[c]);
		}
	}
	/* A click finds a title where it stands now. */
	resize(f, 19);
	draw(f, things, 4);
	f->table.sort = 0;
	assert_int_equal(table_click(&f->table, 0, 6), OUTCOME_REDRAW);
	assert_int_equal(f->table.sort, 1);
}

static void test_optional_column_needs_a_value(void **state)
{
	struct fixture *f = *state;

	draw(f, things + 1, 3);
	expect(f, " NAME    LOADv\n>b         3.0\n d\\x1b~    2.0\n c      denied\n\n");
}

static void test_selection_follows_its_row(void **state)
{
	struct fixture *f = *state;
	const struct thing later[] = { things[1], things[0], things[3] };

	draw(f, things, 3);
	assert_int_equal(table_act(&f->table, ACTION_DOWN), OUTCOME_REDRAW);
	assert_int_equal(table_selected(&f->table), 10); /* a */
	draw(f, later, 3);
	assert_int_equal(table_selected(&f->table), 10); /* now that is b, at the top */
	assert_int_equal(grid_find(f->grid, ">b"), 1);
	draw(f, later, 0);
	assert_int_equal(table_selected(&f->table), TABLE_NONE);
	draw(f, things, 3);
	assert_int_equal(table_selected(&f->table), 10);
}

static void test_cursor_stays_in_sight(void **state)
{
	struct fixture *f = *state;
	static const enum action keys[] = { ACTION_DOWN,      ACTION_LAST,    ACTION_UP,
					    ACTION_PAGE_UP,   ACTION_FIRST,   ACTION_PAGE_DOWN,
					    ACTION_PAGE_DOWN, ACTION_PAGE_UP, ACTION_DOWN };

	resize(f, 22);
	f->grid->rows = 3;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		draw(f, things, 4);
		table_act(&f->table, keys[i]);
		draw(f, things, 4);
		assert_true(grid_find(f->grid, ">") > 0);
	}
	assert_int_equal(table_act(&f->table, ACTION_QUIT), OUTCOME_IGNORED);
}

static void test_sort_keys_pass_over_what_cannot_be_sorted(void **state)
{
	struct fixture *f = *state;

	draw(f, things, 4);
	table_act(&f->table, ACTION_SORT_NEXT);
	assert_string_equal(columns[f->table.sort].key, "wait");
	table_act(&f->table, ACTION_SORT_NEXT);
	assert_string_equal(columns[f->table.sort].key, "load");
	table_act(&f->table, ACTION_SORT_PREVIOUS);
	assert_string_equal(columns[f->table.sort].key, "wait");
}

static void test_clicks(void **state)
{
	struct fixture *f = *state;

	draw(f, things, 4);
	assert_int_equal(table_click(&f->table, 3, 2), OUTCOME_REDRAW);
	assert_int_equal(table_selected(&f->table), 10);
	assert_int_equal(table_click(&f->table, 0, 17), OUTCOME_REDRAW);
	assert_string_equal(columns[f->table.sort].key, "wait");
	assert_true(f->table.descending);
	assert_int_equal(table_click(&f->table, 0, 17), OUTCOME_REDRAW);
	assert_false(f->table.descending);
	assert_int_equal(table_click(&f->table, 0, 2), OUTCOME_IGNORED);
	assert_int_equal(table_click(&f->table, 9, 2), OUTCOME_IGNORED);
}

static void test_differences_to_a_baseline(void **state)
{
	struct fixture *f = *state;
	static const struct thing base = { "base",
					   { .value = 2, .state = GAUGE_KNOWN },
					   { .value = 9e6, .state = GAUGE_KNOWN } };

	f->differences = true;
	draw(f, things, 1);
	expect(f, " NAME    LOADv   WAIT\n>a         new  5.0ms\n\n\n\n");
	f->base = &base;
	draw(f, things, 2);
	expect(f, " NAME    LOADv   WAIT\n>b        +1.0    n/a\n a        -1.0  5.0ms\n\n\n");
}

/* The right edge of every title is that of its values, whatever is shown. */
static void test_every_table_is_aligned(void **state)
{
	const struct {
		const struct column *columns;
		int count;
	} tables[] = {
		{ llc_columns, llc_columns_count },
		{ cpu_columns, cpu_columns_count },
		{ waiter_columns, waiter_columns_count },
		{ cgroup_columns, cgroup_columns_count },
	};

	(void)state;
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
		assert_true(tables[t].count <= TABLE_COLUMNS_MAX);
		for (int i = 0; i < tables[t].count; i++) {
			const struct column *col = &tables[t].columns[i];

			/* Room for the title and the sign of the sorted column. */
			assert_true((int)strlen(col->title) + (col->get != NULL) <=
				    (col->least ? col->least : col->width));
			assert_true(col->least <= col->width);
			assert_true(*col->help != '\0');
			assert_true(col->format || col->text || col->draw);
			assert_true(!col->format || col->get);
			assert_true(!col->optional || col->get);
			for (int j = 0; j < i; j++)
				assert_string_not_equal(col->key, tables[t].columns[j].key);
		}
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_rows_in_order),
		TEST(test_missing_comes_last_either_way),
		TEST(test_narrow_loses_columns_in_their_order),
		TEST(test_columns_shrink_before_one_is_left_out),
		TEST(test_optional_column_needs_a_value),
		TEST(test_selection_follows_its_row),
		TEST(test_cursor_stays_in_sight),
		TEST(test_sort_keys_pass_over_what_cannot_be_sorted),
		TEST(test_clicks),
		TEST(test_differences_to_a_baseline),
		cmocka_unit_test(test_every_table_is_aligned),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
