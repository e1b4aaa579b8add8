// SPDX-License-Identifier: GPL-2.0-only
/* The doctor screen; see doctor.h. */
#include "views/doctor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"
#include "views/pen.h"
#include "views/scroller.h"

#define LABEL_WIDTH 22

static int doctor_open(struct view *v)
{
	v->state = calloc(1, sizeof(struct scroller));
	return v->state ? 0 : -ENOMEM;
}

static void doctor_close(struct view *v)
{
	free(v->state);
	v->state = NULL;
}

/* The groups of the screen, what needs attention first. */
enum standing { STANDING_MISSING, STANDING_SECOND_BEST, STANDING_WORKS, STANDING_COUNT };

static const struct {
	const char *title;
	enum ink ink;
} standings[STANDING_COUNT] = {
	[STANDING_MISSING] = { "Missing", INK_BAD },
	[STANDING_SECOND_BEST] = { "Second best", INK_WARN },
	[STANDING_WORKS] = { "Works", INK_GOOD },
};

static enum standing standing_of(const struct capability *cap)
{
	if (cap->state != GAUGE_KNOWN)
		return STANDING_MISSING;
	return cap->reason[0] ? STANDING_SECOND_BEST : STANDING_WORKS;
}

static int count_standing(const struct sample *s, enum standing standing)
{
	int n = 0;

	for (int i = 0; i < CAP_COUNT; i++)
		n += standing_of(&s->caps[i]) == standing;
	return n;
}

static int label_width(const struct scroller *s)
{
	return s->cols / 3 < LABEL_WIDTH ? s->cols / 3 : LABEL_WIDTH;
}

/* "[denied] what it is", "[bpf] what it is". */
static void write_first_line(struct scroller *s, const struct capability *cap,
			     const struct capability_info *info, enum ink ink)
{
	char text[256];

	snprintf(text, sizeof(text), "[%s] %s",
		 cap->state == GAUGE_KNOWN ? tier_name(cap->tier) : gauge_state_name(cap->state),
		 info->meaning);
	scroller_paragraph(s, ink, label_width(s), info->name, INK_TEXT, text);
}

static void write_detail(struct scroller *s, const char *label, enum ink ink, const char *text)
{
	char line[320];

	snprintf(line, sizeof(line), "%s: %s", label, text);
	scroller_paragraph(s, INK_DIM, label_width(s), "", ink, line);
}

static void write_capability(struct scroller *s, const struct capability *cap,
			     const struct capability_info *info, enum standing standing)
{
	char reason[4 * sizeof(cap->reason)];

	write_first_line(s, cap, info, standings[standing].ink);
	if (cap->reason[0])
		write_detail(s, "why", INK_WARN,
			     text_printable(cap->reason, reason, sizeof(reason)));
	if (standing != STANDING_WORKS)
		write_detail(s, "to enable", INK_STRONG, info->enable);
	write_detail(s, "cost", INK_DIM, info->cost);
}

static void write_doctor(struct scroller *s, const struct view_context *x, const void *arg)
{
	const struct sample *sample = x->model->sample;
	char title[64];

	(void)arg;
	for (int st = 0; st < STANDING_COUNT; st++) {
		int count = count_standing(sample, (enum standing)st);

		if (!count)
			continue;
		snprintf(title, sizeof(title), "%s: %d", standings[st].title, count);
		scroller_heading(s, title);
		for (int i = 0; i < CAP_COUNT; i++) {
			if (standing_of(&sample->caps[i]) == (enum standing)st)
				write_capability(s, &sample->caps[i], &capability_table[i],
						 (enum standing)st);
		}
	}
}

static void draw_machine(const struct sample *s, const struct model *m, struct canvas *c, int cols)
{
	struct pen p = pen_at(c, 0, 0, 1, cols);

	pen_printf(&p, INK_STRONG, "Linux %s", s->release);
	pen_printf(&p, INK_TEXT, "%s", s->machine);
	pen_printf(&p, INK_TEXT, "LLCs by %s", m->llc_source ? m->llc_source : "nothing");
	if (s->sched_ext_ops[0])
		pen_printf(&p, INK_WARN, "sched_ext: %s", s->sched_ext_ops);
	if (s->lockdown)
		pen_printf(&p, INK_WARN, "locked down");
	if (s->nr_features)
		pen_printf(&p, INK_TEXT, "%zu scheduler features", s->nr_features);
}

static void doctor_draw(struct view *v, const struct view_context *x, struct canvas *c)
{
	int rows, cols;

	canvas_size(c, &rows, &cols);
	if (!x->model->sample)
		return;
	draw_machine(x->model->sample, x->model, c, cols);
	scroller_draw(v->state, x, c, 1, rows - 1, cols, write_doctor, NULL);
}

static enum outcome doctor_act(struct view *v, const struct view_context *x, enum action a)
{
	if (!x->model->sample)
		return OUTCOME_IGNORED;
	return scroller_act(v->state, x, a, write_doctor, NULL);
}

const struct view_ops doctor_view = {
	.name = "doctor",
	.title = "Doctor",
	.key = '!',
	.open = doctor_open,
	.close = doctor_close,
	.draw = doctor_draw,
	.act = doctor_act,
	.click = NULL,
	.select_cpu = NULL,
};
