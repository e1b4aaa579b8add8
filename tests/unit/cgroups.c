// SPDX-License-Identifier: GPL-2.0-only
/* The cgroup tree's reader: files of a scratch tree, then folders that come and go on a real one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/headroom.h"
#include "host/cgroupfiles.h"
#include "host/cgroupfs.h"
#include "host/cgroups.h"
#include "host/fsroot.h"

#define SECOND 1000000000ull

static uint64_t known(struct gauge g)
{
	assert_int_equal(g.state, GAUGE_KNOWN);
	return g.value;
}

static void test_stat_text(void **state)
{
	struct gauge f[CGROUP_FACT_COUNT] = { 0 };

	(void)state;
	cgroupfile_parse_stat("usage_usec 10\nuser_usec 6\nsystem_usec 4\nnice_usec 1\n"
			      "core_sched.force_idle_usec 7\nnr_periods 3\nnr_throttled 2\n"
			      "throttled_usec 99\nnr_bursts 0\nburst_usec x1\n",
			      f);
	assert_int_equal(known(f[CGROUP_USAGE_US]), 10);
	assert_int_equal(known(f[CGROUP_SYSTEM_US]), 4);
	assert_int_equal(known(f[CGROUP_FORCE_IDLE_US]), 7);
	assert_int_equal(known(f[CGROUP_THROTTLED_US]), 99);
	assert_int_equal(f[CGROUP_BURST_US].state, GAUGE_FAILED);
	cgroupfile_parse_stat("system_usec 4\nusage_usec 10\nusage_usecs 11", f);
	assert_int_equal(known(f[CGROUP_USAGE_US]), 10);
	assert_int_equal(known(f[CGROUP_SYSTEM_US]), 4);
	assert_int_equal(f[CGROUP_NR_PERIODS].state, GAUGE_UNSUPPORTED);
	cgroupfile_parse_stat("", f);
	assert_int_equal(f[CGROUP_USAGE_US].state, GAUGE_UNSUPPORTED);
}

static void test_headroom_stat_text(void **state)
{
	struct gauge f[CGROUP_FACT_COUNT] = { 0 };

	(void)state;
	cgroupfile_parse_headroom_stat("effective_headroom 0.00\neffective_tolerance max\n"
				       "target_idle 30.05\nmin_runtime 5.00\ngranted_usec 1234\n"
				       "nr_limited 9\nlimited_usec 17\n",
				       f);
	assert_int_equal(known(f[CGROUP_EFFECTIVE_HEADROOM]), 0);
	assert_int_equal(known(f[CGROUP_EFFECTIVE_TOLERANCE]), HEADROOM_MAX);
	assert_int_equal(known(f[CGROUP_TARGET_IDLE]), 3005);
	assert_int_equal(known(f[CGROUP_GRANTED_US]), 1234);
	assert_int_equal(known(f[CGROUP_LIMITED_US]), 17);
}

struct scratch {
	char dir[PATH_MAX];
	struct fsroot *root;
	struct cgroups *cgroups;
	struct cgroup_tree tree;
};

static void put(const struct scratch *s, const char *path, const char *text)
{
	char full[PATH_MAX * 2];
	FILE *file;

	snprintf(full, sizeof(full), "%s/mnt/%s", s->dir, path);
	for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0755);
	}
	file = fopen(full, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	fclose(file);
}

static int setup(void **state)
{
	struct scratch *s = calloc(1, sizeof(*s));

	snprintf(s->dir, sizeof(s->dir), "/tmp/headroom-cgroups-XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	put(s, "cpu.stat", "usage_usec 1000\n");
	put(s, "cgroup.threads", "1\n");
	put(s, "main/cpu.stat", "usage_usec 500\nnr_periods 4\n");
	put(s, "main/cpu.headroom", "30.00 5.00\n");
	put(s, "main/cpu.headroom.stat", "target_idle 0.00\n");
	put(s, "main/cpu.max", "max 100000\n");
	put(s, "main/cpu.weight", "100\n");
	put(s, "main/cpu.pressure",
	    "some avg10=0.00 avg60=0.00 avg300=0.00 total=77\n"
	    "full avg10=0.00 avg60=0.00 avg300=0.00 total=33\n");
	put(s, "main/cgroup.threads", "17\n18\n");
	put(s, "main/cpuset.cpus.effective", "0-3\n");
	put(s, "main/sub/cpu.stat", "usage_usec 20\n");
	put(s, "main/sub/cpu.max", "50000 20000\n");
	put(s, "main/sub/cgroup.threads", "");
	put(s, "odd\x1b\xff name/cpu.stat", "usage_usec 1\n");
	assert_int_equal(fsroot_open(s->dir, &s->root), 0);
	assert_int_equal(cgroups_open(s->root, "/mnt", &s->cgroups), 0);
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	struct scratch *s = *state;
	char command[PATH_MAX + 16];

	cgroup_tree_clear(&s->tree);
	cgroups_close(s->cgroups);
	fsroot_free(s->root);
	snprintf(command, sizeof(command), "rm -rf %s", s->dir);
	assert_int_equal(system(command), 0);
	free(s);
	return 0;
}

static const struct sample_cgroup *group(const struct cgroup_tree *tree, const char *path)
{
	for (size_t i = 0; i < tree->nr_groups; i++)
		if (strcmp(tree->groups[i].path, path) == 0)
			return &tree->groups[i];
	return NULL;
}

static void test_facts(void **state)
{
	struct scratch *s = *state;
	const struct sample_cgroup *main_group, *sub;

	assert_int_equal(cgroups_read(s->cgroups, SECOND, false, &s->tree), 0);
	assert_int_equal(s->tree.nr_groups, 4);
	assert_string_equal(s->tree.groups[0].path, "");
	for (size_t i = 1; i < s->tree.nr_groups; i++)
		assert_true(s->tree.groups[i].parent < i);
	main_group = group(&s->tree, "main");
	sub = group(&s->tree, "main/sub");
	assert_non_null(group(&s->tree, "odd\x1b\xff name"));
	assert_string_equal(s->tree.groups[sub->parent].path, "main");
	assert_int_equal(known(main_group->fact[CGROUP_USAGE_US]), 500);
	assert_int_equal(known(main_group->fact[CGROUP_HEADROOM]), 3000);
	assert_int_equal(known(main_group->fact[CGROUP_TOLERANCE]), 500);
	assert_int_equal(known(main_group->fact[CGROUP_TARGET_IDLE]), 0);
	assert_true(known(main_group->fact[CGROUP_MAX_US]) == UINT64_MAX);
	assert_int_equal(known(main_group->fact[CGROUP_PSI_SOME_US]), 77);
	assert_int_equal(known(main_group->fact[CGROUP_PSI_FULL_US]), 33);
	assert_int_equal(known(main_group->fact[CGROUP_HAS_TASKS]), 1);
	assert_string_equal(main_group->cpuset, "0-3");
	assert_int_equal(known(sub->fact[CGROUP_MAX_US]), 50000);
	assert_int_equal(known(sub->fact[CGROUP_PERIOD_US]), 20000);
	assert_int_equal(known(sub->fact[CGROUP_HAS_TASKS]), 0);
	assert_int_equal(sub->fact[CGROUP_HEADROOM].state, GAUGE_UNSUPPORTED);
	assert_int_equal(sub->fact[CGROUP_IDLE].state, GAUGE_UNSUPPORTED);
	assert_int_equal(s->tree.groups[0].fact[CGROUP_WEIGHT].state, GAUGE_UNSUPPORTED);
}

/* Usage is new at every read; settings when asked for, when on the screen, or in their turn. */
static void test_rounds(void **state)
{
	struct scratch *s = *state;
	const struct sample_cgroup *g;

	assert_int_equal(cgroups_read(s->cgroups, SECOND, false, &s->tree), 0);
	put(s, "main/cpu.stat", "usage_usec 600\n");
	put(s, "main/cpu.weight", "200\n");
	assert_int_equal(cgroups_read(s->cgroups, 2 * SECOND, false, &s->tree), 0);
	g = group(&s->tree, "main");
	assert_int_equal(known(g->fact[CGROUP_USAGE_US]), 600);
	assert_int_equal(known(g->fact[CGROUP_WEIGHT]), 100);
	assert_true(g->settings_ns == SECOND);
	assert_int_equal(cgroups_prefer(s->cgroups, &g->id, 1), 0);
	assert_int_equal(cgroups_read(s->cgroups, 3 * SECOND, false, &s->tree), 0);
	g = group(&s->tree, "main");
	assert_int_equal(known(g->fact[CGROUP_WEIGHT]), 200);
	assert_true(g->settings_ns == 3 * SECOND);
	assert_true(group(&s->tree, "main/sub")->settings_ns == SECOND);
	assert_int_equal(cgroups_read(s->cgroups, 4 * SECOND, true, &s->tree), 0);
	assert_true(group(&s->tree, "main/sub")->settings_ns == 4 * SECOND);
}

