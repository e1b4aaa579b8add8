// SPDX-License-Identifier: GPL-2.0-only
/* What the operator is told when a BPF program cannot be loaded: our sentence, never the loader's. */
#include "cmocka_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <bpf/libbpf.h>

#include "probes/bpf_load.h"

/* Makes the loader complain, as it would on standard error, and returns what arrived there. */
static size_t complain(char *buf, size_t size)
{
	int ends[2], before = dup(STDERR_FILENO);
	ssize_t n;

	assert_int_equal(pipe(ends), 0);
	assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
	assert_null(bpf_object__open_file("/nonexistent/program.bpf.o", NULL));
	fflush(stderr);
	assert_true(dup2(before, STDERR_FILENO) >= 0);
	close(before);
	close(ends[1]);
	n = read(ends[0], buf, size);
	close(ends[0]);
	return n > 0 ? (size_t)n : 0;
}

static void loader_is_silent_once_begun(void **state)
{
	char said[4096];

	(void)state;
	assert_true(complain(said, sizeof(said)) > 0);
	bpf_load_begin();
	assert_int_equal(complain(said, sizeof(said)), 0);
}

static void refusal_says_what_is_needed(void **state)
{
	struct fault f = { 0 };

	(void)state;
	bpf_load_begin();
	assert_int_equal(bpf_load_explain("the sampler", -EPERM, &f), -EPERM);
	assert_int_equal(f.status, EXIT_STATUS_DENIED);
	assert_non_null(strstr(f.text, "the sampler"));
	assert_non_null(strstr(f.text, "CAP_BPF and CAP_PERFMON"));
	assert_null(strstr(f.text, "ulimit"));
}

static void other_errors_keep_their_cause(void **state)
{
	struct fault f = { 0 };

	(void)state;
	bpf_load_begin();
	assert_int_equal(bpf_load_explain("the sampler", -ENOMEM, &f), -ENOMEM);
	assert_non_null(strstr(f.text, strerror(ENOMEM)));
	assert_int_equal(f.status, EXIT_STATUS_FAILED);
}

/* Only the kernel's verifier is quoted. */
static void loader_is_not_quoted(void **state)
{
	struct fault f = { 0 };
	char said[4096];

	(void)state;
	bpf_load_begin();
	complain(said, sizeof(said));
	bpf_load_explain("the sampler", -EINVAL, &f);
	assert_null(strstr(f.text, "program.bpf.o"));
	assert_non_null(strstr(f.text, strerror(EINVAL)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loader_is_silent_once_begun),
		cmocka_unit_test(refusal_says_what_is_needed),
		cmocka_unit_test(other_errors_keep_their_cause),
		cmocka_unit_test(loader_is_not_quoted),
	};

	return cmocka_run_group_tests_name("bpf_load", tests, NULL, NULL);
}
