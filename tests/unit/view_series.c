// SPDX-License-Identifier: GPL-2.0-only
/* Histories as steps of time: means by overlap, no holes from jitter, gaps where nothing is known. */
#include "cmocka_run.h"

#include <math.h>

#include "views/series.h"

#define SEC 1000000000ull

static struct history *history_of(const double *seconds, const float *values, size_t n)
{
	struct history *h = history_new();

	for (size_t i = 0; i < n; i++) {
		struct history_point p = { .mono_ns = (uint64_t)(seconds[i] * SEC),
					   .overloaded_pct = values[i],
					   .global_idle_pct = 100 - values[i],
					   .missed_idle_pct = NAN };

		history_push(h, &p);
	}
	return h;
}

static void test_one_point_a_step(void **state)
{
	const double at[] = { 10, 11, 12 };
	const float is[] = { 1, 2, 3 };
	struct history *h = history_of(at, is, 3);
	float values[5];

	(void)state;
	series_fill(h, series_overloaded, NULL, SEC, values, 5);
	assert_true(isnan(values[0]) && isnan(values[1]));
	assert_true(values[2] == 1 && values[3] == 2 && values[4] == 3);
	series_fill(h, series_global_idle, NULL, SEC, values, 5);
	assert_true(values[4] == 97);
	series_fill(h, series_missed_idle, NULL, SEC, values, 5);
	assert_true(isnan(values[4]));
	history_free(h);
}

/* Ticks that come late reach into the next step: 4 covers 12.0 to 12.5 and 6 the half before. */
static void test_late_ticks_leave_no_hole(void **state)
{
	const double at[] = { 10, 11, 12.5, 13 };
	const float is[] = { 1, 2, 4, 6 };
	struct history *h = history_of(at, is, 4);
	float values[4];

	(void)state;
	series_fill(h, series_overloaded, NULL, SEC, values, 4);
	assert_true(values[0] == 1 && values[1] == 2 && values[2] == 4 && values[3] == 5);
	history_free(h);
}

/* Only the newest points decide when no more of them are to be shown. */
static void test_step_of_the_newest_points(void **state)
{
	struct history *h = history_new();

	(void)state;
	for (uint64_t i = 1; i <= 300; i++)
		history_push(h, &(struct history_point){ .mono_ns = i * SEC });
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 200), 2 * SEC);
	assert_int_equal(series_step_ns(h, 120, 200), SEC);
	assert_int_equal(series_step_ns(h, 120, 100), 2 * SEC);
	history_free(h);
}

static void test_long_steps_are_means(void **state)
{
	const double at[] = { 10, 11, 12, 13, 14, 15 };
	const float is[] = { 0, 10, 20, 30, 40, 50 };
	struct history *h = history_of(at, is, 6);
	float values[2];

	(void)state;
	series_fill(h, series_overloaded, NULL, 5 * SEC, values, 2);
	assert_true(values[1] == 30);
	assert_true(values[0] == 0);
	history_free(h);
}

/* A step is whole seconds since boot: a new tick within it changes the last value only. */
static void test_steps_keep_their_shape(void **state)
{
	const double at[] = { 10, 11, 12, 13, 14, 15, 16 };
	const float is[] = { 0, 10, 20, 30, 40, 50, 60 };
	struct history *before = history_of(at, is, 6), *after = history_of(at, is, 7);
	float old[3], new[3];

	(void)state;
	series_fill(before, series_overloaded, NULL, 5 * SEC, old, 3);
	series_fill(after, series_overloaded, NULL, 5 * SEC, new, 3);
	assert_true(new[1] == old[2]);
	assert_true(new[2] == 60);
	history_free(before);
	history_free(after);
}

static void test_moments_have_a_step(void **state)
{
	const double at[] = { 10, 11, 12 };
	const float is[] = { 1, 2, 3 };
	struct history *h = history_of(at, is, 3);

	(void)state;
	assert_int_equal(series_index_at(h, SEC, 12 * SEC, 5), 4);
	assert_int_equal(series_index_at(h, SEC, 11 * SEC + SEC / 2, 5), 4);
	assert_int_equal(series_index_at(h, SEC, 10 * SEC + SEC / 2, 5), 3);
	assert_int_equal(series_index_at(h, SEC, 13 * SEC, 5), 5);
	assert_int_equal(series_index_at(h, SEC, 2 * SEC, 5), 5);
	assert_int_equal(series_index_at(NULL, SEC, 2 * SEC, 5), 5);
	history_free(h);
}

static void test_unknown_stays_unknown(void **state)
{
	const double at[] = { 10, 11, 12 };
	const float is[] = { 1, NAN, 3 };
	struct history *h = history_of(at, is, 3);
	float values[3];

	(void)state;
	series_fill(h, series_overloaded, NULL, SEC, values, 3);
	assert_true(values[0] == 1 && isnan(values[1]) && values[2] == 3);
	series_fill(NULL, series_overloaded, NULL, SEC, values, 3);
	assert_true(isnan(values[0]) && isnan(values[2]));
	history_free(h);
}

static void test_steps_grow_with_the_history(void **state)
{
	double at[200];
	float is[200] = { 0 };
	struct history *h;

	(void)state;
	for (int i = 0; i < 200; i++)
		at[i] = 100 + i;
	h = history_of(at, is, 200);
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 200), SEC);
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 100), 2 * SEC);
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 40), 5 * SEC);
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 10), 5 * SEC);
	assert_int_equal(series_step_ns(NULL, HISTORY_POINTS, 10), SEC);
	history_free(h);
}

static void test_steps_are_no_shorter_than_ticks(void **state)
{
	const double at[] = { 100, 130, 160 };
	const float is[] = { 1, 2, 3 };
	struct history *h = history_of(at, is, 3);

	(void)state;
	assert_int_equal(series_step_ns(h, HISTORY_POINTS, 100), 30 * SEC);
	history_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_point_a_step),
		cmocka_unit_test(test_late_ticks_leave_no_hole),
		cmocka_unit_test(test_step_of_the_newest_points),
		cmocka_unit_test(test_long_steps_are_means),
		cmocka_unit_test(test_steps_keep_their_shape),
		cmocka_unit_test(test_moments_have_a_step),
		cmocka_unit_test(test_unknown_stays_unknown),
		cmocka_unit_test(test_steps_grow_with_the_history),
		cmocka_unit_test(test_steps_are_no_shorter_than_ticks),
	};

	return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