/* No value gets older than the round, and no read does more than its part of it. */
static void test_slow_round(void **state)
{
	struct scratch *s = *state;
	size_t most = 0;

	for (uint64_t t = 1; t <= 200; t++) {
		size_t nr_read = 0;

		assert_int_equal(cgroups_read(s->cgroups, t * SECOND, false, &s->tree), 0);
		for (size_t i = 0; i < s->tree.nr_groups; i++) {
			assert_true(t * SECOND - s->tree.groups[i].settings_ns <=
				    (CGROUPS_ROUND_S + 1) * SECOND);
			nr_read += s->tree.groups[i].settings_ns == t * SECOND;
		}
		if (t > 1 && nr_read > most)
			most = nr_read;
	}
	assert_int_equal(most, 1);
	/* After a long pause everything is due. */
	assert_int_equal(cgroups_read(s->cgroups, 900 * SECOND, false, &s->tree), 0);
	for (size_t i = 0; i < s->tree.nr_groups; i++)
		assert_true(s->tree.groups[i].settings_ns == 900 * SECOND);
}

/* A real hierarchy, because link counts and dead groups are the kernel's. */
struct live {
	struct fsroot *root;
	struct cgroups *cgroups;
	struct cgroup_tree tree;
	char base[PATH_MAX * 2];
};

