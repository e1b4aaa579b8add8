// SPDX-License-Identifier: GPL-2.0-only
/*
 * What reading the cgroup tree costs: micro_cgroups [GROUPS [CHURN]], by default 5,000 groups of
 * which 20 are removed and made again before each read. Makes them below the cgroup v2 mount and
 * removes them; takes root. Prints medians and the slowest; asserts nothing.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/number.h"
#include "host/cgroupfs.h"
#include "host/cgroups.h"
#include "host/fsroot.h"

#define ROUNDS    40
#define PER_SLICE 100

struct bench {
	char base[PATH_MAX + 64];
	uint64_t nr_groups, churn, next;
	double ms[ROUNDS];
};

static double cpu_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Groups in slices of a hundred, as a host with many services or pods has them. */
static void group_path(const struct bench *b, uint64_t i, char *buf, size_t size)
{
	snprintf(buf, size, "%s/slice%u/group%u", b->base, (unsigned int)(i / PER_SLICE),
		 (unsigned int)(i % PER_SLICE));
}

static void slice_path(const struct bench *b, uint64_t i, char *buf, size_t size)
{
	snprintf(buf, size, "%s/slice%u", b->base, (unsigned int)(i / PER_SLICE));
}

static int make_groups(const struct bench *b)
{
	char path[PATH_MAX + 128];

	if (mkdir(b->base, 0755) < 0)
		return -errno;
	for (uint64_t i = 0; i < b->nr_groups; i++) {
		if (i % PER_SLICE == 0) {
			slice_path(b, i, path, sizeof(path));
			if (mkdir(path, 0755) < 0)
				return -errno;
		}
		group_path(b, i, path, sizeof(path));
		if (mkdir(path, 0755) < 0)
			return -errno;
	}
	return 0;
}

static void remove_groups(const struct bench *b)
{
	char path[PATH_MAX + 128];

	for (uint64_t i = b->nr_groups; i-- > 0;) {
		group_path(b, i, path, sizeof(path));
		rmdir(path);
		slice_path(b, i, path, sizeof(path));
		if (i % PER_SLICE == 0)
			rmdir(path);
	}
	rmdir(b->base);
}

static void churn(struct bench *b)
{
	char path[PATH_MAX + 128];

	for (uint64_t i = 0; i < b->churn && b->nr_groups > 0; i++) {
		group_path(b, b->next, path, sizeof(path));
		rmdir(path);
		mkdir(path, 0755);
		/* Far apart, so that many folders have to be listed anew. */
		b->next = (b->next + 7 * PER_SLICE + 1) % b->nr_groups;
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void print_rounds(struct bench *b, const char *name, size_t nr)
{
	qsort(b->ms, nr, sizeof(b->ms[0]), compare);
	printf("%-28s median %7.2f ms of CPU, slowest %7.2f\n", name, b->ms[nr / 2], b->ms[nr - 1]);
}

static int measure(struct bench *b, struct cgroups *c)
{
	struct cgroup_tree tree = { 0 };
	double start, first;
	int r;

	start = cpu_ms();
	r = cgroups_read(c, 1000000000ull, false, &tree);
	first = cpu_ms() - start;
	printf("%zu groups, %u of them replaced before each read\n", tree.nr_groups,
	       (unsigned int)b->churn);
	printf("%-28s        %7.2f ms of CPU\n", "first read, with settings", first);
	for (int i = 0; r == 0 && i < ROUNDS; i++) {
		churn(b);
		start = cpu_ms();
		r = cgroups_read(c, (uint64_t)(i + 2) * 1000000000ull, false, &tree);
		b->ms[i] = cpu_ms() - start;
	}
	print_rounds(b, "a read, one a second", ROUNDS);
	cgroup_tree_clear(&tree);
	return r;
}

static int run(struct bench *b)
{
	struct fsroot *root = NULL;
	struct cgroups *c = NULL;
	struct rusage usage;
	struct cgroupfs fs;
	int r = fsroot_open("", &root);

	if (r < 0)
		return r;
	cgroupfs_check(root, &fs);
	snprintf(b->base, sizeof(b->base), "%s/headroom-micro-%ld", fs.mount, (long)getpid());
	r = fs.mount[0] ? make_groups(b) : -EOPNOTSUPP;
	if (r == 0)
		r = cgroups_open(root, b->base, &c);
	if (r == 0)
		r = measure(b, c);
	cgroups_close(c);
	fsroot_free(root);
	if (fs.mount[0])
		remove_groups(b);
	getrusage(RUSAGE_SELF, &usage);
	printf("resident at its peak: %ld kB\n", usage.ru_maxrss);
	return r;
}

int main(int argc, char **argv)
{
	struct bench b = { .nr_groups = 5000, .churn = 20 };
	int r;

	if ((argc > 1 && number_parse_u64(argv[1], &b.nr_groups) < 0) ||
	    (argc > 2 && number_parse_u64(argv[2], &b.churn) < 0)) {
		fprintf(stderr, "usage: micro_cgroups [GROUPS [CHURN]]\n");
		return 2;
	}
	r = run(&b);
	if (r < 0)
		fprintf(stderr, "micro_cgroups: %s\n", strerror(-r));
	return r < 0;
}
