// SPDX-License-Identifier: GPL-2.0-only
/* Names that stand in JSON and sample files: every value has one of its own, and none is renamed. */
#include "cmocka_run.h"

#include <linux/sched.h>
#include <string.h>

#include "core/sample.h"
#include "core/waiters.h"

/* The names of one enumeration, in order; one value beyond it must have a name too, not a crash. */
#define expect_names(name_of, ...)                                                                 \
	do {                                                                                       \
		static const char *const want_[] = { __VA_ARGS__ };                                \
		unsigned int count_ = sizeof(want_) / sizeof(want_[0]);                            \
		for (unsigned int i_ = 0; i_ < count_; i_++)                                       \
			assert_string_equal(name_of(i_), want_[i_]);                               \
		assert_non_null(name_of(count_));                                                  \
	} while (0)

static void test_enumerations(void **state)
{
	(void)state;
	expect_names(cpu_state_name, "unknown", "offline", "forced_idle", "overloaded", "busy",
		     "sched_idle", "idle");
	expect_names(task_class_name, "unknown", "idle", "fair", "rt", "dl", "stop", "ext");
	expect_names(sensor_kind_name, "temperature", "power", "fan", "voltage");
	expect_names(gauge_state_name, "unread", "unsupported", "denied", "failed", "known");
	expect_names(tier_name, "none", "bpf", "debugfs", "proc");
}

static void test_policies(void **state)
{
	(void)state;
	assert_string_equal(waiter_policy_name(SCHED_NORMAL), "other");
	assert_string_equal(waiter_policy_name(SCHED_FIFO), "fifo");
	assert_string_equal(waiter_policy_name(SCHED_RR), "rr");
	assert_string_equal(waiter_policy_name(SCHED_BATCH), "batch");
	assert_string_equal(waiter_policy_name(4), "unknown");
	assert_string_equal(waiter_policy_name(SCHED_IDLE), "idle");
	assert_string_equal(waiter_policy_name(SCHED_DEADLINE), "deadline");
	assert_string_equal(waiter_policy_name(7), "ext");
	assert_string_equal(waiter_policy_name(UINT32_MAX), "unknown");
}

static void test_capabilities_are_complete(void **state)
{
	(void)state;
	for (int i = 0; i < CAP_COUNT; i++) {
		const struct capability_info *info = &capability_table[i];

		assert_true(info->name[0] && info->meaning[0] && info->cost[0] && info->enable[0]);
		for (int other = 0; other < i; other++)
			assert_string_not_equal(info->name, capability_table[other].name);
	}
}

/* A reason may quote bytes from outside, and is cut rather than run over. */
static void test_reasons_are_printable(void **state)
{
	struct topology *topo = topology_new(1, 0, 0);
	struct sample *s = sample_new(topo);
	char much[400];

	(void)state;
	memset(much, 'x', sizeof(much) - 1);
	much[sizeof(much) - 1] = '\0';
	sample_set_capability(s, CAP_BPF, GAUGE_DENIED, TIER_NONE, "tried %s", "\x1b[31m");
	assert_string_equal(s->caps[CAP_BPF].reason, "tried \\x1b[31m");
	assert_false(sample_can(s, CAP_BPF));
	sample_set_capability(s, CAP_BPF, GAUGE_KNOWN, TIER_BPF, "%s", much);
	assert_int_equal(strlen(s->caps[CAP_BPF].reason), sizeof(s->caps[CAP_BPF].reason) - 1);
	assert_true(sample_can(s, CAP_BPF));
	sample_free(s);
	topology_unref(topo);
}

static void test_topology_lives_while_it_is_used(void **state)
{
	struct topology *topo = topology_new(2, 1, 0);
	struct sample *a = sample_new(topo), *b = sample_new(topo);

	(void)state;
	assert_int_equal(topo->refs, 3);
	topology_unref(topo);
	sample_move(a, b);
	assert_int_equal(a->topo->nr_cpus, 2);
	assert_int_equal(a->topo->refs, 1);
	assert_int_equal(a->cpus[1].sched_llc, TOPOLOGY_NONE);
	assert_int_equal(a->topo->cpus[1].core, TOPOLOGY_NONE);
	assert_int_equal(a->topo->caches[0].node, TOPOLOGY_NONE);
	assert_null(sample_free(a));
	assert_null(sample_free(NULL));
	assert_null(topology_ref(NULL));
	assert_null(topology_unref(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_enumerations),
		cmocka_unit_test(test_policies),
		cmocka_unit_test(test_capabilities_are_complete),
		cmocka_unit_test(test_reasons_are_printable),
		cmocka_unit_test(test_topology_lives_while_it_is_used),
	};

	return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
