// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damaged text for every reader of host/: good texts with bytes changed, cut, doubled and spliced,
 * from a fixed seed, in buffers of just their size so that the sanitizer sees any step beyond.
 * What must hold is checked by each reader's row. HEADROOM_FUZZ_ROUNDS asks for more rounds.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/cgroupfs.h"
#include "host/cpulist.h"
#include "host/features.h"
#include "host/procstat.h"
#include "host/scheddebug.h"
#include "host/schedstat.h"

#define ROUNDS   3000
#define NR_CPUS  4
#define TEXT_MAX 4096

static uint64_t random_state;

/* xorshift64*: the same texts on every machine */
static uint32_t random_below(uint32_t limit)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (random_state * 0x2545f4914f6cdd1dull >> 32) % limit;
}

static void expect_result(int r, int max)
{
	if (r > max || (r < 0 && r != -EBADMSG && r != -EINVAL && r != -ERANGE &&
			r != -EPROTONOSUPPORT && r != -ENOENT))
		fail_msg("result %d", r);
}

static void fuzz_cpulist(const char *text)
{
	bool set[NR_CPUS + 1] = { false };

	expect_result(cpulist_parse(text, set, NR_CPUS), CPULIST_CPU_MAX + 1);
	assert_false(set[NR_CPUS]);
}

/* A sample on the stack with its readers' allocations freed after. */
static void with_sample(const char *text, int (*read)(const char *text, struct sample *s), int max)
{
	struct sample_cpu cpus[NR_CPUS] = { { .has = 0 } };
	struct sample s = { .nr_cpus = NR_CPUS, .cpus = cpus };
	int r = read(text, &s);

	expect_result(r, max);
	for (int i = 0; i < NR_CPUS && r < 0; i++)
		assert_int_equal(cpus[i].has, 0);
	free(s.domains);
}

static int read_stat(const char *text, struct sample *s)
{
	return procstat_parse(text, 100, s);
}

static int read_schedstat(const char *text, struct sample *s)
{
	struct schedstat_notes notes;
	int r = schedstat_parse(text, s, &notes);

	for (size_t i = 0; i < s->nr_domains; i++)
		assert_true(s->domains[i].cpu >= 0 && s->domains[i].cpu < NR_CPUS);
	return r;
}

static void fuzz_stat(const char *text)
{
	with_sample(text, read_stat, TEXT_MAX);
}

static void fuzz_loadavg(const char *text)
{
	with_sample(text, loadavg_parse, 0);
}

static void fuzz_pressure(const char *text)
{
	with_sample(text, pressure_parse, 0);
}

static void fuzz_schedstat(const char *text)
{
	with_sample(text, read_schedstat, 0);
}

static void fuzz_features(const char *text)
{
	struct sched_feature *list = NULL;
	size_t count;

	expect_result(features_parse(text, &list, &count), 0);
	free(list);
}

static void fuzz_scheddebug(const char *text)
{
	struct scheddebug_cpu cpus[NR_CPUS];
	struct cpu_now now;
	uint64_t mask;

	expect_result(scheddebug_features_mask(text, &mask), 0);
	expect_result(scheddebug_parse(text, cpus, NR_CPUS), NR_CPUS);
	for (int i = 0; i < NR_CPUS; i++) {
		scheddebug_state(&cpus[i], 77, &now);
		assert_true(now.state > CPU_STATE_FORCED_IDLE && now.state < CPU_STATE_COUNT);
		assert_true(memchr(now.comm, '\0', sizeof(now.comm)) != NULL);
		assert_true(now.nr_nonidle <= INT32_MAX && now.nr_running <= INT32_MAX);
	}
}

static void fuzz_mounts(const char *text)
{
	char point[16];

	while (mounts_find(&text, "cgroup2", "rw", point, sizeof(point)))
		assert_true(strlen(point) < sizeof(point));
}

struct reader {
	const char *name;
	void (*run)(const char *text);
	const char *text;
};

