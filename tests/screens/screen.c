// SPDX-License-Identifier: GPL-2.0-only
/* A view off the terminal; see screen.h. */
#include "tests/screens/screen.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/machine_groups.h"
#include "tests/machines.h"
#include "views/baseline.h"

#define SCREEN_TICKS 20 /* that a made-up machine has run before it is shown */

static const struct view_ops *ops_named(const char *name)
{
	for (const struct view_ops *const *ops = view_table; *ops; ops++) {
		if (!strcmp((*ops)->name, name))
			return *ops;
	}
	return NULL;
}

int screen_open(struct screen *s, const char *view_name, struct model *model, int rows, int cols,
		bool ascii)
{
	*s = (struct screen){ .model = model };
	s->context = (struct view_context){ .model = model, .search = strdup("") };
	s->view.ops = ops_named(view_name);
	s->grid = grid_new(rows, cols, ascii);
	if (!s->view.ops || !s->grid || !model)
		return s->view.ops ? -ENOMEM : -ENOENT;
	return s->view.ops->open ? s->view.ops->open(&s->view) : 0;
}

static void forget_journal(struct screen *s)
{
	struct journal *j = (void *)(uintptr_t)s->context.journal;

	if (j)
		journal_clear(j);
	free(j);
	s->context.journal = NULL;
}

void screen_close(struct screen *s)
{
	if (s->view.ops && s->view.ops->close)
		s->view.ops->close(&s->view);
	forget_journal(s);
	free((void *)(uintptr_t)s->context.search);
	free((void *)(uintptr_t)s->context.filter);
	free((void *)(uintptr_t)s->context.waiters);
	free((void *)(uintptr_t)s->context.group_tasks);
	baseline_free((void *)(uintptr_t)s->context.baseline);
	grid_free(s->grid);
	model_free(s->model);
	*s = (struct screen){ 0 };
}

/* The list of columns below the view, as the frame has it. */
static void draw_with_chooser(struct screen *s)
{
	int below = column_chooser_rows(&s->chooser, s->grid->rows);
	struct canvas_window view, list;

	canvas_window_init(&view, &s->grid->canvas, 0, 0, s->grid->rows - below, s->grid->cols);
	s->view.ops->draw(&s->view, &s->context, &view.canvas);
	canvas_window_init(&list, &s->grid->canvas, s->grid->rows - below, 0, below, s->grid->cols);
	column_chooser_draw(&s->chooser, &list.canvas);
}

void screen_draw(struct screen *s)
{
	grid_blank(s->grid);
	if (s->chooser.table)
		draw_with_chooser(s);
	else
		s->view.ops->draw(&s->view, &s->context, &s->grid->canvas);
}

int screen_resize(struct screen *s, int rows, int cols)
{
	struct grid *g = grid_new(rows, cols, s->grid->canvas.ascii);

	if (!g)
		return -ENOMEM;
	grid_free(s->grid);
	s->grid = g;
	screen_draw(s);
	return 0;
}

enum outcome screen_act(struct screen *s, enum action a)
{
	enum outcome outcome = s->view.ops->act(&s->view, &s->context, a);

	screen_draw(s);
	return outcome;
}

static void search_for(struct screen *s, const char *text)
{
	free((void *)(uintptr_t)s->context.search);
	s->context.search = strdup(text);
	screen_act(s, ACTION_SEARCH);
}

/* Three tasks: one runs, one waits and may go, one is pinned; the name is not to be trusted. */
static void give_waiters(struct screen *s, int cpu)
{
	static const struct waiter tasks[] = {
		{ .pid = 1200,
		  .tgid = 1200,
		  .comm = "stress-ng",
		  .running = true,
		  .class = TASK_CLASS_FAIR,
		  .nr_cpus_allowed = 8 },
		{ .pid = 1201,
		  .tgid = 1200,
		  .comm = "stress-ng",
		  .class = TASK_CLASS_FAIR,
		  .wait_ns = { .value = 3200000, .state = GAUGE_KNOWN },
		  .nr_cpus_allowed = 1 },
		{ .pid = 77,
		  .tgid = 77,
		  .comm = "a\x1b[2Jb",
		  .class = TASK_CLASS_FAIR,
		  .nice = 10,
		  .policy = 5,
		  .idle_class = true,
		  .wait_ns = { .value = 91000000, .state = GAUGE_KNOWN },
		  .nr_cpus_allowed = 4 },
	};
	struct waiter_list *list = calloc(1, sizeof(*list));

	if (!list)
		return;
	memcpy(list->tasks, tasks, sizeof(tasks));
	list->count = 3;
	free((void *)(uintptr_t)s->context.waiters);
	s->context.waiters = list;
	s->context.waiters_cpu = cpu;
	screen_draw(s);
}

