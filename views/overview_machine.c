// SPDX-License-Identifier: GPL-2.0-only
/* The parts of the Overview around its tables: the machine, sensors and capabilities. */
#include "views/overview.h"

#include <inttypes.h>
#include <stdio.h>

#include "views/baseline.h"
#include "views/format.h"
#include "views/key_hint.h"
#include "views/pen.h"
#include "views/state.h"
#include "views/timeline.h"

#define ROWS_FOR_TIMES    18
#define ROWS_FOR_GRAPHS   20
#define ROWS_FOR_SENSORS  16
#define ROWS_FOR_EPISODES 28

/* A figure of the machine with its unit, and its difference to the baseline in brackets. */
static void format_with_baseline(const struct view_context *x, struct rate now, struct rate before,
				 const char *unit, char *buf, size_t size)
{
	char plain[16], difference[16];

	format_pct(now, plain, sizeof(plain));
	if (!rate_is_known(now))
		unit = "";
	if (!x->baseline) {
		snprintf(buf, size, "%s%s", plain, unit);
		return;
	}
	format_difference(format_pct, rate_difference(now, before), difference, sizeof(difference));
	snprintf(buf, size, "%s%s (%s)", plain, unit, difference);
}

static const struct model_machine *machine_before(const struct view_context *x)
{
	return x->baseline ? baseline_machine(x->baseline) : &x->model->machine;
}

static void pen_count(struct pen *p, unsigned int count, const char *one, const char *many)
{
	pen_printf(p, INK_TEXT, "%u %s", count, count == 1 ? one : many);
}

static void draw_counts(const struct view_context *x, struct pen *p)
{
	const struct model_machine *m = &x->model->machine;

	if (m->nr_online == m->nr_present)
		pen_count(p, m->nr_online, "CPU", "CPUs");
	else
		pen_printf(p, INK_TEXT, "%u of %u CPUs online", m->nr_online, m->nr_present);
	if (m->nr_cores && m->nr_cores != m->nr_online)
		pen_count(p, m->nr_cores, "core", "cores");
	pen_printf(p, INK_TEXT, "%u %s (%s)", m->nr_llcs, m->nr_llcs == 1 ? "LLC" : "LLCs",
		   x->model->llc_source ? x->model->llc_source : "unknown");
	if (m->nr_nodes > 1)
		pen_count(p, m->nr_nodes, "node", "nodes");
	if (m->nr_packages > 1)
		pen_count(p, m->nr_packages, "package", "packages");
	if (m->nr_isolated)
		pen_printf(p, INK_TEXT, "%u isolated", m->nr_isolated);
	if (m->nr_nohz_full)
		pen_printf(p, INK_TEXT, "%u nohz_full", m->nr_nohz_full);
}

/* Does the machine idle as much as is claimed? Half a percent of grace: it is a mean of ticks. */
static bool is_held(const struct model *m)
{
	struct rate idle = m->machine.global_idle_pct;

	return !rate_is_known(idle) || idle.value * 100 + 50 >= timeline_claim(m);
}

static void draw_headline(const struct view_context *x, struct canvas *c, int cols)
{
	const struct model_machine *m = &x->model->machine;
	struct pen p = pen_at(c, 0, 0, 1, cols);
	char idle[64], age[32], claim[16];

	format_with_baseline(x, m->global_idle_pct, machine_before(x)->global_idle_pct, " %", idle,
			     sizeof(idle));
	pen_pair(&p, "global idle", is_held(x->model) ? INK_STRONG : INK_BAD, idle);
	if (timeline_claim(x->model)) {
		snprintf(claim, sizeof(claim), "%.1f %%", timeline_claim(x->model) / 100.0);
		pen_pair(&p, "of claimed", INK_STRONG, claim);
	}
	if (!x->model->settled)
		pen_printf(&p, INK_WARN, "measuring");
	if (x->baseline) {
		format_age(baseline_age_s(x->baseline, x->model), age, sizeof(age));
		pen_printf(&p, INK_WARN, "(differences to %s ago)", age);
	}
	if (x->model->sample && x->model->sample->sched_ext_ops[0])
		pen_printf(&p, INK_WARN, "sched_ext: %s", x->model->sample->sched_ext_ops);
	draw_counts(x, &p);
}

static void draw_shares(const struct view_context *x, struct canvas *c, int row, int cols)
{
	static const enum share_id order[] = { SHARE_OVERLOADED, SHARE_MISSED_IDLE,
					       SHARE_IDLE,       SHARE_SCHED_IDLE,
					       SHARE_BUSY,       SHARE_FORCED_IDLE };
	struct pen p = pen_at(c, row, 0, 1, cols);
	char text[64];

	for (int i = 0; i < SHARE_COUNT; i++) {
		struct rate now = x->model->machine.shares.pct[order[i]];

		if (now.state == GAUGE_UNSUPPORTED)
			continue;

		format_with_baseline(x, now, machine_before(x)->shares.pct[order[i]], "", text,
				     sizeof(text));
		pen_pair(&p, share_looks[order[i]].word, share_ink(order[i], now), text);
	}
}

static void pen_time(struct pen *p, const char *label, struct rate pct)
{
	char text[32];

	format_pct(pct, text, sizeof(text));
	pen_pair(p, label, rate_is_known(pct) ? INK_TEXT : INK_DIM, text);
}

static void pen_load(struct pen *p, const struct sample *s)
{
	if (!gauge_is_known(s->load_1_milli))
		return;
	pen_printf(p, INK_TEXT, "load %.2f %.2f %.2f", (double)s->load_1_milli.value / 1000,
		   (double)s->load_5_milli.value / 1000, (double)s->load_15_milli.value / 1000);
}

