// SPDX-License-Identifier: GPL-2.0-only
/* Opens root, probes and model in order, and ticks them; see session.h. */
#include "tui/session.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/json.h"
#include "host/cgroupfs.h"
#include "host/fsroot.h"
#include "host/journalfile.h"
#include "host/privileges.h"
#include "host/target.h"

#define REPLAY_GAP_MAX_S 60.0

static int open_root(struct session *s, const struct options *o, struct fault *f)
{
	int r = fsroot_open(o->root, &s->root);

	if (r < 0)
		return fault_set(f, r,
				 "cannot open %.300s as the root of a captured machine: %s; "
				 "it takes a folder with proc and sys in it",
				 o->root, strerror(-r));
	return 0;
}

/* Changes are worth a look but no reason to fail: without them the document has null. */
static void open_journal(struct session *s)
{
	if (journalfile_open(NULL, true, &s->journal, NULL) < 0)
		return;
	s->model->journal = journalfile_journal(s->journal);
	journalfile_read_boot(s->root, s->model->boot, sizeof(s->model->boot));
}

static int find_cgroup(struct session *s, const struct options *o, bool is_replay, struct fault *f)
{
	const char *mount = CGROUPFS_USUAL_MOUNT;
	struct cgroupfs found;
	int r;

	if (!*o->cgroup)
		return 0;
	if (!is_replay) {
		cgroupfs_check(s->root, &found);
		if (*found.mount)
			mount = found.mount;
	}
	r = target_cgroup_path(mount, o->cgroup, s->cgroup, sizeof(s->cgroup));
	return r < 0 ? fault_usage(f, "--cgroup %.300s: that is no path of a cgroup", o->cgroup)
		     : 0;
}

int session_open(struct session *s, const struct options *o, const char *replay_path,
		 struct fault *f)
{
	int r;

	*s = (struct session){ 0 };
	if (replay_path && *o->root)
		return fault_usage(f,
				   "--root does nothing here: a recording brings its own machine");
	s->model = model_new();
	if (!s->model)
		return fault_set(f, -ENOMEM, "out of memory for the model");
	r = open_root(s, o, f);
	if (!r)
		r = find_cgroup(s, o, replay_path != NULL, f);
	if (r < 0)
		return r;
	s->env = (struct probe_env){
		.root = s->root,
		.replay_path = replay_path,
		.no_bpf = o->no_bpf,
		.sample_hz = o->sample_hz,
		.budget_pct = o->budget_pct,
	};
	r = probe_set_open(&s->env, &s->probes, f);
	if (r < 0)
		return r;
	s->is_replay = probe_set_is_replay(s->probes);
	if (!s->is_replay && fsroot_is_live(s->root))
		open_journal(s);
	/* A debugfs of our own is mounted at its first use, which takes more than is kept. */
	(void)fsroot_debugfs(s->root, NULL);
	r = privileges_drop(!o->read_only);
	return r < 0 ? fault_set(f, r, "cannot drop capabilities: %s", strerror(-r)) : 0;
}

void session_close(struct session *s)
{
	s->ahead = sample_free(s->ahead);
	if (s->probes)
		s->probes = probe_set_close(s->probes);
	s->model = model_free(s->model);
	s->journal = journalfile_close(s->journal);
	s->root = fsroot_free(s->root);
}

int session_tick(struct session *s, struct fault *f)
{
	struct sample *now = s->ahead;
	int r = 0;

	s->ahead = NULL;
	if (!now)
		r = probe_set_collect(s->probes, &now, f);
	if (r < 0)
		return r;
	if (s->journal)
		(void)journalfile_refresh(s->journal, NULL);
	r = model_advance(s->model, now);
	return r < 0 ? fault_set(f, r, "out of memory for the model") : 0;
}

double session_replay_gap_s(struct session *s, int *ret_error, struct fault *f)
{
	uint64_t before = s->model->sample ? s->model->sample->mono_ns : 0;

	*ret_error = s->ahead ? 0 : probe_set_collect(s->probes, &s->ahead, f);
	if (*ret_error < 0) {
		s->ahead = NULL;
		return 0;
	}
	/* A recording may go on after a boot or a long break; nobody wants to wait for that. */
	if (!before || s->ahead->mono_ns < before)
		return 1;
	return fmin((double)(s->ahead->mono_ns - before) / 1e9, REPLAY_GAP_MAX_S);
}

int session_run_out(struct session *s, struct fault *f)
{
	int r;

	do
		r = session_tick(s, f);
	while (!r);
	return r == -ENODATA ? 0 : r;
}

void session_note_cut(const struct session *s, struct fault *f)
{
	if (s->is_replay && probe_set_is_cut(s->probes))
		fault_note(f,
			   "%.300s was not finished (the recorder was killed, its disk was full, "
			   "or it "
			   "still runs): read up to its last whole sample",
			   s->env.replay_path);
}

int session_write_json(const struct session *s, bool one_line, struct output *out, struct fault *f)
{
	FILE *line = output_line(out, f);
	int r;

	if (!line)
		return -ENOMEM;
	r = json_write(s->model, one_line, line);
	if (r == -ENOMEM)
		fault_set(f, r, "out of memory for the JSON document");
	return output_end_line(out, line, r, f);
}
