// SPDX-License-Identifier: GPL-2.0-only
/* What can be edited of a group; see cgroup_menu.h. */
#include "views/cgroup_menu.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/bandwidth.h"
#include "views/draw.h"

static void value_headroom(const struct sample_cgroup *f, char *buf, size_t size)
{
	struct headroom_pair pair = {
		.headroom = (unsigned int)f->fact[CGROUP_HEADROOM].value,
		.tolerance = (unsigned int)f->fact[CGROUP_TOLERANCE].value,
	};

	headroom_format(pair, buf, size);
}

static void value_max(const struct sample_cgroup *f, char *buf, size_t size)
{
	struct bandwidth bw = {
		.quota_usec = f->fact[CGROUP_MAX_US].value,
		.period_usec = f->fact[CGROUP_PERIOD_US].value,
	};

	bandwidth_format(&bw, buf, size);
}

/* Its file is not read: the prompt begins with the value now. */
static void value_untold(const struct sample_cgroup *f, char *buf, size_t size)
{
	(void)f;
	(void)size;
	buf[0] = '\0';
}

/* Which fact says that a group has a knob, and how its file reads; NULL: the fact's number. */
struct knob_source {
	const char *name;
	enum cgroup_fact fact;
	void (*format)(const struct sample_cgroup *facts, char *buf, size_t size);
};

static const struct knob_source knob_sources[] = {
	{ .name = "cpu.headroom", .fact = CGROUP_HEADROOM, .format = value_headroom },
	{ .name = "cpu.max", .fact = CGROUP_MAX_US, .format = value_max },
	{ .name = "cpu.max.burst", .fact = CGROUP_BURST_MAX_US, .format = NULL },
	{ .name = "cpu.weight", .fact = CGROUP_WEIGHT, .format = NULL },
	{ .name = "cpu.weight.nice", .fact = CGROUP_WEIGHT, .format = value_untold },
	{ .name = "cpu.idle", .fact = CGROUP_IDLE, .format = NULL },
	{ .name = "cpuset.cpus", .fact = CGROUP_USAGE_US, .format = value_untold },
};

static const struct knob_source *source_of(const struct knob *knob)
{
	for (size_t i = 0; i < sizeof(knob_sources) / sizeof(knob_sources[0]); i++) {
		if (!strcmp(knob_sources[i].name, knob->name))
			return &knob_sources[i];
	}
	return NULL;
}

/* Only the list in force is in a sample: cpuset.cpus.effective. */
static bool is_cpuset(const struct knob *knob)
{
	return !strcmp(knob->name, "cpuset.cpus");
}

static bool group_has(const struct model_cgroup *g, const struct knob *knob)
{
	const struct knob_source *from = source_of(knob);

	if (!from || !gauge_is_known(g->facts->fact[from->fact]))
		return false;
	return !is_cpuset(knob) || g->facts->cpuset[0];
}

void cgroup_knob_in_force(const struct model_cgroup *g, const struct knob *knob, char *buf,
			  size_t size)
{
	buf[0] = '\0';
	if (is_cpuset(knob) && g->facts->cpuset[0])
		snprintf(buf, size, "effective %s", g->facts->cpuset);
}

void cgroup_knob_value(const struct model_cgroup *g, const struct knob *knob, char *buf,
		       size_t size)
{
	const struct knob_source *from = source_of(knob);

	buf[0] = '\0';
	if (!from || !group_has(g, knob))
		return;
	if (from->format)
		from->format(g->facts, buf, size);
	else
		snprintf(buf, size, "%" PRIu64, g->facts->fact[from->fact].value);
}

void cgroup_menu_open(struct cgroup_menu *menu, const struct model_cgroup *g)
{
	menu->count = 0;
	menu->selected = 0;
	for (const struct knob *k = knob_table; k->name && menu->count < CGROUP_MENU_MAX; k++) {
		if (k->place == KNOB_CGROUP && group_has(g, k))
			menu->knobs[menu->count++] = k;
	}
}

bool cgroup_menu_move(struct cgroup_menu *menu, int by)
{
	int to = menu->selected + by;

	if (to < 0 || to >= menu->count)
		return false;
	menu->selected = to;
	return true;
}

void cgroup_menu_draw(const struct cgroup_menu *menu, const struct model_cgroup *g,
		      struct canvas *c, int row, int rows, int cols)
{
	/* On a low screen the list moves so that the selected row is on it. */
	int first = menu->selected >= rows - 1 ? menu->selected - (rows - 2) : 0;
	char value[256], line[512];

	draw_heading(c, row, 0, cols, "What to edit");
	for (int i = 0; first + i < menu->count && i + 1 < rows; i++) {
		const struct knob *k = menu->knobs[first + i];
		bool current = first + i == menu->selected;

		cgroup_knob_value(g, k, value, sizeof(value));
		if (!value[0])
			cgroup_knob_in_force(g, k, value, sizeof(value));
		snprintf(line, sizeof(line), "%s%-15s %-16s %s", current ? ">" : " ", k->name,
			 value, k->help);
		draw_cell(c, row + 1 + i, 0, cols, current ? INK_CURSOR : INK_TEXT, line, false);
	}
}
