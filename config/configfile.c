// SPDX-License-Identifier: GPL-2.0-only
/* Reads the configuration file by inih; see configfile.h. */
#include "config/configfile.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config/option_rows.h"

/* A line of [keys]: applied when the whole file is known, as keys may change places. */
struct binding {
	int line;
	char action[32], keys[80];
};

struct reading {
	struct options *o;
	struct fault *fault;
	const char *path;
	FILE *file;
	int line;   /* of the text that inih was given last */
	int failed; /* first -errno, its sentence is in fault */
	size_t nr_bindings;
	struct binding bindings[ACTION_COUNT];
};

__attribute__((format(printf, 2, 3))) static int refuse(struct reading *r, const char *fmt, ...)
{
	char what[360];
	va_list args;

	if (r->failed)
		return r->failed;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	r->failed = fault_usage(r->fault, "%.120s:%d: %s", r->path, r->line, what);
	return r->failed;
}

/* inih's reader: counts lines, and notices what inih would cut silently. */
static char *read_piece(char *buf, int size, void *user)
{
	struct reading *r = user;
	size_t len;

	if (r->failed || !fgets(buf, size, r->file))
		return NULL;
	len = strlen(buf);
	r->line++;
	if (len + 1 == (size_t)size && buf[len - 1] != '\n') {
		refuse(r, "the line is longer than %d bytes", size - 2);
		return NULL;
	}
	return buf;
}

static int take_version(struct reading *r, const char *name, const char *value)
{
	char *end;
	long version = strtol(value, &end, 10);

	if (strcmp(name, "version"))
		return refuse(r,
			      "'%.60s' stands before any section; the sections are [options], "
			      "[keys], [colors] and [columns]",
			      name);
	if (*value < '1' || *value > '9' || *end)
		return refuse(r, "version %.40s: it takes a number, this is version %d", value,
			      CONFIGFILE_VERSION);
	if (version > CONFIGFILE_VERSION)
		return refuse(r, "the file is of version %ld, this headroom-top reads up to %d",
			      version, CONFIGFILE_VERSION);
	return 0;
}

static int take_option(struct reading *r, const char *name, const char *value)
{
	const struct option_row *row = option_by_name(name, strlen(name));
	char where[160];

	if (!row || !row->in_file)
		return refuse(r, "'%.60s' is no key of [options]%s", name,
			      row ? ", only an option of the command line" : "");
	snprintf(where, sizeof(where), "%.100s:%d: %s", r->path, r->line, row->name);
	r->failed = option_set(row, r->o, where, value, r->fault);
	return r->failed;
}

static int take_key(struct reading *r, const char *name, const char *value)
{
	struct binding *b = &r->bindings[r->nr_bindings];

	for (size_t i = 0; i < r->nr_bindings; i++) {
		if (!strcmp(r->bindings[i].action, name))
			return refuse(r,
				      "'%.60s' stands in line %d already; all its keys go on one "
				      "line",
				      name, r->bindings[i].line);
	}
	if (keymap_bind(r->o->keymap, name, "") < 0)
		return refuse(r, "'%.60s' is no action of [keys]", name);
	if (strlen(value) >= sizeof(b->keys))
		return refuse(r, "too many keys for '%s'", name);
	b->line = r->line;
	snprintf(b->action, sizeof(b->action), "%s", name);
	snprintf(b->keys, sizeof(b->keys), "%s", value);
	r->nr_bindings++;
	return 0;
}

static int take_color(struct reading *r, const char *name, const char *value)
{
	int ink = ink_by_name(name);

	if (ink < 0)
		return refuse(r, "'%.60s' is no key of [colors]", name);
	if (style_parse(value, &r->o->ink_styles[ink]) < 0)
		return refuse(
			r,
			"%s = %.60s: it takes a colour, 'on' and a background, and bold, dim, "
			"underline or reverse, such as 'white on blue bold'",
			name, value);
	r->o->ink_given[ink] = true;
	return 0;
}

/* Which tables and columns there are is for the interface to say: it knows them. */
static int take_columns(struct reading *r, const char *name, const char *value)
{
	char where[160];
	int ret;

	snprintf(where, sizeof(where), "%.120s:%d", r->path, r->line);
	ret = column_sets_add(&r->o->columns, name, value, where);
	if (ret == -EEXIST)
		return refuse(r, "'%.60s' stands above already", name);
	return ret < 0 ? refuse(r, "too many columns or tables at '%.60s'", name) : 0;
}

static const struct section {
	const char *name;
	int (*take)(struct reading *r, const char *name, const char *value);
} sections[] = {
	{ "", take_version },     { "options", take_option },  { "keys", take_key },
	{ "colors", take_color }, { "columns", take_columns },
};

/* inih's handler: 0 stops nothing by itself, so that the first fault is kept. */
static int take_line(void *user, const char *section, const char *name, const char *value)
{
	struct reading *r = user;

	if (r->failed)
		return 0;
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		if (!strcmp(sections[i].name, section))
			return sections[i].take(r, name, value) >= 0;
	}
	refuse(r, "[%.60s] is no section; there are [options], [keys], [colors] and [columns]",
	       section);
	return 0;
}

static int bind_key_line(struct reading *r, const struct binding *b)
{
	int ret = keymap_bind(r->o->keymap, b->action, b->keys);

	r->line = b->line;
	if (ret == -EEXIST)
		return refuse(r,
			      "%s = %s: one of the keys has another action; give that one other "
			      "keys too",
			      b->action, b->keys);
	if (ret < 0)
		return refuse(r,
			      "%s = %s: there is a key in it that has no such name (or Ctrl-Z, "
			      "Ctrl-S, Ctrl-Q, which the terminal keeps)",
			      b->action, b->keys);
	return 0;
}

static int read_stream(struct reading *r)
{
	int bad_line = ini_parse_stream(read_piece, r, take_line, r);

	if (!r->failed && ferror(r->file))
		return fault_set(r->fault, -EIO, "cannot read the configuration file %s: %s",
				 r->path, strerror(errno));
	if (!r->failed && bad_line > 0) {
		r->line = bad_line;
		refuse(r, "not a line of the form 'name = value' or '[section]'");
	}
	for (size_t i = 0; !r->failed && i < r->nr_bindings; i++)
		bind_key_line(r, &r->bindings[i]);
	return r->failed;
}

int configfile_read(struct options *o, const char *path, struct fault *f)
{
	struct reading *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return fault_set(f, -ENOMEM, "out of memory while reading %s", path);
	*r = (struct reading){ .o = o, .fault = f, .path = path, .file = fopen(path, "re") };
	if (!r->file) {
		ret = fault_set(f, -errno, "cannot open the configuration file %s: %s", path,
				strerror(errno));
	} else {
		ret = read_stream(r);
		fclose(r->file);
	}
	free(r);
	return ret;
}

bool configfile_place(const char *path, char *buf, size_t size)
{
	const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	int n = 0;

	if (*path)
		n = snprintf(buf, size, "%s", path);
	else if (base && *base == '/')
		n = snprintf(buf, size, "%s/headroom-top/config", base);
	else if (home && *home == '/')
		n = snprintf(buf, size, "%s/.config/headroom-top/config", home);
	return n > 0 && (size_t)n < size;
}

int configfile_read_default(struct options *o, const char *path, struct fault *f)
{
	char place[4096];
	struct stat st;

	if (*path)
		return configfile_read(o, path, f);
	if (!configfile_place(path, place, sizeof(place)))
		return 0;
	/* Not there, or in a folder that is closed to us (sudo -u with another's HOME): no file. */
	return stat(place, &st) < 0 ? 0 : configfile_read(o, place, f);
}
