// SPDX-License-Identifier: GPL-2.0-only
/* The interface: one poll(2) over the terminal, the timer and the signals. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/column_config.h"
#include "tui/interface.h"
#include "tui/terminal.h"

#define WHEEL_LINES 3

struct view_context interface_context(const struct interface *ui)
{
	return (struct view_context){
		.model = ui->session.model,
		.baseline = ui->baseline,
		.search = ui->search,
		.filter = ui->filter,
		.waiters = ui->has_waiters ? &ui->waiters : NULL,
		.waiters_cpu = ui->waiters_cpu,
		.waiters_error = *ui->waiters_fault.text ? ui->waiters_fault.text : NULL,
		.group_tasks = &ui->group_tasks,
		.group_tasks_of = ui->group_tasks_of,
		.group_tasks_error =
			*ui->group_tasks_fault.text ? ui->group_tasks_fault.text : NULL,
		.keymap = ui->options->keymap,
		.journal = ui->editor.apply ? apply_journal(ui->editor.apply) : NULL,
		.boot = ui->editor.apply ? apply_boot(ui->editor.apply) : "",
		.read_only = ui->options->read_only,
	};
}

void interface_pace(struct interface *ui, double first_s)
{
	struct fault f = { 0 };
	double gap_s;
	int r = 0;

	if (ui->paused) {
		ticker_set(&ui->ticker, 0, 0);
		return;
	}
	if (!ui->session.is_replay) {
		ticker_set(&ui->ticker, first_s > 0 ? first_s : ui->interval_s, ui->interval_s);
		return;
	}
	gap_s = session_replay_gap_s(&ui->session, &r, &f);
	ui->replay_ended = r < 0;
	ui->replay_cut = probe_set_is_cut(ui->session.probes);
	if (r < 0 && r != -ENODATA)
		interface_say(ui, "%s", f.text);
	ticker_set(&ui->ticker, r < 0 ? 0 : 1e-4 + gap_s / ui->replay_speed, 0);
}

void interface_tick(struct interface *ui)
{
	struct fault f = { 0 };
	int r;

	editor_prefer(ui, false);
	r = session_tick(&ui->session, &f);
	ui->dirty = true;
	if (r == -ENODATA)
		ui->replay_ended = true;
	else if (r < 0)
		interface_say(ui, "%s", f.text);
	/* Who waits changes as fast as the figures do, but only asked-for lists are read. */
	else if (ui->waiters_cpu >= 0 && ui->waiters_cpu == ui->views[ui->current].wanted_cpu)
		interface_read_waiters(ui, ui->waiters_cpu);
	else if (ui->group_tasks_of && ui->group_tasks_of == ui->views[ui->current].wanted_group)
		interface_read_group_tasks(ui, ui->group_tasks_of);
	editor_look(ui);
}

static void draw_view(struct interface *ui, int rows, int cols)
{
	struct view *v = &ui->views[ui->current];
	struct view_context x = interface_context(ui);
	int below = ui->chooser.table ? column_chooser_rows(&ui->chooser, rows - 2) : 0;
	struct canvas_window window, list;

	canvas_window_init(&window, &ui->screen.canvas, 1, 0, rows - 2 - below, cols);
	if (ui->session.model->sample)
		v->ops->draw(v, &x, &window.canvas);
	panel_draw(&ui->editor.panel, &window.canvas);
	if (!below)
		return;
	canvas_window_init(&list, &ui->screen.canvas, rows - 1 - below, 0, below, cols);
	column_chooser_draw(&ui->chooser, &list.canvas);
}

void interface_lay_out(struct interface *ui)
{
	int rows, cols;

	canvas_size(&ui->screen.canvas, &rows, &cols);
	if (rows > 2)
		draw_view(ui, rows, cols);
}

/* Returns the signal that ended it, if one did. */
static int draw(struct interface *ui)
{
	struct frame_status status = {
		.model = ui->session.model,
		.keymap = ui->options->keymap,
		.message = ui->message,
		.search = ui->search,
		.filter = ui->filter,
		.interval_s = ui->interval_s,
		.paused = ui->paused,
		.has_baseline = ui->baseline != NULL,
		.is_replay = ui->session.is_replay,
		.replay_ended = ui->replay_ended,
		.replay_cut = ui->replay_cut,
		.replay_speed = ui->replay_speed,
	};
	struct canvas *c = &ui->screen.canvas;
	int rows, cols;

	canvas_size(c, &rows, &cols);
	screen_clear(&ui->screen);
	if (rows > 2)
		draw_view(ui, rows, cols);
	frame_draw_title(c, &status, ui->views, ui->nr_views, ui->current, &ui->tabs);
	if (ui->answer) {
		screen_cursor(&ui->screen, rows - 1, prompt_draw(&ui->prompt, c, rows - 1));
	} else {
		if (rows > 1)
			frame_draw_status(c, rows - 1, &status);
		screen_cursor(&ui->screen, -1, 0);
	}
	ui->dirty = false;
	return screen_flush(&ui->screen);
}

