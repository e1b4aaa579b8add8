// SPDX-License-Identifier: GPL-2.0-only
/* The small texts of /proc and /sys: lists of CPUs, times, loads, pressure, features. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/cpulist.h"
#include "host/features.h"
#include "host/procstat.h"

static void test_cpulist_sets(void **state)
{
	static const struct {
		const char *text;
		int result;
		const char *set; /* of the first 12 CPUs */
	} rows[] = {
		{ "0-3,8,10-12\n", 13, "xxxx....x.xx" },
		{ "5", 6, ".....x......" },
		{ "", 0, "............" },
		{ "\n", 0, "............" },
		{ "(null)\n", 0, "............" },
		{ "11-300", 301, "...........x" },
		{ "3-3,0", 4, "x..x........" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool set[12] = { false };

		assert_int_equal(cpulist_parse(rows[i].text, set, 12), rows[i].result);
		for (int cpu = 0; cpu < 12; cpu++)
			assert_int_equal(set[cpu], rows[i].set[cpu] == 'x');
		assert_int_equal(cpulist_parse(rows[i].text, NULL, 0), rows[i].result);
	}
}

static void test_cpulist_refuses(void **state)
{
	static const struct {
		const char *text;
		int error;
	} rows[] = {
		{ "3-1", -EINVAL },
		{ "1,", -EINVAL },
		{ ",1", -EINVAL },
		{ "1-", -EINVAL },
		{ "-1", -EINVAL },
		{ "a", -EINVAL },
		{ "0-3 7", -EINVAL },
		{ "0x3", -EINVAL },
		{ "65536", -ERANGE },
		{ "0-99999", -ERANGE },
		{ "99999999999999999999", -EINVAL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(cpulist_parse(rows[i].text, NULL, 0), rows[i].error);
}

/* CPU 1 is offline, CPU 3 is beyond what the sample has room for. */
static const char stat_text[] = "cpu  30 0 30 600 3 3 3 3 0 0\n"
				"cpu0 10 1 12 200 2 3 4 5 6 7\n"
				"cpu2 20 2 22 400 1 0 0 18446744073 0 0\n"
				"cpu3 1 1 1 1 1 1 1 1 1 1\n"
				"intr 600482 0 0\n"
				"cpu0 99 99 99 99 99 99 99 99\n"
				"btime 1796034629\n";

static void test_procstat(void **state)
{
	struct sample_cpu cpus[3] = { { .has = 0 } };
	struct sample s = { .nr_cpus = 3, .cpus = cpus };

	(void)state;
	assert_int_equal(procstat_parse(stat_text, 100, &s), 3);
	assert_int_equal(cpus[0].has, CPU_HAS_TIMES);
	assert_int_equal(cpus[1].has, 0);
	assert_int_equal(cpus[2].has, CPU_HAS_TIMES);
	assert_int_equal(cpus[0].times.user_ns, 100000000);
	assert_int_equal(cpus[0].times.nice_ns, 10000000);
	assert_int_equal(cpus[0].times.system_ns, 120000000);
	assert_int_equal(cpus[0].times.idle_ns, 2000000000);
	assert_int_equal(cpus[0].times.iowait_ns, 20000000);
	assert_int_equal(cpus[0].times.irq_ns, 30000000);
	assert_int_equal(cpus[0].times.softirq_ns, 40000000);
	assert_int_equal(cpus[0].times.steal_ns, 50000000);
	assert_int_equal(cpus[2].times.steal_ns, 184467440730000000);
	/* another USER_HZ */
	assert_int_equal(procstat_parse(stat_text, 1000, &s), 3);
	assert_int_equal(cpus[0].times.idle_ns, 200000000);
}

static void test_procstat_refuses(void **state)
{
	static const char *const texts[] = {
		"",
		"intr 1 2 3\n",
		"cpu  1 2 3 4 5 6 7 8\n",
		"cpu0 1 2 3 4 5 6 7\n",
		"cpu0 1 2 3 4 5 6 7 x\n",
		"cpu0 1 2 3 4 5 6 7 99999999999999999999\n",
		"cpu0: 1 2 3 4 5 6 7 8\n",
	};
	struct sample_cpu cpus[1] = { { .has = 0 } };
	struct sample s = { .nr_cpus = 1, .cpus = cpus };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(procstat_parse(texts[i], 100, &s), -EBADMSG);
	assert_int_equal(procstat_parse(stat_text, 0, &s), -EBADMSG);
	/* a good line before a damaged one is not taken either */
	assert_int_equal(procstat_parse("cpu0 1 2 3 4 5 6 7 8\ncpu1 1\n", 100, &s), -EBADMSG);
	assert_int_equal(cpus[0].has, 0);
}

static void test_loadavg(void **state)
{
	static const char *const bad[] = { "",
					   "3.57",
					   "3.57 2.54 1.18 6\n",
					   "3 2 1 6/128 7\n",
					   "3.57 2.540 1.18 6/128 7\n",
					   "a.b 1.00 1.00 1/2 3\n" };
	struct sample s = { .nr_cpus = 0 };

	(void)state;
	assert_int_equal(loadavg_parse("3.57 2.04 101.18 6/128 27448\n", &s), 0);
	assert_int_equal(s.load_1_milli.value, 3570);
	assert_int_equal(s.load_5_milli.value, 2040);
	assert_int_equal(s.load_15_milli.value, 101180);
	assert_int_equal(s.tasks_runnable.value, 6);
	assert_int_equal(s.tasks_total.value, 128);
	assert_true(gauge_is_known(s.load_15_milli) && gauge_is_known(s.tasks_total));
	s = (struct sample){ .nr_cpus = 0 };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(loadavg_parse(bad[i], &s), -EBADMSG);
	assert_int_equal(s.load_1_milli.state, GAUGE_UNREAD);
}

static void test_pressure(void **state)
{
	struct sample s = { .nr_cpus = 0 };

	(void)state;
	assert_int_equal(
		pressure_parse("some avg10=52.97 avg60=58.13 avg300=42.47 total=218456867\n"
			       "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n",
			       &s),
		0);
	assert_int_equal(s.psi_some_us.value, 218456867);
	assert_int_equal(s.psi_full_us.value, 7);
	/* before 5.13 there was no line "full" for the CPU */
	assert_int_equal(pressure_parse("some avg10=0.00 avg60=0.00 avg300=0.00 total=1\n", &s), 0);
	assert_int_equal(s.psi_some_us.value, 1);
	assert_int_equal(s.psi_full_us.state, GAUGE_UNSUPPORTED);
	assert_int_equal(pressure_parse("", &s), -EBADMSG);
	assert_int_equal(pressure_parse("some avg10=0.00 total=\n", &s), -EBADMSG);
	assert_int_equal(pressure_parse("full avg10=0.00 total=3\n", &s), -EBADMSG);
	assert_int_equal(s.psi_some_us.value, 1);
}

static void test_features(void **state)
{
	struct sched_feature *list;
	size_t count;

	(void)state;
	assert_int_equal(features_parse("PLACE_LAG NO_NEXT_BUDDY NONTASK_CAPACITY NO_HRTICK \n",
					&list, &count),
			 0);
	assert_int_equal(count, 4);
	assert_string_equal(list[0].name, "PLACE_LAG");
	assert_true(list[0].on);
	assert_string_equal(list[1].name, "NEXT_BUDDY");
	assert_false(list[1].on);
	/* begins with NO, not with NO_ */
	assert_string_equal(list[2].name, "NONTASK_CAPACITY");
	assert_true(list[2].on);
	assert_string_equal(list[3].name, "HRTICK");
	assert_false(list[3].on);
	free(list);
}

static void test_features_refuses(void **state)
{
	static const char *const texts[] = {
		"",
		"\n",
		"NO_\n",
		"place_lag\n",
		"PLACE\033LAG\n",
		"A_NAME_THAT_IS_LONGER_THAN_ANY_FEATURE_HAS_EVER_BEEN\n",
		"A B C D E F G H I J K L M N O P Q R S T U V W X Y Z "
		"A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A B C D E F G H I J K L M\n",
	};
	struct sched_feature *list = NULL;
	size_t count;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_int_equal(features_parse(texts[i], &list, &count), -EBADMSG);
	assert_null(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpulist_sets), cmocka_unit_test(test_cpulist_refuses),
		cmocka_unit_test(test_procstat),     cmocka_unit_test(test_procstat_refuses),
		cmocka_unit_test(test_loadavg),      cmocka_unit_test(test_pressure),
		cmocka_unit_test(test_features),     cmocka_unit_test(test_features_refuses),
	};

	return cmocka_run_group_tests_name("host_text", tests, NULL, NULL);
}