static bool sample_counts(const struct sample *s)
{
	return s && sample_can(s, CAP_SAMPLER);
}

static void draw_times(const struct view_context *x, struct canvas *c, int row, int cols)
{
	const struct times_pct *t = &x->model->machine.times;
	struct pen p = pen_at(c, row, 0, 1, cols);
	char wait[32];

	format_ns(x->model->machine.wait_mean_ns, wait, sizeof(wait));
	pen_time(&p, "user", t->user);
	pen_time(&p, "system", t->system);
	pen_time(&p, "steal", t->steal);
	pen_time(&p, "irq", t->irq);
	pen_time(&p, "softirq", t->softirq);
	pen_time(&p, "iowait", t->iowait);
	pen_time(&p, "nice", t->nice);
	if (x->model->machine.wait_mean_ns.state != GAUGE_UNSUPPORTED)
		pen_pair(&p, "mean wait", INK_TEXT, wait);
	if (x->model->sample)
		pen_load(&p, x->model->sample);
}

/* How long CPUs idled beside overloaded ones: short episodes are normal, long ones are faults. */
static void draw_episodes(const struct view_context *x, struct canvas *c, int row, int cols)
{
	static const char *const names[EPISODE_BUCKETS] = { "below 20 ms", "to 100 ms", "to 1 s",
							    "above" };
	const struct model_machine *m = &x->model->machine;
	struct pen p = pen_at(c, row, 0, 1, cols);
	char text[32];

	pen_printf(&p, INK_DIM, "episodes of missed idle:");
	for (int i = 0; i < EPISODE_BUCKETS; i++) {
		snprintf(text, sizeof(text), "%" PRIu64, m->episodes[i]);
		pen_pair(&p, names[i],
			 i == EPISODE_BUCKETS - 1 && m->episodes[i] ? INK_WARN : INK_TEXT, text);
	}
	format_ns(rate_known((double)m->episode_longest_ns), text, sizeof(text));
	pen_pair(&p, "longest", INK_TEXT, text);
}

static int graph_rows(int rows, int spare)
{
	int more = rows / 4 < spare ? rows / 4 : spare;

	return 1 + rows / 7 + (more > 0 ? more : 0);
}

int overview_draw_machine(const struct view_context *x, struct canvas *c, int rows, int cols,
			  int spare)
{
	int used = 3;

	draw_headline(x, c, cols);
	state_draw_bar(c, 1, 0, cols, &x->model->machine.shares);
	draw_shares(x, c, 2, cols);
	if (rows >= ROWS_FOR_TIMES)
		draw_times(x, c, used++, cols);
	if (rows >= ROWS_FOR_EPISODES && sample_counts(x->model->sample))
		draw_episodes(x, c, used++, cols);
	if (rows >= ROWS_FOR_GRAPHS) {
		overview_draw_graphs(x, c, used, graph_rows(rows, spare), cols);
		used += graph_rows(rows, spare);
	}
	return used;
}

static const char *sensor_unit(const struct canvas *c, enum sensor_kind kind)
{
	static const char *const units[SENSOR_KIND_COUNT] = {
		[SENSOR_TEMPERATURE] = "°C",
		[SENSOR_POWER] = "W",
		[SENSOR_FAN] = "rpm",
		[SENSOR_VOLTAGE] = "V",
	};

	return c->ascii && kind == SENSOR_TEMPERATURE ? "C" : units[kind];
}

static void draw_sensors(const struct sample *s, struct canvas *c, int row, int cols)
{
	struct pen p = pen_at(c, row, 0, 1, cols);
	char value[48];

	for (size_t i = 0; i < s->nr_sensors; i++) {
		const struct sensor *sensor = &s->sensors[i];
		const char *fmt = sensor->kind == SENSOR_VOLTAGE ? "%.2f %s" : "%.0f %s";

		snprintf(value, sizeof(value), fmt, sensor->value, sensor_unit(c, sensor->kind));
		pen_pair(&p, sensor->label[0] ? sensor->label : sensor->chip, INK_TEXT, value);
	}
}

static void draw_capabilities(const struct view_context *x, struct canvas *c, int row, int cols)
{
	const struct sample *s = x->model->sample;
	struct pen p = pen_at(c, row, 0, 1, cols);
	int missing = 0, second_best = 0;
	char key[16];

	for (int i = 0; i < CAP_COUNT; i++) {
		missing += s->caps[i].state != GAUGE_KNOWN;
		second_best += s->caps[i].state == GAUGE_KNOWN && s->caps[i].reason[0];
	}
	if (!missing && !second_best) {
		pen_printf(&p, INK_GOOD, "all %d capabilities work", CAP_COUNT);
		return;
	}
	pen_printf(&p, INK_WARN, "%d missing, %d second best: press %s", missing, second_best,
		   key_hint(x, ACTION_DOCTOR, key, sizeof(key)));
	for (int i = 0; i < CAP_COUNT; i++) {
		if (s->caps[i].state != GAUGE_KNOWN &&
		    !pen_printf(&p, INK_DIM, "%s", capability_table[i].name))
			return;
	}
}

int overview_draw_foot(const struct view_context *x, struct canvas *c, int rows, int cols)
{
	const struct sample *s = x->model->sample;
	bool sensors = s && s->nr_sensors && rows >= ROWS_FOR_SENSORS;

	if (!s)
		return 0;
	draw_capabilities(x, c, rows - 1, cols);
	if (sensors)
		draw_sensors(s, c, rows - 2, cols);
	return 1 + sensors;
}
