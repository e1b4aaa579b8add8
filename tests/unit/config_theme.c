// SPDX-License-Identifier: GPL-2.0-only
/* Themes: complete, told apart without colours, and mapped to terminals with few of them. */
#include "cmocka_run.h"

#include <errno.h>
#include <string.h>

#include "config/options.h"
#include "config/theme.h"

/* The worst state stands out without colour too, and the cursor is always seen. */
static void test_themes(void **state)
{
	(void)state;
	for (const struct theme *t = theme_table; t->name; t++) {
		assert_ptr_equal(theme_by_name(t->name), t);
		assert_true(t->help[0]);
		assert_true(t->styles[INK_OVERLOADED].mono != t->styles[INK_TEXT].mono);
		assert_true(t->styles[INK_OVERLOADED].mono != t->styles[INK_IDLE].mono);
		assert_true(t->styles[INK_FORCED_IDLE].mono != t->styles[INK_IDLE].mono);
		assert_true(t->styles[INK_CURSOR].mono & STYLE_REVERSE);
		assert_true(t->styles[INK_OVERLOADED].fg != t->styles[INK_IDLE].fg);
		/* A zeroed row of the table would be black on black. */
		for (int i = 0; i < INK_COUNT; i++)
			assert_true(t->styles[i].fg != t->styles[i].bg ||
				    t->styles[i].fg == COLOR_DEFAULT);
	}
	assert_null(theme_by_name("none"));
}

static void test_ink_names(void **state)
{
	(void)state;
	for (int i = 0; i < INK_COUNT; i++)
		assert_int_equal(ink_by_name(ink_name((enum ink)i)), i);
	assert_int_equal(ink_by_name("pink"), -ENOENT);
}

static const struct {
	const char *text;
	int r;
	struct style want;
} styles[] = {
	{ "red", 0, { 1, COLOR_DEFAULT, 0, 0 } },
	{ "bright-red bold", 0, { 9, COLOR_DEFAULT, STYLE_BOLD, STYLE_BOLD } },
	{ "white on blue", 0, { 7, 4, 0, 0 } },
	{ "208 on 236 underline dim",
	  0,
	  { 208, 236, STYLE_UNDERLINE | STYLE_DIM, STYLE_UNDERLINE | STYLE_DIM } },
	{ "default reverse", 0, { COLOR_DEFAULT, COLOR_DEFAULT, STYLE_REVERSE, STYLE_REVERSE } },
	{ "bold", 0, { COLOR_DEFAULT, COLOR_DEFAULT, STYLE_BOLD, STYLE_BOLD } },
	{ "", -EINVAL, { 0 } },
	{ "on blue", -EINVAL, { 0 } },
	{ "red on", -EINVAL, { 0 } },
	{ "red blue", -EINVAL, { 0 } },
	{ "red on blue on green", -EINVAL, { 0 } },
	{ "256", -EINVAL, { 0 } },
	{ "-1", -EINVAL, { 0 } },
	{ "bright-default", -EINVAL, { 0 } },
	{ "1x", -EINVAL, { 0 } },
};

static void test_style_parse(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(styles) / sizeof(styles[0]); i++) {
		struct style s = { 0 };

		assert_int_equal(style_parse(styles[i].text, &s), styles[i].r);
		assert_int_equal(s.fg, styles[i].want.fg);
		assert_int_equal(s.bg, styles[i].want.bg);
		assert_int_equal(s.attributes, styles[i].want.attributes);
		assert_int_equal(s.mono, styles[i].want.mono);
	}
}

static const struct {
	short color;
	int nr_colors;
	short want;
	bool bold;
} nearest[] = {
	{ 208, 256, 208, false }, { COLOR_DEFAULT, 8, COLOR_DEFAULT, false },
	{ 196, 16, 9, false }, /* ff0000 */
	{ 196, 8, 1, true },      { 1, 8, 1, false },
	{ 8, 8, 7, false }, /* grey stays visible */
	{ 16, 8, 0, false },      { 231, 16, 15, false },
	{ 46, 16, 10, false },    { 244, 16, 8, false },
};

static void test_color_nearest(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(nearest) / sizeof(nearest[0]); i++) {
		bool bold;

		assert_int_equal(color_nearest(nearest[i].color, nearest[i].nr_colors, &bold),
				 nearest[i].want);
		assert_int_equal(bold, nearest[i].bold);
	}
	for (short color = 0; color < 256; color++) {
		bool bold;

		assert_in_range(color_nearest(color, 8, &bold), 0, 7);
		assert_in_range(color_nearest(color, 16, &bold), 0, 15);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_themes),
		cmocka_unit_test(test_ink_names),
		cmocka_unit_test(test_style_parse),
		cmocka_unit_test(test_color_nearest),
	};

	return cmocka_run_group_tests_name("config_theme", tests, NULL, NULL);
}
