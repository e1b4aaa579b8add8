// SPDX-License-Identifier: GPL-2.0-only
/* Preview, run and report of one edit from the shell; see change.h. */
#include "tui/change.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/lasting.h"
#include "core/preview.h"
#include "core/text.h"
#include "host/fsroot.h"
#include "host/privileges.h"
#include "host/stanza.h"
#include "tui/guard.h"
#include "tui/output.h"
#include "tui/session.h"

#define LINE_SIZE (2 * KNOB_VALUE_SIZE)

int change_open(struct change *c, const struct options *o, bool looks, struct fault *f)
{
	int r;

	*c = (struct change){ .options = o };
	if (*o->root)
		return fault_set(f, -EOPNOTSUPP,
				 "a captured machine has no journal and cannot be changed");
	r = fsroot_open("", &c->root);
	if (r < 0)
		return fault_set(f, r, "cannot open the root of this machine: %s", strerror(-r));
	cgroupfs_check(c->root, &c->cgroupfs);
	(void)fsroot_debugfs(c->root, NULL);
	/* A preview opens probes, which drop the rest themselves when they are open. */
	if (!o->dry_run)
		r = privileges_drop(true);
	if (r < 0)
		return fault_set(f, r, "cannot drop capabilities: %s", strerror(-r));
	c->apply_options = (struct apply_options){
		.root = c->root,
		.mount = c->cgroupfs.mount,
		.read_only = looks || o->read_only || o->dry_run,
	};
	return apply_open(&c->apply_options, &c->apply, f);
}

void change_close(struct change *c)
{
	c->apply = apply_close(c->apply);
	c->root = fsroot_free(c->root);
}

int change_needs_cgroups(const struct change *c, struct fault *f)
{
	const struct cgroupfs *fs = &c->cgroupfs;

	if (fs->v2 != GAUGE_KNOWN)
		return fault_set(f, -EOPNOTSUPP,
				 "cgroups cannot be edited here: %s; features and tunables can",
				 fs->v2_reason);
	if (fs->cpu != GAUGE_KNOWN)
		return fault_set(f, -EOPNOTSUPP,
				 "cgroups cannot be edited here: %s; features and tunables can",
				 fs->cpu_reason);
	return 0;
}

static bool needs_tree(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nr_steps; i++)
		if (plan->steps[i].kind == STEP_WRITE && plan->steps[i].knob->place == KNOB_CGROUP)
			return true;
	return false;
}

/* Two samples, because idleness is a growth; without BPF, which it does not need. */
static int look_twice(struct session *s, const struct options *o, struct fault *f)
{
	static const struct timespec pause = { .tv_nsec = 300000000 };
	struct options plain = *o;
	int r;

	plain.no_bpf = true;
	r = session_open(s, &plain, NULL, f);
	if (r == 0)
		r = session_tick(s, f);
	if (r == 0) {
		nanosleep(&pause, NULL);
		r = session_tick(s, f);
	}
	return r;
}

static void put_lasting(FILE *out, const struct plan *plan)
{
	char warning[LINE_SIZE], text[2 * LINE_SIZE];

	for (size_t i = 0; i < plan->nr_steps; i++) {
		const struct step *step = &plan->steps[i];

		if (lasting_warning(step, warning, sizeof(warning)))
			fprintf(out, "%s\n", text_printable(warning, text, sizeof(text)));
	}
}

/* The stanza makes it last where systemd does not manage the group; nobody runs it here. */
static void put_stanza(FILE *out, const struct plan *plan)
{
	char stanza[LINE_SIZE];
	const char *unit;

	for (size_t i = 0; i < plan->nr_steps; i++) {
		const struct step *step = &plan->steps[i];

		if (step->kind == STEP_WRITE && step->knob->place == KNOB_CGROUP &&
		    !lasting_is_unit(step->object, &unit) &&
		    stanza_format(step, stanza, sizeof(stanza)) == 0)
			fprintf(out, "to make it last, in cgconfig.conf:\n%s", stanza);
	}
}

static int print_preview(const struct change *c, const struct edit *edit, FILE *out,
			 struct fault *f)
{
	struct preview_facts facts = { .idle = -1 };
	struct session s = { 0 };
	char *text;
	int r = 0;