/* Only scrolling the preview and drawing the screen anew act while something is asked for. */
static void handle_typed(struct interface *ui, const struct input *in)
{
	if (!*in->text && keymap_action(ui->options->keymap, in->key) == ACTION_REDRAW) {
		screen_redraw(&ui->screen);
		ui->dirty = true;
	} else if (panel_key(&ui->editor.panel, in->key)) {
		ui->dirty = true;
	} else {
		interface_type(ui, in);
	}
}

/* A letter of a pasted text would be a key that changes something; a prompt takes it as text. */
static void handle_pasted(struct interface *ui, const struct input *in)
{
	if (!ui->answer)
		interface_say(
			ui,
			"pasted text was ignored, here its letters would be keys; Escape ends it");
	else if (*in->text)
		interface_type(ui, in);
}

/* While columns are chosen, keys and the wheel go to their list. */
static void handle_chosen(struct interface *ui, const struct input *in)
{
	if (in->kind == INPUT_WHEEL_UP || in->kind == INPUT_WHEEL_DOWN)
		column_config_key(ui, in->kind == INPUT_WHEEL_UP ? "Up" : "Down");
	else if (in->kind == INPUT_KEY)
		column_config_key(ui, in->key);
}

static void handle_input(struct interface *ui, const struct input *in)
{
	if (in->pasted) {
		handle_pasted(ui, in);
		return;
	}
	/* A message stays until the next key. */
	if (*ui->message && in->kind == INPUT_KEY) {
		ui->message[0] = '\0';
		ui->dirty = true;
	}
	if (ui->answer) {
		if (in->kind == INPUT_KEY)
			handle_typed(ui, in);
		return;
	}
	if (ui->chooser.table) {
		handle_chosen(ui, in);
		return;
	}
	switch (in->kind) {
	case INPUT_KEY:
		interface_key(ui, keymap_action(ui->options->keymap, in->key));
		break;
	case INPUT_CLICK:
		interface_click(ui, in->row, in->col);
		break;
	case INPUT_WHEEL_UP:
	case INPUT_WHEEL_DOWN:
		for (int i = 0; i < WHEEL_LINES; i++)
			interface_act(ui, in->kind == INPUT_WHEEL_UP ? ACTION_UP : ACTION_DOWN);
		break;
	default:
		break;
	}
}

/* 0, or -errno when the interface has to end because of the signal. */
static int handle_signal(struct interface *ui, int signal, struct fault *f)
{
	ui->dirty = true;
	switch (signal) {
	case SIGWINCH:
		terminal_resize();
		return 0;
	case SIGTSTP:
		terminal_suspend();
		return 0;
	case SIGCONT:
		terminal_resume();
		return 0;
	case SIGHUP:
		return fault_set(f, -EIO, "the terminal hung up");
	default:
		ui->quit = true; /* SIGTERM and SIGINT: asked to leave, and leaves */
		return 0;
	}
}

static int handle_signals(struct interface *ui, struct fault *f)
{
	int signal, r = 0;

	while (!r && !ui->quit && (signal = ticker_signal(&ui->ticker)))
		r = handle_signal(ui, signal, f);
	return r;
}

static int handle_terminal(struct interface *ui, short revents, struct fault *f)
{
	struct input in;

	if (terminal_is_dead(revents))
		return fault_set(f, -EIO, "the terminal went away");
	while (!ui->quit && (in = keyinput_read(&ui->keyinput)).kind != INPUT_NONE)
		handle_input(ui, &in);
	return 0;
}

/*
 * The screen is drawn only when the terminal takes it: one that is stopped or slow skips frames
 * instead of holding us up.
 */
