// SPDX-License-Identifier: GPL-2.0-only
/*
 * The writer on a scratch tree: what is refused, what goes wrong between preview and write, what
 * the journal says, and taking back. Real cgroups follow in tests/operate.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <cmocka.h>

#include "host/apply.h"
#include "host/fsroot.h"

#define MOUNT "/sys/fs/cgroup"

struct scratch {
	char dir[64], state[96];
	struct fsroot *root;
	struct apply *apply;
	struct fault fault;
};

static void put(const struct scratch *s, const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", s->dir, path);
	for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0755);
	}
	file = fopen(full, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	fclose(file);
}

static const char *get(const struct scratch *s, const char *path)
{
	static char text[512];

	assert_true(fsroot_read(s->root, path, text, sizeof(text)) >= 0);
	return text;
}

static void fill_group(const struct scratch *s, const char *name)
{
	static const struct {
		const char *file, *text;
	} files[] = {
		{ "cpu.headroom", "0.00 max\n" }, { "cpu.max", "max 100000\n" },
		{ "cpu.max.burst", "0\n" },       { "cpu.weight", "300\n" },
		{ "cpu.weight.nice", "-3\n" },    { "cpu.idle", "0\n" },
		{ "cpuset.cpus", "0-3\n" },
	};
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), MOUNT "/%s/%s", name, files[i].file);
		put(s, path, files[i].text);
	}
}

static void reopen(struct scratch *s)
{
	const struct apply_options options = { .root = s->root,
					       .mount = MOUNT,
					       .state_dir = s->state };

	apply_close(s->apply);
	assert_int_equal(apply_open(&options, &s->apply, &s->fault), 0);
}

static int setup(void **state)
{
	struct scratch *s = calloc(1, sizeof(*s));

	snprintf(s->dir, sizeof(s->dir), "/tmp/headroom-apply-XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	snprintf(s->state, sizeof(s->state), "%s/state/deep", s->dir);
	fill_group(s, "main");
	fill_group(s, "side");
	put(s, "/proc/sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n");
	put(s, "/proc/sys/kernel/sched_schedstats", "0\n");
	put(s, "/sys/kernel/debug/sched/features", "PLACE_LAG NO_NEXT_BUDDY WA_IDLE\n");
	put(s, "/sys/kernel/debug/sched/base_slice_ns", "3000000\n");
	assert_int_equal(fsroot_open(s->dir, &s->root), 0);
	reopen(s);
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	struct scratch *s = *state;
	char command[128];

	apply_close(s->apply);
	fsroot_free(s->root);
	snprintf(command, sizeof(command), "rm -rf %s", s->dir);
	assert_int_equal(system(command), 0);
	free(s);
	return 0;
}

static int prepare(struct scratch *s, const char *knob, const char *object, const char *want,
		   struct edit **ret_edit)
{
	memset(&s->fault, 0, sizeof(s->fault));
	return apply_prepare_write(s->apply, knob_find_cgroup(knob), object, want, ret_edit,
				   &s->fault);
}

static int set(struct scratch *s, const char *knob, const char *object, const char *want)
{
	struct edit *edit;
	int r = prepare(s, knob, object, want, &edit);

	if (r < 0)
		return r;
	r = apply_run(s->apply, edit, &s->fault);
	edit_free(edit);
	return r;
}

static int undo(struct scratch *s, uint64_t id)
{
	struct edit *edit;
	int r;

	memset(&s->fault, 0, sizeof(s->fault));
	r = apply_prepare_undo(s->apply, id, JOURNAL_UNDO, &edit, &s->fault);
	if (r < 0)
		return r;
	r = apply_run(s->apply, edit, &s->fault);
	edit_free(edit);
	return r;
}

static const struct journal_entry *newest(struct scratch *s)
{
	const struct journal *j = apply_journal(s->apply);

	assert_true(j->nr_entries > 0);
	return &j->entries[j->nr_entries - 1];
}

static void test_write_verify_undo(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(set(s, "cpu.headroom", "main", "30 5"), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.headroom"), "30 5");
	assert_int_equal(newest(s)->step.state, STEP_VERIFIED);
	assert_string_equal(newest(s)->step.before, "0.00 max");
	reopen(s);
	assert_int_equal(newest(s)->step.state, STEP_VERIFIED);
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.headroom"), "0.00 max");
	assert_int_equal(undo(s, 1), -EALREADY);
	assert_true(journal_find(apply_journal(s->apply), 1)->undone);
}

static void test_ways_to_name_a_group(void **state)
{
	static const char *const bad[] = {
		"../main", "main/..", "a//b", ".", "main/./x", "nothere"
	};
	struct scratch *s = *state;

	assert_int_equal(set(s, "cpu.weight", "/main/", "10"), 0);
	assert_int_equal(set(s, "cpu.weight", MOUNT "/main", "11"), 0);
	assert_string_equal(newest(s)->step.object, "main");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (set(s, "cpu.weight", bad[i], "12") >= 0)
			fail_msg("took %s", bad[i]);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "11");
}

static void test_bad_values_write_nothing(void **state)
{
	static const char *const cases[][2] = {
		{ "cpu.headroom", "30" }, { "cpu.headroom", "101 0" }, { "cpu.max", "5" },
		{ "cpu.weight", "0" },    { "cpu.weight", "10001" },   { "cpu.idle", "2" },
		{ "cpuset.cpus", "0-x" }, { "cpu.weight.nice", "20" }, { "cpu.max.burst", "-1" },
	};
	struct scratch *s = *state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(set(s, cases[i][0], "main", cases[i][1]), -EINVAL);
		assert_int_equal(s->fault.status, EXIT_STATUS_USAGE);
		assert_non_null(strstr(s->fault.text, "takes"));
	}
	put(s, MOUNT "/main/cpu.idle", "1\n");
	assert_int_equal(set(s, "cpu.weight", "main", "50"), -EINVAL);
	assert_non_null(strstr(s->fault.text, "cpu.idle"));
	put(s, MOUNT "/main/cpu.max.burst", "60000\n");
	assert_int_equal(set(s, "cpu.max", "main", "50000"), -EINVAL);
	assert_int_equal(apply_journal(s->apply)->nr_entries, 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
}

static void test_equal_value_is_not_written(void **state)
{
	struct scratch *s = *state;
	struct edit *edit;

	assert_int_equal(prepare(s, "cpuset.cpus", "main", "0,1,2,3", &edit), 0);
	assert_int_equal(edit->plan.steps[0].state, STEP_UNNEEDED);
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	edit_free(edit);
	assert_int_equal(apply_journal(s->apply)->nr_entries, 0);
	assert_string_equal(get(s, MOUNT "/main/cpuset.cpus"), "0-3");
}

static void test_short_bandwidth_keeps_the_period(void **state)
{
	struct scratch *s = *state;

	put(s, MOUNT "/main/cpu.max", "max 20000\n");
	assert_int_equal(set(s, "cpu.max", "main", "10000"), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.max"), "10000 20000");
}

static void test_edited_underneath(void **state)
{
	struct scratch *s = *state;
	struct edit *edit;

	assert_int_equal(prepare(s, "cpu.weight", "main", "50", &edit), 0);
	put(s, MOUNT "/main/cpu.weight", "77\n");
	assert_int_equal(apply_run(s->apply, edit, &s->fault), -ESTALE);
	assert_non_null(strstr(s->fault.text, "77"));
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "77");
	assert_int_equal(apply_journal(s->apply)->nr_entries, 0);
	edit_free(edit);
}

static void remove_group(const struct scratch *s, const char *name)
{
	char command[256];

	snprintf(command, sizeof(command), "rm -r %s" MOUNT "/%s", s->dir, name);
	assert_int_equal(system(command), 0);
}

static void test_gone_and_recreated(void **state)
{
	struct scratch *s = *state;
	struct edit *edit, *other;

	assert_int_equal(prepare(s, "cpu.weight", "main", "50", &edit), 0);
	assert_int_equal(prepare(s, "cpu.weight", "main", "60", &other), 0);
	remove_group(s, "main");
	assert_int_equal(apply_run(s->apply, edit, &s->fault), -ENODEV);
	fill_group(s, "main");
	assert_int_equal(apply_run(s->apply, other, &s->fault), -ENOTUNIQ);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	edit_free(edit);
	edit_free(other);
	assert_int_equal(apply_journal(s->apply)->nr_entries, 0);
}

static void test_undo_spares_a_new_group(void **state)
{
	struct scratch *s = *state;
	struct stat old, new;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s" MOUNT "/main", s->dir);
	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
	assert_int_equal(stat(path, &old), 0);
	/* Keep the old folder, so that the new one cannot get its inode. */
	snprintf(path, sizeof(path), "mv %s" MOUNT "/main %s/kept", s->dir, s->dir);
	assert_int_equal(system(path), 0);
	assert_int_equal(undo(s, 1), -ENODEV);
	fill_group(s, "main");
	put(s, MOUNT "/main/cpu.weight", "50\n");
	snprintf(path, sizeof(path), "%s" MOUNT "/main", s->dir);
	assert_int_equal(stat(path, &new), 0);
	assert_true(old.st_ino != new.st_ino);
	assert_int_equal(undo(s, 1), -ENOTUNIQ);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "50");
	assert_int_equal(apply_settle(s->apply, 1, &s->fault), 0);
	assert_int_equal(undo(s, 1), -EALREADY);
}