static const char *sub_path(const struct live *l, const char *name)
{
	static char path[PATH_MAX * 3];

	snprintf(path, sizeof(path), "%s/%s", l->base, name);
	return path;
}

static size_t read_live(struct live *l)
{
	static uint64_t now = SECOND;

	now += SECOND;
	assert_int_equal(cgroups_read(l->cgroups, now, false, &l->tree), 0);
	return l->tree.nr_groups;
}

static int setup_live(void **state)
{
	struct live *l = calloc(1, sizeof(*l));
	struct cgroupfs fs;

	*state = l;
	assert_int_equal(fsroot_open("", &l->root), 0);
	cgroupfs_check(l->root, &fs);
	snprintf(l->base, sizeof(l->base), "%s/headroom-test-%ld", fs.mount, (long)getpid());
	if (!fs.mount[0] || mkdir(l->base, 0755) < 0)
		l->base[0] = '\0';
	else
		assert_int_equal(cgroups_open(l->root, l->base, &l->cgroups), 0);
	return 0;
}

static int teardown_live(void **state)
{
	struct live *l = *state;

	cgroup_tree_clear(&l->tree);
	cgroups_close(l->cgroups);
	if (l->base[0])
		rmdir(l->base);
	fsroot_free(l->root);
	free(l);
	return 0;
}

static bool is_usable(const struct live *l)
{
	if (l->base[0])
		return true;
	print_message("# skip: no cgroup v2 hierarchy that this user may write\n");
	return false;
}

static void test_groups_come_and_go(void **state)
{
	struct live *l = *state;
	uint64_t first;

	if (!is_usable(l))
		skip();
	assert_int_equal(read_live(l), 1);
	assert_int_equal(mkdir(sub_path(l, "a"), 0755), 0);
	assert_int_equal(mkdir(sub_path(l, "a/b"), 0755), 0);
	assert_int_equal(read_live(l), 3);
	assert_non_null(group(&l->tree, "a/b"));
	known(group(&l->tree, "a")->fact[CGROUP_USAGE_US]);
	first = group(&l->tree, "a/b")->id;
	/* Made anew under its name: the link count stays as it was. */
	assert_int_equal(rmdir(sub_path(l, "a/b")), 0);
	assert_int_equal(mkdir(sub_path(l, "a/b"), 0755), 0);
	read_live(l);
	assert_int_equal(read_live(l), 3);
	assert_true(group(&l->tree, "a/b")->id != first);
	assert_int_equal(rmdir(sub_path(l, "a/b")), 0);
	assert_int_equal(rmdir(sub_path(l, "a")), 0);
	read_live(l);
	assert_int_equal(read_live(l), 1);
}

