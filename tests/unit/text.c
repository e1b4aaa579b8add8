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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printable),
	};

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return EXIT_FAILURE;
	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