static void test_foreign_change_is_kept(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
	put(s, MOUNT "/main/cpu.weight", "77\n");
	assert_int_equal(undo(s, 1), -ESTALE);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "77");
	/* Somebody put back what was there before: nothing is left to do, and that is settled. */
	put(s, MOUNT "/main/cpu.weight", "300\n");
	assert_int_equal(undo(s, 1), 0);
	assert_true(journal_find(apply_journal(s->apply), 1)->undone);
}

/* A device in place of the file: /dev/null swallows the value, /dev/full refuses it. */
static void put_device(const struct scratch *s, const char *path, unsigned int minor)
{
	char full[PATH_MAX];

	snprintf(full, sizeof(full), "%s%s", s->dir, path);
	unlink(full);
	if (mknod(full, S_IFCHR | 0666, makedev(1, minor)) < 0) {
		print_message("# skip: making a device node takes root\n");
		skip();
	}
}

static void test_drifted(void **state)
{
	struct scratch *s = *state;

	put_device(s, MOUNT "/main/cpu.weight", 3);
	assert_int_equal(set(s, "cpu.weight", "main", "50"), -EREMOTEIO);
	assert_int_equal(newest(s)->step.state, STEP_DRIFTED);
	assert_string_equal(newest(s)->step.after, "");
	assert_string_equal(journal_status(newest(s), apply_boot(s->apply)), "in force, drifted");
}

