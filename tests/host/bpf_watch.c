// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the probes for some seconds and prints what the sampler counted between two samples, for
 * the host tests: a line for each CPU of shares in percent (beside those of the witness, if asked
 * for), one for each task queued on the CPU asked for, and one of the sampler itself. Words are
 * "key=value", so that a script can read them.
 */
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/waiters.h"
#include "host/fsroot.h"
#include "probes/probe.h"
#include "tests/host/truth.h"

struct options {
	double warm, seconds; /* before the first sample, and to the second */
	int cpu, spin_cpu;    /* -1: none */
	bool truth;
	const char *root;
};

static const char *const truth_names[TRUTH_STATES] = {
	[TRUTH_IDLE] = "idle",     [TRUTH_SCHED_IDLE] = "sched_idle",
	[TRUTH_BUSY] = "busy",     [TRUTH_OVERLOADED] = "overloaded",
	[TRUTH_UNSEEN] = "unseen",
};

static double pct(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_cpu(const struct sample *a, const struct sample *b, unsigned int cpu)
{
	const struct cpu_counts *from = &a->cpus[cpu].counts, *to = &b->cpus[cpu].counts;
	const struct cpu_now *now = &b->cpus[cpu].now;
	uint64_t taken = to->taken - from->taken;

	printf("cpu=%u online=%d taken=%" PRIu64, cpu, b->cpus[cpu].online, taken);
	for (int i = 0; i < CPU_STATE_COUNT; i++)
		printf(" %s=%.2f", cpu_state_name(i), pct(to->state[i] - from->state[i], taken));
	printf(" overloaded_any=%.2f", pct(to->overloaded - from->overloaded, taken));
	printf(" missed_idle=%.2f", pct(to->missed_idle - from->missed_idle, taken));
	for (int i = 0; i < TASK_CLASS_COUNT; i++)
		printf(" class_%s=%.2f", task_class_name(i),
		       pct(to->class[i] - from->class[i], taken));
	printf(" llc=%d now=%s now_class=%s nr_running=%u nonidle=%u idle_class=%u pid=%d",
	       b->cpus[cpu].sched_llc, cpu_state_name(now->state), task_class_name(now->class),
	       now->nr_running, now->nr_nonidle, now->nr_idle_class, now->pid);
	printf(" longest_ms=%.1f open_ms=%.1f", (double)to->episode_longest_ns / 1e6,
	       (double)to->episode_open_ns / 1e6);
	for (int i = 0; i < EPISODE_BUCKETS; i++)
		printf(" episodes_%s=%" PRIu64, episode_bucket_names[i],
		       to->episodes[i] - from->episodes[i]);
	printf(" cookie=%" PRIu64 " comm=%s\n", now->cookie, now->comm);
}

static void print_self(const struct sample *a, const struct sample *b)
{
	double elapsed_ns = (double)(b->mono_ns - a->mono_ns);

	printf("self hz=%u wanted=%u taken=%" PRIu64 " late=%" PRIu64 " lost=%" PRIu64
	       " bpf_pct=%.4f cpu_pct=%.4f round_ns=%.0f rss_kb=%" PRIu64 " llcs=%u\n",
	       b->self.sample_hz, b->self.sample_hz_wanted,
	       b->self.samples_taken - a->self.samples_taken,
	       b->self.samples_late - a->self.samples_late,
	       b->self.samples_lost - a->self.samples_lost,
	       100 * (double)(b->self.bpf_ns - a->self.bpf_ns) / elapsed_ns,
	       100 * (double)(b->self.cpu_ns - a->self.cpu_ns) / elapsed_ns,
	       (double)(b->self.bpf_ns - a->self.bpf_ns) /
		       (double)(b->self.samples_taken - a->self.samples_taken),
	       b->self.rss_bytes / 1024, b->nr_llcs);
}

static void print_capabilities(const struct sample *s)
{
	for (int i = 0; i < CAP_COUNT; i++)
		printf("capability=%s state=%s tier=%s reason=%s\n", capability_table[i].name,
		       gauge_state_name(s->caps[i].state), tier_name(s->caps[i].tier),
		       s->caps[i].reason);
}

static void print_waiters(struct probe_set *set, unsigned int cpu)
{
	struct waiter_list *list = calloc(1, sizeof(*list));
	struct fault f = { 0 };

	if (!list)
		return;
	if (probe_set_waiters(set, cpu, list, &f)) {
		printf("waiters failed: %s\n", f.text);
		free(list);
		return;
	}
	for (size_t i = 0; i < list->count; i++) {
		const struct waiter *w = &list->tasks[i];

		printf("waiter pid=%d policy=%u nice=%d class=%s running=%d idle_class=%d "
		       "delayed=%d wait_ms=%.2f wait=%s allowed=%u comm=%s\n",
		       w->pid, w->policy, w->nice, task_class_name(w->class), w->running,
		       w->idle_class, w->delayed, (double)w->wait_ns.value / 1e6,
		       gauge_state_name(w->wait_ns.state), w->nr_cpus_allowed, w->comm);
	}
	free(list);
}

static void wait_s(double seconds)
{
	struct timespec wait = { .tv_sec = (time_t)seconds };

	wait.tv_nsec = (long)((seconds - (double)wait.tv_sec) * 1e9);
	nanosleep(&wait, NULL);
}

static void print_truth(const struct truth_cpu *from, const struct truth_cpu *to, unsigned int cpu)
{
	uint64_t whole_ns = 0;

	for (int i = 0; i < TRUTH_STATES; i++)
		whole_ns += to->time_ns[i] - from->time_ns[i];
	printf("truth=%u changes=%u", cpu, to->changes - from->changes);
	for (int i = 0; i < TRUTH_STATES; i++)
		printf(" %s=%.2f", truth_names[i],
		       pct(to->time_ns[i] - from->time_ns[i], whole_ns));
	printf("\n");
}

/* A sample, and what the witness says of the same moment. */
static int collect(struct probe_set *set, const struct truth *truth, struct sample **ret_sample,
		   struct truth_cpu **ret_truth, struct fault *f)
{
	int r = probe_set_collect(set, ret_sample, f);

	*ret_truth = NULL;
	if (r)
		return r;
	*ret_truth = calloc((*ret_sample)->nr_cpus, sizeof(**ret_truth));
	if (truth && *ret_truth)
		truth_read(truth, (*ret_sample)->nr_cpus, *ret_truth);
	return 0;
}

static void print_all(struct probe_set *set, const struct options *o, const struct sample *a,
		      const struct sample *b)
{
	for (unsigned int i = 0; i < b->nr_cpus; i++)
		print_cpu(a, b, i);
	print_self(a, b);
	print_capabilities(b);
	for (size_t i = 0; i < b->nr_features; i++)
		printf("feature=%s on=%d\n", b->features[i].name, b->features[i].on);
	if (o->cpu >= 0)
		print_waiters(set, (unsigned int)o->cpu);
}

static int watch(struct probe_set *set, const struct options *o, const struct truth *truth,
		 struct fault *f)
{
	struct truth_cpu *before = NULL, *after = NULL;
	struct sample *a, *b;
	int r;

	wait_s(o->warm);
	r = collect(set, truth, &a, &before, f);
	if (r)
		return r;
	printf("ready\n");
	fflush(stdout);
	wait_s(o->seconds);
	r = collect(set, truth, &b, &after, f);
	if (!r) {
		print_all(set, o, a, b);
		for (unsigned int i = 0; truth && before && after && i < b->nr_cpus; i++)
			print_truth(&before[i], &after[i], i);
		sample_free(b);
	}
	sample_free(a);
	free(before);
	free(after);
	return r;
}

static void *spin(void *arg)
{
	const volatile int *cpu = arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(*cpu, &set);
	pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
	for (;;)
		(void)*cpu;
	return NULL;
}

static int run(const struct probe_env *env, struct options *o, struct fault *f)
{
	struct probe_set *set = NULL;
	struct truth *truth = NULL;
	pthread_t spinner;
	int r = probe_set_open(env, &set, f);

	if (!r && o->truth)
		r = truth_open(&truth);
	if (!r && o->spin_cpu >= 0)
		r = -pthread_create(&spinner, NULL, spin, &o->spin_cpu);
	if (!r)
		r = watch(set, o, truth, f);
	truth_close(truth);
	probe_set_close(set);
	return r;
}

static const struct option long_options[] = {
	{ "seconds", required_argument, NULL, 's' },
	{ "cpu", required_argument, NULL, 'c' },
	{ "hz", required_argument, NULL, 'h' },
	{ "budget", required_argument, NULL, 'b' },
	{ "spin", required_argument, NULL, 'p' },
	{ "truth", no_argument, NULL, 't' },
	{ "warm", required_argument, NULL, 'w' },
	{ "root", required_argument, NULL, 'R' },
	{ "thread", no_argument, NULL, 'r' },
	{ "no-bpf", no_argument, NULL, 'n' },
	{ NULL, 0, NULL, 0 },
};

static int parse(int argc, char **argv, struct options *o, struct probe_env *env)
{
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) >= 0) {
		switch (c) {
		case 's':
			o->seconds = atof(optarg);
			break;
		case 'R':
			o->root = optarg;
			break;
		case 'w':
			o->warm = atof(optarg);
			break;
		case 'c':
			o->cpu = atoi(optarg);
			break;
		case 'h':
			env->sample_hz = (unsigned int)atoi(optarg);
			break;
		case 'b':
			env->budget_pct = atof(optarg);
			break;
		case 'p':
			o->spin_cpu = atoi(optarg);
			break;
		case 't':
			o->truth = true;
			break;
		case 'r':
			env->no_timer = true;
			break;
		case 'n':
			env->no_bpf = true;
			break;
		default:
			return -1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct probe_env env = { .sample_hz = 100, .budget_pct = 0.2 };
	struct options o = { .seconds = 1, .cpu = -1, .spin_cpu = -1, .root = "" };
	struct fsroot *root = NULL;
	struct fault f = { 0 };
	int r;

	if (parse(argc, argv, &o, &env))
		return 2;
	r = fsroot_open(o.root, &root);
	env.root = root;
	if (!r)
		r = run(&env, &o, &f);
	if (r)
		fprintf(stderr, "failed: %d %s\n", r, f.text);
	fsroot_free(root);
	return r != 0;
}
