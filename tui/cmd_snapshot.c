// SPDX-License-Identifier: GPL-2.0-only
/* snapshot: one JSON document; of the machine after two samples, of a recording its end. */
#include <errno.h>
#include <string.h>

#include "tui/commands.h"
#include "tui/session.h"
#include "tui/ticker.h"

/* Rates need two samples; the time between them is --interval. */
static int take_two(struct session *s, struct ticker *t, double interval_s, struct fault *f)
{
	int r = session_tick(s, f);

	if (r < 0)
		return r;
	ticker_set(t, interval_s, 0);
	if (ticker_wait(t, -1) != TICKER_TICK)
		return fault_set(f, -EINTR, "stopped by a signal before the second sample");
	return session_tick(s, f);
}

static int snapshot_write(struct session *s, struct output *out, struct fault *f)
{
	int r = session_write_json(s, false, out, f);

	return r < 0 ? r : output_commit(out, true, f);
}

int cmd_snapshot(const struct command_call *call, struct fault *f)
{
	struct ticker t = TICKER_CLOSED;
	struct output out = OUTPUT_CLOSED;
	struct session s = { 0 };
	int r = ticker_open(&t, false, f);

	/* The output first: no point in measuring what cannot be written. */
	if (!r)
		r = output_begin(&out, call->options->output, f);
	if (!r)
		r = session_open(&s, call->options, call->replay_path, f);
	if (!r)
		s.model->below = s.cgroup;
	if (!r)
		r = s.is_replay ? session_run_out(&s, f)
				: take_two(&s, &t, call->options->interval_s, f);
	if (!r && !s.model->sample)
		r = fault_set(f, -ENODATA, "%.300s holds no samples", call->replay_path);
	if (!r)
		r = snapshot_write(&s, &out, f);
	if (!r)
		session_note_cut(&s, f);
	session_close(&s);
	output_abort(&out);
	ticker_close(&t);
	return r;
}
