// SPDX-License-Identifier: GPL-2.0-only
/* What the interface itself does on a key; every other action goes to the view in front. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tui/column_config.h"
#include "tui/interface.h"

static const double intervals_s[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300 };
#define NR_INTERVALS     (int)(sizeof(intervals_s) / sizeof(intervals_s[0]))
#define REPLAY_SPEED_MAX 64.0

void interface_say(struct interface *ui, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(ui->message, sizeof(ui->message), fmt, args);
	va_end(args);
	ui->dirty = true;
}

static int view_by_key(const struct interface *ui, char key)
{
	for (int i = 0; i < ui->nr_views; i++) {
		if (ui->views[i].ops->key == key)
			return i;
	}
	return -1;
}

static bool is_numbered(const struct interface *ui, int view)
{
	char key = ui->views[view].ops->key;

	return key >= '0' && key <= '9';
}

static void forget_lists(struct interface *ui)
{
	ui->group_tasks_of = 0;
	ui->group_tasks_fault = (struct fault){ 0 };
	ui->has_waiters = false;
	ui->waiters_cpu = -1;
	ui->waiters_fault = (struct fault){ 0 };
}

static void show_view(struct interface *ui, int view)
{
	if (view < 0 || view == ui->current)
		return;
	if (is_numbered(ui, ui->current))
		ui->before = ui->current;
	ui->current = view;
	forget_lists(ui);
	ui->dirty = true;
}

static void act_quit(struct interface *ui, int argument)
{
	(void)argument;
	ui->quit = true;
}

/* Help and Doctor: the same key again goes back. */
static void act_show(struct interface *ui, int key)
{
	int view = view_by_key(ui, (char)key);

	if (view == ui->current && !is_numbered(ui, view))
		view = ui->before;
	show_view(ui, view);
}

static void act_cycle(struct interface *ui, int step)
{
	show_view(ui, (ui->current + step + ui->nr_views) % ui->nr_views);
}

static void act_search(struct interface *ui, int argument)
{
	(void)argument;
	interface_ask_search(ui);
}

static void act_filter(struct interface *ui, int argument)
{
	(void)argument;
	interface_ask_filter(ui);
}

static void act_snapshot(struct interface *ui, int argument)
{
	(void)argument;
	interface_ask_snapshot(ui);
}

static void act_baseline(struct interface *ui, int argument)
{
	(void)argument;
	if (ui->baseline) {
		ui->baseline = baseline_free(ui->baseline);
		interface_say(ui, "the baseline was forgotten");
	} else if (!ui->session.model->settled) {
		interface_say(ui, "no figures yet to mark as baseline");
	} else {
		ui->baseline = baseline_new(ui->session.model);
		interface_say(ui, ui->baseline ? "baseline marked: differences to it are shown"
					       : "out of memory for a baseline");
	}
}

static void act_columns(struct interface *ui, int argument)
{
	(void)argument;
	column_config_ask(ui);
}

static void act_pause(struct interface *ui, int argument)
{
	(void)argument;
	ui->paused = !ui->paused;
	interface_pace(ui, 1e-9);
	ui->dirty = true;
}

static double next_interval(double now_s, int step)
{
	int i = 0;

	while (i < NR_INTERVALS - 1 && intervals_s[i] < now_s - 1e-9)
		i++;
	/* Between two of the list: faster goes to the one below, slower to the one above. */
	if (step > 0 && intervals_s[i] > now_s + 1e-9)
		return intervals_s[i];
	i += step;
	return intervals_s[i < 0 ? 0 : i >= NR_INTERVALS ? NR_INTERVALS - 1 : i];
}

/* step: -1 faster, 1 slower; a recording is paced by its speed instead. */
static void act_interval(struct interface *ui, int step)
{
	if (ui->session.is_replay) {
		double speed = ui->replay_speed * (step < 0 ? 2 : 0.5);

		ui->replay_speed = fmin(fmax(speed, 1 / REPLAY_SPEED_MAX), REPLAY_SPEED_MAX);
	} else {
		ui->interval_s = next_interval(ui->interval_s, step);
	}
	interface_pace(ui, 0);
	ui->dirty = true;
}

static void act_refresh(struct interface *ui, int argument)
{
	(void)argument;
	interface_tick(ui);
	interface_pace(ui, 0);
}

static void act_redraw(struct interface *ui, int argument)
{
	(void)argument;
	screen_redraw(&ui->screen);
	ui->dirty = true;
}

static const struct frame_action {
	enum action action;
	void (*act)(struct interface *ui, int argument);
	int argument;
} frame_actions[] = {
	{ ACTION_QUIT, act_quit, 0 },         { ACTION_HELP, act_show, '?' },
	{ ACTION_DOCTOR, act_show, '!' },     { ACTION_VIEW_1, act_show, '1' },
	{ ACTION_VIEW_2, act_show, '2' },     { ACTION_VIEW_5, act_show, '5' },
	{ ACTION_VIEW_7, act_show, '7' },     { ACTION_VIEW_8, act_show, '8' },
	{ ACTION_VIEW_NEXT, act_cycle, 1 },   { ACTION_VIEW_PREVIOUS, act_cycle, -1 },
	{ ACTION_SEARCH, act_search, 0 },     { ACTION_FILTER, act_filter, 0 },
	{ ACTION_BASELINE, act_baseline, 0 }, { ACTION_PAUSE, act_pause, 0 },
	{ ACTION_FASTER, act_interval, -1 },  { ACTION_SLOWER, act_interval, 1 },
	{ ACTION_REFRESH, act_refresh, 0 },   { ACTION_REDRAW, act_redraw, 0 },
	{ ACTION_SNAPSHOT, act_snapshot, 0 }, { ACTION_COLUMNS, act_columns, 0 },
};