static void test_refused_by_the_kernel(void **state)
{
	struct scratch *s = *state;

	put_device(s, MOUNT "/main/cpuset.cpus", 7);
	assert_int_equal(set(s, "cpuset.cpus", "main", "0-1"), -ENOSPC);
	assert_non_null(strstr(s->fault.text, "no group with tasks"));
	assert_int_equal(newest(s)->step.state, STEP_FAILED);
	assert_int_equal(newest(s)->step.error, -ENOSPC);
	assert_int_equal(undo(s, newest(s)->id), -EALREADY);
}

/* The scratch tree does not forget the weight by itself, so the test plays the kernel. */
static void test_idle_and_weight(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(set(s, "cpu.idle", "main", "1"), 0);
	assert_string_equal(newest(s)->step.lost, "300");
	put(s, MOUNT "/main/cpu.weight", "100\n");
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.idle"), "0");
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	assert_int_equal(apply_journal(s->apply)->nr_entries, 3);
	assert_int_equal(newest(s)->undoes, 1);
	assert_int_equal(newest(s)->origin, JOURNAL_UNDO);
	assert_null(journal_newest_open(apply_journal(s->apply), apply_boot(s->apply), NULL));
}

/* While idle is 1 the weight reads as 0 or 1, which is no value to go back to. */
static void test_clearing_idle_loses_nothing(void **state)
{
	struct scratch *s = *state;

	put(s, MOUNT "/main/cpu.idle", "1\n");
	put(s, MOUNT "/main/cpu.weight", "1\n");
	assert_int_equal(set(s, "cpu.idle", "main", "0"), 0);
	assert_null(newest(s)->step.lost);
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.idle"), "1");
	assert_int_equal(apply_journal(s->apply)->nr_entries, 2);
}

