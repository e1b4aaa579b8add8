// SPDX-License-Identifier: GPL-2.0-only
/* A recording through the probe table: its samples in order, nothing of this machine, then the end. */
#include "cmocka_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bigmachine.h"
#include "host/fsroot.h"
#include "host/recording.h"
#include "probes/probe.h"

#define SAMPLES 5

static char path[] = "/tmp/headroom-replay-XXXXXX";

static int record(void **state)
{
	struct bigmachine *b = bigmachine_new(72, 5);
	struct recording_writer *w;
	int fd = mkstemp(path);

	(void)state;
	if (fd < 0 || close(fd) < 0 || recording_create(path, 0, &w, NULL) < 0)
		return -1;
	for (int i = 0; i < SAMPLES; i++) {
		struct sample *s = bigmachine_next(b);

		assert_int_equal(recording_write(w, s, NULL), 0);
		sample_free(s);
	}
	bigmachine_free(b);
	return recording_finish(w, NULL);
}

static int forget(void **state)
{
	(void)state;
	return unlink(path);
}

static void test_samples_in_order(void **state)
{
	struct probe_env env = { .replay_path = path, .sample_hz = 100, .budget_pct = 0.2 };
	struct bigmachine *b = bigmachine_new(72, 5);
	struct probe_set *set;
	struct sample *got;
	struct fault f = { 0 };
	struct fsroot *root;

	(void)state;
	assert_int_equal(fsroot_open("", &root), 0);
	env.root = root;
	assert_int_equal(probe_set_open(&env, &set, &f), 0);
	assert_true(probe_set_is_replay(set));
	for (int i = 0; i < SAMPLES; i++) {
		struct sample *want = bigmachine_next(b);

		assert_int_equal(probe_set_collect(set, &got, &f), 0);
		assert_true(got->mono_ns == want->mono_ns);
		assert_string_equal(got->host, want->host);
		assert_int_equal(got->nr_cpus, 72);
		assert_int_equal(got->topo->nr_caches, want->topo->nr_caches);
		assert_true(got->self.cpu_ns == want->self.cpu_ns);
		assert_int_equal(got->caps[CAP_SCHED_EXT].state, GAUGE_UNSUPPORTED);
		sample_free(got);
		sample_free(want);
	}
	assert_int_equal(probe_set_collect(set, &got, &f), -ENODATA);
	assert_int_equal(probe_set_collect(set, &got, &f), -ENODATA);
	probe_set_close(set);
	fsroot_free(root);
	bigmachine_free(b);
}

static void test_no_such_recording(void **state)
{
	struct probe_env env = { .replay_path = "/nowhere/at/all", .sample_hz = 100 };
	struct probe_set *set;
	struct fault f = { 0 };
	struct fsroot *root;

	(void)state;
	assert_int_equal(fsroot_open("", &root), 0);
	env.root = root;
	assert_int_equal(probe_set_open(&env, &set, &f), -ENOENT);
	assert_non_null(strstr(f.text, "/nowhere/at/all"));
	fsroot_free(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples_in_order),
		cmocka_unit_test(test_no_such_recording),
	};

	return cmocka_run_group_tests_name("replay", tests, record, forget);
}