/* The selected group's: one runs, one sleeps with a name that is not to be trusted, of many. */
static void give_tasks(struct screen *s)
{
	static const struct group_task tasks[] = {
		{ .pid = 4321,
		  .comm = "worker",
		  .state = 'R',
		  .cpu = 3,
		  .usage_pct = { .value = 87.5, .state = GAUGE_KNOWN },
		  .wait_mean_ns = { .value = 3200000, .state = GAUGE_KNOWN } },
		{ .pid = 77, .comm = "a\x1b[2Jb", .state = 'S', .policy = 3, .nice = 10 },
	};
	struct group_task_list *list = calloc(1, sizeof(*list));

	if (!list)
		return;
	(void)s->view.ops->act(&s->view, &s->context, ACTION_SELECT);
	memcpy(list->tasks, tasks, sizeof(tasks));
	list->count = 2;
	list->nr_tasks = 400;
	list->nr_untold = 1;
	free((void *)(uintptr_t)s->context.group_tasks);
	s->context.group_tasks = list;
	s->context.group_tasks_of = s->view.wanted_group;
	screen_draw(s);
}

/* Times of the journal are shown as local ones. */
static void give_journal(struct screen *s)
{
	setenv("TZ", "UTC0", 1);
	tzset();
	forget_journal(s);
	s->context.journal = machine_journal_new();
	s->context.boot = MACHINE_BOOT;
	screen_draw(s);
}

static void toggle_baseline(struct screen *s)
{
	baseline_free((void *)(uintptr_t)s->context.baseline);
	s->context.baseline = s->context.baseline ? NULL : baseline_new(s->model);
	screen_draw(s);
}

static void choose_columns(struct screen *s)
{
	struct table *tables[VIEW_TABLES_MAX];

	if (s->view.ops->tables && s->view.ops->tables(&s->view, tables) > 0)
		column_chooser_open(&s->chooser, tables[0]);
	screen_draw(s);
}

static int play_word(struct screen *s, const char *word)
{
	if (!strcmp(word, "columns")) {
		choose_columns(s);
		return 0;
	}
	if (!strncmp(word, "key:", 4) && s->chooser.table) {
		(void)column_chooser_key(&s->chooser, word + 4);
		screen_draw(s);
		return 0;
	}
	if (!strncmp(word, "search:", 7)) {
		search_for(s, word + 7);
		return 0;
	}
	if (!strncmp(word, "filter:", 7)) {
		free((void *)(uintptr_t)s->context.filter);
		s->context.filter = strdup(word + 7);
		screen_draw(s);
		return 0;
	}
	if (!strcmp(word, "tasks")) {
		give_tasks(s);
		return 0;
	}
	if (!strncmp(word, "waiters:", 8)) {
		give_waiters(s, atoi(word + 8));
		return 0;
	}
	if (!strcmp(word, "journal")) {
		give_journal(s);
		return 0;
	}
	if (!strcmp(word, "baseline")) {
		toggle_baseline(s);
		return 0;
	}
	if (!strcmp(word, "ascii")) {
		s->grid->canvas.ascii = true;
		screen_draw(s);
		return 0;
	}
	for (int i = 1; i < ACTION_COUNT; i++) {
		if (!strcmp(key_rows[i].name, word)) {
			screen_act(s, (enum action)i);
			return 0;
		}
	}
	return -EINVAL;
}

int screen_play(struct screen *s, const char *script)
{
	char *words = strdup(script), *rest = words, *word;
	int r = words ? 0 : -ENOMEM;

	while (!r && (word = strsep(&rest, " ")))
		r = *word ? play_word(s, word) : 0;
	free(words);
	return r;
}

int screen_case_parse(const char *line, struct screen_case *ret_case)
{
	int used = 0, fields;

	if (!*line || *line == '#')
		return 0;
	*ret_case = (struct screen_case){ 0 };
	fields = sscanf(line, "%63s %127s %15s %d %d %n", ret_case->name, ret_case->machine,
			ret_case->view, &ret_case->rows, &ret_case->cols, &used);
	if (fields != 5)
		return -EINVAL;
	snprintf(ret_case->script, sizeof(ret_case->script), "%s", line + used);
	return 1;
}

char *screen_case_text(const struct screen_case *c, const char *source_dir)
{
	char path[512];
	struct screen s;
	char *text = NULL;

	if (strchr(c->machine, '/'))
		snprintf(path, sizeof(path), "%s/%s", source_dir, c->machine);
	else
		snprintf(path, sizeof(path), "%s", c->machine);
	if (!screen_open(&s, c->view, machine_model(path, SCREEN_TICKS), c->rows, c->cols, false)) {
		screen_draw(&s);
		if (!screen_play(&s, c->script))
			text = grid_text(s.grid);
	}
	screen_close(&s);
	return text;
}
