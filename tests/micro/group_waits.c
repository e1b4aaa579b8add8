// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a walk over all tasks for the waits of cgroups costs, by hand and as root:
 *
 *	group_waits_cost THREADS
 *
 * makes so many sleeping threads and takes samples with the walk and without it.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/fsroot.h"
#include "probes/probe.h"

#define SAMPLES    40
#define STACK_SIZE 65536

static void *sleep_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static int make_threads(long count)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	for (long i = 0; i < count; i++) {
		if (pthread_create(&thread, &attributes, sleep_on, NULL))
			return -1;
	}
	return 0;
}

static double own_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* CPU time of this thread for a sample, median, in microseconds; ret_first: for the first one. */
static double cost_us(struct probe_set *set, double *ret_first, long *ret_tasks)
{
	double us[SAMPLES];

	for (int i = 0; i < SAMPLES; i++) {
		struct fault f = { .code = 0 };
		struct sample *s = NULL;

		us[i] = own_us();
		if (probe_set_collect(set, &s, &f))
			fprintf(stderr, "%s\n", f.text);
		us[i] = own_us() - us[i];
		if (s && s->caps[CAP_GROUP_WAITS].state != GAUGE_KNOWN)
			fprintf(stderr, "%s\n", s->caps[CAP_GROUP_WAITS].reason);
		*ret_tasks = s ? (long)s->tasks_total.value : 0;
		sample_free(s);
	}
	*ret_first = us[0];
	qsort(us, SAMPLES, sizeof(us[0]), compare);
	return us[SAMPLES / 2];
}

int main(int argc, char **argv)
{
	struct probe_env env = { .sample_hz = 1, .budget_pct = 1e6 };
	double without, with, first, unused;
	struct probe_set *set = NULL;
	struct fault f = { .code = 0 };
	struct fsroot *root = NULL;
	long tasks = 0;

	if (argc != 2 || make_threads(atol(argv[1])) || fsroot_open("", &root) < 0)
		return 2;
	env.root = root;
	if (probe_set_open(&env, &set, &f)) {
		fprintf(stderr, "%s\n", f.text);
		return 1;
	}
	probe_set_prefer(set, &(struct probe_interest){ .in_sight = false });
	without = cost_us(set, &unused, &tasks);
	probe_set_prefer(set, &(struct probe_interest){ .in_sight = true });
	with = cost_us(set, &first, &tasks);
	printf("%ld tasks: a sample %.0f us without the walk, %.0f us with it, %.0f us the first "
	       "time: %.0f ns a task\n",
	       tasks, without, with, first, tasks ? 1e3 * (with - without) / tasks : 0);
	probe_set_close(set);
	fsroot_free(root);
	return 0;
}
