// SPDX-License-Identifier: GPL-2.0-only
/* Scheduler features by the types of the kernel that runs the test, whichever it is. */
#include "cmocka_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probes/btf_features.h"

#define BTF_PATH "/sys/kernel/btf/vmlinux"

static size_t count_on(const struct sched_feature *features, size_t count)
{
	size_t on = 0;

	for (size_t i = 0; i < count; i++)
		on += features[i].on;
	return on;
}

static struct sched_feature *decode(uint64_t mask, size_t *ret_count)
{
	struct sched_feature *features = NULL;

	assert_int_equal(btf_features_decode(mask, &features, ret_count), 0);
	return features;
}

static void need_types(void)
{
	if (!access(BTF_PATH, R_OK))
		return;
	printf("# skip: this kernel has no " BTF_PATH "\n");
	skip();
}

static void names_are_plain_and_differ(void **state)
{
	struct sched_feature *features;
	size_t count;

	(void)state;
	need_types();
	features = decode(0, &count);
	assert_true(count > 10);
	for (size_t i = 0; i < count; i++) {
		assert_true(features[i].name[0]);
		assert_int_equal(strspn(features[i].name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"),
				 strlen(features[i].name));
		assert_string_not_equal(features[i].name, "NR");
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(features[i].name, features[j].name);
	}
	free(features);
}

/* The n-th feature is the n-th bit: the kernel numbers them without a gap. */
static void each_bit_is_one_feature(void **state)
{
	static const uint64_t masks[] = { 1, 1ULL << 1, 1ULL << 7 };
	static const size_t bits[] = { 0, 1, 7 };
	struct sched_feature *features;
	size_t count;

	(void)state;
	need_types();
	for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
		features = decode(masks[i], &count);
		assert_int_equal(count_on(features, count), 1);
		assert_true(features[bits[i]].on);
		free(features);
	}
	features = decode(UINT64_MAX, &count);
	assert_int_equal(count_on(features, count), count);
	free(features);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_plain_and_differ),
		cmocka_unit_test(each_bit_is_one_feature),
	};

	return cmocka_run_group_tests_name("btf_features", tests, NULL, NULL);
}