/* Killed between the two steps of an undo: the second undo does what is left. */
static void test_half_undone(void **state)
{
	struct scratch *s = *state;

	assert_int_equal(set(s, "cpu.idle", "main", "1"), 0);
	put(s, MOUNT "/main/cpu.idle", "0\n");
	put(s, MOUNT "/main/cpu.weight", "100\n");
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
}

static void test_features_and_tunables(void **state)
{
	struct scratch *s = *state;
	const struct knob *slice = knob_find_tunable(KNOB_SCHED, "base_slice_ns");
	const struct knob *stats = knob_find_tunable(KNOB_SYSCTL, "sched_schedstats");
	struct edit *edit;

	assert_int_equal(apply_prepare_write(s->apply, knob_feature(), "PLACE_LAG", "off", &edit,
					     &s->fault),
			 0);
	assert_string_equal(edit->plan.steps[0].before, "on");
	/* The file of the kernel takes one word and answers with all; a plain file keeps the word. */
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	assert_string_equal(get(s, "/sys/kernel/debug/sched/features"), "NO_PLACE_LAG");
	edit_free(edit);
	assert_int_equal(apply_prepare_write(s->apply, knob_feature(), "NO_SUCH_FEATURE", "off",
					     &edit, &s->fault),
			 -EINVAL);
	assert_int_equal(s->fault.status, EXIT_STATUS_USAGE);
	assert_int_equal(apply_prepare_write(s->apply, slice, "base_slice_ns", "4000000", &edit,
					     &s->fault),
			 0);
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	edit_free(edit);
	assert_string_equal(get(s, "/sys/kernel/debug/sched/base_slice_ns"), "4000000");
	assert_int_equal(
		apply_prepare_write(s->apply, stats, "sched_schedstats", "1", &edit, &s->fault), 0);
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	edit_free(edit);
	assert_string_equal(get(s, "/proc/sys/kernel/sched_schedstats"), "1");
}

/* The file shows all choices; what is put back is the one that was in force. */
static void test_preemption_model(void **state)
{
	struct scratch *s = *state;
	struct edit *edit;

	put(s, "/sys/kernel/debug/sched/preempt", "none voluntary (full) lazy\n");
	assert_int_equal(apply_prepare_write(s->apply, knob_find_tunable(KNOB_SCHED, "preempt"),
					     "preempt", "none", &edit, &s->fault),
			 0);
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	edit_free(edit);
	assert_string_equal(newest(s)->step.before, "full");
	put(s, "/sys/kernel/debug/sched/preempt", "(none) voluntary full lazy\n");
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, "/sys/kernel/debug/sched/preempt"), "full");
}

static void test_tunables_stay_in_their_folder(void **state)
{
	static const struct {
		enum knob_place place;
		const char *name;
	} cases[] = {
		{ KNOB_SCHED, "../../../../main" },
		{ KNOB_SCHED, "features" },
		{ KNOB_SCHED, "" },
		{ KNOB_SCHED, "/etc/passwd" },
		{ KNOB_SYSCTL, "hostname" },
		{ KNOB_SYSCTL, "sched_x/../hostname" },
		{ KNOB_SYSCTL, "random/boot_id" },
	};
	struct scratch *s = *state;
	struct edit *edit;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct knob *k = knob_find_tunable(cases[i].place, cases[i].name);

		assert_int_equal(apply_prepare_write(s->apply, k, cases[i].name, "1", &edit,
						     &s->fault),
				 -EINVAL);
		assert_int_equal(s->fault.status, EXIT_STATUS_USAGE);
	}
}

static void count(void *ctx, const struct journal_entry *e)
{
	(void)e;
	++*(int *)ctx;
}

