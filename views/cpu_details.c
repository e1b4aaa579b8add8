// SPDX-License-Identifier: GPL-2.0-only
/* One CPU and the tasks queued on it; see cpu_details.h. */
#include "views/cpu_details.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "views/baseline.h"
#include "views/format.h"
#include "views/key_hint.h"
#include "views/pen.h"
#include "views/state.h"

bool cpu_details_has_waiters(const struct view_context *x, int cpu)
{
	return (x->waiters || x->waiters_error) && x->waiters_cpu == cpu;
}

static void pen_state(struct pen *p, const struct view_context *x, const struct model_cpu *cpu)
{
	const struct state_look *look = &state_looks[cpu->now.state];

	pen_printf(p, INK_STRONG, "CPU %d", cpu->cpu);
	pen_printf(p, look->ink, "%c %s", state_mark(x->model, cpu), look->name);
	if (state_is_missed(x->model, cpu))
		pen_printf(p, INK_WARN, "(missed)");
}

/* The other threads of its core, "with CPU 4". */
static void pen_siblings(struct pen *p, const struct model *m, const struct model_cpu *cpu)
{
	char text[64] = "";
	size_t used = 0;

	for (unsigned int i = 0; i < m->nr_cpus && used < sizeof(text); i++) {
		const struct model_cpu *other = &m->cpus[i];

		if (other->present && other->core == cpu->core && other->cpu != cpu->cpu)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%d",
						 used ? "," : "", other->cpu);
	}
	if (used)
		pen_printf(p, INK_TEXT, "core %d with CPU %s", cpu->core, text);
	else
		pen_printf(p, INK_TEXT, "core %d", cpu->core);
}

static void pen_place(struct pen *p, const struct model *m, const struct model_cpu *cpu)
{
	const struct topology *topo = m->sample ? m->sample->topo : NULL;

	if (cpu->core >= 0)
		pen_siblings(p, m, cpu);
	if (cpu->llc >= 0 && (unsigned int)cpu->llc < m->nr_llcs)
		pen_printf(p, INK_TEXT, "%s", m->llcs[cpu->llc].name);
	else if (cpu->online)
		pen_printf(p, INK_WARN, "in no scheduling domain");
	if (cpu->node >= 0)
		pen_printf(p, INK_TEXT, "node %d", cpu->node);
	if (cpu->package >= 0)
		pen_printf(p, INK_TEXT, "package %d", cpu->package);
	if (topo && cpu->kind >= 0 && (unsigned int)cpu->kind < topo->nr_kinds)
		pen_printf(p, INK_TEXT, "%s core", topo->kinds[cpu->kind].name);
	if (cpu->isolated)
		pen_printf(p, INK_WARN, "isolated");
	if (cpu->nohz_full)
		pen_printf(p, INK_WARN, "nohz_full");
}

static void pen_now(struct pen *p, const struct model_cpu *cpu)
{
	const struct cpu_now *now = &cpu->now;

	if (!cpu->has_now)
		return;
	pen_printf(p, INK_TEXT, "%" PRIu32 " runnable: %" PRIu32 " normal, %" PRIu32 " idle-class",
		   now->nr_running, now->nr_nonidle, now->nr_idle_class);
	if (now->pid)
		pen_printf(p, INK_TEXT, "runs %.*s (%" PRId32 ", %s)", SAMPLE_COMM_SIZE, now->comm,
			   now->pid, task_class_name(now->class));
	else
		pen_printf(p, INK_DIM, "runs the idle task");
	if (now->cookie)
		pen_printf(p, INK_TEXT, "cookie %" PRIx64, now->cookie);
}

static void pen_shares(struct pen *p, const struct view_context *x, const struct model_cpu *cpu)
{
	const struct model_cpu *before = x->baseline ? baseline_cpu(x->baseline, cpu->cpu) : NULL;
	char text[32];

	for (int i = 0; i < SHARE_COUNT; i++) {
		struct rate v = cpu->shares.pct[i];

		if (v.state == GAUGE_UNSUPPORTED)
			continue;
		format_pct(v, text, sizeof(text));
		if (before)
			format_difference(format_pct, rate_difference(v, before->shares.pct[i]),
					  text, sizeof(text));
		pen_pair(p, share_looks[i].word, share_ink((enum share_id)i, v), text);
	}
}

static void pen_times(struct pen *p, const struct model_cpu *cpu)
{
	const struct {
		const char *label;
		struct rate value;
		format_fn format;
	} rows[] = {
		{ "mean wait", cpu->wait_mean_ns, format_ns },
		{ "user", cpu->times.user, format_pct },
		{ "system", cpu->times.system, format_pct },
		{ "nice", cpu->times.nice, format_pct },
		{ "steal", cpu->times.steal, format_pct },
		{ "irq", cpu->times.irq, format_pct },
		{ "softirq", cpu->times.softirq, format_pct },
		{ "iowait", cpu->times.iowait, format_pct },
		{ "samples/s", cpu->samples_hz, format_hz },
	};
	char text[32];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].value.state == GAUGE_UNSUPPORTED)
			continue;
		rows[i].format(rows[i].value, text, sizeof(text));
		pen_pair(p, rows[i].label, INK_TEXT, text);
	}
}

