// SPDX-License-Identifier: GPL-2.0-only
/* One walk of a task iterator; see task_walk.h. */
#include "probes/task_walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

/* What the kernel hands out at a read: seven pages and a half, so that most walks take one. */
#define READ_BYTES 32768

/* A read may end inside a record: the rest is kept for the next. */
static int read_records(int fd, char *buffer, const struct task_walk *walk)
{
	size_t kept = 0, whole;
	ssize_t n;

	for (;;) {
		n = read(fd, buffer + kept, READ_BYTES - kept);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		kept += (size_t)n;
		whole = kept - kept % walk->record_size;
		for (size_t at = 0; at < whole; at += walk->record_size)
			walk->take(buffer + at, walk->arg);
		kept -= whole;
		memmove(buffer, buffer + whole, kept);
	}
}

int task_walk_run(const struct task_walk *walk)
{
	struct bpf_link *link = bpf_program__attach_iter(walk->program, NULL);
	int fd = link ? bpf_iter_create(bpf_link__fd(link)) : -errno;
	char *buffer = malloc(READ_BYTES);
	int r = fd < 0 ? fd : -ENOMEM;

	if (fd >= 0 && buffer) {
		if (walk->begin)
			walk->begin(walk->arg);
		r = read_records(fd, buffer, walk);
	}
	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	free(buffer);
	return r;
}
