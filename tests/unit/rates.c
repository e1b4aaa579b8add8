// SPDX-License-Identifier: GPL-2.0-only
/* Two readings made a figure: growth, wrap, reset, suspend. Values worked out by hand. */
#include "cmocka_run.h"

#include <errno.h>
#include <math.h>

#include "core/rates.h"
#include "machine.h"

static void test_step(void **state)
{
	uint64_t step;

	(void)state;
	assert_int_equal(rates_step(5, 5, &step), 0);
	assert_int_equal(step, 0);
	assert_int_equal(rates_step(0, UINT64_MAX, &step), 0);
	assert_true(step == UINT64_MAX);
	assert_int_equal(rates_step(6, 5, &step), -ERANGE);
}

static void test_step32_wraps(void **state)
{
	uint64_t step;

	(void)state;
	assert_int_equal(rates_step32(0xfffffff0, 0x10, &step), 0);
	assert_int_equal(step, 0x20);
	assert_int_equal(rates_step32(0, 0x7fffffff, &step), 0);
	assert_int_equal(rates_step32(0, 0x80000000, &step), -ERANGE);
	assert_int_equal(rates_step32(100, 3, &step), -ERANGE); /* 2^32 - 97 more: a reset */
}

static void expect_rate(struct rate got, double want)
{
	assert_int_equal(got.state, GAUGE_KNOWN);
	assert_true(fabs(got.value - want) < 1e-6);
}

static void test_per_second(void **state)
{
	(void)state;
	expect_rate(rates_per_second(10, 30, 0.5), 40);
	expect_rate(rates_per_second(7, 7, 1), 0);
	assert_int_equal(rates_per_second(30, 10, 1).state, GAUGE_UNREAD);
	assert_int_equal(rates_per_second(10, 30, 0).state, GAUGE_UNREAD);
	expect_rate(rates_pct_of_time(0, 250000000, 2), 12.5);
}

/* Only samples that saw the CPU online count: 20 of 80, not of 100. */
static void test_offline_samples_are_left_out(void **state)
{
	struct cpu_counts before = { 0 }, now = { .taken = 100 };
	struct shares shares;

	(void)state;
	now.state[CPU_STATE_OFFLINE] = 15;
	now.state[CPU_STATE_UNKNOWN] = 5;
	now.state[CPU_STATE_BUSY] = 20;
	now.state[CPU_STATE_IDLE] = 60;
	rates_shares(&before, &now, &shares);
	expect_rate(shares.pct[SHARE_BUSY], 25);
	expect_rate(shares.pct[SHARE_IDLE], 75);
}

/* 40 forced idle of which 30 with two waiting: they count as both. */
static void test_forced_idle_with_waiters(void **state)
{
	struct cpu_counts before = { 0 }, now = { .overloaded = 50 };
	struct shares shares;

	(void)state;
	now.state[CPU_STATE_FORCED_IDLE] = 40;
	now.state[CPU_STATE_OVERLOADED] = 20;
	now.state[CPU_STATE_IDLE] = 40;
	rates_shares(&before, &now, &shares);
	expect_rate(shares.pct[SHARE_FORCED_IDLE], 40);
	expect_rate(shares.pct[SHARE_OVERLOADED], 50);
}

/* The counters are read while the sampler adds to them: 11 of 10 is 100 %. */
static void test_torn_reading(void **state)
{
	struct cpu_counts before = { 0 }, now = { .overloaded = 11 };
	struct shares shares;

	(void)state;
	now.state[CPU_STATE_OVERLOADED] = 10;
	rates_shares(&before, &now, &shares);
	expect_rate(shares.pct[SHARE_OVERLOADED], 100);
}

/* Each counter alone may be the one that tells of a reset. */
static void test_any_counter_tells_of_a_reset(void **state)
{
	const size_t offsets[] = {
		offsetof(struct cpu_counts, state[CPU_STATE_OFFLINE]),
		offsetof(struct cpu_counts, state[CPU_STATE_IDLE]),
		offsetof(struct cpu_counts, overloaded),
		offsetof(struct cpu_counts, missed_idle),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		struct cpu_counts before = { 0 }, now = { 0 };
		struct shares shares;

		now.state[CPU_STATE_BUSY] = 10;
		*(uint64_t *)((char *)&before + offsets[i]) = 1;
		rates_shares(&before, &now, &shares);
		for (int id = 0; id < SHARE_COUNT; id++)
			assert_int_equal(shares.pct[id].state, GAUGE_UNREAD);
	}
}

static void test_times(void **state)
{
	const struct cpu_times before = {
		.user_ns = 5 * SEC, .idle_ns = 9 * SEC, .iowait_ns = SEC, .steal_ns = SEC
	};
	struct cpu_times now = {
		.user_ns = 11 * SEC / 2, .idle_ns = 8 * SEC, .steal_ns = SEC / 2, .irq_ns = 3 * SEC
	};
	struct times_pct pct;

	(void)state;
	rates_times(&before, &now, 2, &pct);
	expect_rate(pct.user, 25);
	expect_rate(pct.idle, 0); /* the kernel steps these three back */
	expect_rate(pct.iowait, 0);
	expect_rate(pct.steal, 0);
	expect_rate(pct.irq, 100); /* more ticks than time: rounding, held to 100 */
	now.user_ns = 0;
	rates_times(&before, &now, 2, &pct);
	assert_int_equal(pct.user.state, GAUGE_UNREAD);
	assert_int_equal(pct.irq.state, GAUGE_UNREAD);
}

/* Both clocks are read one after the other: less than 100 ms apart is no suspend. */
static void test_elapsed(void **state)
{
	struct sample a = { .mono_ns = 5 * SEC, .boot_ns = 7 * SEC }, b = a;

	(void)state;
	b.mono_ns += 2 * SEC;
	b.boot_ns += 2 * SEC + 99 * SEC / 1000;
	assert_true(fabs(rates_elapsed(&a, &b) - 2) < 1e-9);
	b.boot_ns += SEC / 1000;
	assert_true(rates_elapsed(&a, &b) == 0);
	assert_true(rates_elapsed(&b, &a) == 0);
	assert_true(rates_elapsed(&a, &a) == 0);
	b = a;
	b.mono_ns += SEC;
	b.boot_ns = SEC;
	assert_true(rates_elapsed(&a, &b) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_step32_wraps),
		cmocka_unit_test(test_per_second),
		cmocka_unit_test(test_offline_samples_are_left_out),
		cmocka_unit_test(test_forced_idle_with_waiters),
		cmocka_unit_test(test_torn_reading),
		cmocka_unit_test(test_any_counter_tells_of_a_reset),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_elapsed),
	};

	return cmocka_run_group_tests_name("rates", tests, NULL, NULL);
}
