// SPDX-License-Identifier: GPL-2.0-only
/*
 * /proc/schedstat by version and count of numbers. Each number of a domain line is its own place
 * in the line (1, 2, 3, ...), so a figure read from the wrong place shows.
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

#include "host/schedstat.h"

static struct sample_cpu cpus[2];

static struct sample *fresh_sample(void)
{
	static struct sample s;

	free(s.domains);
	memset(cpus, 0, sizeof(cpus));
	s = (struct sample){ .nr_cpus = 2, .cpus = cpus };
	return &s;
}

/* A text with one CPU and one domain of so many numbers. */
static const char *text_of(unsigned int version, const char *name_and_mask, int numbers)
{
	static char text[2048];
	int n;

	n = snprintf(text, sizeof(text),
		     "version %u\ntimestamp 4295064030\ncpu0 1 0 3 4 5 6 7 8 9\ndomain0 %s",
		     version, name_and_mask);
	for (int i = 1; i <= numbers; i++)
		n += snprintf(text + n, sizeof(text) - n, " %d", i);
	snprintf(text + n, sizeof(text) - n, "\n");
	return text;
}

static struct sample_domain *read_one(const char *text)
{
	struct sample *s = fresh_sample();
	struct schedstat_notes notes;

	assert_int_equal(schedstat_parse(text, s, &notes), 0);
	assert_int_equal(s->nr_domains, 1);
	assert_int_equal(notes.odd_lines, 0);
	assert_int_equal(notes.has_sib, s->domains[0].has_sib);
	return &s->domains[0];
}

/* A group of eight whose first number is start. */
static void expect_group_8(const struct balance_counts *b, uint32_t start)
{
	assert_int_equal(b->called, start);
	assert_int_equal(b->balanced, start + 1);
	assert_int_equal(b->failed, start + 2);
	assert_int_equal(b->imbalance_load, start + 3);
	assert_int_equal(b->gained, start + 4);
	assert_int_equal(b->hot_gained, start + 5);
	assert_int_equal(b->nobusyq, start + 6);
	assert_int_equal(b->nobusyg, start + 7);
	assert_int_equal(b->imbalance_util, 0);
}

static void expect_group_11(const struct balance_counts *b, uint32_t start)
{
	assert_int_equal(b->called, start);
	assert_int_equal(b->balanced, start + 1);
	assert_int_equal(b->failed, start + 2);
	assert_int_equal(b->imbalance_load, start + 3);
	assert_int_equal(b->imbalance_util, start + 4);
	assert_int_equal(b->imbalance_task, start + 5);
	assert_int_equal(b->imbalance_misfit, start + 6);
	assert_int_equal(b->gained, start + 7);
	assert_int_equal(b->hot_gained, start + 8);
	assert_int_equal(b->nobusyq, start + 9);
	assert_int_equal(b->nobusyg, start + 10);
}

static void expect_tail(const struct sample_domain *d, uint32_t start, bool has_sib)
{
	assert_int_equal(d->alb_count, start);
	assert_int_equal(d->alb_failed, start + 1);
	assert_int_equal(d->alb_pushed, start + 2);
	assert_int_equal(d->ttwu_wake_remote, start + 9);
	assert_int_equal(d->ttwu_move_affine, start + 10);
	assert_int_equal(d->ttwu_move_balance, start + 11);
	assert_int_equal(d->has_sib, has_sib);
	assert_int_equal(d->sib_peeked, has_sib ? start + 12 : 0);
	assert_int_equal(d->sib_pulled, has_sib ? start + 13 : 0);
	assert_int_equal(d->sib_failed, has_sib ? start + 14 : 0);
}

/* 15 lists idle, busy, new-idle; 16 lists busy, idle, new-idle. */
static void test_versions_15_and_16(void **state)
{
	(void)state;
	for (int sib = 0; sib <= 3; sib += 3) {
		struct sample_domain *d = read_one(text_of(15, "00000000,00000003", 36 + sib));

		expect_group_8(&d->balance[IDLE_KIND_IDLE], 1);
		expect_group_8(&d->balance[IDLE_KIND_BUSY], 9);
		expect_group_8(&d->balance[IDLE_KIND_NEWIDLE], 17);
		expect_tail(d, 25, sib);
		d = read_one(text_of(16, "03", 36 + sib));
		expect_group_8(&d->balance[IDLE_KIND_BUSY], 1);
		expect_group_8(&d->balance[IDLE_KIND_IDLE], 9);
		expect_group_8(&d->balance[IDLE_KIND_NEWIDLE], 17);
		expect_tail(d, 25, sib);
		assert_string_equal(d->name, "");
	}
}

static void test_version_17(void **state)
{
	(void)state;
	for (int sib = 0; sib <= 3; sib += 3) {
		struct sample_domain *d = read_one(text_of(17, "MC ff", 45 + sib));

		assert_string_equal(d->name, "MC");
		expect_group_11(&d->balance[IDLE_KIND_BUSY], 1);
		expect_group_11(&d->balance[IDLE_KIND_IDLE], 12);
		expect_group_11(&d->balance[IDLE_KIND_NEWIDLE], 23);
		expect_tail(d, 34, sib);
	}
}

/* The RFC's fourth idle type stands after the three others. */
static void test_fourth_group_of_the_rfc(void **state)
{
	struct sample_domain *d;

	(void)state;
	d = read_one(text_of(15, "f", 47));
	expect_group_8(&d->balance[IDLE_KIND_IDLE], 1);
	expect_group_8(&d->balance[IDLE_KIND_NEWIDLE], 17);
	expect_tail(d, 33, true);
	d = read_one(text_of(16, "f", 47));
	expect_group_8(&d->balance[IDLE_KIND_BUSY], 1);
	expect_tail(d, 33, true);
}