static void test_foreign_writer_is_noticed(void **state)
{
	struct scratch *s = *state;
	int found = 0;

	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
	assert_int_equal(set(s, "cpu.weight", "main", "60"), 0);
	assert_int_equal(apply_check_foreign(s->apply, count, &found, &s->fault), 0);
	assert_int_equal(found, 0);
	put(s, MOUNT "/main/cpu.weight", "61\n");
	for (int i = 0; i < 3; i++)
		assert_int_equal(apply_check_foreign(s->apply, count, &found, &s->fault), 0);
	assert_int_equal(found, 1);
	assert_string_equal(journal_find(apply_journal(s->apply), 2)->foreign, "61");
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "61");
	/* After a restart it is known, not told again. */
	reopen(s);
	assert_int_equal(apply_check_foreign(s->apply, count, &found, &s->fault), 0);
	assert_int_equal(found, 1);
}

static void test_interrupted_edit(void **state)
{
	struct scratch *s = *state;
	char path[PATH_MAX], line[1024];
	FILE *file;

	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
	snprintf(path, sizeof(path), "%s/journal.ndjson", s->state);
	file = fopen(path, "r");
	assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	/* Only the intent is left, and the start of a line that was never finished. */
	file = fopen(path, "w");
	fprintf(file, "%s{\"v\":1,\"rec", line);
	fclose(file);
	reopen(s);
	assert_int_equal(newest(s)->step.state, STEP_PLANNED);
	assert_int_equal(undo(s, 1), 0);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	reopen(s);
	assert_int_equal(apply_journal(s->apply)->nr_damaged, 1);
	assert_true(journal_find(apply_journal(s->apply), 1)->undone);
}

static void test_second_instance(void **state)
{
	const struct apply_options options = { .root = ((struct scratch *)*state)->root,
					       .mount = MOUNT,
					       .state_dir = ((struct scratch *)*state)->state };
	struct scratch *s = *state;
	struct apply *second;
	struct edit *edit;

	assert_int_equal(apply_open(&options, &second, &s->fault), 0);
	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
	assert_int_equal(apply_prepare_write(second, knob_find_cgroup("cpu.weight"), "side", "40",
					     &edit, &s->fault),
			 0);
	assert_int_equal(apply_run(second, edit, &s->fault), 0);
	edit_free(edit);
	apply_close(second);
	assert_int_equal(set(s, "cpu.idle", "side", "1"), 0);
	assert_int_equal(newest(s)->id, 3);
	assert_int_equal(apply_journal(s->apply)->nr_damaged, 0);
	assert_string_equal(journal_find(apply_journal(s->apply), 2)->step.object, "side");
}

static void test_locked_by_another(void **state)
{
	struct scratch *s = *state;
	int fd = open(apply_journal_path(s->apply), O_RDONLY | O_CLOEXEC);

	assert_int_equal(flock(fd, LOCK_EX), 0);
	assert_int_equal(set(s, "cpu.weight", "main", "50"), -EBUSY);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	close(fd);
	assert_int_equal(set(s, "cpu.weight", "main", "50"), 0);
}

static void test_read_only(void **state)
{
	struct scratch *s = *state;
	struct apply_options options = { .root = s->root, .mount = MOUNT, .read_only = true };
	struct apply *reader;
	struct edit *edit;
	char none[128];

	snprintf(none, sizeof(none), "%s/none", s->dir);
	options.state_dir = none;
	assert_int_equal(apply_open(&options, &reader, &s->fault), 0);
	assert_int_equal(access(none, F_OK), -1);
	assert_int_equal(apply_prepare_write(reader, knob_find_cgroup("cpu.weight"), "main", "5",
					     &edit, &s->fault),
			 0);
	assert_int_equal(apply_run(reader, edit, &s->fault), -EPERM);
	assert_int_equal(s->fault.status, EXIT_STATUS_DENIED);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	edit_free(edit);
	apply_close(reader);
}

static void test_journal_that_cannot_be_written(void **state)
{
	struct scratch *s = *state;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/journal.ndjson", s->state);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/dev/full", path), 0);
	s->apply = apply_close(s->apply);
	assert_true(apply_open(&(struct apply_options){ .root = s->root,
							.mount = MOUNT,
							.state_dir = s->state },
			       &s->apply, &s->fault) < 0);
	assert_non_null(strstr(s->fault.text, "nothing is changed"));
	s->apply = NULL;
}

