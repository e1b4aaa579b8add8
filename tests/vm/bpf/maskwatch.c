// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says "watching" and looks at the kernel's masks of overloaded CPUs every 5 ms until SIGTERM. At
 * SIGUSR1 it prints one line: what grew since the line before, and on standard error for each CPU
 * the latest look that was wrong for longer than is allowed. Without "watch" it prints one line a
 * CPU: its LLC's mask and count and its sched-idle balancing counters.
 * Usage: maskwatch maskwatch.bpf.o [watch]
 */
#include "maskwatch.h"
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define LOOK_NS     5000000L
#define COUNT_GRACE 2 /* looks: mask and count are written one after the other */

struct witness {
	struct bpf_object *object;
	int look, watch;
	struct maskwatch_cpu now[MASKWATCH_CPUS], before[MASKWATCH_CPUS];
	unsigned int count_off[MASKWATCH_CPUS]; /* looks in a row */
	struct maskwatch_cpu printed;           /* sums at the last line */
	unsigned long long stale_printed[MASKWATCH_CPUS];
	unsigned long long count_wrong;
};

static volatile sig_atomic_t is_over, is_asked;

static void take_signal(int signal)
{
	if (signal == SIGUSR1)
		is_asked = 1;
	else
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

static struct maskwatch_cpu witness_sums(const struct witness *w)
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
	return all;
}

/* The latest wrong look at each CPU that had one since the line before: as evidence. */
static void witness_print_stale(struct witness *w)
{
	for (unsigned int cpu = 0; cpu < MASKWATCH_CPUS; cpu++) {
		const struct maskwatch_cpu *now = &w->now[cpu];

		if (now->looks_stale == w->stale_printed[cpu])
			continue;
		w->stale_printed[cpu] = now->looks_stale;
		fprintf(stderr, "cpu %u truth %u truths %x mask %llx age_us %llu\n", cpu,
			now->stale.truth, now->stale.truths, now->stale.mask,
			now->stale.age_ns / 1000);
	}
}

static void witness_print_totals(struct witness *w)
{
	const struct maskwatch_cpu all = witness_sums(w), *old = &w->printed;

	printf("updates %llu wrong %llu ticks %llu without_update %llu looks %llu overloaded %llu "
	       "different %llu stale %llu idle_in_mask %llu count_wrong %llu\n",
	       all.updates - old->updates, all.wrong_updates - old->wrong_updates,
	       all.ticks - old->ticks, all.ticks_without_update - old->ticks_without_update,
	       all.looks - old->looks, all.looks_overloaded - old->looks_overloaded,
	       all.looks_different - old->looks_different, all.looks_stale - old->looks_stale,
	       all.looks_idle_in_mask - old->looks_idle_in_mask, w->count_wrong);
	fflush(stdout);
	w->printed = all;
	w->count_wrong = 0;
}

static int witness_watch(struct witness *w)
{
	const struct timespec pause = { .tv_nsec = LOOK_NS };

	signal(SIGTERM, take_signal);
	signal(SIGUSR1, take_signal);
	puts("watching");
	fflush(stdout);
	while (!is_over) {
		if (witness_look(w))
			return -1;
		for (unsigned int cpu = 0; cpu < MASKWATCH_CPUS; cpu++)
			witness_judge_count(w, cpu);
		if (is_asked) {
			witness_print_stale(w);
			witness_print_totals(w);
		}
		is_asked = 0;
		nanosleep(&pause, NULL);
	}
	return 0;
}

int main(int argc, char **argv)
{
	const struct sched_param urgent = { .sched_priority = 1 };
	bool watches = argc == 3 && !strcmp(argv[2], "watch");
	static struct witness w;

	/* The machine it watches is overloaded. */
	sched_setscheduler(0, SCHED_FIFO, &urgent);
	if (argc < 2 || witness_load(&w, argv[1], watches)) {
		fprintf(stderr, "maskwatch: cannot load the witness\n");
		return 2;
	}
	if (watches)
		return witness_watch(&w) ? 2 : 0;
	if (witness_look(&w))
		return 2;
	witness_print_cpus(&w);
	return 0;
}
