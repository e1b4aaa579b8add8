// SPDX-License-Identifier: GPL-2.0-only
/* A captured tree is a cage: what its links and paths may reach, and how files are read. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/fsroot.h"

struct tree {
	char outside[64]; /* holds secret and the folder in/ */
	char inside[80];
	struct fsroot *root;
};

static void put(const char *folder, const char *name, const char *text)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void link_to(const struct tree *t, const char *name, const char *target)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", t->inside, name);
	assert_int_equal(symlink(target, path), 0);
}

static int tree_make(void **state)
{
	struct tree *t = calloc(1, sizeof(*t));
	char path[512];

	strcpy(t->outside, "/tmp/headroom-fsroot-XXXXXX");
	assert_non_null(mkdtemp(t->outside));
	put(t->outside, "secret", "secret\n");
	snprintf(t->inside, sizeof(t->inside), "%s/in", t->outside);
	assert_int_equal(mkdir(t->inside, 0755), 0);
	snprintf(path, sizeof(path), "%s/sub", t->inside);
	assert_int_equal(mkdir(path, 0755), 0);
	put(t->inside, "fact", "42\n");
	put(path, "deep", "deep\n\n");
	snprintf(path, sizeof(path), "%s/fifo", t->inside);
	assert_int_equal(mkfifo(path, 0644), 0);
	link_to(t, "up", "../secret");
	link_to(t, "sub/up", "../../secret");
	link_to(t, "absolute", "/fact");
	link_to(t, "sub/relative", "../fact");
	link_to(t, "sub/absolute", "/fact");
	link_to(t, "loop", "loop");
	link_to(t, "folder", "sub");
	snprintf(path, sizeof(path), "%s/secret", t->outside);
	link_to(t, "away", path);
	assert_int_equal(fsroot_open(t->inside, &t->root), 0);
	*state = t;
	return 0;
}

static int tree_remove(void **state)
{
	struct tree *t = *state;
	char command[128];

	fsroot_free(t->root);
	snprintf(command, sizeof(command), "rm -rf %s", t->outside);
	assert_int_equal(system(command), 0);
	free(t);
	return 0;
}

/* What a path of the tree yields: the text, or the error. */
static void expect_read(const struct tree *t, const char *path, int result, const char *text)
{
	char buf[64];
	int r = fsroot_read(t->root, path, buf, sizeof(buf));

	if (r != result)
		print_message("# %s: %d, wanted %d\n", path, r, result);
	assert_int_equal(r, result);
	if (text)
		assert_string_equal(buf, text);
}

static void test_links_stay_inside(void **state)
{
	const struct tree *t = *state;

	expect_read(t, "/fact", 2, "42");
	expect_read(t, "/absolute", 2, "42");
	expect_read(t, "/sub/relative", 2, "42");
	expect_read(t, "/sub/absolute", 2, "42");
	expect_read(t, "/folder/deep", 5, "deep\n");
	expect_read(t, "/../fact", 2, "42");
	expect_read(t, "/../../../fact", 2, "42");
	/* the parent of the root is the root, and there is no secret in it */
	expect_read(t, "/up", -ENOENT, NULL);
	expect_read(t, "/sub/up", -ENOENT, NULL);
	expect_read(t, "/away", -ENOENT, NULL);
	expect_read(t, "/loop", -ELOOP, NULL);
	expect_read(t, "/fact/below", -ENOTDIR, NULL);
	expect_read(t, "/none", -ENOENT, NULL);
}

/* From here on the process's openat2 fails as on a kernel that lacks it. Cannot be taken back. */
static void deny_openat2(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof(code) / sizeof(code[0]), .filter = code };

	assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
	assert_int_equal(syscall(SYS_openat2, AT_FDCWD, "/", NULL, 0), -1);
	assert_int_equal(errno, ENOSYS);
}

static void test_links_stay_inside_without_openat2(void **state)
{
	deny_openat2();
	test_links_stay_inside(state);
}

static void test_special_files_are_refused(void **state)
{
	const struct tree *t = *state;

	expect_read(t, "/fifo", -EINVAL, NULL);
	expect_read(t, "/sub", -EISDIR, NULL);
}