	if (needs_tree(&edit->plan))
		r = look_twice(&s, c->options, f);
	if (r == 0 && s.model) {
		facts.cgroups = &s.model->cgroups;
		if (rate_is_known(s.model->machine.global_idle_pct))
			facts.idle = (int)(s.model->machine.global_idle_pct.value * 100);
	}
	text = r == 0 ? preview_text(&edit->plan, &facts) : NULL;
	if (r == 0 && !text)
		r = fault_set(f, -ENOMEM, "out of memory for the preview");
	if (text)
		fputs(text, out);
	free(text);
	session_close(&s);
	put_lasting(out, &edit->plan);
	put_stanza(out, &edit->plan);
	return r;
}

static void put_step(FILE *out, const struct step *step)
{
	char title[LINE_SIZE], raw[3 * LINE_SIZE], text[2 * sizeof(raw)];

	step_title(step, title, sizeof(title));
	if (step->state == STEP_UNNEEDED)
		snprintf(raw, sizeof(raw), "%s: %s already, nothing written", title,
			 step->after ? step->after : step->want);
	else if (step->kind == STEP_WRITE)
		snprintf(raw, sizeof(raw), "%s: %s -> %s, %s", title, step->before, step->after,
			 step_state_name(step->state));
	else
		snprintf(raw, sizeof(raw), "%s: done", title);
	fprintf(out, "%s\n", text_printable(raw, text, sizeof(text)));
}

static void put_outcome(const struct change *c, const struct edit *edit, uint64_t before, FILE *out)
{
	uint64_t last = apply_journal(c->apply)->last_id;
	bool failed = false;

	for (size_t i = 0; i < edit->plan.nr_steps; i++) {
		failed |= edit->plan.steps[i].state == STEP_FAILED;
		if (edit->plan.steps[i].state != STEP_PLANNED &&
		    edit->plan.steps[i].state != STEP_FAILED)
			put_step(out, &edit->plan.steps[i]);
	}
	if (failed || edit->undoes || last == before)
		return;
	fprintf(out, "change %" PRIu64 "; headroom-top undo %" PRIu64 " takes it back\n", last,
		last);
	if (edit->expires_unix_us)
		fprintf(out,
			"in %g s it is taken back by itself, unless: headroom-top journal confirm "
			"%" PRIu64 "\n",
			c->options->for_s, last);
	put_lasting(out, &edit->plan);
}

/* The guard first: a change that nobody would take back must not come to be. */
static int start_guard(struct change *c, struct edit *edit, struct fault *f)
{
	uint64_t ns = (uint64_t)(c->options->for_s * 1e9);
	struct timespec now;

	if (ns == 0 || edit->undoes || c->options->read_only)
		return 0;
	clock_gettime(CLOCK_REALTIME, &now);
	edit->expires_unix_us =
		(uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000 + ns / 1000;
	return guard_start(c->apply, &c->apply_options, ns, f);
}

static int run_edit(struct change *c, struct edit *edit, FILE *out, struct fault *f)
{
	uint64_t before = apply_journal(c->apply)->last_id;
	int r = start_guard(c, edit, f);

	if (r == 0) {
		r = apply_run(c->apply, edit, f);
		put_outcome(c, edit, before, out);
	}
	return r;
}

/* The fault of the change counts more than one of the printing. */
static int print_report(char *text, size_t length, int r, struct fault *f)
{
	struct output out = OUTPUT_CLOSED;
	struct fault own = { 0 };
	int printed = output_begin(&out, "", &own);

	if (printed == 0 && length > 0)
		printed = output_write(&out, text, length, &own);
	output_abort(&out);
	if (r == 0 && printed < 0) {
		*f = own;
		return printed;
	}
	return r;
}

int change_make(struct change *c, struct edit *edit, struct fault *f)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int r;

	if (!out) {
		edit_free(edit);
		return fault_set(f, -ENOMEM, "out of memory for the report");
	}
	r = c->options->dry_run ? print_preview(c, edit, out, f) : run_edit(c, edit, out, f);
	edit_free(edit);
	if (fclose(out) != 0 && r == 0)
		r = fault_set(f, -ENOMEM, "out of memory for the report");
	r = print_report(text, length, r, f);
	free(text);
	return r;
}

int change_say(struct fault *f, const char *fmt, ...)
{
	struct output out = OUTPUT_CLOSED;
	char line[512];
	va_list args;
	int r;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	r = output_begin(&out, "", f);
	if (r == 0)
		r = output_write_line(&out, line, f);
	output_abort(&out);
	return r;
}
