// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row of sched/debug, the second source of CPU states: used only for CPUs that the sampler
 * does not count, since printing the text takes every run queue's lock and lists every task.
 */
#include "host/scheddebug.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/fsroot.h"
#include "probes/debugfs.h"
#include "probes/rows.h"
#include "probes/textfile.h"

#define DEBUG_PATH "/sys/kernel/debug/sched/debug"

/* Above this many CPUs the text is read at most so often: it has a part for every CPU and task. */
#define MANY_CPUS           64
#define MANY_CPUS_PAUSE_NS  5000000000ull
#define TICKS_BETWEEN_TRIES 60
#define REASON_SIZE         sizeof(((struct capability *)0)->reason)

struct scheddebug {
	const struct fsroot *root;
	char *buf;
	size_t size;
	unsigned int nr_cpus;        /* room in the arrays */
	struct scheddebug_cpu *cpus; /* as read last */
	struct cpu_now *now;
	struct cpu_counts *counts; /* since start, one sample a reading */
	uint64_t read_mono_ns;     /* of the last reading; 0: none yet */
	unsigned int ticks_left;   /* until the file is tried again where it is not needed */
	int error;                 /* of the last attempt */
};

static int scheddebug_open(struct probe *p, const struct probe_env *env)
{
	struct scheddebug *d = textfile_new_state(p, sizeof(*d));

	if (!d)
		return -ENOMEM;
	d->root = env->root;
	return 0;
}

/* Keeps what was counted when CPUs are added; CPU numbers do not change their meaning. */
static int make_room(struct scheddebug *d, unsigned int nr_cpus)
{
	struct scheddebug_cpu *cpus = calloc(nr_cpus, sizeof(*cpus));
	struct cpu_now *now = calloc(nr_cpus, sizeof(*now));
	struct cpu_counts *counts = calloc(nr_cpus, sizeof(*counts));

	if (!cpus || !now || !counts) {
		free(cpus);
		free(now);
		free(counts);
		return -ENOMEM;
	}
	if (d->nr_cpus)
		memcpy(counts, d->counts, d->nr_cpus * sizeof(*counts));
	free(d->cpus);
	free(d->now);
	free(d->counts);
	d->cpus = cpus;
	d->now = now;
	d->counts = counts;
	d->nr_cpus = nr_cpus;
	return 0;
}

static bool is_needed(const struct sample *s)
{
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (s->cpus[i].online && !(s->cpus[i].has & CPU_HAS_COUNTS))
			return true;
	}
	return false;
}

/* One byte: the head of the text is a record of its own, so no run queue is touched. */
static int try_file(const struct fsroot *root)
{
	char byte;
	int fd, r = 0;

	fd = fsroot_openat(root, DEBUG_PATH, 0);
	if (fd < 0)
		return fd;
	if (read(fd, &byte, 1) < 0)
		r = -errno;
	close(fd);
	return r;
}

/* CPUs of one group by the scheduler's word, or by the largest cache where that is not known. */
static int group_of(const struct sample *s, unsigned int cpu)
{
	int llc = s->cpus[cpu].sched_llc;

	return llc != TOPOLOGY_NONE ? llc : s->topo->cpus[cpu].cache;
}

static bool has_overload_beside(const struct scheddebug *d, const struct sample *s,
				unsigned int cpu)
{
	int group = group_of(s, cpu);

	if (group == TOPOLOGY_NONE)
		return false;
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (i != cpu && d->cpus[i].seen && d->now[i].state == CPU_STATE_OVERLOADED &&
		    group_of(s, i) == group)
			return true;
	}
	return false;
}

static void count_sample(struct scheddebug *d, const struct sample *s, unsigned int cpu)
{
	struct cpu_counts *counts = &d->counts[cpu];
	const struct cpu_now *now = &d->now[cpu];

	counts->taken++;
	counts->state[now->state]++;
	counts->class[now->class]++;
	counts->overloaded += now->state == CPU_STATE_OVERLOADED;
	if (now->state == CPU_STATE_IDLE || now->state == CPU_STATE_SCHED_IDLE)
		counts->missed_idle += has_overload_beside(d, s, cpu);
}