static void test_sizes(void **state)
{
	const struct tree *t = *state;
	char three[3], two[2];

	/* "42\n" needs a fourth byte before the newline can go: a reader gives room for it */
	assert_int_equal(fsroot_read(t->root, "/fact", three, sizeof(three)), -EFBIG);
	assert_string_equal(three, "42");
	assert_int_equal(fsroot_read(t->root, "/fact", two, sizeof(two)), -EFBIG);
	assert_string_equal(two, "4");
}

static void test_read_all_grows_and_keeps(void **state)
{
	const struct tree *t = *state;
	char *buf = NULL, *large;
	size_t size = 0, kept;

	large = malloc(100001);
	memset(large, 'x', 100000);
	large[100000] = '\0';
	put(t->inside, "large", large);
	assert_int_equal(fsroot_read_all(t->root, "/large", &buf, &size), 100000);
	assert_string_equal(buf, large);
	kept = size;
	assert_int_equal(fsroot_read_all(t->root, "/fact", &buf, &size), 3);
	assert_string_equal(buf, "42\n");
	assert_int_equal(size, kept);
	assert_int_equal(fsroot_read_all(t->root, "/none", &buf, &size), -ENOENT);
	free(large);
	free(buf);
}

static void test_prefix(void **state)
{
	const struct tree *t = *state;
	struct fsroot *root = NULL;
	char path[128];

	assert_false(fsroot_is_live(t->root));
	assert_string_equal(fsroot_prefix(t->root), t->inside);
	snprintf(path, sizeof(path), "%s/secret", t->outside);
	assert_int_equal(fsroot_open(path, &root), -ENOTDIR);
	snprintf(path, sizeof(path), "%s/none", t->outside);
	assert_int_equal(fsroot_open(path, &root), -ENOENT);
	assert_null(root);
	assert_null(fsroot_free(NULL));
}

static void test_live(void **state)
{
	struct fsroot *root;
	char buf[256];
	int fd;

	(void)state;
	assert_int_equal(fsroot_open("", &root), 0);
	assert_true(fsroot_is_live(root));
	assert_string_equal(fsroot_prefix(root), "");
	assert_true(fsroot_read(root, "/proc/sys/kernel/osrelease", buf, sizeof(buf)) > 0);
	fd = fsroot_openat(root, "/proc/self", O_DIRECTORY);
	assert_true(fd >= 0);
	assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
	fsroot_free(root);
}

/* Root reaches debugfs also where it is mounted nowhere; anybody else is told why not. */
static void test_debugfs(void **state)
{
	struct fsroot *root;
	int fd, error;

	(void)state;
	assert_int_equal(fsroot_open("", &root), 0);
	if (fsroot_debugfs(root, &error) == FSROOT_DEBUGFS_NONE) {
		assert_true(error < 0);
		fd = -1;
	} else {
		assert_int_equal(error, 0);
		fd = fsroot_openat(root, "/sys/kernel/debug", O_DIRECTORY);
		assert_true(fd >= 0 || fd == -EACCES);
	}
	if (fd >= 0)
		close(fd);
	/* the prefix of a name is not the folder */
	assert_int_equal(fsroot_openat(root, "/sys/kernel/debugger", 0), -ENOENT);
	fsroot_free(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_links_stay_inside, tree_make, tree_remove),
		cmocka_unit_test_setup_teardown(test_special_files_are_refused, tree_make,
						tree_remove),
		cmocka_unit_test_setup_teardown(test_sizes, tree_make, tree_remove),
		cmocka_unit_test_setup_teardown(test_read_all_grows_and_keeps, tree_make,
						tree_remove),
		cmocka_unit_test_setup_teardown(test_prefix, tree_make, tree_remove),
		cmocka_unit_test(test_live),
		cmocka_unit_test(test_debugfs),
		cmocka_unit_test_setup_teardown(test_links_stay_inside_without_openat2, tree_make,
						tree_remove),
	};

	return cmocka_run_group_tests_name("host_fsroot", tests, NULL, NULL);
}
