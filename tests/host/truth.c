// SPDX-License-Identifier: GPL-2.0-only
/* Loads and reads the witness, see truth.h. */
#include "tests/host/truth.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "tests/host/truth.skel.h"

struct truth {
	struct truth_bpf *skel;
};

int truth_open(struct truth **ret_truth)
{
	struct truth *t = calloc(1, sizeof(*t));
	int r = -ENOMEM;

	if (!t)
		return r;
	t->skel = truth_bpf__open_and_load();
	r = t->skel ? truth_bpf__attach(t->skel) : -errno;
	if (r) {
		truth_close(t);
		return r;
	}
	*ret_truth = t;
	return 0;
}

void truth_close(struct truth *t)
{
	if (t)
		truth_bpf__destroy(t->skel);
	free(t);
}

void truth_read(const struct truth *t, unsigned int nr_cpus, struct truth_cpu *ret_cpus)
{
	int fd = bpf_map__fd(t->skel->maps.truth_cpus);
	struct timespec now;
	__u64 now_ns;

	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++) {
		struct truth_cpu *c = &ret_cpus[cpu];

		memset(c, 0, sizeof(*c));
		if (bpf_map_lookup_elem(fd, &cpu, c))
			continue;
		clock_gettime(CLOCK_MONOTONIC, &now);
		now_ns = (__u64)now.tv_sec * 1000000000 + (__u64)now.tv_nsec;
		if (c->since_ns && now_ns > c->since_ns && c->state < TRUTH_STATES)
			c->time_ns[c->state] += now_ns - c->since_ns;
	}
}
