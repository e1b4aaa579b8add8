// SPDX-License-Identifier: GPL-2.0-only
/* The command line: what is taken, what is refused and with which words. */
#include "cmocka_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/option_rows.h"
#include "config/options.h"

struct parsed {
	struct options o;
	struct command_line line;
	struct fault f;
	int r;
};

/* Splits text at its spaces and parses it as a command line, without any configuration file. */
static void parse(struct parsed *p, const char *text)
{
	char *copy = strdup(text), *argv[32] = { "headroom-top", "--config", "/dev/null" }, *save;
	int argc = 3;

	memset(p, 0, sizeof(*p));
	assert_int_equal(options_init(&p->o), 0);
	for (char *w = strtok_r(copy, " ", &save); w && argc < 31; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	p->r = options_parse(&p->o, argc, argv, &p->line, &p->f);
	/* The words point into argv; the tests look at the command before the copy goes. */
	if (p->line.command)
		p->line.command = strdup(p->line.command);
	free(copy);
}

static void forget(struct parsed *p)
{
	if (p->line.command)
		free((char *)p->line.command);
	command_line_clear(&p->line);
	options_clear(&p->o);
}

static void test_defaults(void **state)
{
	struct parsed p;

	(void)state;
	parse(&p, "");
	assert_int_equal(p.r, 0);
	assert_null(p.line.command);
	assert_true(p.o.interval_s == 1 && p.o.sample_hz == 100 && p.o.cpu == -1);
	assert_string_equal(p.o.format, "json");
	assert_string_equal(p.o.theme, "default");
	forget(&p);
}

static void test_options_and_words(void **state)
{
	struct parsed p;

	(void)state;
	parse(&p, "--interval=500ms replay -o out --ascii file -n 3 stream --color never");
	assert_int_equal(p.r, 0);
	assert_string_equal(p.line.command, "replay");
	assert_int_equal(p.line.nr_words, 2);
	assert_true(p.o.interval_s == 0.5 && p.o.ascii && p.o.count == 3);
	assert_int_equal(p.o.color, COLOR_NEVER);
	assert_string_equal(p.o.output, "out");
	forget(&p);
	parse(&p, "set -- --odd -5");
	assert_int_equal(p.r, 0);
	assert_int_equal(p.line.nr_words, 2);
	forget(&p);
	parse(&p, "set knob -5 -oout --ascii=no");
	assert_int_equal(p.r, 0);
	assert_int_equal(p.line.nr_words, 2);
	assert_string_equal(p.o.output, "out");
	assert_false(p.o.ascii);
	forget(&p);
}

static void test_help_needs_nothing_else(void **state)
{
	struct parsed p;

	(void)state;
	parse(&p, "--help");
	assert_true(!p.r && p.line.help);
	forget(&p);
	parse(&p, "snapshot -V");
	assert_true(!p.r && p.line.version);
	forget(&p);
}

static const struct {
	const char *text, *names; /* must stand in the sentence */
} refused[] = {
	{ "--intervall 1", "--intervall" },
	{ "--interval", "--interval needs a value: it takes seconds from 0.1 to 3600" },
	{ "--interval 0", "--interval 0: it takes seconds from 0.1 to 3600" },
	{ "--interval 0.09", "0.09" },
	{ "--interval 3601", "3601" },
	{ "--interval nan", "nan" },
	{ "--interval inf", "inf" },
	{ "--interval 0x1", "0x1" },
	{ "--interval -1", "-1" },
	{ "--interval 1e0", "1e0" },
	{ "--interval 1x", "1x" },
	{ "--interval=", "--interval (empty)" },
	{ "--interval 1.2.3", "1.2.3" },
	{ "--sample-hz 0", "a whole number from 1 to 1000" },
	{ "--sample-hz 1001", "1001" },
	{ "--sample-hz 99999999999999999999", "--sample-hz" },
	{ "--sample-hz 10.5", "10.5" },
	{ "--budget 0", "a percentage" },
	{ "--color blue", "auto, always or never" },
	{ "--format xml", "json or prometheus" },
	{ "--cpu -1", "--cpu -1" },
	{ "--ascii=maybe", "yes or no" },
	{ "--theme pink", "there are default, dark, light, blue-orange" },
	{ "--ring 1s", "--ring 1s" },
	{ "--for 0s", "--for 0s" },
	{ "--for s", "--for s" },
	{ "--for 99999999999h", "--for 99999999999h" },
	{ "-x", "-x is not an option" },
	{ "-o", "-o needs a value" },
	{ "--count 0", "--count 0" },
};

static void test_refused(void **state)
{
	struct parsed p;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		parse(&p, refused[i].text);
		assert_int_equal(p.r, -EINVAL);
		assert_int_equal(p.f.status, EXIT_STATUS_USAGE);
		if (!strstr(p.f.text, refused[i].names))
			fail_msg("'%s' gave: %s", refused[i].text, p.f.text);
		forget(&p);
	}
}

static void test_units_of_time(void **state)
{
	static const struct {
		const char *text;
		double seconds;
	} rows[] = { { "--ring 90", 90 },     { "--ring 90s", 90 },    { "--ring 10m", 600 },
		     { "--ring 1.5h", 5400 }, { "--ring 2d", 172800 }, { "--ring 10000ms", 10 } };
	struct parsed p;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		parse(&p, rows[i].text);
		assert_int_equal(p.r, 0);
		assert_true(p.o.ring_s == rows[i].seconds);
		forget(&p);
	}
}

static const struct {
	const char *text, *command;
	bool suits;
} suits[] = {
	{ "--count 3", "stream", true },   { "--count 3", "snapshot", false },
	{ "--count 3", NULL, false },      { "--cpu 1", NULL, true },
	{ "--cpu 1", "snapshot", false },  { "--cpu 1", "replay", true },
	{ "--cgroup a", NULL, true },      { "--cgroup a", "stream", true },
	{ "--cgroup a", "record", false }, { "-o x", "snapshot", true },
	{ "-o x", "doctor", false },       { "--bundle x", "doctor", true },
	{ "--bundle x", "record", false }, { "--interval 2 --root / --no-bpf", "snapshot", true },
};

static void test_suit_command(void **state)
{
	struct parsed p;

	(void)state;
	for (size_t i = 0; i < sizeof(suits) / sizeof(suits[0]); i++) {
		int want = suits[i].suits ? 0 : -EINVAL;

		parse(&p, suits[i].text);
		assert_int_equal(options_suit_command(&p.o, suits[i].command, &p.f), want);
		forget(&p);
	}
}

/* Every row of the table is complete, stands in the help, and has a name and letter of its own. */
static void test_table(void **state)
{
	char *help = options_help(), begins[24];

	(void)state;
	assert_non_null(help);
	for (const struct option_row *row = option_rows; row->name; row++) {
		assert_ptr_equal(option_by_name(row->name, strlen(row->name)), row);
		if (row->letter)
			assert_ptr_equal(option_by_letter(row->letter), row);
		assert_int_equal(row->argument != NULL, option_takes_value(row));
		assert_true(row->size > 0 && row->offset + row->size <= sizeof(struct options));
		assert_non_null(strstr(help, row->name));
		/* The rest may have been broken into lines. */
		snprintf(begins, sizeof(begins), "%s", row->help);
		assert_non_null(strstr(help, begins));
	}
	for (const struct theme *t = theme_table; t->name; t++)
		assert_non_null(strstr(help, t->name));
	free(help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_options_and_words),
		cmocka_unit_test(test_help_needs_nothing_else),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_units_of_time),
		cmocka_unit_test(test_suit_command),
		cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
