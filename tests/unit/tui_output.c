// SPDX-License-Identifier: GPL-2.0-only
/* Files are replaced whole or not at all, and every fault of writing has its sentence. */
#include "cmocka_run.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/output.h"

static char dir[] = "/tmp/headroom-output-XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[200];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void expect_file(const char *name, const char *want)
{
	char text[256];
	FILE *f = fopen(in_dir(name), "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	assert_string_equal(text, want);
}

static int files_in_dir(void)
{
	DIR *d = opendir(dir);
	int n = 0;

	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static void test_replaces(void **state)
{
	struct output out;
	struct fault f = { 0 };
	struct stat st;

	(void)state;
	assert_int_equal(output_document(in_dir("a"), "first", &f), 0);
	expect_file("a", "first\n");
	assert_int_equal(chmod(in_dir("a"), 0640), 0);
	assert_int_equal(output_begin(&out, in_dir("a"), &f), 0);
	assert_int_equal(output_write(&out, "half", 4, &f), 0);
	expect_file("a", "first\n"); /* until it is whole */
	assert_int_equal(output_commit(&out, true, &f), 0);
	expect_file("a", "half");
	assert_int_equal(stat(in_dir("a"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(files_in_dir(), 1);
	unlink(in_dir("a"));
}

static void test_abort_leaves_nothing(void **state)
{
	struct output out;
	struct fault f = { 0 };

	(void)state;
	assert_int_equal(output_document(in_dir("a"), "old", &f), 0);
	assert_int_equal(output_begin(&out, in_dir("a"), &f), 0);
	assert_int_equal(output_write(&out, "new", 3, &f), 0);
	output_abort(&out);
	output_abort(&out);
	expect_file("a", "old\n");
	assert_int_equal(files_in_dir(), 1);
	unlink(in_dir("a"));
}

static void test_link_is_kept(void **state)
{
	struct fault f = { 0 };
	struct stat st;

	(void)state;
	assert_int_equal(output_document(in_dir("target"), "old", &f), 0);
	assert_int_equal(symlink("target", in_dir("link")), 0);
	assert_int_equal(output_document(in_dir("link"), "new", &f), 0);
	expect_file("target", "new\n");
	assert_int_equal(lstat(in_dir("link"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	unlink(in_dir("link"));
	unlink(in_dir("target"));
}

/* A device is written, never replaced by a file: root could lose /dev/null that way. */
static void test_devices_stay(void **state)
{
	struct fault f = { 0 };
	struct stat st;

	(void)state;
	assert_int_equal(output_document("/dev/null", "x", &f), 0);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_int_equal(output_document("/dev/full", "x", &f), -ENOSPC);
	assert_int_equal(f.status, EXIT_STATUS_FAILED);
	assert_non_null(strstr(f.text, "/dev/full: No space left on device; free some space"));
	assert_int_equal(stat("/dev/full", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

static void test_faults(void **state)
{
	struct fault f = { 0 };

	(void)state;
	assert_int_equal(output_document(in_dir("no/such/folder"), "x", &f), -ENOENT);
	assert_non_null(strstr(f.text, "its folder does not exist"));
	assert_int_equal(f.status, EXIT_STATUS_FAILED);
	assert_int_equal(output_document(dir, "x", &f), -EISDIR);
	assert_non_null(strstr(f.text, "name a file, not a folder"));
}

static void test_reader_gone(void **state)
{
	struct output out = OUTPUT_CLOSED;
	struct fault f = { 0 };
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	close(fds[0]);
	out.fd = fds[1];
	assert_int_equal(output_write(&out, "x", 1, &f), -EPIPE);
	assert_non_null(strstr(f.text, "standard output: Broken pipe; its reader went away"));
	close(fds[1]);
}

/* A line that does not fit is taken back: what is there stays whole lines. */
static void test_lines_stay_whole(void **state)
{
	struct rlimit before, small;
	struct output out;
	struct fault f = { 0 };

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(output_begin_lines(&out, in_dir("l"), &f), 0);
	assert_int_equal(output_write_line(&out, "one", &f), 0);
	small = (struct rlimit){ .rlim_cur = 10, .rlim_max = before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(output_write_line(&out, "0123456789", &f), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	expect_file("l", "one\n");
	output_abort(&out);
	unlink(in_dir("l"));
}

static int make_dir(void **state)
{
	(void)state;
	signal(SIGPIPE, SIG_IGN);
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	(void)state;
	return rmdir(dir); /* fails when a test left something behind */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_replaces),
		cmocka_unit_test(test_abort_leaves_nothing),
		cmocka_unit_test(test_link_is_kept),
		cmocka_unit_test(test_devices_stay),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_reader_gone),
		cmocka_unit_test(test_lines_stay_whole),
	};

	return cmocka_run_group_tests_name("tui_output", tests, make_dir, remove_dir);
}
