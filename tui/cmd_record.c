// SPDX-License-Identifier: GPL-2.0-only
/* record: samples into a file, at every interval, until a signal, --count or a fault ends it. */
#include <errno.h>

#include "host/recording.h"
#include "tui/commands.h"
#include "tui/session.h"
#include "tui/ticker.h"

static int record_one(struct session *s, struct recording_writer *w, struct fault *f)
{
	struct sample *sample = NULL;
	int r = probe_set_collect(s->probes, &sample, f);

	if (!r)
		r = recording_write(w, sample, f);
	sample_free(sample);
	return r;
}

static int record_run(const struct options *o, struct session *s, struct ticker *t,
		      struct recording_writer *w, struct fault *f)
{
	unsigned long done = 0;
	int r = 0;

	ticker_set(t, 1e-9, o->interval_s);
	while (!r && (!o->count || done < o->count)) {
		if (ticker_wait(t, -1) != TICKER_TICK)
			break; /* how a recording without --count ends */
		r = record_one(s, w, f);
		done += !r;
	}
	return r;
}

int cmd_record(const struct command_call *call, struct fault *f)
{
	struct ticker t = TICKER_CLOSED;
	struct session s = { 0 };
	struct recording_writer *w = NULL;
	struct fault unused = { 0 };
	int r = ticker_open(&t, false, f), finished;

	if (!r)
		r = session_open(&s, call->options, NULL, f);
	if (!r)
		r = recording_create(call->words[0], call->options->ring_s, &w, f);
	if (!r)
		r = record_run(call->options, &s, &t, w, f);
	/* What was taken before a fault is kept; the first fault is the one to tell. */
	finished = w ? recording_finish(w, r < 0 ? &unused : f) : 0;
	session_close(&s);
	ticker_close(&t);
	return r < 0 ? r : finished;
}
