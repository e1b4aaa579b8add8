// SPDX-License-Identifier: GPL-2.0-only
/* Defaults and the command line; see options.h. The configuration file is in configfile.c. */
#include "config/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/configfile.h"
#include "config/help.h"
#include "config/option_rows.h"

int options_init(struct options *o)
{
	*o = (struct options){
		.interval_s = 1,
		.sample_hz = 100,
		.budget_pct = 0.2,
		.cpu = -1,
		.format = "json",
	};
	snprintf(o->theme, sizeof(o->theme), "%s", theme_table[0].name);
	o->keymap = keymap_new();
	return o->keymap ? 0 : -ENOMEM;
}

void options_clear(struct options *o)
{
	o->keymap = keymap_free(o->keymap);
}

/* One walk over argv. The first one only looks for --config, --help and --version. */
struct walk {
	struct options *o;
	struct command_line *line;
	struct fault *fault;
	int argc, next;
	char **argv; /* a copy: words are moved to its front, in order */
	int nr_words;
};

static int walk_value(struct walk *w, const struct option_row *row, const char *where,
		      const char *inline_value)
{
	const char *value = inline_value;
	char takes[160];

	if (!value && !option_takes_value(row))
		value = "yes";
	if (!value && w->next < w->argc)
		value = w->argv[w->next++];
	if (!value) {
		option_describe(row, takes, sizeof(takes));
		return fault_usage(w->fault, "%s needs a value: it takes %s", where, takes);
	}
	w->o->given |= 1ULL << (row - option_rows);
	return option_set(row, w->o, where, value, w->fault);
}

static int walk_long(struct walk *w, const char *arg)
{
	size_t len = strcspn(arg + 2, "=");
	const struct option_row *row = option_by_name(arg + 2, len);
	char where[80];

	if (!strcmp(arg, "--help"))
		w->line->help = true;
	else if (!strcmp(arg, "--version"))
		w->line->version = true;
	else if (!row)
		return fault_usage(w->fault,
				   "%.*s is not an option; 'headroom-top --help' lists them",
				   len > 60 ? 60 : (int)len + 2, arg);
	else {
		snprintf(where, sizeof(where), "--%s", row->name);
		return walk_value(w, row, where, arg[2 + len] ? arg + 3 + len : NULL);
	}
	return 0;
}

/* "-o FILE", "-oFILE"; letters are not bundled, as nearly all of them take a value. */
static int walk_short(struct walk *w, const char *arg)
{
	const struct option_row *row = option_by_letter(arg[1]);
	char where[3] = { '-', arg[1], '\0' };

	if (!strcmp(arg, "-h"))
		w->line->help = true;
	else if (!strcmp(arg, "-V"))
		w->line->version = true;
	else if (!row)
		return fault_usage(w->fault,
				   "%.60s is not an option; 'headroom-top --help' lists them", arg);
	else
		return walk_value(w, row, where, arg[2] ? arg + 2 : NULL);
	return 0;
}

static bool is_option(const char *arg)
{
	return arg[0] == '-' && arg[1] && !isdigit((unsigned char)arg[1]);
}

static int walk_arguments(struct walk *w)
{
	bool ended = false;
	int r = 0;

	while (!r && w->next < w->argc) {
		char *arg = w->argv[w->next++];

		if (!ended && !strcmp(arg, "--"))
			ended = true;
		else if (ended || !is_option(arg))
			w->argv[w->nr_words++] = arg;
		else if (arg[1] == '-')
			r = walk_long(w, arg);
		else
			r = walk_short(w, arg);
	}
	return r;
}

static int check_theme(const struct options *o, struct fault *f)
{
	char names[200] = "";

	if (theme_by_name(o->theme))
		return 0;
	for (const struct theme *t = theme_table; t->name; t++) {
		size_t used = strlen(names);

		snprintf(names + used, sizeof(names) - used, "%s%s", used ? ", " : "", t->name);
	}
	return fault_usage(f, "theme %s: there is none of that name; there are %s", o->theme,
			   names);
}

/*
 * The command line wins over the file, but names the file: it is read twice, the file between.
 * The words are left in ret_line->words, an array of the caller's argv pointers.
 */
int options_parse(struct options *o, int argc, char *const *argv, struct command_line *ret_line,
		  struct fault *f)
{
	struct options first = *o;
	struct walk w;
	int r = 0;

	*ret_line = (struct command_line){ 0 };
	for (int round = 0; round < 2; round++) {
		free(ret_line->storage);
		ret_line->storage = calloc((size_t)argc + 1, sizeof(char *));
		if (!ret_line->storage)
			return fault_set(f, -ENOMEM, "out of memory while reading the options");
		memcpy(ret_line->storage, argv, (size_t)argc * sizeof(char *));
		w = (struct walk){
			.o = round ? o : &first,
			.line = ret_line,
			.fault = f,
			.argc = argc,
			.next = 1,
			.argv = ret_line->storage,
		};
		r = walk_arguments(&w);
		if (r < 0 || ret_line->help || ret_line->version)
			return r;
		r = round ? 0 : configfile_read_default(o, first.config, f);
		if (r < 0)
			return r;
	}
	if (w.nr_words) {
		ret_line->command = ret_line->storage[0];
		ret_line->words = ret_line->storage + 1;
		ret_line->nr_words = w.nr_words - 1;
	}
	return check_theme(o, f);
}

void command_line_clear(struct command_line *line)
{
	free(line->storage);
	*line = (struct command_line){ 0 };
}

/* commands is a space separated list; "-" in it stands for the interface. */
static bool lists_command(const char *commands, const char *command)
{
	size_t len = strlen(command);

	for (const char *p = commands; *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		if (n == len && !memcmp(p, command, n))
			return true;
		p += n;
	}
	return false;
}

int options_suit_command(const struct options *o, const char *command, struct fault *f)
{
	for (const struct option_row *row = option_rows; row->name; row++) {
		bool given = o->given >> (row - option_rows) & 1;

		if (!given || !row->commands ||
		    lists_command(row->commands, command ? command : "-"))
			continue;
		return fault_usage(f, "--%s does nothing here: it is an option of %s", row->name,
				   *row->commands == '-' ? "the interface" : row->commands);
	}
	return 0;
}

static void put_option(FILE *out, const struct option_row *row)
{
	char left[48], letter[6] = "    ", text[200];

	if (row->letter)
		snprintf(letter, sizeof(letter), "-%c, ", row->letter);
	snprintf(left, sizeof(left), "%s--%s%s%s", letter, row->name, row->argument ? " " : "",
		 row->argument ? row->argument : "");
	if (row->commands && *row->commands != '-')
		snprintf(text, sizeof(text), "%s [%s]", row->help, row->commands);
	else
		snprintf(text, sizeof(text), "%s", row->help);
	help_put_row(out, left, text);
}

char *options_help(void)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (const struct option_row *row = option_rows; row->name; row++)
		put_option(out, row);
	help_put_row(out, "-h, --help", "this text");
	help_put_row(out, "-V, --version", "version");
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

void options_theme(const struct options *o, struct theme *ret_theme)
{
	const struct theme *base = theme_by_name(o->theme);

	*ret_theme = base ? *base : theme_table[0];
	for (int i = 0; i < INK_COUNT; i++) {
		if (o->ink_given[i])
			ret_theme->styles[i] = o->ink_styles[i];
	}
}
