// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says "watching", counts until SIGTERM how scheduling groups with forced-idle CPUs were judged, and
 * prints a line for each size of group. Usage: groupwatch groupwatch.bpf.o
 */
#include "groupwatch.h"
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <signal.h>
#include <stdio.h>

static int size_print(int map, __u32 cpus)
{
	struct groupwatch_size size;

	if (bpf_map_lookup_elem(map, &cpus, &size))
		return -1;
	if (size.judged)
		printf("cpus %u judged %llu overloaded %llu wrong %llu other_type %llu "
		       "forceidle_cpus %.2f forceidle_capacity %.0f nested %llu\n",
		       cpus, size.judged, size.overloaded, size.wrong, size.other_type,
		       (double)size.forceidle_cpus / size.judged,
		       (double)size.forceidle_capacity / size.judged, size.nested);
	return 0;
}

static struct bpf_link *program_attach(struct bpf_object *object)
{
	struct bpf_program *program = bpf_object__next_program(object, NULL);

	return bpf_object__load(object) ? NULL : bpf_program__attach(program);
}

int main(int argc, char **argv)
{
	struct bpf_object *object;
	sigset_t end;
	int signal, map;

	sigemptyset(&end);
	sigaddset(&end, SIGTERM);
	sigprocmask(SIG_BLOCK, &end, NULL);
	object = argc == 2 ? bpf_object__open_file(argv[1], NULL) : NULL;
	if (!object || !program_attach(object)) {
		fprintf(stderr, "groupwatch: cannot load the witness\n");
		return 2;
	}
	puts("watching");
	fflush(stdout);
	sigwait(&end, &signal);
	map = bpf_object__find_map_fd_by_name(object, "sizes");
	for (__u32 cpus = 0; cpus < GROUPWATCH_SIZES; cpus++) {
		if (size_print(map, cpus))
			return 2;
	}
	return 0;
}
