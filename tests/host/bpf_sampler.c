// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sampler by itself on this kernel, as root: what its records must hold to each other whatever
 * the machine does, as TAP. With a CPU, the share of samples that saw a real-time task there:
 *
 *	bpf_sampler CPU SECONDS [rhythm]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "probes/runq.h"

#define READS 200

static int count, failures;

static void result(bool good, const char *name)
{
	count++;
	failures += !good;
	printf("%s %d - %s\n", good ? "ok" : "not ok", count, name);
}

static void sleep_ms(long ms)
{
	struct timespec wait = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&wait, NULL);
}

static bool is_sum(const struct runq_cpu *c)
{
	uint64_t states = 0, classes = 0;

	for (int i = 0; i < RUNQ_STATES; i++)
		states += c->state_count[i];
	for (int i = 0; i < RUNQ_CLASSES; i++)
		classes += c->class_count[i];
	return states == c->taken && classes == c->taken && c->missed_idle <= c->taken;
}

/*
 * Every copy is of one moment: sums hold, nothing goes back, and a CPU is at most one round behind
 * (the copy may lie between two chunks of a round).
 */
static bool are_whole(struct runq_sampler *s, unsigned int nr_cpus, uint64_t *ret_rounds)
{
	uint64_t *before = calloc(nr_cpus, sizeof(*before));
	bool good = before != NULL;

	for (int i = 0; good && i < READS; i++) {
		const struct runq_cpu *cpus = runq_sampler_read(s);
		uint64_t rounds = runq_sampler_control(s)->rounds;

		for (unsigned int cpu = 0; cpu < nr_cpus; cpu++) {
			if (!cpus[cpu].rq)
				continue;
			good &= is_sum(&cpus[cpu]) && cpus[cpu].taken >= before[cpu] &&
				cpus[cpu].taken <= rounds && cpus[cpu].taken + 1 >= rounds;
			before[cpu] = cpus[cpu].taken;
		}
		*ret_rounds = rounds;
		sleep_ms(3);
	}
	free(before);
	return good;
}

static void try_config(const struct runq_config *config, const char *name)
{
	struct runq_sampler *s;
	struct fault f = { 0 };
	uint64_t rounds = 0;

	if (runq_sampler_open(config, &s, &f)) {
		result(false, name);
		printf("# %s\n", f.text);
		return;
	}
	result(are_whole(s, config->nr_cpus, &rounds) && rounds > 10, name);
	printf("# %llu rounds, %llu late, %llu lost\n", (unsigned long long)rounds,
	       (unsigned long long)runq_sampler_control(s)->late,
	       (unsigned long long)runq_sampler_control(s)->lost);
	runq_sampler_close(s);
}

static unsigned int descriptors(void)
{
	unsigned int open = 0;

	for (int fd = 0; fd < 256; fd++)
		open += lseek(fd, 0, SEEK_CUR) >= 0 || dup2(fd, fd) == fd;
	return open;
}

static void try_leaks(const struct runq_config *config)
{
	unsigned int before = descriptors();
	struct runq_sampler *s;

	for (int i = 0; i < 5; i++) {
		if (!runq_sampler_open(config, &s, NULL))
			runq_sampler_close(s);
	}
	result(descriptors() == before, "closing gives back every descriptor");
}

static int print_share(struct runq_config *config, int argc, char **argv)
{
	unsigned int cpu = (unsigned int)atoi(argv[1]);
	struct runq_sampler *s;
	struct runq_cpu from, to;
	struct fault f = { 0 };

	config->sample_hz = 100;
	config->no_jitter = argc > 3 && !strcmp(argv[3], "rhythm");
	if (cpu >= config->nr_cpus || runq_sampler_open(config, &s, &f)) {
		fprintf(stderr, "%s\n", f.text);
		return 1;
	}
	from = runq_sampler_read(s)[cpu];
	sleep_ms(atol(argv[2]) * 1000);
	to = runq_sampler_read(s)[cpu];
	printf("%.2f\n",
	       100.0 * (double)(to.class_count[RUNQ_CLASS_RT] - from.class_count[RUNQ_CLASS_RT]) /
		       (double)(to.taken - from.taken));
	runq_sampler_close(s);
	return 0;
}

static int try_all(struct runq_config *config)
{
	if (geteuid() != 0) {
		printf("ok 1 - the sampler's records # SKIP needs root\n1..1\n");
		return 0;
	}
	try_config(config, "records of the timer belong together");
	config->chunk = 1;
	try_config(config, "and so they do when a round takes several chunks");
	config->use_thread = true;
	try_config(config, "and when a thread takes them");
	try_leaks(config);
	printf("1..%d\n", count);
	return failures != 0;
}

int main(int argc, char **argv)
{
	struct runq_config config = {
		.nr_cpus = (unsigned int)sysconf(_SC_NPROCESSORS_CONF),
		.sample_hz = 1000,
	};

	return argc > 2 ? print_share(&config, argc, argv) : try_all(&config);
}
