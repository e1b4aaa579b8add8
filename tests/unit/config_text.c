// SPDX-License-Identifier: GPL-2.0-only
/* One setting put into the text of a configuration file: everything else stays as it was. */
#include "cmocka_run.h"

#include <stdlib.h>
#include <string.h>

#include "config/configtext.h"

static const struct {
	const char *text, *value, *want;
} rows[] = {
	{ "", "a b", "version = 1\n\n[columns]\ncgroups = a b\n" },
	{ "version = 1\n", "a", "version = 1\n\n[columns]\ncgroups = a\n" },
	{ "version = 1", "a", "version = 1\n\n[columns]\ncgroups = a\n" },
	/* In place, with the lines that it goes on in; comments, order and odd blanks stay. */
	{ "# mine\n[columns]\n cgroups=x\n\ty z\n# c\nllcs = l\n[keys]\nquit = x\n", "a",
	  "# mine\n[columns]\ncgroups = a\n# c\nllcs = l\n[keys]\nquit = x\n" },
	/* A comment or a blank line does not end a setting; what follows the last of its lines stays. */
	{ "[columns]\ncgroups = x\n# c\n\n y\n# d\nllcs = l\n", "a",
	  "[columns]\ncgroups = a\n# d\nllcs = l\n" },
	{ "[columns]\r\ncgroups : x\r\n[keys]\r\n", "a", "[columns]\r\ncgroups = a\n[keys]\r\n" },
	/* At the end of the section, before the blank lines that follow it. */
	{ "[columns]\nllcs = l\n\n\n[keys]\nquit = x\n", "a",
	  "[columns]\nllcs = l\ncgroups = a\n\n\n[keys]\nquit = x\n" },
	{ "[keys]\n[columns]", "a", "[keys]\n[columns]\ncgroups = a\n" },
	/* Only in its own section, and no comment, and not a longer name. */
	{ "[keys]\ncgroups = k\n[columns]\n#cgroups = c\ncgroups2 = n\n", "a\n\tb",
	  "[keys]\ncgroups = k\n[columns]\n#cgroups = c\ncgroups2 = n\ncgroups = a\n\tb\n" },
	/* What is not understood is kept byte for byte. */
	{ "\xef\xbb\xbfversion = 7\n[future]\nx ! y\n\xff\xfe\n", "a",
	  "\xef\xbb\xbfversion = 7\n[future]\nx ! y\n\xff\xfe\n\n[columns]\ncgroups = a\n" },
	/* Taken out. */
	{ "[columns]\ncgroups = x\n  y\nllcs = l\n", NULL, "[columns]\nllcs = l\n" },
	{ "[columns]\nllcs = l\n", NULL, "[columns]\nllcs = l\n" },
	{ "version = 1\n", NULL, "version = 1\n" },
};

static void test_put(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *got = configtext_put(rows[i].text, "columns", "cgroups", rows[i].value);

		assert_non_null(got);
		if (strcmp(got, rows[i].want))
			fail_msg("row %zu gave: %s", i, got);
		free(got);
	}
}

/* Put twice is put once, and the value can be taken out again. */
static void test_put_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *once = configtext_put(rows[i].text, "columns", "cgroups", "one\n\ttwo");
		char *twice = configtext_put(once, "columns", "cgroups", "one\n\ttwo");
		char *out = configtext_put(twice, "columns", "cgroups", NULL);

		assert_string_equal(once, twice);
		assert_null(strstr(out, "one"));
		assert_null(strstr(out, "two"));
		free(once);
		free(twice);
		free(out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_put),
		cmocka_unit_test(test_put_again),
	};

	return cmocka_run_group_tests_name("config_text", tests, NULL, NULL);
}