static const struct reader readers[] = {
	{ "cpulist", fuzz_cpulist, "0-3,8,10-12\n" },
	{ "stat", fuzz_stat,
	  "cpu  30 0 30 600 3 3 3 3 0 0\ncpu0 10 1 12 200 2 3 4 5 6 7\n"
	  "cpu2 20 2 22 400 1 0 0 18446744073 0 0\nintr 600482 0 0\n" },
	{ "loadavg", fuzz_loadavg, "3.57 2.54 1.18 6/128 27448\n" },
	{ "pressure", fuzz_pressure,
	  "some avg10=52.97 avg60=58.13 avg300=42.47 total=218456867\n"
	  "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n" },
	{ "schedstat", fuzz_schedstat,
	  "version 15\ntimestamp 4295064030\ncpu0 0 0 5 6 7 8 9000 10000 11\n"
	  "domain0 00000000,00000003 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 "
	  "24 25 26 27 28 29 30 31 32 33 34 35 36\n"
	  "cpu1 0 0 5 6 7 8 9000 10000 11\n"
	  "domain1 3 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 "
	  "24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 4294967296\n" },
	{ "features", fuzz_features, "PLACE_LAG NO_NEXT_BUDDY CACHE_HOT_BUDDY NO_HRTICK \n" },
	{ "scheddebug", fuzz_scheddebug,
	  "  .sysctl_sched_features                   : 99674079\n\n"
	  "cpu#0, 2596.146 MHz\n  .nr_running                    : 2\n"
	  "  .curr->pid                     : 77\n\ncfs_rq[0]:/\n"
	  "  .h_nr_runnable                 : 2\n  .h_nr_idle                     : 1\n\n"
	  "rt_rq[0]:/\n  .rt_nr_running                 : 1\n\nrunnable tasks:\n"
	  " S            task   PID         tree-key  switches  prio     wait-time\n"
	  "---\n>R          worker    77      1234.000005        99   120         0.000000\n"
	  " R          waiter    78      1234.000005        99    49         0.000000\n"
	  "\ncpu#1\n  .nr_running                    : 0\n"
	  "  .curr->pid                     : 0\n" },
	{ "mounts", fuzz_mounts,
	  "dev / ext4 rw 0 0\ncgroup2 /sys/my\\040cgroup cgroup2 rw,relatime 0 0\nx y cgroup2 "
	  "rw\n" },
};

/* One change to the text; its length never exceeds TEXT_MAX - 1. */
static void mutate(char *text)
{
	static const char odd[] = "\n\n 0159-,:/#[]\t\\NO_\xff\x01-";
	size_t len = strlen(text);
	size_t at = random_below(len + 1), from = random_below(len + 1);
	size_t run = random_below(12);

	switch (random_below(4)) {
	case 0:
		text[at] = '\0';
		break;
	case 1:
		if (at < len)
			text[at] = odd[random_below(sizeof(odd) - 1)];
		break;
	case 2:
		if (at + run <= len)
			memmove(text + at, text + at + run, len - at - run + 1);
		break;
	case 3:
		if (len + run < TEXT_MAX && from + run <= len) {
			char piece[16];

			memcpy(piece, text + from, run);
			memmove(text + at + run, text + at, len - at + 1);
			memcpy(text + at, piece, run);
		}
		break;
	}
}

static void fuzz(const struct reader *reader, long rounds)
{
	char text[TEXT_MAX];

	random_state = 0x9e3779b97f4a7c15ull;
	reader->run(reader->text);
	for (long i = 0; i < rounds; i++) {
		char *exact;

		strcpy(text, reader->text);
		for (uint32_t n = random_below(8); n; n--)
			mutate(text);
		exact = strdup(text);
		assert_non_null(exact);
		reader->run(exact);
		free(exact);
	}
}

static void test_reader(void **state)
{
	const char *asked = getenv("HEADROOM_FUZZ_ROUNDS");

	fuzz(*state, asked ? strtol(asked, NULL, 10) : ROUNDS);
}

int main(void)
{
	struct CMUnitTest tests[sizeof(readers) / sizeof(readers[0])];

	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++)
		tests[i] = (struct CMUnitTest){ .name = readers[i].name,
						.test_func = test_reader,
						.initial_state = (void *)&readers[i] };
	return _cmocka_run_group_tests("host_fuzz", tests, sizeof(readers) / sizeof(readers[0]),
				       NULL, NULL);
}
