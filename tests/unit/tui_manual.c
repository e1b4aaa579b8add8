// SPDX-License-Identifier: GPL-2.0-only
/* The manual page names everything that the tables hold: commands, options, keys, themes. */
#include "cmocka_run.h"

#include <stdio.h>
#include <string.h>

#include "config/option_rows.h"
#include "tui/commands.h"

static char page[65536];

/* The page without the escapes of roff, so that "\-\-root" can be found as "--root". */
static int read_page(void **state)
{
	FILE *f = fopen(HEADROOM_SOURCE_DIR "/docs/headroom-top.1", "r");
	size_t used = 0;
	int c;

	(void)state;
	if (!f)
		return -1;
	while ((c = getc(f)) != EOF && used < sizeof(page) - 1) {
		if (c == '\\') {
			c = getc(f);
			if (c == '&')
				continue;
			if (c == 'f') {
				(void)getc(f);
				continue;
			}
		}
		page[used++] = (char)c;
	}
	page[used] = '\0';
	return fclose(f);
}

static void expect_named(const char *what, const char *text)
{
	if (!strstr(page, text))
		fail_msg("the manual page does not name the %s '%s'", what, text);
}

/* A command has a paragraph of its own; roff has three ways to begin it. */
static bool has_paragraph(const char *name)
{
	static const char *const macros[] = { ".B %s\n", ".BI %s ", ".BR %s " };
	char macro[64], text[80];

	for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++) {
		snprintf(macro, sizeof(macro), macros[i], name);
		snprintf(text, sizeof(text), "\n.TP\n%s", macro);
		if (strstr(page, text))
			return true;
	}
	return false;
}

static void test_commands(void **state)
{
	(void)state;
	for (const struct command *c = command_table; c->run; c++) {
		if (*c->name && !has_paragraph(c->name))
			fail_msg("the manual page has no paragraph for '%s'", c->name);
	}
}

static void test_options(void **state)
{
	char text[64];

	(void)state;
	for (const struct option_row *row = option_rows; row->name; row++) {
		snprintf(text, sizeof(text), "--%s", row->name);
		expect_named("option", text);
		for (int i = 0; row->choices && row->choices[i]; i++)
			expect_named("choice", row->choices[i]);
	}
	for (const struct theme *t = theme_table; t->name; t++)
		expect_named("theme", t->name);
}

/* A row of the table of keys: the default keys, what they do, the name for the configuration. */
static void test_keys(void **state)
{
	char text[200];

	(void)state;
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		char keys[80] = "";

		for (const char *p = key_rows[a].keys; *p; p++) {
			size_t used = strlen(keys);

			snprintf(keys + used, sizeof(keys) - used, *p == ' ' ? ", " : "%c", *p);
		}
		snprintf(text, sizeof(text), "\n%s\t%s\t[%s]\n", keys, key_rows[a].help,
			 key_rows[a].name);
		expect_named("key", text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_keys),
	};

	return cmocka_run_group_tests_name("tui_manual", tests, read_page, NULL);
}
