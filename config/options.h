/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Command line and configuration file: one table of options, one struct that is passed down.
 * Precedence: defaults, configuration file, command line.
 */
#ifndef HEADROOM_CONFIG_OPTIONS_H
#define HEADROOM_CONFIG_OPTIONS_H

#include <stdbool.h>

#include "config/column_sets.h"
#include "config/keys.h"
#include "config/theme.h"
#include "core/fault.h"

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
	double interval_s;      /* 0.1 .. 3600 */
	unsigned int sample_hz; /* 1 .. 1000 */
	double budget_pct;      /* 0.01 .. 100, of one CPU */
	bool read_only, no_bpf, ascii, no_mouse;
	bool restore_on_exit;
	enum color_mode color;
	char root[4096];   /* "" is the live system */
	char config[4096]; /* file given by --config, "" for the default places */
	char theme[32];
	int cpu;             /* CPU to select at start, -1: none */
	char cgroup[4096];   /* group to select at start, or to tell about; "": none, all */
	char output[4096];   /* -o, "" is stdout */
	unsigned long count; /* stream and record --count, 0: no end */
	char format[32];     /* stream --format: "json" or "prometheus" */
	double ring_s;       /* record --ring, 0: no bound */
	char bundle[4096];   /* doctor --bundle */
	double for_s;        /* --for; 0: no limit; wait: looks once */
	bool dry_run;        /* print what a change would do */
	struct keymap *keymap;
	struct style ink_styles[INK_COUNT]; /* [colors] of the configuration file ... */
	bool ink_given[INK_COUNT];          /* ... where it says something */
	struct column_sets columns;         /* [columns] of the configuration file */
	unsigned long long given; /* bit N: row N of the table stood on the command line */
};

/* What is left of the command line: the command and its own words. */
struct command_line {
	const char *command; /* NULL: the interface */
	int nr_words;
	char *const *words; /* strings of argv, in an array that command_line_clear() frees */
	bool help, version;
	char **storage;
};

void command_line_clear(struct command_line *line);

int options_init(struct options *o); /* defaults; -ENOMEM */
void options_clear(struct options *o);

/*
 * Reads the configuration file (--config, or $XDG_CONFIG_HOME/headroom-top/config, or
 * ~/.config/headroom-top/config; a missing default file is fine), then the command line.
 * Options may stand before and after the command; "--" ends them, and so "-5" is a word, not an
 * option. Bad usage: -EINVAL with f set, naming the option, or file and line, and what it takes.
 * With ret_line->help or ->version set the configuration file was not looked at.
 */
int options_parse(struct options *o, int argc, char *const *argv, struct command_line *ret_line,
		  struct fault *f);

/*
 * Refuses an option on the command line that the command would not look at: 0, or -EINVAL with f.
 * command is NULL for the interface.
 */
int options_suit_command(const struct options *o, const char *command, struct fault *f);

/* The options part of --help, from the table; to be freed by free(). NULL: no memory. */
char *options_help(void);

/* The theme asked for, with the colours of the configuration file. */
void options_theme(const struct options *o, struct theme *ret_theme);

#endif