static void test_confirm(void **state)
{
	struct scratch *s = *state;
	struct edit *edit;

	assert_int_equal(prepare(s, "cpu.weight", "main", "50", &edit), 0);
	edit->expires_unix_us = 1;
	assert_int_equal(apply_run(s->apply, edit, &s->fault), 0);
	edit_free(edit);
	assert_true(newest(s)->expires_unix_us == 1);
	/* Prepared before the confirmation, run after it: the confirmation wins. */
	assert_int_equal(apply_prepare_undo(s->apply, 1, JOURNAL_EXPIRE, &edit, &s->fault), 0);
	assert_int_equal(apply_confirm(s->apply, 1, &s->fault), 0);
	assert_int_equal(apply_run(s->apply, edit, &s->fault), -EALREADY);
	edit_free(edit);
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "50");
	assert_int_equal(apply_confirm(s->apply, 9, &s->fault), -ENOENT);
}

static int take_back(void *ctx, uint64_t id, struct fault *f)
{
	struct scratch *s = ctx;

	return apply_take_back(s->apply, id, JOURNAL_RESTORE, NULL, f);
}

static void test_many_are_taken_back(void **state)
{
	struct scratch *s = *state;
	bool gone;

	assert_int_equal(apply_each_open(s->apply, NULL, take_back, s, &s->fault), -ENOENT);
	assert_int_equal(set(s, "cpu.weight", "main", "10"), 0);
	assert_int_equal(set(s, "cpu.weight", "main", "20"), 0);
	assert_int_equal(set(s, "cpu.weight", "side", "30"), 0);
	assert_int_equal(set(s, "cpu.max", "side", "5000"), 0);
	put(s, MOUNT "/side/cpu.weight", "31\n");
	/* The foreign value stays and is told, all else goes back. */
	assert_int_equal(apply_each_open(s->apply, apply_run_id(s->apply), take_back, s, &s->fault),
			 -ESTALE);
	assert_non_null(strstr(s->fault.text, "cpu.weight of side"));
	assert_string_equal(get(s, MOUNT "/side/cpu.weight"), "31");
	assert_string_equal(get(s, MOUNT "/side/cpu.max"), "max 100000");
	assert_string_equal(get(s, MOUNT "/main/cpu.weight"), "300");
	assert_int_equal(newest(s)->origin, JOURNAL_RESTORE);
	remove_group(s, "side");
	assert_int_equal(apply_each_open(s->apply, NULL, take_back, s, &s->fault), 0);
	assert_int_equal(set(s, "cpu.weight", "main", "40"), 0);
	remove_group(s, "main");
	assert_int_equal(apply_take_back(s->apply, newest(s)->id, JOURNAL_UNDO, &gone, &s->fault),
			 0);
	assert_true(gone);
	/* Those of another run are not meant. */
	assert_int_equal(apply_each_open(s->apply, "other", take_back, s, &s->fault), -ENOENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_write_verify_undo),
		TEST(test_ways_to_name_a_group),
		TEST(test_bad_values_write_nothing),
		TEST(test_equal_value_is_not_written),
		TEST(test_short_bandwidth_keeps_the_period),
		TEST(test_edited_underneath),
		TEST(test_gone_and_recreated),
		TEST(test_undo_spares_a_new_group),
		TEST(test_foreign_change_is_kept),
		TEST(test_drifted),
		TEST(test_refused_by_the_kernel),
		TEST(test_idle_and_weight),
		TEST(test_clearing_idle_loses_nothing),
		TEST(test_half_undone),
		TEST(test_features_and_tunables),
		TEST(test_preemption_model),
		TEST(test_tunables_stay_in_their_folder),
		TEST(test_foreign_writer_is_noticed),
		TEST(test_interrupted_edit),
		TEST(test_second_instance),
		TEST(test_locked_by_another),
		TEST(test_read_only),
		TEST(test_journal_that_cannot_be_written),
		TEST(test_confirm),
		TEST(test_many_are_taken_back),
	};

	return cmocka_run_group_tests_name("apply", tests, NULL, NULL);
}