struct queue_counts {
	unsigned int waiting, pinned; /* normal tasks */
	unsigned int idle_class;
};

static struct queue_counts count_queue(const struct waiter_list *list)
{
	struct queue_counts n = { 0 };

	for (size_t i = 0; i < list->count; i++) {
		const struct waiter *w = &list->tasks[i];

		if (w->running || w->delayed)
			continue;
		n.waiting += !w->idle_class;
		n.pinned += !w->idle_class && w->nr_cpus_allowed == 1;
		n.idle_class += w->idle_class;
	}
	return n;
}

/* What a balancer could do about it: "2 wait  1 pinned here  1 may run elsewhere". */
static void pen_verdict(struct pen *p, const struct waiter_list *list)
{
	struct queue_counts n = count_queue(list);

	pen_printf(p, n.waiting ? INK_OVERLOADED : INK_GOOD, "%u wait%s", n.waiting,
		   n.waiting == 1 ? "s" : "");
	if (n.pinned)
		pen_printf(p, INK_WARN, "%u pinned here", n.pinned);
	if (n.waiting > n.pinned)
		pen_printf(p, INK_TEXT, "%u may run elsewhere", n.waiting - n.pinned);
	if (n.idle_class)
		pen_printf(p, INK_SCHED_IDLE, "%u idle-class", n.idle_class);
	if (list->dropped)
		pen_printf(p, INK_WARN, "%" PRIu64 " more are not listed", list->dropped);
}

static void draw_waiters(const struct waiter_list *list, struct canvas *c, int row, int rows,
			 int cols, struct table *t)
{
	struct table_row rows_of[WAITER_LIST_MAX];
	struct pen p = pen_at(c, row, 0, 1, cols);

	for (size_t i = 0; i < list->count; i++)
		rows_of[i] = (struct table_row){ .id = (int)i, .row = &list->tasks[i] };
	pen_printf(&p, INK_TITLE, "queued here:");
	pen_verdict(&p, list);
	if (table_draw(t, c, row + 1, rows - 1, cols, rows_of, (int)list->count, false))
		canvas_put(c, row + 1, 0, INK_BAD, "out of memory");
}

static void draw_queue(const struct view_context *x, int cpu, struct canvas *c, int row, int rows,
		       int cols, struct table *t)
{
	struct pen p = pen_at(c, row, 0, rows, cols);
	char key[16];

	if (!cpu_details_has_waiters(x, cpu)) {
		pen_printf(&p, INK_DIM, "%s: who waits here",
			   key_hint(x, ACTION_SELECT, key, sizeof(key)));
		return;
	}
	if (x->waiters_error)
		pen_sentence(&p, INK_WARN, x->waiters_error);
	else
		draw_waiters(x->waiters, c, row, rows, cols, t);
}

/* Where there is hardly room for who waits, that alone is shown: it has been asked for. */
static bool is_short(const struct view_context *x, int cpu, int rows)
{
	return cpu_details_has_waiters(x, cpu) && rows < 11;
}

/* Where room is short, who waits matters more than the times. */
static bool has_room_for_times(const struct view_context *x, int cpu, int rows)
{
	if (!cpu_details_has_waiters(x, cpu) || !x->waiters)
		return true;
	return rows - 4 > (int)x->waiters->count;
}

void cpu_details_draw(const struct view_context *x, const struct model_cpu *cpu, struct canvas *c,
		      struct table *waiters)
{
	int rows, cols;
	struct pen p;

	canvas_size(c, &rows, &cols);
	p = pen_at(c, 0, 0, rows, cols);
	pen_state(&p, x, cpu);
	pen_place(&p, x->model, cpu);
	pen_break(&p);
	if (p.row < rows && cpu->online)
		state_draw_bar(c, p.row++, 0, cols, &cpu->shares);
	if (cpu->online && !is_short(x, cpu->cpu, rows))
		pen_shares(&p, x, cpu);
	pen_break(&p);
	if (!is_short(x, cpu->cpu, rows))
		pen_now(&p, cpu);
	pen_break(&p);
	if (has_room_for_times(x, cpu->cpu, rows - p.row))
		pen_times(&p, cpu);
	pen_break(&p);
	if (p.row < rows)
		draw_queue(x, cpu->cpu, c, p.row, rows - p.row, cols, waiters);
}

void cpu_details_draw_line(const struct view_context *x, const struct model_cpu *cpu,
			   struct canvas *c, int row, int cols)
{
	struct pen p = pen_at(c, row, 0, 1, cols);

	pen_state(&p, x, cpu);
	if (cpu->has_now && cpu->now.pid)
		pen_printf(&p, INK_TEXT, "%.*s (%" PRId32 ")", SAMPLE_COMM_SIZE, cpu->now.comm,
			   cpu->now.pid);
	pen_shares(&p, x, cpu);
}