void interface_read_waiters(struct interface *ui, int cpu)
{
	ui->waiters_fault = (struct fault){ 0 };
	ui->waiters_cpu = cpu;
	ui->has_waiters = !probe_set_waiters(ui->session.probes, (unsigned int)cpu, &ui->waiters,
					     &ui->waiters_fault);
}

void interface_read_group_tasks(struct interface *ui, uint64_t id)
{
	const struct cgroup_model *tree = &ui->session.model->cgroups;
	size_t at = cgroup_model_find(tree, id);

	ui->group_tasks_fault = (struct fault){ 0 };
	ui->group_tasks_of = id;
	if (at != CGROUP_NO_PARENT)
		(void)probe_set_group_tasks(ui->session.probes, tree->groups[at].facts->path, id,
					    &ui->group_tasks, &ui->group_tasks_fault);
}

void interface_show_cpu(struct interface *ui, int cpu)
{
	int view = view_by_key(ui, '2');

	if (view < 0)
		return;
	if (ui->views[view].ops->select_cpu)
		ui->views[view].ops->select_cpu(&ui->views[view], cpu);
	show_view(ui, view);
}

int interface_show_group(struct interface *ui, const char *path)
{
	const struct cgroup_model *tree = &ui->session.model->cgroups;
	int view = view_by_key(ui, '5');

	for (size_t i = 0; view >= 0 && i < tree->nr_groups; i++) {
		if (strcmp(tree->groups[i].facts->path, path))
			continue;
		ui->views[view].ops->select_group(&ui->views[view], tree->groups[i].facts->id);
		show_view(ui, view);
		return 0;
	}
	return -ENOENT;
}

static void follow(struct interface *ui, enum outcome outcome)
{
	int cpu = ui->views[ui->current].wanted_cpu;

	ui->dirty = true;
	if (outcome == OUTCOME_WAITERS && cpu >= 0)
		interface_read_waiters(ui, cpu);
	else if (outcome == OUTCOME_TASKS)
		interface_read_group_tasks(ui, ui->views[ui->current].wanted_group);
	else if (outcome == OUTCOME_SHOW_CPU)
		interface_show_cpu(ui, cpu);
	else if (outcome != OUTCOME_REDRAW && outcome != OUTCOME_WAITERS)
		editor_follow(ui, &ui->views[ui->current], outcome);
}

/* What nobody wanted: going back leaves Help, or else forgets the search. */
static void act_unwanted(struct interface *ui, enum action a)
{
	if (a == ACTION_BACK && !is_numbered(ui, ui->current))
		show_view(ui, ui->before);
	else if (a == ACTION_BACK && *ui->search)
		ui->search[0] = '\0';
	else if (a == ACTION_SEARCH || a == ACTION_SEARCH_NEXT || a == ACTION_SEARCH_PREVIOUS)
		interface_say(ui, *ui->search ? "nothing matches '%s'" : "nothing to search for%s",
			      ui->search);
	ui->dirty = true;
}

void interface_act(struct interface *ui, enum action a)
{
	struct view *v = &ui->views[ui->current];
	struct view_context x = interface_context(ui);
	enum outcome outcome = OUTCOME_IGNORED;

	if (ui->session.model->sample)
		outcome = v->ops->act(v, &x, a);
	/* Going back closes the list of tasks: nobody looks at it, so it is not read on. */
	if (a == ACTION_BACK)
		forget_lists(ui);
	if (outcome == OUTCOME_IGNORED)
		act_unwanted(ui, a);
	else
		follow(ui, outcome);
}

void interface_key(struct interface *ui, enum action a)
{
	if (a == ACTION_NONE)
		return;
	if (key_rows[a].writes && ui->options->read_only) {
		interface_say(ui, "'%s' changes something, and --read-only is set",
			      key_rows[a].name);
		return;
	}
	for (size_t i = 0; i < sizeof(frame_actions) / sizeof(frame_actions[0]); i++) {
		if (frame_actions[i].action == a) {
			frame_actions[i].act(ui, frame_actions[i].argument);
			return;
		}
	}
	interface_act(ui, a);
}

void interface_click(struct interface *ui, int row, int col)
{
	struct view *v = &ui->views[ui->current];
	struct view_context x = interface_context(ui);

	if (row == 0) {
		for (int i = 0; i < ui->tabs.count; i++) {
			if (col >= ui->tabs.tabs[i].from && col < ui->tabs.tabs[i].to)
				show_view(ui, i);
		}
	} else if (v->ops->click && ui->session.model->sample) {
		enum outcome outcome = v->ops->click(v, &x, row - 1, col);

		if (outcome != OUTCOME_IGNORED)
			follow(ui, outcome);
	}
}
