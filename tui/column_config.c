// SPDX-License-Identifier: GPL-2.0-only
/* The choice of columns and the configuration file; see column_config.h. */
#include "tui/column_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/configfile.h"
#include "config/configtext.h"
#include "tui/interface.h"
#include "tui/output.h"

#define TEXT_MAX   (1024 * 1024)
#define LINE_WIDTH 80

/* --- at the start --------------------------------------------------------------------------- */

typedef bool (*table_fn)(struct table *t, void *arg);

/* Every table that has a name, until one is taken; that one or NULL. */
static struct table *each_table(struct interface *ui, table_fn take, void *arg)
{
	for (int i = 0; i < ui->nr_views; i++) {
		struct view *v = &ui->views[i];
		struct table *tables[VIEW_TABLES_MAX];
		int n = v->ops->tables ? v->ops->tables(v, tables) : 0;

		for (int t = 0; t < n; t++) {
			if (tables[t]->name && take(tables[t], arg))
				return tables[t];
		}
	}
	return NULL;
}

static bool has_name(struct table *t, void *name)
{
	return !strcmp(t->name, name);
}

static bool add_name(struct table *t, void *names)
{
	strcat(names, " ");
	strncat(names, t->name, 30);
	return false;
}

static int refuse_table(struct interface *ui, const struct column_set *set, struct fault *f)
{
	char names[FRAME_TABS_MAX * VIEW_TABLES_MAX * 32] = "";

	(void)each_table(ui, add_name, names);
	return fault_usage(f, "%s: '%s' is no table; there are%.120s", set->where, set->table,
			   names);
}

int column_config_apply(struct interface *ui, struct fault *f)
{
	const struct column_sets *sets = &ui->options->columns;
	char bad[60];

	for (int i = 0; i < sets->count; i++) {
		const struct column_set *set = &sets->sets[i];
		struct table *t = each_table(ui, has_name, (void *)(uintptr_t)set->table);

		if (!t)
			return refuse_table(ui, set, f);
		if (column_choice_set(t, set->keys, bad, sizeof(bad)) < 0)
			return fault_usage(f,
					   "%s: %s has no column '%s', or it is named twice; "
					   "default.conf tells the form",
					   set->where, set->table, bad);
	}
	return 0;
}

/* --- into the file -------------------------------------------------------------------------- */

/* All of a file; "" when it is not there. NULL with f. To be freed. */
static char *read_text(const char *path, struct fault *f)
{
	char *text = calloc(1, TEXT_MAX);
	FILE *file = text ? fopen(path, "re") : NULL;
	bool whole = !file && errno == ENOENT;

	if (file) {
		size_t n = fread(text, 1, TEXT_MAX - 1, file);

		whole = feof(file) && !ferror(file) && !memchr(text, '\0', n);
		fclose(file);
	}
	if (whole)
		return text;
	free(text);
	fault_set(f, -EIO, "%.200s cannot be read, so it is left as it is", path);
	return NULL;
}

/*
 * Makes the folders of a file that is not there yet. Where file or folder are somebody else's (sudo
 * with the user's HOME) nothing is written: the new file would be ours, and not to be edited by them.
 */
static int prepare_place(const char *path, struct fault *f)
{
	char folder[4096], *last;
	struct stat st;

	snprintf(folder, sizeof(folder), "%s", path);
	for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(folder, 0755) < 0 && errno != EEXIST)
			return fault_set(f, -errno, "cannot make %.200s: %s", folder,
					 strerror(errno));
		*slash = '/';
	}
	last = strrchr(folder, '/');
	if (last)
		last[last == folder] = '\0'; /* "/" stays */
	if (stat(path, &st) < 0 && stat(last ? folder : ".", &st) < 0)
		return fault_set(f, -errno, "cannot look at %.200s: %s", folder, strerror(errno));
	if (st.st_uid != geteuid())
		return fault_set(f, -EPERM, "%.200s is another user's", path);
	return 0;
}

static int write_text(const char *path, const char *text, struct fault *f)
{
	struct output out;
	int r = output_begin(&out, path, f);

	if (!r)
		r = output_write(&out, text, strlen(text), f);
	if (!r)
		r = output_commit(&out, true, f);
	output_abort(&out);
	return r;
}

/*
 * Puts a table's choice into the configuration file, which is made when it is not there and replaced
 * in one step otherwise; all else that it says stays. -EROFS: --read-only. buf gets its path.
 */
static int write_choice(const struct options *o, const struct table *t, char *buf, size_t size,
			struct fault *f)
{
	char keys[COLUMN_SET_KEYS_SIZE], *old, *whole;
	int r;

	if (o->read_only)
		return fault_set(f, -EROFS, "nothing is written with --read-only");
	if (!configfile_place(o->config, buf, size))
		return fault_set(f, -ENOENT, "HOME does not say where the configuration file is");
	r = prepare_place(buf, f);
	if (r < 0)
		return r;
	old = read_text(buf, f);
	if (!old)
		return -EIO;
	column_choice_text(t, LINE_WIDTH, keys, sizeof(keys));
	whole = configtext_put(old, "columns", t->name, *keys ? keys : NULL);
	r = whole ? 0 : fault_set(f, -ENOMEM, "out of memory for the configuration file");
	if (!r && strcmp(old, whole))
		r = write_text(buf, whole, f);
	free(whole);
	free(old);
	return r;
}

/* --- the list ------------------------------------------------------------------------------- */

void column_config_ask(struct interface *ui)
{
	struct view *v = &ui->views[ui->current];
	struct table *tables[VIEW_TABLES_MAX];

	/* Which columns are in sight must be known, also when this key came right after the view's. */
	interface_lay_out(ui);
	if (!v->ops->tables || v->ops->tables(v, tables) < 1 || !tables[0]->name ||
	    !tables[0]->nr_shown) {
		interface_say(ui, "there is no table here whose columns could be chosen");
		return;
	}
	column_chooser_open(&ui->chooser, tables[0]);
	ui->dirty = true;
}

void column_config_key(struct interface *ui, const char *key)
{
	struct table *t = ui->chooser.table;
	struct fault f = { 0 };
	char path[4096];

	ui->dirty = true;
	if (column_chooser_key(&ui->chooser, key) != CHOOSER_KEPT ||
	    !column_chooser_changed(&ui->chooser, t))
		return;
	if (write_choice(ui->options, t, path, sizeof(path), &f) < 0)
		interface_say(ui, "the columns hold until the end, %s", f.text);
	else
		interface_say(ui, "the columns are kept in %s", path);
}