static int take_reading(struct scheddebug *d, const struct sample *s)
{
	int32_t own_tid = fsroot_is_live(d->root) ? gettid() : -1;
	ssize_t n;
	int r;

	n = fsroot_read_all(d->root, DEBUG_PATH, &d->buf, &d->size);
	if (n < 0)
		return n;
	r = scheddebug_parse(d->buf, d->cpus, d->nr_cpus);
	if (r < 0)
		return r;
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (d->cpus[i].seen)
			scheddebug_state(&d->cpus[i], own_tid, &d->now[i]);
	}
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (d->cpus[i].seen)
			count_sample(d, s, i);
	}
	d->read_mono_ns = s->mono_ns;
	return 0;
}

static int read_when_due(struct scheddebug *d, const struct sample *s)
{
	int r = 0;

	if (d->nr_cpus < s->nr_cpus)
		r = make_room(d, s->nr_cpus);
	if (r < 0)
		return r;
	if (s->nr_cpus > MANY_CPUS && d->read_mono_ns && !d->error &&
	    s->mono_ns - d->read_mono_ns < MANY_CPUS_PAUSE_NS)
		return 0;
	return take_reading(d, s);
}

static void fill_in(const struct scheddebug *d, struct sample *into)
{
	for (unsigned int i = 0; i < into->nr_cpus; i++) {
		struct sample_cpu *cpu = &into->cpus[i];

		if (!d->cpus[i].seen || !cpu->online || cpu->has & CPU_HAS_COUNTS)
			continue;
		cpu->counts = d->counts[i];
		cpu->now = d->now[i];
		cpu->has |= CPU_HAS_COUNTS | CPU_HAS_NOW;
	}
}

/* The sampler's own reason, set by its row, stays part of the sentence. */
static void say_sampler(struct sample *into, int r, const char *reason)
{
	char why[REASON_SIZE];

	if (sample_can(into, CAP_SAMPLER))
		return;
	strcpy(why, into->caps[CAP_SAMPLER].reason);
	if (r < 0)
		sample_set_capability(into, CAP_SAMPLER, into->caps[CAP_SAMPLER].state, TIER_NONE,
				      "%.90s%s%.90s", why, why[0] ? "; " : "", reason);
	else
		sample_set_capability(into, CAP_SAMPLER, GAUGE_KNOWN, TIER_DEBUGFS,
				      "one sample a reading of sched/debug, no episodes%s%.120s",
				      why[0] ? ": " : "", why);
}

static int collect_needed(struct scheddebug *d, struct sample *into)
{
	char reason[REASON_SIZE] = "";
	int r = read_when_due(d, into);

	if (r < 0)
		debugfs_reason(d->root, DEBUG_PATH, r, reason, sizeof(reason));
	else
		fill_in(d, into);
	say_sampler(into, r, reason);
	return r;
}

static int scheddebug_collect(struct probe *p, struct sample *into)
{
	struct scheddebug *d = p->state;
	char reason[REASON_SIZE];

	if (!d)
		return -ENOMEM;
	if (is_needed(into)) {
		d->error = collect_needed(d, into);
	} else if (!d->ticks_left) {
		d->error = try_file(d->root);
		d->ticks_left = TICKS_BETWEEN_TRIES;
	} else {
		d->ticks_left--;
	}
	if (d->error < 0)
		sample_set_capability(
			into, CAP_SCHED_DEBUG, debugfs_state(d->root, d->error), TIER_NONE, "%s",
			debugfs_reason(d->root, DEBUG_PATH, d->error, reason, sizeof(reason)));
	else
		sample_set_capability(into, CAP_SCHED_DEBUG, GAUGE_KNOWN, TIER_DEBUGFS, "%s",
				      debugfs_note(d->root));
	return d->error;
}

static void scheddebug_close(struct probe *p)
{
	struct scheddebug *d = p->state;

	if (d) {
		free(d->buf);
		free(d->cpus);
		free(d->now);
		free(d->counts);
	}
	free(d);
	p->state = NULL;
}

const struct probe_ops scheddebug_probe = {
	.name = "scheddebug",
	.supported = textfile_supported,
	.open = scheddebug_open,
	.collect = scheddebug_collect,
	.close = scheddebug_close,
};
