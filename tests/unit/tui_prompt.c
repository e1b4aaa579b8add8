// SPDX-License-Identifier: GPL-2.0-only
/* The line editor: keys as scripts, whole characters, a cursor that stays on the screen. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "tests/grid.h"
#include "tui/prompt.h"

/* A key has a name of two characters or more; anything else is typed. */
static enum prompt_state type(struct prompt *p, const char *keys)
{
	enum prompt_state state = PROMPT_TYPING;
	char copy[400], *save;

	strcpy(copy, keys);
	for (char *k = strtok_r(copy, " ", &save); k; k = strtok_r(NULL, " ", &save)) {
		if (!strcmp(k, "Space"))
			state = prompt_key(p, k, " ");
		else if (k[0] != '\0' && text_width(k) == 1)
			state = prompt_key(p, k, k);
		else
			state = prompt_key(p, k, "");
	}
	return state;
}

static const struct {
	const char *start, *keys, *want;
	size_t cursor;
} edits[] = {
	{ "", "a b c", "abc", 3 },
	{ "abc", "Left Left x", "axbc", 2 },
	{ "abc", "Home Delete End y", "bcy", 3 },
	{ "abc", "Backspace", "ab", 2 },
	{ "", "Backspace Delete Left Right Home End", "", 0 },
	{ "caf\xc3\xa9", "Backspace", "caf", 3 },
	{ "caf\xc3\xa9", "Left e Right s", "cafe\xc3\xa9s", 7 },
	{ "\xc3\xa9\xc3\xa9", "Home Delete", "\xc3\xa9", 0 },
	{ "a b c", "Ctrl-W", "a b ", 4 },
	{ "/tmp/file", "Ctrl-W", "/tmp/", 5 },
	{ "/tmp/", "Ctrl-W", "/tmp", 4 },
	{ "abc", "Left Ctrl-U", "c", 0 },
	{ "abc", "Left Ctrl-K", "ab", 2 },
	{ "x", "F5 Up Tab PageUp", "x", 1 },
	{ "a", "Space b", "a b", 3 },
	{ "q", "q", "qq", 2 }, /* a hot key elsewhere, a letter here */
};

static void test_edits(void **state)
{
	struct prompt p;

	(void)state;
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		prompt_start(&p, "file:", edits[i].start);
		assert_int_equal(type(&p, edits[i].keys), PROMPT_TYPING);
		assert_string_equal(p.text, edits[i].want);
		assert_int_equal(p.len, strlen(p.text));
		assert_int_equal(p.cursor, edits[i].cursor);
	}
}

static void test_ends(void **state)
{
	struct prompt p;

	(void)state;
	prompt_start(&p, "file:", "x");
	assert_int_equal(type(&p, "Enter"), PROMPT_DONE);
	assert_int_equal(type(&p, "Escape"), PROMPT_CANCELLED);
	assert_int_equal(type(&p, "Ctrl-C"), PROMPT_CANCELLED);
}

/* Keys at random, far more than fit: the text stays terminated, and valid UTF-8. */
static void test_noise(void **state)
{
	static const char *const keys[] = { "Left",   "Right",  "Home",   "End",   "Backspace",
					    "Delete", "Ctrl-W", "Ctrl-U", "Ctrl-K" };
	static const char *const texts[] = { "a", "\xc3\xa9", "\xe6\xbc\xa2", "\xf0\x9f\x90\xa7" };
	unsigned int seed = 7;
	struct prompt p;

	(void)state;
	prompt_start(&p, "t", "");
	for (int i = 0; i < 100000; i++) {
		if (rand_r(&seed) % 20 == 0)
			prompt_key(&p, keys[rand_r(&seed) % 9], "");
		else
			prompt_key(&p, "", texts[rand_r(&seed) % 4]);
		assert_true(p.len < sizeof(p.text) && p.cursor <= p.len);
		assert_int_equal(strlen(p.text), p.len);
		assert_true(text_is_utf8(p.text) && text_is_utf8(p.text + p.cursor));
	}
}

/* A canvas that only knows how wide it is, and the rightmost column used. */
struct ruler {
	struct canvas canvas;
	int cols;
};

static void ruler_size(const struct canvas *c, int *ret_rows, int *ret_cols)
{
	*ret_rows = 1;
	*ret_cols = ((const struct ruler *)c)->cols;
}

static void ruler_put(struct canvas *c, int row, int col, enum ink ink, const char *text)
{
	(void)c, (void)row, (void)col, (void)ink, (void)text;
}

static void test_cursor_is_seen(void **state)
{
	static const struct canvas_ops ops = { .size = ruler_size, .put = ruler_put };
	struct ruler ruler = { .canvas = { .ops = &ops } };
	struct prompt p;

	(void)state;
	prompt_start(&p, "write JSON to:", "");
	for (int i = 0; i < 150; i++) {
		prompt_key(&p, "", i % 3 ? "x" : "\xe6\xbc\xa2");
		for (ruler.cols = 4; ruler.cols <= 200; ruler.cols++)
			assert_in_range(prompt_draw(&p, &ruler.canvas, 0), 0, ruler.cols - 1);
	}
}

/* A question and what it wants to hear are on a screen of 40 columns, with room to type. */
static void test_questions_are_seen(void **state)
{
	static const char *const questions[] = { "make this change? (y/n)",
						 "take back all of this run? (y/n)" };

	(void)state;
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		struct grid *g = grid_new(1, 40, false);
		struct prompt p;

		prompt_start(&p, questions[i], "yes");
		assert_int_equal(prompt_draw(&p, &g->canvas, 0), strlen(questions[i]) + 4);
		assert_int_equal(grid_find(g, questions[i]), 0);
		grid_free(g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edits),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_cursor_is_seen),
		cmocka_unit_test(test_questions_are_seen),
	};

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return EXIT_FAILURE;
	return cmocka_run_group_tests_name("tui_prompt", tests, NULL, NULL);
}
