// SPDX-License-Identifier: GPL-2.0-only
/* Columns chosen by the operator: as text, by keys in the list, and what a table makes of them. */
#include "cmocka_run.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/machines.h"
#include "tests/screens/screen.h"
#include "views/columns.h"

static struct table *table_of(struct screen *s)
{
	struct table *tables[VIEW_TABLES_MAX];

	assert_true(s->view.ops->tables(&s->view, tables) > 0);
	return tables[0];
}

static void open_screen(struct screen *s, const char *view, int cols)
{
	assert_int_equal(screen_open(s, view, machine_model("lab", 20), 24, cols, false), 0);
	screen_draw(s);
}

static void play(struct screen *s, const char *script)
{
	assert_int_equal(screen_play(s, script), 0);
}

static void expect_choice(struct screen *s, const char *want)
{
	char keys[1024];

	column_choice_text(table_of(s), 1000, keys, sizeof(keys));
	assert_string_equal(keys, want);
}

static void choose(struct screen *s, const char *keys, int want)
{
	char bad[60] = "";

	assert_int_equal(column_choice_set(table_of(s), keys, bad, sizeof(bad)), want);
	assert_int_equal(want == 0, bad[0] == '\0');
}

static void test_text(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "cgroups", 80);
	expect_choice(&s, "");
	choose(&s, "cgroup  cpuset\tusage_pct", 0);
	expect_choice(&s, "cgroup cpuset usage_pct");
	choose(&s, "cpuset nosuch", -EINVAL);
	choose(&s, "cpuset cpuset", -EINVAL);
	expect_choice(&s, "cgroup cpuset usage_pct"); /* as before */
	choose(&s, "weight", 0);                      /* the name of the row is always there */
	expect_choice(&s, "cgroup weight");
	choose(&s, " ", 0);
	expect_choice(&s, "");
	screen_close(&s);
}

/* Long lists are broken, and no column is lost by that. */
static void test_text_is_broken(void **state)
{
	char keys[1024], joined[1024] = "", *rest = keys, *word;
	struct screen s;
	struct table *t;

	(void)state;
	open_screen(&s, "cgroups", 80);
	t = table_of(&s);
	for (int i = 0; i < t->nr_columns; i++) {
		strcat(joined, i ? " " : "");
		strcat(joined, t->columns[i].key);
	}
	choose(&s, joined, 0);
	column_choice_text(t, 60, keys, sizeof(keys));
	for (const char *line = keys; *line; line += strspn(line, "\n\t")) {
		assert_true(strcspn(line, "\n") <= 60);
		line += strcspn(line, "\n");
	}
	for (int i = 0; (word = strsep(&rest, " \n")); i++)
		assert_string_equal(word + (*word == '\t'), t->columns[i].key);
	screen_close(&s);
}

static void test_order_and_room(void **state)
{
	struct screen s;
	struct table *t;

	(void)state;
	open_screen(&s, "cgroups", 80);
	t = table_of(&s);
	choose(&s, "cpuset weight usage_pct", 0);
	screen_draw(&s);
	assert_int_equal(t->nr_shown, 4);
	assert_string_equal(t->columns[t->shown[1]].key, "cpuset");
	assert_string_equal(t->columns[t->shown[3]].key, "usage_pct");
	assert_true(grid_find(s.grid, "CPUSET        WEIGHT   USAGE") > 0);
	/* Where room is short the last goes first, not what the table would drop. */
	assert_int_equal(screen_resize(&s, 24, 34), 0);
	assert_int_equal(t->nr_shown, 2);
	assert_string_equal(t->columns[t->shown[1]].key, "cpuset");
	screen_close(&s);
}

/* What was not touched stays a table that shows as much as fits. */
static void test_list_left_untouched(void **state)
{
	static const char *const ways[] = { "columns key:Down key:Enter",
					    "columns key:Down key:Space key:Escape",
					    "columns key:Space key:Left key:Right key:Enter",
					    "columns key:Down key:Space key:0 key:Enter" };

	(void)state;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		struct screen s;

		open_screen(&s, "cgroups", 80);
		play(&s, ways[i]);
		assert_null(s.chooser.table);
		assert_false(column_chooser_changed(&s.chooser, table_of(&s)));
		expect_choice(&s, "");
		screen_close(&s);
	}
}

static void test_keys(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "features", 200);
	play(&s, "columns key:Down key:Down key:Space");
	expect_choice(&s, "name value mechanism meaning");
	play(&s, "key:Down key:Left key:Left");
	expect_choice(&s, "name mechanism value meaning");
	play(&s, "key:Left key:Left key:Enter"); /* not before the name of the row */
	expect_choice(&s, "name mechanism value meaning");
	assert_true(column_chooser_changed(&s.chooser, table_of(&s)));
	assert_true(grid_find(s.grid, "MECHANISM             NOW MEANING") >= 0);
	/* Opened again it begins with what was chosen, and Escape returns to that. */
	play(&s, "columns key:Down key:Space");
	expect_choice(&s, "name value meaning");
	play(&s, "key:Escape");
	expect_choice(&s, "name mechanism value meaning");
	screen_close(&s);
}

