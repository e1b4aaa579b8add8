// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor: the capability table in words. With --bundle also a short recording for a bug report,
 * with the names of the host and of the tasks taken out.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "tui/bundle.h"
#include "tui/commands.h"
#include "tui/output.h"
#include "tui/session.h"

static void print_machine(FILE *out, const struct model *m)
{
	const struct sample *s = m->sample;
	char ext[sizeof(s->sched_ext_ops) * 4];

	fprintf(out, "headroom-top %s on Linux %s %s\n", HEADROOM_VERSION, s->release, s->machine);
	fprintf(out, "%u of %u CPUs online, %u LLCs by %s, %u NUMA nodes, %u packages\n",
		m->machine.nr_online, m->machine.nr_present, m->machine.nr_llcs, m->llc_source,
		m->machine.nr_nodes, m->machine.nr_packages);
	if (*s->sched_ext_ops)
		fprintf(out, "sched_ext scheduler: %s\n",
			text_printable(s->sched_ext_ops, ext, sizeof(ext)));
	if (s->lockdown)
		fputs("kernel lockdown: debugfs files that can be written cannot be read either\n",
		      out);
}

static void print_capability(FILE *out, enum capability_id id, const struct capability *cap)
{
	const struct capability_info *info = &capability_table[id];
	char reason[sizeof(cap->reason) * 4];
	bool works = cap->state == GAUGE_KNOWN;

	fprintf(out, "\n%-4s %-20s %s%s%s\n", works ? "yes" : "no", info->name, info->meaning,
		works && cap->tier != TIER_NONE ? ", by " : "",
		works && cap->tier != TIER_NONE ? tier_name(cap->tier) : "");
	if (!works)
		fprintf(out, "     state:  %s\n", gauge_state_name(cap->state));
	if (*cap->reason)
		fprintf(out, "     reason: %s\n",
			text_printable(cap->reason, reason, sizeof(reason)));
	if (works)
		fprintf(out, "     cost:   %s\n", info->cost);
	else
		fprintf(out, "     needs:  %s\n", info->enable);
}

static char *doctor_text(const struct model *m)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	print_machine(out, m);
	for (int id = 0; id < CAP_COUNT; id++)
		print_capability(out, (enum capability_id)id, &m->sample->caps[id]);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}

static int doctor_print(const struct session *s, struct fault *f)
{
	struct output out = OUTPUT_CLOSED;
	char *text = doctor_text(s->model);
	int r = text ? output_begin(&out, "", f)
		     : fault_set(f, -ENOMEM, "out of memory for the report");

	if (!r)
		r = output_write(&out, text, strlen(text), f);
	free(text);
	output_abort(&out);
	return r;
}

/* Whether a recording was cut short shows at its end only; the samples on the way are not needed. */
static int read_to_end(struct session *s, struct fault *f)
{
	struct sample *sample;
	int r;

	do {
		r = probe_set_collect(s->probes, &sample, f);
		sample_free(sample);
	} while (!r);
	if (r == -ENODATA)
		session_note_cut(s, f);
	return r == -ENODATA ? 0 : r;
}

int cmd_doctor(const struct command_call *call, struct fault *f)
{
	struct session s;
	int r = session_open(&s, call->options, call->replay_path, f);

	if (!r)
		r = session_tick(&s, f);
	if (r == -ENODATA)
		r = fault_set(f, r, "%.300s holds no samples", call->replay_path);
	if (!r)
		r = doctor_print(&s, f);
	if (!r && *call->options->bundle)
		r = bundle_write(&s, call->options->bundle, f);
	if (!r && s.is_replay)
		r = read_to_end(&s, f);
	session_close(&s);
	return r;
}
