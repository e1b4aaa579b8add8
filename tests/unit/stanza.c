// SPDX-License-Identifier: GPL-2.0-only
/* The stanza of cgconfig.conf: its text, that libcgroup reads it, and what it cannot hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include <libcgroup.h>

#include "host/stanza.h"

static int format(const char *knob, const char *path, const char *want, char *buf, size_t size)
{
	struct step step;
	int r;

	assert_int_equal(step_init(&step, knob_find_cgroup(knob), path, "", want), 0);
	r = stanza_format(&step, buf, size);
	step_clear(&step);
	return r;
}

static void test_text(void **state)
{
	char text[512];

	(void)state;
	assert_int_equal(format("cpu.max", "web/main", "50000 100000", text, sizeof(text)), 0);
	assert_string_equal(text, "group \"web/main\" {\n\tcpu {\n\t\tcpu.max = \"50000 100000\";\n"
				  "\t}\n}\n");
	assert_int_equal(format("cpuset.cpus", "a", "0-3", text, sizeof(text)), 0);
	assert_non_null(strstr(text, "\tcpuset {"));
}

/* In a process of its own, because libcgroup keeps what it read, and all of it after a mistake. */
static bool libcgroup_reads(const char *text)
{
	char name[] = "/tmp/headroom-stanza-XXXXXX";
	int fd = mkstemp(name), status = -1;
	pid_t pid;

	assert_true(fd >= 0);
	assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(cgroup_init_templates_cache(name) != 0);
	assert_true(waitpid(pid, &status, 0) == pid);
	unlink(name);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_libcgroup_reads_it(void **state)
{
	char text[512];

	(void)state;
	assert_int_equal(format("cpu.headroom", "web/main", "30 5", text, sizeof(text)), 0);
	assert_true(libcgroup_reads(text));
	text[strlen(text) - 2] = '\0';
	assert_false(libcgroup_reads(text));
}

static void test_refused(void **state)
{
	static const char *const names[] = { "a\"b", "a\nb", "a\\b", "\x1b[0m", "\xc3\xa4" };
	char text[512];

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(format("cpu.weight", names[i], "1", text, sizeof(text)), -EINVAL);
	assert_int_equal(format("cpu.weight", "a", "1\";}", text, sizeof(text)), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_libcgroup_reads_it),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("stanza", tests, NULL, NULL);
}
