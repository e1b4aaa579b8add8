// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers the sched_ext scheduler of an object file until SIGTERM. The kernel would keep it past
 * the end of the process: it has to be unregistered. Usage: scxload scx.bpf.o
 */
#include <bpf/libbpf.h>
#include <signal.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	struct bpf_object *object;
	struct bpf_map *map;
	struct bpf_link *link;
	sigset_t end;
	int signal;

	sigemptyset(&end);
	sigaddset(&end, SIGTERM);
	sigprocmask(SIG_BLOCK, &end, NULL);
	object = argc == 2 ? bpf_object__open_file(argv[1], NULL) : NULL;
	if (!object || bpf_object__load(object)) {
		fprintf(stderr, "scxload: cannot load the scheduler\n");
		return 1;
	}
	map = bpf_object__next_map(object, NULL);
	link = map ? bpf_map__attach_struct_ops(map) : NULL;
	if (!link) {
		perror("scxload: cannot register the scheduler");
		return 1;
	}
	printf("registered\n");
	fflush(stdout);
	sigwait(&end, &signal);
	return bpf_link__destroy(link) ? 1 : 0;
}
