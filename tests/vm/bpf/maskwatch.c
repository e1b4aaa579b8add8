// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says "watching", watches the kernel's masks of overloaded CPUs until SIGTERM or for some seconds,
 * looking every 5 ms, and prints one line of totals; with 0 seconds it prints one line a CPU: its LLC's mask and
 * count and its sched-idle balancing counters. Usage: maskwatch maskwatch.bpf.o SECONDS
 */
#include "maskwatch.h"
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LOOK_NS       5000000L
#define LOOKS_PER_SEC (1000000000L / LOOK_NS)
#define COUNT_GRACE   2 /* looks: mask and count are written one after the other */

struct witness {
	struct bpf_object *object;
	int look, watch;
	struct maskwatch_cpu now[MASKWATCH_CPUS], before[MASKWATCH_CPUS];
	unsigned int count_off[MASKWATCH_CPUS]; /* looks in a row */
	unsigned long long count_wrong;
};

static volatile sig_atomic_t is_over;

static void end(int signal)
{
	(void)signal;
	is_over = 1;
}

static int witness_load(struct witness *w, const char *file, bool attach)
{
	struct bpf_program *program;

	w->object = bpf_object__open_file(file, NULL);
	if (!w->object || bpf_object__load(w->object))
		return -1;
	bpf_object__for_each_program(program, w->object)
	{
		if (bpf_program__type(program) == BPF_PROG_TYPE_SYSCALL)
			w->look = bpf_program__fd(program);
		else if (attach && !bpf_program__attach(program))
			return -1;
	}
	w->watch = bpf_object__find_map_fd_by_name(w->object, "watch");
	return w->watch < 0 ? -1 : 0;
}

static int witness_look(struct witness *w)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);

	if (bpf_prog_test_run_opts(w->look, &opts))
		return -1;
	for (__u32 cpu = 0; cpu < MASKWATCH_CPUS; cpu++) {
		w->before[cpu] = w->now[cpu];
		if (bpf_map_lookup_elem(w->watch, &cpu, &w->now[cpu]))
			return -1;
	}
	return 0;
}

/* The count is wrong when it is another number than the mask has bits, and both stand still. */
static void witness_judge_count(struct witness *w, unsigned int cpu)
{
	const struct maskwatch_cpu *now = &w->now[cpu], *before = &w->before[cpu];

	if (now->shared == before->shared && now->mask == before->mask &&
	    now->count == before->count && now->count != __builtin_popcountll(now->mask))
		w->count_off[cpu]++;
	else
		w->count_off[cpu] = 0;
	if (w->count_off[cpu] > COUNT_GRACE || now->count < 0)
		w->count_wrong++;
}

static void witness_print_cpus(const struct witness *w)
{
	for (unsigned int cpu = 0; cpu < MASKWATCH_CPUS; cpu++) {
		const struct maskwatch_cpu *now = &w->now[cpu];

		if (now->shared)
			printf("cpu%u mask %llx count %d sib %u %u %u\n", cpu, now->mask,
			       now->count, now->sib_peeked, now->sib_pulled, now->sib_failed);
	}
}

static void witness_print_totals(const struct witness *w)
{
	struct maskwatch_cpu all = { 0 };

	for (unsigned int cpu = 0; cpu < MASKWATCH_CPUS; cpu++) {
		const struct maskwatch_cpu *now = &w->now[cpu];

		all.updates += now->updates;
		all.wrong_updates += now->wrong_updates;
		all.ticks += now->ticks;
		all.ticks_without_update += now->ticks_without_update;
		all.looks += now->looks;
		all.looks_overloaded += now->looks_overloaded;
		all.looks_different += now->looks_different;
		all.looks_stale += now->looks_stale;
		all.looks_idle_in_mask += now->looks_idle_in_mask;
	}
	printf("updates %llu wrong %llu ticks %llu without_update %llu looks %llu overloaded %llu "
	       "different %llu stale %llu idle_in_mask %llu count_wrong %llu\n",
	       all.updates, all.wrong_updates, all.ticks, all.ticks_without_update, all.looks,
	       all.looks_overloaded, all.looks_different, all.looks_stale, all.looks_idle_in_mask,
	       w->count_wrong);
}

static int witness_watch(struct witness *w, unsigned long seconds)
{
	const struct timespec pause = { .tv_nsec = LOOK_NS };

	for (unsigned long n = 0; n < seconds * LOOKS_PER_SEC && !is_over; n++) {
		if (witness_look(w))
			return -1;
		for (unsigned int cpu = 0; cpu < MASKWATCH_CPUS; cpu++)
			witness_judge_count(w, cpu);
		nanosleep(&pause, NULL);
	}
	witness_print_totals(w);
	return 0;
}

int main(int argc, char **argv)
{
	const struct sched_param urgent = { .sched_priority = 1 };
	static struct witness w;
	unsigned long seconds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	/* The machine it watches is overloaded. */
	sched_setscheduler(0, SCHED_FIFO, &urgent);
	if (argc != 3 || witness_load(&w, argv[1], seconds > 0)) {
		fprintf(stderr, "maskwatch: cannot load the witness\n");
		return 2;
	}
	signal(SIGTERM, end);
	puts("watching");
	fflush(stdout);
	if (seconds > 0)
		return witness_watch(&w, seconds) ? 2 : 0;
	if (witness_look(&w))
		return 2;
	witness_print_cpus(&w);
	return 0;
}
