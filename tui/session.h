/* SPDX-License-Identifier: GPL-2.0-only */
/* What every command works on: the root of the files, the probes and the model of one machine. */
#ifndef HEADROOM_TUI_SESSION_H
#define HEADROOM_TUI_SESSION_H

#include "config/options.h"
#include "core/model.h"
#include "probes/probe.h"
#include "tui/output.h"

/* Seconds between the first two samples of the interface: a frame with figures soon after start. */
#define SESSION_FIRST_INTERVAL_S 0.2

struct session {
	struct fsroot *root;
	struct probe_env env;
	struct probe_set *probes;
	struct model *model;
	struct journalfile *journal; /* only read; NULL for another machine's samples */
	bool is_replay;
	char cgroup[4096]; /* of --cgroup, below the mount point; "": the root, or none was given */
	struct sample *ahead; /* of a recording, read to know how long to wait for it */
};

/* replay_path NULL: the live machine, or the captured one of --root. */
int session_open(struct session *s, const struct options *o, const char *replay_path,
		 struct fault *f);
void session_close(struct session *s); /* safe on a half-open or zeroed one */

/* One sample into the model. -ENODATA (f untouched) at the end of a recording. */
int session_tick(struct session *s, struct fault *f);

/*
 * Seconds from the newest sample to the next one of a recording, at most a minute; -ENODATA through
 * ret_error at its end.
 */
double session_replay_gap_s(struct session *s, int *ret_error, struct fault *f);

/* The rest of a recording, for a command that wants its end. */
int session_run_out(struct session *s, struct fault *f);

/* At the end of a recording that was not finished, makes f a note that says so; else nothing. */
void session_note_cut(const struct session *s, struct fault *f);

/* The JSON document of the model as one line of out, or indented and a newline. */
int session_write_json(const struct session *s, bool one_line, struct output *out, struct fault *f);

#endif
