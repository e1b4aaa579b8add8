// SPDX-License-Identifier: GPL-2.0-only
/* Which cgroup trees a machine has, by its mount table, and what its groups offer. */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "host/cgroupfs.h"
#include "host/fsroot.h"

static char tree[64];

static int tree_make(void **state)
{
	(void)state;
	strcpy(tree, "/tmp/headroom-cgroupfs-XXXXXX");
	assert_non_null(mkdtemp(tree));
	return 0;
}

static int tree_remove(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", tree);
	return system(command);
}

/* A file of the tree with its folders. */
static void put(const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", tree, path);
	for (char *slash = full + strlen(tree) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		(void)mkdir(full, 0755);
		*slash = '/';
	}
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static struct cgroupfs check(void)
{
	struct fsroot *root;
	struct cgroupfs c;

	assert_int_equal(fsroot_open(tree, &root), 0);
	cgroupfs_check(root, &c);
	fsroot_free(root);
	/* a state other than KNOWN never comes without its reason */
	assert_true(c.v2 == GAUGE_KNOWN || c.v2_reason[0]);
	assert_true(c.cpu == GAUGE_KNOWN || c.cpu_reason[0]);
	assert_true(c.headroom == GAUGE_KNOWN || c.headroom_reason[0]);
	return c;
}

static void test_no_proc(void **state)
{
	(void)state;
	assert_int_equal(check().v2, GAUGE_UNSUPPORTED);
}

static void test_v1_only(void **state)
{
	struct cgroupfs c;

	(void)state;
	put("/proc/mounts",
	    "proc /proc proc rw 0 0\ncgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n");
	c = check();
	assert_int_equal(c.v2, GAUGE_UNSUPPORTED);
	assert_string_equal(c.v2_reason, "only cgroup v1 is mounted");
	assert_string_equal(c.v1_mount, "/sys/fs/cgroup/cpu");
	assert_int_equal(c.cpu, GAUGE_UNSUPPORTED);
	assert_int_equal(c.headroom, GAUGE_UNSUPPORTED);
}

/* cpuset and cpuacct are not cpu */
static void test_hybrid(void **state)
{
	struct cgroupfs c;

	(void)state;
	put("/proc/mounts",
	    "cgroup2 /sys/fs/cgroup/unified cgroup2 rw,relatime 0 0\n"
	    "cgroup /sys/fs/cgroup/cpuset cgroup rw,cpuset 0 0\n"
	    "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0\n");
	put("/sys/fs/cgroup/unified/cgroup.controllers", "hugetlb\n");
	c = check();
	assert_int_equal(c.v2, GAUGE_KNOWN);
	assert_string_equal(c.mount, "/sys/fs/cgroup/unified");
	assert_string_equal(c.v1_mount, "/sys/fs/cgroup/cpu,cpuacct");
	assert_int_equal(c.cpu, GAUGE_UNSUPPORTED);
	assert_non_null(strstr(c.cpu_reason, "/sys/fs/cgroup/cpu,cpuacct"));
	put("/sys/fs/cgroup/unified/cgroup.controllers", "cpuset cpu io\n");
	assert_int_equal(check().cpu, GAUGE_KNOWN);
	put("/sys/fs/cgroup/unified/cgroup.controllers", "cpuset cpuacct\n");
	assert_int_equal(check().cpu, GAUGE_UNSUPPORTED);
}

static void test_headroom(void **state)
{
	(void)state;
	put("/proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
	put("/sys/fs/cgroup/cgroup.controllers", "cpu\n");
	assert_int_equal(check().v2, GAUGE_KNOWN);
	assert_string_equal(check().v2_reason, "");
	/* no group has the controller yet: nothing tells */
	assert_int_equal(check().headroom, GAUGE_UNREAD);
	put("/sys/fs/cgroup/a/cgroup.procs", "");
	assert_int_equal(check().headroom, GAUGE_UNREAD);
	put("/sys/fs/cgroup/b/cpu.weight", "100\n");
	assert_int_equal(check().headroom, GAUGE_UNSUPPORTED);
	put("/sys/fs/cgroup/c/cpu.headroom", "0.00 max\n");
	assert_int_equal(check().headroom, GAUGE_KNOWN);
}

static void test_mounts(void **state)
{
	const char *at = "dev / ext4 rw 0 0\n"
			 "cgroup2 /mnt/my\\040groups cgroup2 rw,nsdelegate 0 0\n"
			 "broken\n\nx y\n"
			 "none /second cgroup2 ro 0 0";
	char point[64];

	(void)state;
	assert_true(mounts_find(&at, "cgroup2", NULL, point, sizeof(point)));
	assert_string_equal(point, "/mnt/my groups");
	assert_true(mounts_find(&at, "cgroup2", "ro", point, sizeof(point)));
	assert_string_equal(point, "/second");
	assert_false(mounts_find(&at, "cgroup2", NULL, point, sizeof(point)));
	at = "a /x cgroup rw,cpuset 0 0\nb /y cgroup rw,cpu\n";
	assert_true(mounts_find(&at, "cgroup", "cpu", point, sizeof(point)));
	assert_string_equal(point, "/y");
	at = "a /a-long-mount-point t rw 0 0\n";
	assert_true(mounts_find(&at, "t", NULL, point, 4));
	assert_string_equal(point, "/a-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_no_proc, tree_make, tree_remove),
		cmocka_unit_test_setup_teardown(test_v1_only, tree_make, tree_remove),
		cmocka_unit_test_setup_teardown(test_hybrid, tree_make, tree_remove),
		cmocka_unit_test_setup_teardown(test_headroom, tree_make, tree_remove),
		cmocka_unit_test(test_mounts),
	};

	return cmocka_run_group_tests_name("host_cgroupfs", tests, NULL, NULL);
}
