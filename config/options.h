/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Command line and configuration file: one table of options, one struct that is passed down.
 * Precedence: defaults, configuration file, command line.
 */
#ifndef HEADROOM_CONFIG_OPTIONS_H
#define HEADROOM_CONFIG_OPTIONS_H

#include <stdbool.h>

#include "config/keys.h"
#include "core/fault.h"

enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
	double interval_s;      /* 0.1 .. 3600 */
	unsigned int sample_hz; /* 1 .. 1000 */
	double budget_pct;      /* 0.01 .. 100, of one CPU */
	bool read_only, no_bpf, ascii, no_mouse;
	enum color_mode color;
	char root[4096];   /* "" is the live system */
	char config[4096]; /* file given by --config, "" for the default places */
	char theme[32];
	int cpu;             /* CPU to select at start, -1: none */
	char output[4096];   /* -o, "" is stdout */
	unsigned long count; /* stream --count, 0: no end */
	char format[32];     /* stream --format: "json" or "prometheus" */
	double ring_s;       /* record --ring, 0: no bound */
	char bundle[4096];   /* doctor --bundle */
	struct keymap *keymap;
};

/* What is left of the command line: the command and its own words. */
struct command_line {
	const char *command; /* NULL: the interface */
	int nr_words;
	char *const *words;
	bool help, version;
};

int options_init(struct options *o); /* defaults; -ENOMEM */
void options_clear(struct options *o);

/*
 * Reads the configuration file (o->config, or $XDG_CONFIG_HOME/headroom-top/config, or
 * ~/.config/headroom-top/config; a missing default file is fine), then the command line.
 * Options may stand before and after the command; "--" ends them. Bad usage: -EINVAL with f set,
 * naming the option and what it takes.
 */
int options_parse(struct options *o, int argc, char *const *argv, struct command_line *ret_line,
		  struct fault *f);

/* Text of --help, from the tables; to be freed by free(). */
char *options_help(void);

#endif
