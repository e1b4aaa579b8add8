// SPDX-License-Identifier: GPL-2.0-only
/*
 * stream: a JSON document a line at every interval, or a Prometheus text file replaced at every
 * interval. A recording streams as fast as its reader takes it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/commands.h"
#include "tui/prometheus.h"
#include "tui/session.h"
#include "tui/ticker.h"

struct stream {
	const struct options *options;
	struct session session;
	struct ticker ticker;
	struct output out; /* JSON lines; Prometheus opens one for each sample */
	bool is_prometheus;
};

/* The file is replaced every second or so: not synced, which would cost the disk a write each. */
static int emit_prometheus(struct stream *st, struct fault *f)
{
	struct output out = OUTPUT_CLOSED;
	char *text = prometheus_text(st->session.model);
	int r = text ? output_begin(&out, st->options->output, f)
		     : fault_set(f, -ENOMEM, "out of memory for the metrics");

	if (!r)
		r = output_write(&out, text, strlen(text), f);
	if (!r)
		r = output_commit(&out, false, f);
	output_abort(&out);
	free(text);
	return r;
}

/* 1: a document was written; 0: rates are not known yet. */
static int stream_step(struct stream *st, struct fault *f)
{
	int r = session_tick(&st->session, f);

	if (r < 0)
		return r;
	if (!st->session.model->settled)
		return 0;
	r = st->is_prometheus ? emit_prometheus(st, f)
			      : session_write_json(&st->session, true, &st->out, f);
	return r < 0 ? r : 1;
}

static int watched_fd(const struct stream *st)
{
	return st->is_prometheus || st->out.path ? -1 : STDOUT_FILENO;
}

static int stream_run(struct stream *st, struct fault *f)
{
	double interval_s = st->options->interval_s;
	unsigned long done = 0;
	int r = 0;

	ticker_set(&st->ticker, 1e-9, st->session.is_replay ? 1e-9 : interval_s);
	while (!st->options->count || done < st->options->count) {
		enum ticker_wait what = ticker_wait(&st->ticker, watched_fd(st));

		if (what == TICKER_STOP)
			break; /* how a stream without --count ends */
		if (what == TICKER_READER_GONE)
			return fault_set(f, -EPIPE, "standard output has no reader any more");
		r = stream_step(st, f);
		if (r < 0)
			break;
		done += (unsigned long)r;
	}
	return r == -ENODATA || r > 0 ? 0 : r;
}

static int stream_open(struct stream *st, struct fault *f)
{
	int r;

	st->is_prometheus = !strcmp(st->options->format, "prometheus");
	if (st->is_prometheus && !*st->options->output)
		return fault_usage(f,
				   "--format prometheus needs -o FILE, which is replaced at each "
				   "sample");
	r = ticker_open(&st->ticker, false, f);
	if (!r && !st->is_prometheus)
		r = output_begin_lines(&st->out, st->options->output, f);
	return r;
}

int cmd_stream(const struct command_call *call, struct fault *f)
{
	struct stream st = {
		.options = call->options,
		.ticker = TICKER_CLOSED,
		.out = OUTPUT_CLOSED,
	};
	int r = stream_open(&st, f);

	if (!r)
		r = session_open(&st.session, call->options, call->replay_path, f);
	if (!r)
		st.session.model->below = st.session.cgroup;
	if (!r)
		r = stream_run(&st, f);
	if (!r && st.out.path)
		r = output_commit(&st.out, true, f);
	if (!r)
		session_note_cut(&st.session, f);
	session_close(&st.session);
	output_abort(&st.out);
	ticker_close(&st.ticker);
	return r;
}