static void test_odd_lines_are_passed_over(void **state)
{
	static const int odd[] = { 0, 1, 35, 37, 38, 40, 44, 45, 46, 48, 63, 70 };

	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		struct sample *s = fresh_sample();
		struct schedstat_notes notes;

		assert_int_equal(schedstat_parse(text_of(15, "3", odd[i]), s, &notes),
				 odd[i] ? 0 : -EBADMSG);
		assert_int_equal(s->nr_domains, 0);
		assert_int_equal(notes.odd_lines, odd[i] ? 1 : 0);
		if (odd[i] && odd[i] < 64)
			assert_int_equal(notes.odd_numbers, odd[i]);
		/* what is known of the CPU stays */
		assert_int_equal(cpus[0].has, odd[i] ? CPU_HAS_SCHEDSTAT : 0);
	}
}

static void test_cpu_line(void **state)
{
	struct sample *s = fresh_sample();
	struct schedstat_notes notes;

	(void)state;
	assert_int_equal(schedstat_parse("version 17\ntimestamp 1\n"
					 "cpu1 1 2 3 4 5 6 7000000000 8000000000 9\n"
					 "cpu7 1 2 3 4 5 6 7 8 9\ndomain0 MC 80 1\n",
					 s, &notes),
			 0);
	assert_int_equal(s->schedstat_version, 17);
	assert_int_equal(notes.version, 17);
	/* CPU 7 has no place in the sample, and its domains with it */
	assert_int_equal(notes.odd_lines, 0);
	assert_int_equal(cpus[0].has, 0);
	assert_int_equal(cpus[1].has, CPU_HAS_SCHEDSTAT);
	assert_int_equal(cpus[1].schedstat.yld_count, 1);
	assert_int_equal(cpus[1].schedstat.sched_count, 3);
	assert_int_equal(cpus[1].schedstat.sched_goidle, 4);
	assert_int_equal(cpus[1].schedstat.ttwu_count, 5);
	assert_int_equal(cpus[1].schedstat.ttwu_local, 6);
	assert_int_equal(cpus[1].schedstat.rq_cpu_time_ns, 7000000000);
	assert_int_equal(cpus[1].schedstat.run_delay_ns, 8000000000);
	assert_int_equal(cpus[1].schedstat.pcount, 9);
}

static void test_domains_belong_to_their_cpu(void **state)
{
	struct sample *s = fresh_sample();
	struct schedstat_notes notes;
	char text[2048], both[3 * sizeof(text)];

	(void)state;
	strcpy(text, strstr(text_of(17, "SMT 3", 45), "domain0"));
	snprintf(both, sizeof(both),
		 "version 17\ncpu0 1 2 3 4 5 6 7 8 9\n%scpu1 1 2 3 4 5 6 7 8 9\n%sdomain1%s", text,
		 text, text + 7);
	assert_int_equal(schedstat_parse(both, s, &notes), 0);
	assert_int_equal(s->nr_domains, 3);
	assert_int_equal(s->domains[0].cpu, 0);
	assert_int_equal(s->domains[1].cpu, 1);
	assert_int_equal(s->domains[2].cpu, 1);
	assert_int_equal(s->domains[2].level, 1);
}

static void test_refuses(void **state)
{
	static const struct {
		const char *text;
		int error;
	} rows[] = {
		{ "", -EBADMSG },
		{ "cpu0 1 2 3 4 5 6 7 8 9\n", -EBADMSG },
		{ "version 14\ncpu0 1 2 3 4 5 6 7 8 9\n", -EPROTONOSUPPORT },
		{ "version 18\ncpu0 1 2 3 4 5 6 7 8 9\n", -EPROTONOSUPPORT },
		{ "version 99999999999\n", -EBADMSG },
		{ "version 15\ntimestamp 1\n", -EBADMSG },
		{ "version 15\ncpu0 1 2 3 4 5 6 7 8\n", -EBADMSG },
		{ "version 15\ncpu0 1 2 3 4 5 6 7 8 9\ncpu1 1 2 x\n", -EBADMSG },
		{ "version 15\ncpu0 1 2 3 4 5 6 7 8 9\ndomainx 3 1\n", -EBADMSG },
		{ "version 17\ncpu0 1 2 3 4 5 6 7 8 9\ndomain0\n", -EBADMSG },
	};
	struct schedstat_notes notes;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sample *s = fresh_sample();

		assert_int_equal(schedstat_parse(rows[i].text, s, &notes), rows[i].error);
		assert_int_equal(cpus[0].has, 0);
		assert_int_equal(s->nr_domains, 0);
		assert_null(s->domains);
	}
	/* the version is told even when it is refused */
	schedstat_parse("version 18\n", fresh_sample(), &notes);
	assert_int_equal(notes.version, 18);
}

static int release(void **state)
{
	(void)state;
	fresh_sample();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_versions_15_and_16),
		cmocka_unit_test(test_version_17),
		cmocka_unit_test(test_fourth_group_of_the_rfc),
		cmocka_unit_test(test_odd_lines_are_passed_over),
		cmocka_unit_test(test_cpu_line),
		cmocka_unit_test(test_domains_belong_to_their_cpu),
		cmocka_unit_test(test_refuses),
	};

	return cmocka_run_group_tests_name("host_schedstat", tests, NULL, release);
}
