// SPDX-License-Identifier: GPL-2.0-only
/* The configuration file: the shipped default says the defaults, and every fault has its line. */
#include "cmocka_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/configfile.h"
#include "config/option_rows.h"

static char path[] = "/tmp/headroom-config-XXXXXX";

static int read_text(struct options *o, const char *text, struct fault *f)
{
	FILE *file = fopen(path, "w");
	int r;

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	fclose(file);
	assert_int_equal(options_init(o), 0);
	*f = (struct fault){ 0 };
	r = configfile_read(o, path, f);
	return r;
}

static void test_shipped_default(void **state)
{
	struct options o, defaults;
	struct fault f = { 0 };

	(void)state;
	options_init(&defaults);
	options_init(&o);
	/* Away from the defaults, so that the file is seen to say each of them. */
	o.interval_s = 9;
	o.sample_hz = 9;
	o.budget_pct = 9;
	o.read_only = o.no_bpf = o.ascii = o.no_mouse = true;
	o.color = COLOR_NEVER;
	strcpy(o.theme, "dark");
	assert_int_equal(configfile_read(&o, HEADROOM_SOURCE_DIR "/config/default.conf", &f), 0);
	for (const struct option_row *row = option_rows; row->name; row++) {
		if (row->in_file && row->kind != OPTION_TEXT)
			assert_memory_equal((char *)&o + row->offset,
					    (char *)&defaults + row->offset, row->size);
	}
	assert_string_equal(o.theme, defaults.theme);
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
		assert_string_equal(keymap_keys(o.keymap, (enum action)a), key_rows[a].keys);
	options_clear(&o);
	options_clear(&defaults);
}

/* The shipped file is the documentation: it names every option, action and ink. */
static void test_shipped_default_is_complete(void **state)
{
	char text[16384], line[64];
	FILE *file = fopen(HEADROOM_SOURCE_DIR "/config/default.conf", "r");
	size_t n;

	(void)state;
	assert_non_null(file);
	n = fread(text, 1, sizeof(text) - 1, file);
	text[n] = '\0';
	fclose(file);
	for (const struct option_row *row = option_rows; row->name; row++) {
		snprintf(line, sizeof(line), "\n%s = ", row->name);
		assert_int_equal(strstr(text, line) != NULL, row->in_file);
	}
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		snprintf(line, sizeof(line), "\n%s = ", key_rows[a].name);
		if (!strstr(text, line))
			fail_msg("the action %s is not in default.conf", key_rows[a].name);
	}
	for (int i = 0; i < INK_COUNT; i++)
		assert_non_null(strstr(text, ink_name((enum ink)i)));
}

static void test_values(void **state)
{
	struct options o;
	struct fault f;

	(void)state;
	assert_int_equal(read_text(&o,
				   "version = 1\n[options]\ninterval = 250ms\nascii = yes\n"
				   "theme = dark\n[keys]\nquit = x\n[colors]\nidle = 42 bold\n",
				   &f),
			 0);
	assert_true(o.interval_s == 0.25 && o.ascii);
	assert_string_equal(o.theme, "dark");
	assert_int_equal(keymap_action(o.keymap, "x"), ACTION_QUIT);
	assert_int_equal(keymap_action(o.keymap, "q"), ACTION_NONE);
	assert_true(o.ink_given[INK_IDLE] && o.ink_styles[INK_IDLE].fg == 42);
	options_clear(&o);
}

/* Of columns only the form is known here; a long list goes on in the next line. */
static void test_columns(void **state)
{
	const struct column_sets *sets;
	char where[80];
	struct options o;
	struct fault f;

	(void)state;
	assert_int_equal(
		read_text(&o, "[columns]\ncgroups = a b ; not e\n\tc d\nllcs = x\ncpus =\n", &f),
		0);
	sets = &o.columns;
	assert_int_equal(sets->count, 3);
	assert_string_equal(sets->sets[0].table, "cgroups");
	assert_string_equal(sets->sets[0].keys, "a b c d");
	assert_string_equal(sets->sets[1].keys, "x");
	assert_string_equal(sets->sets[2].keys, "");
	snprintf(where, sizeof(where), "%s:2", path);
	assert_string_equal(sets->sets[0].where, where);
	options_clear(&o);
}

