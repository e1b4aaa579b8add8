// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the probes for some seconds and prints what the sampler counted between two samples, for
 * the host tests: a line for each CPU of shares in percent, one for each task queued on the CPU
 * asked for, and one of the sampler itself. Words are "key=value", so that a script can read them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/waiters.h"
#include "host/fsroot.h"
#include "probes/probe.h"

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

static int watch(struct probe_set *set, double seconds, int cpu, struct fault *f)
{
	struct sample *a, *b;
	int r = probe_set_collect(set, &a, f);

	if (r)
		return r;
	printf("ready\n");
	fflush(stdout);
	wait_s(seconds);
	r = probe_set_collect(set, &b, f);
	if (!r) {
		for (unsigned int i = 0; i < b->nr_cpus; i++)
			print_cpu(a, b, i);
		print_self(a, b);
		print_capabilities(b);
		if (cpu >= 0)
			print_waiters(set, (unsigned int)cpu);
		sample_free(b);
	}
	sample_free(a);
	return r;
}

/* bpf_watch SECONDS [CPU [HZ [BUDGET_PCT]]] */
int main(int argc, char **argv)
{
	struct probe_env env = {
		.sample_hz = argc > 3 ? (unsigned int)atoi(argv[3]) : 100,
		.budget_pct = argc > 4 ? atof(argv[4]) : 0.2,
		.no_bpf = getenv("WATCH_NO_BPF") != NULL,
	};
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	struct probe_set *set = NULL;
	struct fsroot *root = NULL;
	struct fault f = { 0 };
	int r = fsroot_open("", &root);

	env.root = root;
	if (!r)
		r = probe_set_open(&env, &set, &f);
	if (!r)
		r = watch(set, seconds, argc > 2 ? atoi(argv[2]) : -1, &f);
	if (r)
		fprintf(stderr, "failed: %d %s\n", r, f.text);
	probe_set_close(set);
	fsroot_free(root);
	return r != 0;
}
