// SPDX-License-Identifier: GPL-2.0-only
/* The tasks of a group: texts of /proc, a captured group, and what was done between two lists. */
#include "host/group_tasks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmocka_run.h"
#include "host/fsroot.h"

#define STAT_REST                                                                                  \
	" R 1 1 1 0 -1 4194304 100 0 0 0 250 50 0 0 20 -5 3 0 7777 1000 200 18446744073709551615 " \
	"1 1 0 0 0 0 0 0 0 0 0 0 17 6 0 3 0 0 0 0 0\n"

static void test_parse_stat(void **state)
{
	struct group_task task = { .pid = 42 };

	(void)state;
	assert_int_equal(group_task_parse_stat("42 (a) (b c)" STAT_REST, 100, &task), 0);
	assert_string_equal(task.comm, "a) (b c");
	assert_int_equal(task.state, 'R');
	assert_int_equal(task.nice, -5);
	assert_int_equal(task.start_ticks, 7777);
	assert_int_equal(task.cpu, 6);
	assert_int_equal(task.policy, 3);
	assert_int_equal(task.run_ns.value, 3000000000); /* 300 ticks of 10 ms */
}

static void test_parse_stat_refuses(void **state)
{
	static const char *const damaged[] = { "",
					       "42",
					       "42 (name",
					       "42 (name)",
					       "42 (name) ",
					       "42 (name) R 1 2 3",
					       "42 (name) R 1 1 x",
					       ") (" };
	struct group_task task;

	(void)state;
	for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++)
		assert_int_equal(group_task_parse_stat(damaged[i], 100, &task), -EBADMSG);
}

static void test_parse_schedstat(void **state)
{
	struct group_task task = { .pid = 42 };

	(void)state;
	assert_int_equal(group_task_parse_schedstat("123456789 555 7\n", &task), 0);
	assert_int_equal(task.run_ns.value, 123456789);
	assert_int_equal(task.wait_ns.value, 555);
	assert_int_equal(task.count, 7);
	assert_int_equal(group_task_parse_schedstat("123 x 7\n", &task), -EBADMSG);
}

/* ---- a captured group ----------------------------------------------------------------------- */

static char folder[] = "/tmp/group_tasks.XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void make_folder(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(mkdir(path, 0755), 0);
}

static uint64_t id_of(const char *name)
{
	char path[256];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(stat(path, &st), 0);
	return st.st_ino;
}

static int setup(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	make_folder("cg");
	make_folder("cg/job");
	make_folder("proc");
	make_folder("proc/42");
	write_file("proc/42/stat", "42 (a\x1b[31m)" STAT_REST);
	write_file("proc/42/schedstat", "5000 600 7\n");
	make_folder("proc/43");
	write_file("proc/43/stat", "43 (b)" STAT_REST);
	return 0;
}

static int teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", folder);
	return system(command);
}

static int read_job(uint64_t id, struct group_task_list *list, struct fault *f)
{
	struct fsroot *root;
	int r;

	assert_int_equal(fsroot_open(folder, &root), 0);
	r = group_tasks_read(root, "/cg", "job", id, list, f);
	fsroot_free(root);
	return r;
}

/* One with all files, one without schedstat, one that is gone, one of another pid namespace. */
static void test_read(void **state)
{
	struct group_task_list *list = calloc(1, sizeof(*list));
	struct fault f = { .code = 0 };

	(void)state;
	assert_non_null(list);
	write_file("cg/job/cgroup.threads", "42\n44\n0\n43\n");
	assert_int_equal(read_job(id_of("cg/job"), list, &f), 0);
	assert_int_equal(list->nr_tasks, 4);
	assert_int_equal(list->nr_untold, 2);
	assert_int_equal(list->count, 2);
	assert_int_equal(list->tasks[0].pid, 42);
	assert_int_equal(list->tasks[0].wait_ns.value, 600);
	assert_int_equal(list->tasks[1].pid, 43);
	assert_int_equal(list->tasks[1].wait_ns.state, GAUGE_UNSUPPORTED);
	assert_int_equal(list->tasks[1].run_ns.value, 3000000000);
	free(list);
}

static void test_read_cut(void **state)
{
	struct group_task_list *list = calloc(1, sizeof(*list));
	char *text = calloc(1000, 4), *at = text;
	struct fault f = { .code = 0 };

	(void)state;
	assert_non_null(list);
	assert_non_null(text);
	for (int i = 0; i < 1000; i++)
		at = stpcpy(at, "42\n");
	write_file("cg/job/cgroup.threads", text);
	assert_int_equal(read_job(id_of("cg/job"), list, &f), 0);
	assert_int_equal(list->nr_tasks, 1000);
	assert_int_equal(list->count, GROUP_TASKS_MAX);
	assert_int_equal(list->nr_untold, 0);
	free(text);
	free(list);
}

static void test_gone(void **state)
{
	struct group_task_list *list = calloc(1, sizeof(*list));
	struct fault f = { .code = 0 };

	(void)state;
	assert_non_null(list);
	assert_int_equal(read_job(id_of("cg/job") + 1, list, &f), -ENOENT);
	assert_string_equal(f.text, "the group is gone");
	assert_int_equal(list->count, 0);
	free(list);
}

/* ---- two lists ------------------------------------------------------------------------------ */

static struct group_task task(int32_t pid, uint64_t start, uint64_t run_ns, uint64_t wait_ns,
			      uint64_t count)
{
	return (struct group_task){ .pid = pid,
				    .start_ticks = start,
				    .run_ns = gauge_known(run_ns),
				    .wait_ns = gauge_known(wait_ns),
				    .count = count };
}

static void test_compare(void **state)
{
	static struct group_task_list before, now;

	(void)state;
	before = (struct group_task_list){ .group_id = 5, .mono_ns = 1000000000, .count = 3 };
	before.tasks[0] = task(1, 10, 0, 0, 0);
	before.tasks[1] = task(2, 10, 100, 100, 5);
	before.tasks[2] = task(3, 10, 100, 100, 5);
	now = (struct group_task_list){ .group_id = 5, .mono_ns = 3000000000, .count = 3 };
	now.tasks[0] = task(2, 10, 500000100, 9100, 8);
	now.tasks[1] = task(3, 11, 500000100, 9100, 8); /* another task with its number */
	now.tasks[2] = task(1, 10, 0, 0, 0);
	group_tasks_compare(&before, &now);
	assert_true(rate_is_known(now.tasks[0].usage_pct) && now.tasks[0].usage_pct.value == 25);
	assert_true(now.tasks[0].wait_mean_ns.value == 3000);
	assert_int_equal(now.tasks[1].usage_pct.state, GAUGE_UNREAD);
	assert_true(rate_is_known(now.tasks[2].usage_pct) && now.tasks[2].usage_pct.value == 0);
	assert_int_equal(now.tasks[2].wait_mean_ns.state, GAUGE_UNREAD);
	now.group_id = 6;
	group_tasks_compare(&before, &now);
	assert_int_equal(now.tasks[0].usage_pct.state, GAUGE_UNREAD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse_stat),      cmocka_unit_test(test_parse_stat_refuses),
		cmocka_unit_test(test_parse_schedstat), cmocka_unit_test(test_read),
		cmocka_unit_test(test_read_cut),        cmocka_unit_test(test_gone),
		cmocka_unit_test(test_compare),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
