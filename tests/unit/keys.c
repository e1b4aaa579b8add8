// SPDX-License-Identifier: GPL-2.0-only
/* The table of keys and the map made of it: spellings, conflicts, remapping. */
#include "cmocka_run.h"

#include <errno.h>
#include <string.h>

#include "config/keys.h"

static int make_map(void **state)
{
	*state = keymap_new();
	return *state ? 0 : -1;
}

static int free_map(void **state)
{
	keymap_free(*state);
	return 0;
}

/* Every row is complete, no name stands twice, and every default key leads to its own row. */
static void test_table(void **state)
{
	char keys[80], *save;

	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		assert_true(key_rows[a].name[0] && key_rows[a].help[0]);
		for (int b = a + 1; b < ACTION_COUNT; b++)
			assert_string_not_equal(key_rows[a].name, key_rows[b].name);
		assert_true(strlen(key_rows[a].keys) < sizeof(keys));
		strcpy(keys, key_rows[a].keys);
		for (char *k = strtok_r(keys, " ", &save); k; k = strtok_r(NULL, " ", &save))
			assert_int_equal(keymap_action(*state, k), a);
		assert_string_equal(keymap_keys(*state, (enum action)a), key_rows[a].keys);
	}
}

static void test_unbound(void **state)
{
	assert_int_equal(keymap_action(*state, ""), ACTION_NONE);
	assert_int_equal(keymap_action(*state, "F24"), ACTION_NONE);
	/* A part of a list of keys is no key. */
	assert_int_equal(keymap_action(*state, "Up k"), ACTION_NONE);
	assert_int_equal(keymap_action(*state, "Page"), ACTION_NONE);
	assert_string_equal(keymap_keys(*state, ACTION_NONE), "");
	assert_string_equal(keymap_keys(*state, ACTION_COUNT), "");
}

static const struct {
	const char *written, *canonical; /* NULL: not a key */
} spellings[] = {
	{ "x", "x" },
	{ "X", "X" },
	{ "\xc3\xa9", "\xc3\xa9" },
	{ "\xf0\x9f\x90\xa7", "\xf0\x9f\x90\xa7" },
	{ "F", "F" },
	{ "F1", "F1" },
	{ "F24", "F24" },
	{ "pgup", "PageUp" },
	{ "PAGEDOWN", "PageDown" },
	{ "esc", "Escape" },
	{ "return", "Enter" },
	{ "ctrl-a", "Ctrl-A" },
	{ "Ctrl-i", "Tab" },
	{ "Ctrl-M", "Enter" },
	{ "Ctrl-H", "Backspace" },
	{ "space", "Space" },
	{ "F0", NULL },
	{ "F25", NULL },
	{ "F1x", NULL },
	{ "xy", NULL },
	{ "Ctrl-", NULL },
	{ "Ctrl-1", NULL },
	{ "Ctrl-AB", NULL },
	{ "Ctrl-Z", NULL }, /* job control */
	{ "Ctrl-S", NULL }, /* flow control */
	{ "Ctrl-Q", NULL },
	{ "\xc3", NULL },
	{ "\x80", NULL },
	{ "\x01", NULL },
	{ "\xff", NULL },
	{ "PageUpPageUpPageUp", NULL },
};

static void test_spellings(void **state)
{
	struct keymap *map = *state;

	/* Nothing else holds a key, so that only the spelling decides. */
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
		assert_int_equal(keymap_bind(map, key_rows[a].name, ""), 0);
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		const char *want = spellings[i].canonical;

		assert_int_equal(keymap_bind(map, "quit", spellings[i].written),
				 want ? 0 : -EINVAL);
		if (want) {
			assert_string_equal(keymap_keys(map, ACTION_QUIT), want);
			assert_int_equal(keymap_action(map, want), ACTION_QUIT);
		}
	}
}

static void test_bind_replaces(void **state)
{
	assert_int_equal(keymap_bind(*state, "quit", "Q  x x"), 0);
	assert_string_equal(keymap_keys(*state, ACTION_QUIT), "Q x");
	assert_int_equal(keymap_action(*state, "q"), ACTION_NONE);
	assert_int_equal(keymap_action(*state, "x"), ACTION_QUIT);
}

static void test_conflict(void **state)
{
	assert_int_equal(keymap_bind(*state, "quit", "x p"), -EEXIST);
	/* Refused as a whole. */
	assert_string_equal(keymap_keys(*state, ACTION_QUIT), key_rows[ACTION_QUIT].keys);
	assert_int_equal(keymap_action(*state, "p"), ACTION_PAUSE);
	assert_int_equal(keymap_bind(*state, "pause", "F5"), 0);
	assert_int_equal(keymap_bind(*state, "quit", "x p"), 0);
	assert_int_equal(keymap_action(*state, "p"), ACTION_QUIT);
}

static void test_unknown_action(void **state)
{
	assert_int_equal(keymap_bind(*state, "quits", "x"), -ENOENT);
	assert_int_equal(keymap_bind(*state, "", "x"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_table, make_map, free_map),
		cmocka_unit_test_setup_teardown(test_unbound, make_map, free_map),
		cmocka_unit_test_setup_teardown(test_spellings, make_map, free_map),
		cmocka_unit_test_setup_teardown(test_bind_replaces, make_map, free_map),
		cmocka_unit_test_setup_teardown(test_conflict, make_map, free_map),
		cmocka_unit_test_setup_teardown(test_unknown_action, make_map, free_map),
	};

	return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
