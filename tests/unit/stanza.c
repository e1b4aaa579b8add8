// SPDX-License-Identifier: GPL-2.0-only
/* The stanza of cgconfig.conf: its text, that libcgroup reads it, and what it cannot hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Its own parser must take what we print; it stops later, where it would make the groups. */
static void test_libcgroup_reads_it(void **state)
{
	char name[] = "/tmp/headroom-stanza-XXXXXX", text[512];
	int fd = mkstemp(name), r;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(format("cpu.headroom", "web/main", "30 5", text, sizeof(text)), 0);
	assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	assert_int_equal(cgroup_init_templates_cache(name), 0);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_true(pwrite(fd, "group web {\n\tcpu {\n", 19, 0) == 19);
	r = cgroup_init_templates_cache(name);
	assert_int_not_equal(r, 0);
	close(fd);
	unlink(name);
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