static int handle_ready(struct interface *ui, const struct pollfd *fds, struct fault *f)
{
	int r = 0, ending;

	if (fds[2].revents)
		r = handle_signals(ui, f);
	if (!r && fds[0].revents)
		r = handle_terminal(ui, fds[0].revents, f);
	if (!r && fds[1].revents && ticker_take(&ui->ticker)) {
		interface_tick(ui);
		if (ui->session.is_replay)
			interface_pace(ui, 0);
	}
	if (r < 0 || ui->quit || !ui->dirty || !(fds[3].revents & POLLOUT))
		return r;
	ending = draw(ui);
	return ending ? handle_signal(ui, ending, f) : 0;
}

static int interface_loop(struct interface *ui, struct fault *f)
{
	struct pollfd fds[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = ui->ticker.timer_fd, .events = POLLIN },
		{ .fd = ui->ticker.signal_fd, .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	int r = 0;

	while (!r && !ui->quit) {
		fds[3].events = ui->dirty ? POLLOUT : 0;
		if (poll(fds, 4, -1) >= 0)
			r = handle_ready(ui, fds, f);
		else if (errno != EINTR)
			r = fault_set(f, -errno, "cannot wait for the terminal: %s",
				      strerror(errno));
	}
	return r;
}

static int open_views(struct interface *ui, struct fault *f)
{
	for (int i = 0; view_table[i] && i < FRAME_TABS_MAX; i++) {
		struct view *v = &ui->views[i];
		int r;

		*v = (struct view){ .ops = view_table[i], .wanted_cpu = -1 };
		r = v->ops->open ? v->ops->open(v) : 0;
		if (r < 0)
			return fault_set(f, r, "out of memory for the views");
		ui->nr_views++;
	}
	return 0;
}

static void close_views(struct interface *ui)
{
	for (int i = 0; i < ui->nr_views; i++) {
		if (ui->views[i].ops->close)
			ui->views[i].ops->close(&ui->views[i]);
	}
}

/* The first sample, and after a moment the second: the first frame with figures comes soon. */
static int interface_start(struct interface *ui, struct fault *f)
{
	int r;

	editor_prefer(ui, false);
	r = session_tick(&ui->session, f);
	if (r == -ENODATA)
		return fault_set(f, r, "%.300s holds no samples", ui->session.env.replay_path);
	if (r < 0)
		return r;
	if (ui->options->cpu >= (int)ui->session.model->nr_cpus)
		return fault_usage(f, "--cpu %d: the CPUs of this machine are 0 to %u",
				   ui->options->cpu, ui->session.model->nr_cpus - 1);
	if (ui->options->cpu >= 0)
		interface_show_cpu(ui, ui->options->cpu);
	if (*ui->options->cgroup && interface_show_group(ui, ui->session.cgroup) < 0)
		return fault_set(f, -ENOENT, "--cgroup %.300s: there is no such group",
				 ui->options->cgroup);
	interface_pace(ui, SESSION_FIRST_INTERVAL_S);
	ui->dirty = true;
	return 0;
}

static int interface_run(struct interface *ui, const char *replay_path, struct fault *f)
{
	int r = terminal_check(f);

	if (!r)
		r = ticker_open(&ui->ticker, true, f);
	if (!r)
		r = session_open(&ui->session, ui->options, replay_path, f);
	if (!r)
		r = open_views(ui, f);
	if (!r)
		r = column_config_apply(ui, f);
	if (!r)
		r = interface_start(ui, f);
	if (!r)
		r = terminal_open(!ui->options->no_mouse, f);
	if (r < 0)
		return r;
	screen_init(&ui->screen, ui->options);
	r = interface_loop(ui, f);
	terminal_close();
	return r;
}

int cmd_interface(const struct command_call *call, struct fault *f)
{
	struct interface *ui = calloc(1, sizeof(*ui));
	struct fault ignored = { 0 }; /* the first fault is the one to tell */
	int r, closed;

	if (!ui)
		return fault_set(f, -ENOMEM, "out of memory for the interface");
	ui->options = call->options;
	ui->interval_s = call->options->interval_s;
	ui->replay_speed = 1;
	ui->waiters_cpu = -1;
	ui->ticker = (struct ticker)TICKER_CLOSED;
	r = interface_run(ui, call->replay_path, f);
	closed = editor_close(ui, r < 0 ? &ignored : f);
	r = r < 0 ? r : closed;
	close_views(ui);
	ui->baseline = baseline_free(ui->baseline);
	session_close(&ui->session);
	ticker_close(&ui->ticker);
	free(ui);
	return r;
}
