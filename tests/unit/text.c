// SPDX-License-Identifier: GPL-2.0-only
/* Bytes from outside: what must never reach a terminal, what must stay, and where text is cut. */
#include "cmocka_run.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

struct printable_row {
	const char *raw, *want;
};

static const struct printable_row printable_rows[] = {
	{ "", "" },
	{ "plain name", "plain name" },
	{ "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x90\xa7",
	  "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x90\xa7" },
	{ "\x1b[31mred", "\\x1b[31mred" },
	{ "a\nb\tc\x7f", "a\\x0ab\\x09c\\x7f" },
	{ "\xc2\x9b"
	  "31m",
	  "\\xc2\\x9b31m" }, /* C1: CSI as UTF-8 */
	{ "\x9b"
	  "31m",
	  "\\x9b31m" }, /* C1: CSI as a byte */
	{ "\xe2\x80\xae"
	  "gpj",
	  "\\xe2\\x80\\xaegpj" },                /* right-to-left override */
	{ "\xe2\x81\xa6x", "\\xe2\\x81\\xa6x" }, /* isolate */
	{ "\xc3", "\\xc3" },                     /* cut short */
	{ "\xe6\xbc", "\\xe6\\xbc" },
	{ "\xf0\x9f\x90", "\\xf0\\x9f\\x90" },
	{ "\x80", "\\x80" },          /* continuation alone */
	{ "\xc0\xaf", "\\xc0\\xaf" }, /* overlong slash */
	{ "\xe0\x80\x80", "\\xe0\\x80\\x80" },
	{ "\xf0\x80\x80\x80", "\\xf0\\x80\\x80\\x80" },
	{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },          /* surrogate */
	{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" }, /* above 10ffff */
	{ "\xff\xfe", "\\xff\\xfe" },
	{ "\xef\xbf\xbf", "\\xef\\xbf\\xbf" }, /* never a character */
};

static void test_printable(void **state)
{
	char buf[64];

	(void)state;
	for (size_t i = 0; i < sizeof(printable_rows) / sizeof(printable_rows[0]); i++) {
		text_printable(printable_rows[i].raw, buf, sizeof(buf));
		assert_string_equal(buf, printable_rows[i].want);
	}
}

/* Cut where a whole character, or a whole escape, no longer fits; always terminated. */
static void test_printable_cuts_whole_characters(void **state)
{
	static const char raw[] = "a\xc3\xa9\xf0\x9f\x90\xa7\x1b!";
	static const char whole[] = "a\xc3\xa9\xf0\x9f\x90\xa7\\x1b!";
	static const size_t ends[] = { 0, 1, 3, 7, 11, 12 };

	(void)state;
	for (size_t size = 1; size <= sizeof(whole); size++) {
		char buf[sizeof(whole) + 1];
		size_t want = 0;

		memset(buf, 'x', sizeof(buf));
		text_printable(raw, buf, size);
		for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
			if (ends[i] < size)
				want = ends[i];
		}
		assert_int_equal(strlen(buf), want);
		assert_memory_equal(buf, whole, want);
		assert_int_equal(buf[size], 'x');
	}
	assert_int_equal(*text_printable(raw, (char[]){ 'x' }, 0), 'x');
}

/* Every byte after every byte: printable text is UTF-8 and holds no control character. */
static void test_printable_is_always_utf8(void **state)
{
	(void)state;
	for (int a = 1; a < 256; a++) {
		for (int b = 0; b < 256; b++) {
			char raw[] = { (char)a, (char)b, '\xbf', '\xbf', 0 }, buf[32];

			text_printable(raw, buf, sizeof(buf));
			assert_true(text_is_utf8(buf));
			for (const char *p = buf; *p; p++)
				assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
		}
	}
}

static void test_is_utf8(void **state)
{
	(void)state;
	assert_true(text_is_utf8(""));
	assert_true(text_is_utf8("\x1b caf\xc3\xa9 \xf4\x8f\xbf\xbf"));
	assert_false(text_is_utf8("\xf4\x90\x80\x80"));
	assert_false(text_is_utf8("ok\xc3"));
	assert_false(text_is_utf8("\xed\xbf\xbf"));
}

static void test_width(void **state)
{
	(void)state;
	assert_int_equal(text_width(""), 0);
	assert_int_equal(text_width("plain"), 5);
	assert_int_equal(text_width("caf\xc3\xa9"), 4);
	assert_int_equal(text_width("\xe6\xbc\xa2\xe5\xad\x97"), 4); /* wide */
	assert_int_equal(text_width("e\xcc\x81\xcc\x82"), 1);        /* combining */
	assert_int_equal(text_width("\xf0\x9f\x90\xa7"), 2);
}

static void test_fit(void **state)
{
	static const char wide[] = "a\xe6\xbc\xa2\xe5\xad\x97";
	int width = -1;

	(void)state;
	assert_int_equal(text_fit(wide, 0, &width), 0);
	assert_int_equal(width, 0);
	assert_int_equal(text_fit(wide, 2, &width), 1); /* half a wide character does not fit */
	assert_int_equal(width, 1);
	assert_int_equal(text_fit(wide, 3, &width), 4);
	assert_int_equal(width, 3);
	assert_int_equal(text_fit(wide, 99, NULL), 7);
	assert_int_equal(text_fit("e\xcc\x81z", 1, &width), 3); /* its accent comes along */
	assert_int_equal(text_fit(wide, -1, &width), 0);
}

/* What is valid does not depend on the locale; widths do. */
static void test_in_the_c_locale(void **state)
{
	char buf[16];

	(void)state;
	assert_non_null(setlocale(LC_ALL, "C"));
	assert_string_equal(text_printable("\xc3\xa9\xff", buf, sizeof(buf)), "\xc3\xa9\\xff");
	assert_true(text_is_utf8("\xe6\xbc\xa2"));
	assert_int_equal(text_width("\xe6\xbc\xa2"), 1);
	assert_non_null(setlocale(LC_ALL, "C.UTF-8"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printable),
		cmocka_unit_test(test_printable_cuts_whole_characters),
		cmocka_unit_test(test_printable_is_always_utf8),
		cmocka_unit_test(test_is_utf8),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_in_the_c_locale),
	};

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return EXIT_FAILURE;
	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