static void test_unchanged_folders_are_not_listed(void **state)
{
	struct live *l = *state;
	struct stat base;

	if (!is_usable(l))
		skip();
	for (unsigned int i = 0; i < 3; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%u", i);
		assert_int_equal(mkdir(sub_path(l, name), 0755), 0);
		assert_int_equal(stat(l->base, &base), 0);
		assert_int_equal(base.st_nlink, 2 + i + 1);
		assert_int_equal(read_live(l), 2 + i);
	}
	for (unsigned int i = 0; i < 3; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%u", i);
		assert_int_equal(rmdir(sub_path(l, name)), 0);
	}
}

/* A user who may not raise the limit: the rest is read by path, and the facts are the same. */
static int read_with_few_descriptors(const struct scratch *s)
{
	const struct rlimit few = { .rlim_cur = 256 + 4, .rlim_max = 256 + 4 };
	struct cgroup_tree tree = { 0 };
	struct cgroups *c;
	int bad;

	if (setrlimit(RLIMIT_NOFILE, &few) < 0 || (geteuid() == 0 && seteuid(65534) < 0) ||
	    cgroups_open(s->root, "/mnt", &c) < 0)
		return 1;
	if (cgroups_read(c, SECOND, false, &tree) < 0 || tree.nr_groups != 4)
		return 2;
	bad = group(&tree, "main/sub")->fact[CGROUP_USAGE_US].value != 20 ||
	      group(&tree, "main")->fact[CGROUP_TARGET_IDLE].state != GAUGE_KNOWN ||
	      group(&tree, "main")->fact[CGROUP_HEADROOM].value != 3000;
	cgroup_tree_clear(&tree);
	cgroups_close(c);
	return bad ? 3 : 0;
}

static void test_few_descriptors(void **state)
{
	struct scratch *s = *state;
	int status;
	pid_t pid;

	assert_int_equal(chmod(s->dir, 0755), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		_exit(read_with_few_descriptors(s));
	assert_true(waitpid(pid, &status, 0) == pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* A captured tree from a stranger: nothing outside of it is read, and no fifo is waited for. */
static void test_special_files_in_a_tree(void **state)
{
	struct scratch *s = *state;
	char path[PATH_MAX * 2], outside[PATH_MAX * 2];
	const struct sample_cgroup *g;

	snprintf(outside, sizeof(outside), "%s/outside", s->dir);
	snprintf(path, sizeof(path), "%s/mnt/main/cpu.stat", s->dir);
	assert_int_equal(rename(path, outside), 0);
	assert_int_equal(symlink(outside, path), 0);
	snprintf(path, sizeof(path), "%s/mnt/main/sub/cpu.max", s->dir);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0644), 0);
	assert_int_equal(cgroups_read(s->cgroups, SECOND, true, &s->tree), 0);
	g = group(&s->tree, "main");
	assert_int_not_equal(g->fact[CGROUP_USAGE_US].state, GAUGE_KNOWN);
	assert_int_equal(known(g->fact[CGROUP_PSI_SOME_US]), 77);
	g = group(&s->tree, "main/sub");
	assert_int_not_equal(g->fact[CGROUP_MAX_US].state, GAUGE_KNOWN);
	assert_int_equal(known(g->fact[CGROUP_USAGE_US]), 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stat_text),
		cmocka_unit_test(test_headroom_stat_text),
		cmocka_unit_test_setup_teardown(test_facts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rounds, setup, teardown),
		cmocka_unit_test_setup_teardown(test_slow_round, setup, teardown),
		cmocka_unit_test_setup_teardown(test_few_descriptors, setup, teardown),
		cmocka_unit_test_setup_teardown(test_special_files_in_a_tree, setup, teardown),
		cmocka_unit_test_setup_teardown(test_groups_come_and_go, setup_live, teardown_live),
		cmocka_unit_test_setup_teardown(test_unchanged_folders_are_not_listed, setup_live,
						teardown_live),
	};

	return cmocka_run_group_tests_name("cgroups", tests, NULL, NULL);
}