/* Columns of which this machine has nothing do not get lost when others are chosen. */
static void test_absent_columns_stay_chosen(void **state)
{
	char keys[1024];
	struct screen s;
	struct table *t;

	(void)state;
	assert_int_equal(screen_open(&s, "overview",
				     machine_model(HEADROOM_SOURCE_DIR
						   "/tests/screens/recordings/stock-6.12.ndjson",
						   20),
				     24, 200, false),
			 0);
	screen_draw(&s);
	t = table_of(&s);
	assert_int_not_equal(t->absent, 0);
	play(&s, "columns key:Down key:Space key:Enter");
	column_choice_text(t, 1000, keys, sizeof(keys));
	for (int i = 0; i < t->nr_columns; i++) {
		if (t->absent & (1u << i))
			assert_non_null(strstr(keys, t->columns[i].key));
	}
	screen_close(&s);
}

/* Every column of the tree sorts it; siblings stand in the order of what they show. */
static void test_tree_sorts_by_any_column(void **state)
{
	struct screen s;
	struct table *t;

	(void)state;
	open_screen(&s, "cgroups", 200);
	t = table_of(&s);
	for (int i = 0; i < t->nr_columns; i++) {
		assert_non_null(t->columns[i].get);
		t->sort = i;
		screen_draw(&s);
		assert_int_equal(t->nr_ids, (int)s.model->cgroups.nr_groups);
	}
	t->sort = column_index(t->columns, t->nr_columns, "limited_by");
	t->descending = true;
	screen_draw(&s);
	assert_true(grid_find(s.grid, "-side") < grid_find(s.grid, "main  "));
	assert_true(grid_find(s.grid, "red") < grid_find(s.grid, "  batch")); /* by an ancestor */
	strcpy(s.model->sample->cgroups.groups[1].cpuset, "0");
	t->sort = column_index(t->columns, t->nr_columns, "cpuset");
	screen_draw(&s);
	assert_true(grid_find(s.grid, "-side") < grid_find(s.grid, "main  "));
	strcpy(s.model->sample->cgroups.groups[1].cpuset, "0-1,4,6-8");
	screen_draw(&s);
	assert_true(grid_find(s.grid, "-side") > grid_find(s.grid, "main  "));
	screen_close(&s);
}

/* A list that was closed is out of sight: its columns are not to be chosen then. */
static void test_closed_list_shows_no_columns(void **state)
{
	struct screen s;

	(void)state;
	open_screen(&s, "topology", 80);
	assert_int_equal(table_of(&s)->nr_shown, 0);
	play(&s, "right select waiters:1");
	assert_true(table_of(&s)->nr_shown > 1);
	s.context.waiters_cpu = -1; /* as the interface forgets it */
	play(&s, "back");
	assert_int_equal(table_of(&s)->nr_shown, 0);
	screen_close(&s);
}

/* The shipped configuration lists every table whose columns can be chosen. */
static void test_default_conf_lists_tables(void **state)
{
	FILE *file = fopen(HEADROOM_SOURCE_DIR "/config/default.conf", "r");
	char text[32768], word[40], *list;

	(void)state;
	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	list = strstr(text, "\n# Tables:");
	assert_non_null(list);
	for (int i = 0; view_table[i]; i++) {
		struct view v = { .ops = view_table[i] };
		struct table *tables[VIEW_TABLES_MAX];
		int n;

		if (!v.ops->tables)
			continue;
		assert_int_equal(v.ops->open(&v), 0);
		n = v.ops->tables(&v, tables);
		for (int t = 0; t < n; t++) {
			snprintf(word, sizeof(word), " %s", tables[t]->name);
			if (!strstr(list, word))
				fail_msg("the table%s is not in default.conf", word);
		}
		v.ops->close(&v);
	}
}

/* Any keys in the list, at sizes that show little of it. */
static void test_any_keys(void **state)
{
	static const char *const keys[] = { "Up", "Down", "Left", "Right", "Space", "0", "Down" };
	unsigned int random = 7;
	struct screen s;

	(void)state;
	open_screen(&s, "cgroups", 60);
	for (int i = 0; i < 2000; i++) {
		struct table *t = table_of(&s);

		if (!s.chooser.table)
			play(&s, "columns");
		random = random * 1103515245 + 12345;
		column_chooser_key(&s.chooser, keys[(random >> 16) % 7]);
		if (i % 50 == 49)
			column_chooser_key(&s.chooser, i % 100 == 99 ? "Enter" : "Escape");
		assert_int_equal(screen_resize(&s, 4 + i % 30, 20 + i % 200), 0);
		assert_int_equal(s.grid->outside, 0);
		assert_true(!t->nr_chosen || t->chosen[0] == 0);
		assert_in_range(t->nr_shown, 1, t->nr_columns);
	}
	screen_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_text_is_broken),
		cmocka_unit_test(test_order_and_room),
		cmocka_unit_test(test_list_left_untouched),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_absent_columns_stay_chosen),
		cmocka_unit_test(test_tree_sorts_by_any_column),
		cmocka_unit_test(test_closed_list_shows_no_columns),
		cmocka_unit_test(test_default_conf_lists_tables),
		cmocka_unit_test(test_any_keys),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
