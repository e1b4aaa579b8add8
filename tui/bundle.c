// SPDX-License-Identifier: GPL-2.0-only
/* Scrubs samples and records them for a bug report; see bundle.h. */
#include "tui/bundle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/recording.h"
#include "tui/ticker.h"

#define BUNDLE_SAMPLES    5
#define BUNDLE_INTERVAL_S 0.5

/* ".service" of "nginx.service": the name is private, the kind of unit is not. */
static const char *unit_suffix(const char *path)
{
	static const char *const suffixes[] = { ".slice", ".service", ".scope" };
	size_t len = strlen(path);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t n = strlen(suffixes[i]);

		if (len > n && !strcmp(path + len - n, suffixes[i]))
			return suffixes[i];
	}
	return "";
}

/* Parents stand before their children, so a parent's path is already scrubbed. */
static int scrub_cgroup(struct cgroup_tree *tree, size_t i)
{
	struct sample_cgroup *g = &tree->groups[i];
	const char *parent = g->parent == CGROUP_NO_PARENT ? "" : tree->groups[g->parent].path;
	char *path;

	if (g->parent == CGROUP_NO_PARENT)
		return 0;
	if (asprintf(&path, "%s/g%zu%s", parent, i, unit_suffix(g->path)) < 0)
		return -ENOMEM;
	free(g->path);
	g->path = path;
	return 0;
}

int bundle_scrub(struct sample *s)
{
	int r = 0;

	snprintf(s->host, sizeof(s->host), "host");
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		struct cpu_now *now = &s->cpus[i].now;

		/* The whole array: old bytes behind the terminator are names too. */
		memset(now->comm, 0, sizeof(now->comm));
		if (s->cpus[i].has & CPU_HAS_NOW && now->pid)
			strcpy(now->comm, "task");
	}
	for (size_t i = 0; !r && i < s->cgroups.nr_groups; i++)
		r = scrub_cgroup(&s->cgroups, i);
	return r;
}

static int write_one(struct session *s, struct recording_writer *w, struct fault *f)
{
	struct sample *sample = NULL;
	int r = probe_set_collect(s->probes, &sample, f);

	if (r < 0)
		return r;
	r = bundle_scrub(sample);
	if (r < 0)
		fault_set(f, r, "out of memory for the bundle");
	else
		r = recording_write(w, sample, f);
	sample_free(sample);
	return r;
}

static int write_samples(struct session *s, struct ticker *t, struct recording_writer *w,
			 struct fault *f)
{
	int r = 0;

	ticker_set(t, 1e-9, s->is_replay ? 1e-9 : BUNDLE_INTERVAL_S);
	for (int i = 0; !r && i < BUNDLE_SAMPLES; i++) {
		if (ticker_wait(t, -1) != TICKER_TICK)
			return fault_set(f, -EINTR, "the bundle was stopped by a signal");
		r = write_one(s, w, f);
		if (r == -ENODATA && i)
			return 0; /* a recording shorter than the bundle */
		if (r == -ENODATA)
			return fault_set(f, r,
					 "the recording has one sample, too few for a bundle");
	}
	return r;
}

int bundle_write(struct session *s, const char *path, struct fault *f)
{
	struct ticker t = TICKER_CLOSED;
	struct recording_writer *w = NULL;
	struct fault unused = { 0 };
	int r = ticker_open(&t, false, f), finished;

	if (!r)
		r = recording_create(path, 0, &w, f);
	if (!r)
		r = write_samples(s, &t, w, f);
	finished = w ? recording_finish(w, r < 0 ? &unused : f) : 0;
	ticker_close(&t);
	return r < 0 ? r : finished;
}
