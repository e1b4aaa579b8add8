// SPDX-License-Identifier: GPL-2.0-only
/* The options, and how a text becomes the value of one; see option_rows.h. */
#include "config/option_rows.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(field)                                                                               \
	.offset = offsetof(struct options, field), .size = sizeof(((struct options *)0)->field)

static const char *const color_words[] = { "auto", "always", "never", NULL };
static const char *const format_words[] = { "json", "prometheus", NULL };

const struct option_row option_rows[] = {
	{ .name = "interval",
	  .letter = 'i',
	  .kind = OPTION_SECONDS,
	  FIELD(interval_s),
	  .min = 0.1,
	  .max = 3600,
	  .in_file = true,
	  .argument = "SECONDS",
	  .help = "time between two refreshes, documents or recorded samples (1)" },
	{ .name = "sample-hz",
	  .kind = OPTION_UNSIGNED,
	  FIELD(sample_hz),
	  .min = 1,
	  .max = 1000,
	  .in_file = true,
	  .argument = "N",
	  .help = "how often a second the run queues are sampled (100)" },
	{ .name = "budget",
	  .kind = OPTION_PERCENT,
	  FIELD(budget_pct),
	  .min = 0.01,
	  .max = 100,
	  .in_file = true,
	  .argument = "PERCENT",
	  .help = "of one CPU that sampling may cost before its rate is lowered (0.2)" },
	{ .name = "read-only",
	  .kind = OPTION_FLAG,
	  FIELD(read_only),
	  .in_file = true,
	  .help = "change nothing on this machine" },
	{ .name = "root",
	  .kind = OPTION_TEXT,
	  FIELD(root),
	  .argument = "DIR",
	  .help = "look at a captured /proc and /sys below DIR instead of this machine" },
	{ .name = "no-bpf",
	  .kind = OPTION_FLAG,
	  FIELD(no_bpf),
	  .in_file = true,
	  .help = "load no BPF programs; files below /proc and /sys have to do" },
	{ .name = "cpu",
	  .kind = OPTION_CPU,
	  FIELD(cpu),
	  .min = 0,
	  .max = 65535,
	  .commands = "- replay",
	  .argument = "N",
	  .help = "CPU to select at the start" },
	{ .name = "cgroup",
	  .kind = OPTION_TEXT,
	  FIELD(cgroup),
	  .commands = "- snapshot stream replay",
	  .argument = "PATH",
	  .help = "cgroup to select at the start; documents: only it and those below" },
	{ .name = "color",
	  .kind = OPTION_COLOR,
	  FIELD(color),
	  .choices = color_words,
	  .in_file = true,
	  .argument = "WHEN",
	  .help = "auto, always or never; auto looks at the terminal and at NO_COLOR" },
	{ .name = "theme",
	  .kind = OPTION_TEXT,
	  FIELD(theme),
	  .in_file = true,
	  .argument = "NAME",
	  .help = "default, dark, light or blue-orange" },
	{ .name = "ascii",
	  .kind = OPTION_FLAG,
	  FIELD(ascii),
	  .in_file = true,
	  .help = "draw with ASCII characters only" },
	{ .name = "no-mouse",
	  .kind = OPTION_FLAG,
	  FIELD(no_mouse),
	  .in_file = true,
	  .help = "leave the mouse to the terminal" },
	{ .name = "restore-on-exit",
	  .kind = OPTION_FLAG,
	  FIELD(restore_on_exit),
	  .in_file = true,
	  .commands = "-",
	  .help = "take back at the end what was changed in the interface" },
	{ .name = "config",
	  .kind = OPTION_TEXT,
	  FIELD(config),
	  .argument = "FILE",
	  .help = "configuration file instead of ~/.config/headroom-top/config" },
	{ .name = "output",
	  .letter = 'o',
	  .kind = OPTION_TEXT,
	  FIELD(output),
	  .commands = "snapshot stream replay",
	  .argument = "FILE",
	  .help = "write to FILE instead of standard output" },
	{ .name = "count",
	  .letter = 'n',
	  .kind = OPTION_COUNT,
	  FIELD(count),
	  .min = 1,
	  .max = 1e15,
	  .commands = "stream record replay",
	  .argument = "N",
	  .help = "end after N documents or samples" },
	{ .name = "format",
	  .kind = OPTION_WORD,
	  FIELD(format),
	  .choices = format_words,
	  .commands = "stream replay",
	  .argument = "NAME",
	  .help = "json, or prometheus: FILE of -o is replaced at each sample (json)" },
	{ .name = "ring",
	  .kind = OPTION_SECONDS,
	  FIELD(ring_s),
	  .min = 10,
	  .max = 366 * 86400.0,
	  .commands = "record",
	  .argument = "TIME",
	  .help = "keep only the last TIME on disk, such as 10m or 1h" },
	{ .name = "bundle",
	  .kind = OPTION_TEXT,
	  FIELD(bundle),
	  .commands = "doctor",
	  .argument = "FILE",
	  .help = "write a recording for a bug report to FILE, names of host and tasks taken out" },
	{ .name = "for",
	  .kind = OPTION_SECONDS,
	  FIELD(for_s),
	  .min = 0.1,
	  .max = 31 * 86400.0,
	  .commands = "set feature tunable wait",
	  .argument = "TIME",
	  .help = "take the change back after TIME unless confirmed; wait: look for at most TIME" },
	{ .name = "dry-run",
	  .kind = OPTION_FLAG,
	  FIELD(dry_run),
	  .commands = "set feature tunable group undo",
	  .help = "print what the change would do, and do not make it" },
	{ .name = NULL },
};

