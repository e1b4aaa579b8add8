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
static int read_records(int fd, char *buffer, size_t size,
			void (*take)(const void *record, void *arg), void *arg)
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
		whole = kept - kept % size;
		for (size_t at = 0; at < whole; at += size)
			take(buffer + at, arg);
		kept -= whole;
		memmove(buffer, buffer + whole, kept);
	}
}

int task_walk(const struct bpf_program *program, size_t record_size,
	      void (*take)(const void *record, void *arg), void *arg)
{
	struct bpf_link *link = bpf_program__attach_iter(program, NULL);
	char *buffer = malloc(READ_BYTES);
	int fd = link ? bpf_iter_create(bpf_link__fd(link)) : -errno;
	int r = fd < 0 ? fd : -ENOMEM;

	if (fd >= 0 && buffer)
		r = read_records(fd, buffer, record_size, take, arg);
	if (fd >= 0)
		close(fd);
	bpf_link__destroy(link);
	free(buffer);
	return r;
}