/* Two actions change their keys with each other, whichever line comes first. */
static void test_keys_change_places(void **state)
{
	struct options o;
	struct fault f;

	(void)state;
	assert_int_equal(read_text(&o, "[keys]\npause = q\nquit = p\n", &f), 0);
	assert_int_equal(keymap_action(o.keymap, "q"), ACTION_PAUSE);
	assert_int_equal(keymap_action(o.keymap, "p"), ACTION_QUIT);
	options_clear(&o);
}

static const struct {
	const char *text;
	int line;
	const char *names;
} faults[] = {
	{ "version = 2\n", 1, "version 2" },
	{ "version = x\n", 1, "version x" },
	{ "interval = 1\n", 1, "before any section" },
	{ "# fine\n\n[options]\nintervall = 1\n", 4, "'intervall' is no key of [options]" },
	{ "[options]\ninterval = fast\n", 2, "seconds from 0.1" },
	{ "[options]\nroot = /x\n", 2, "only an option of the command line" },
	{ "[option]\ninterval = 1\n", 2, "[option] is no section" },
	{ "[keys]\nfly = x\n", 2, "'fly' is no action" },
	{ "[keys]\nquit = Ctrl-Z\n", 2, "Ctrl-Z" },
	{ "[keys]\n\nquit = p\n", 3, "another action" },
	{ "[keys]\nquit = x\npause = y\nquit = z\n", 4, "line 2 already" },
	{ "[colors]\nidle = chartreuse\n", 2, "white on blue bold" },
	{ "[colors]\nidleness = red\n", 2, "'idleness'" },
	{ "[options]\nwhat is this\n", 2, "name = value" },
	{ "[columns]\nllcs = a\ncpus = b\nllcs = c\n", 4, "'llcs' stands above already" },
};

static void test_faults(void **state)
{
	struct options o;
	struct fault f;
	char where[80];

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		assert_int_equal(read_text(&o, faults[i].text, &f), -EINVAL);
		assert_int_equal(f.status, EXIT_STATUS_USAGE);
		snprintf(where, sizeof(where), "%s:%d: ", path, faults[i].line);
		if (strncmp(f.text, where, strlen(where)) || !strstr(f.text, faults[i].names))
			fail_msg("row %zu gave: %s", i, f.text);
		options_clear(&o);
	}
}

static void test_long_line(void **state)
{
	char text[700] = "[options]\ntheme = ";
	struct options o;
	struct fault f;

	(void)state;
	memset(text + strlen(text), 'x', 600);
	assert_int_equal(read_text(&o, text, &f), -EINVAL);
	assert_non_null(strstr(f.text, ":2: the line is longer"));
	options_clear(&o);
}

/* Random bytes never crash it, and are either taken or refused with a sentence. */
static void test_noise(void **state)
{
	static const char alphabet[] = "[]=;#\n \tkeysoptincr=\xc3\x80\x1b"
				       "1";
	unsigned int seed = 20261130;
	char text[200];

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct options o;
		struct fault f;
		int r;

		for (size_t i = 0; i < sizeof(text) - 1; i++)
			text[i] = alphabet[(size_t)rand_r(&seed) % (sizeof(alphabet) - 1)];
		text[sizeof(text) - 1] = '\0';
		r = read_text(&o, text, &f);
		assert_int_equal(r < 0, f.text[0] != '\0');
		options_clear(&o);
	}
}

static void test_default_place(void **state)
{
	struct options o;
	struct fault f = { 0 };

	(void)state;
	assert_int_equal(options_init(&o), 0);
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	assert_int_equal(configfile_read_default(&o, "", &f), 0);
	assert_string_equal(f.text, "");
	assert_int_equal(configfile_read_default(&o, "/nonexistent/x", &f), -ENOENT);
	assert_non_null(strstr(f.text, "/nonexistent/x"));
	assert_true(configfile_read_default(&o, "/", &f) < 0);
	options_clear(&o);
}

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shipped_default),
		cmocka_unit_test(test_shipped_default_is_complete),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_keys_change_places),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_long_line),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_default_place),
	};

	return cmocka_run_group_tests_name("config_file", tests, make_file, remove_file);
}