_Static_assert(sizeof(option_rows) / sizeof(option_rows[0]) <= 65, "options.given has 64 bits");

const struct option_row *option_by_name(const char *name, size_t len)
{
	for (const struct option_row *row = option_rows; row->name; row++) {
		if (strlen(row->name) == len && !memcmp(row->name, name, len))
			return row;
	}
	return NULL;
}

const struct option_row *option_by_letter(char letter)
{
	for (const struct option_row *row = option_rows; row->name; row++) {
		if (row->letter && row->letter == letter)
			return row;
	}
	return NULL;
}

bool option_takes_value(const struct option_row *row)
{
	return row->kind != OPTION_FLAG;
}

static void describe_choices(const struct option_row *row, char *buf, size_t size)
{
	size_t used = 0;

	for (int i = 0; row->choices[i] && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%s",
					 !i                    ? ""
					 : row->choices[i + 1] ? ", "
							       : " or ",
					 row->choices[i]);
}

void option_describe(const struct option_row *row, char *buf, size_t size)
{
	switch (row->kind) {
	case OPTION_SECONDS:
		snprintf(buf, size, "seconds from %g to %g, such as %s", row->min, row->max,
			 row->min < 1 ? "2, 0.5 or 500ms" : "600, 10m or 1h");
		break;
	case OPTION_PERCENT:
		snprintf(buf, size, "a percentage from %g to %g", row->min, row->max);
		break;
	case OPTION_UNSIGNED:
	case OPTION_COUNT:
	case OPTION_CPU:
		snprintf(buf, size, "a whole number from %.0f to %.0f", row->min, row->max);
		break;
	case OPTION_WORD:
	case OPTION_COLOR:
		describe_choices(row, buf, size);
		break;
	case OPTION_FLAG:
		snprintf(buf, size, "yes or no");
		break;
	default:
		snprintf(buf, size, "1 to %zu bytes", row->size - 1);
		break;
	}
}

static int parse_flag(const char *text, bool *ret_on)
{
	static const struct {
		const char *word;
		bool on;
	} words[] = {
		{ "yes", true }, { "on", true },   { "true", true },   { "1", true },
		{ "no", false }, { "off", false }, { "false", false }, { "0", false },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(text, words[i].word)) {
			*ret_on = words[i].on;
			return 0;
		}
	}
	return -EINVAL;
}

static int parse_whole(const struct option_row *row, const char *text, unsigned long *ret_n)
{
	unsigned long n;
	char *end;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || errno || (double)n < row->min ||
	    (double)n > row->max)
		return -EINVAL;
	*ret_n = n;
	return 0;
}

/*
 * A number with an optional unit of time. Other letters, signs and NaN are refused. strtod follows
 * the locale's decimal point, but main sets no LC_NUMERIC.
 */
static int parse_decimal(const struct option_row *row, const char *text, double *ret_value)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = { { "ms", 0.001 }, { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 } };
	size_t digits = strspn(text, "0123456789."), nr_units = sizeof(units) / sizeof(units[0]);
	char *end;
	double v = strtod(text, &end);

	if (!digits || end != text + digits)
		return -EINVAL;
	for (size_t i = 0; *end && row->kind == OPTION_SECONDS && i < nr_units; i++) {
		if (!strcmp(end, units[i].unit)) {
			v *= units[i].seconds;
			end += strlen(end);
		}
	}
	if (*end == '%' && row->kind == OPTION_PERCENT)
		end++;
	if (*end || !(v >= row->min && v <= row->max))
		return -EINVAL;
	*ret_value = v;
	return 0;
}

static int parse_choice(const struct option_row *row, const char *text)
{
	for (int i = 0; row->choices[i]; i++) {
		if (!strcmp(row->choices[i], text))
			return i;
	}
	return -EINVAL;
}

static int store_text(const struct option_row *row, const char *text, char *field)
{
	size_t len = strlen(text);

	if (!len || len >= row->size)
		return -EINVAL;
	memcpy(field, text, len + 1);
	return 0;
}

static int store_value(const struct option_row *row, const char *text, void *field)
{
	unsigned long n;
	int r;

	switch (row->kind) {
	case OPTION_FLAG:
		return parse_flag(text, field);
	case OPTION_SECONDS:
	case OPTION_PERCENT:
		return parse_decimal(row, text, field);
	case OPTION_WORD:
		r = parse_choice(row, text);
		return r < 0 ? r : store_text(row, text, field);
	case OPTION_COLOR:
		r = parse_choice(row, text);
		if (r >= 0)
			*(enum color_mode *)field = (enum color_mode)r;
		return r < 0 ? r : 0;
	case OPTION_TEXT:
		return store_text(row, text, field);
	default:
		break;
	}
	r = parse_whole(row, text, &n);
	if (r < 0)
		return r;
	if (row->kind == OPTION_UNSIGNED)
		*(unsigned int *)field = (unsigned int)n;
	else if (row->kind == OPTION_CPU)
		*(int *)field = (int)n;
	else
		*(unsigned long *)field = n;
	return 0;
}

int option_set(const struct option_row *row, struct options *o, const char *where, const char *text,
	       struct fault *f)
{
	char takes[160];

	if (!store_value(row, text, (char *)o + row->offset))
		return 0;
	option_describe(row, takes, sizeof(takes));
	return fault_usage(f, "%s %.200s: it takes %s", where, *text ? text : "(empty)", takes);
}
