// SPDX-License-Identifier: GPL-2.0-only
/* The journal's lines there and back, damaged ones, and what can be taken back by which plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/journal.h"

#define BOOT "6f1c0c3e-boot"

static struct journal_entry make_entry(uint64_t id, const char *knob, const char *object,
				       const char *before, const char *want)
{
	struct journal_entry e = { .id = id, .time_unix_us = 1700000000000000, .boot = BOOT };

	snprintf(e.run, sizeof(e.run), "run-%u", (unsigned int)(id % 2));
	assert_int_equal(step_init(&e.step, knob_find_cgroup(knob), object, before, want), 0);
	e.step.inode = UINT64_MAX - 1;
	return e;
}

static void feed(struct journal *j, char *line)
{
	assert_non_null(line);
	assert_null(strchr(line, '\n'));
	assert_int_equal(journal_read_line(j, line), 0);
	free(line);
}

static void feed_result(struct journal *j, struct journal_entry *e, enum step_state state,
			const char *after)
{
	e->step.state = state;
	assert_int_equal(step_set(&e->step.after, after), 0);
	feed(j, journal_result_line(e));
}

static void test_round_trip(void **state)
{
	/* A name of every byte a cgroup name may have, and one that looks like our own escape. */
	static const char odd[] = "a\\x41/\x1b[31m\n\xff\xc3\xa4\"\\/ \x7f";
	struct journal j = { 0 };
	struct journal_entry e = make_entry(7, "cpu.idle", odd, "0", "1"), *back;

	(void)state;
	e.origin = JOURNAL_EXPIRE;
	e.undoes = 3;
	e.expires_unix_us = 1700000060000000;
	e.uid = 1000;
	assert_int_equal(step_set(&e.step.lost, "250"), 0);
	feed(&j, journal_intent_line(&e));
	back = journal_find(&j, 7);
	assert_non_null(back);
	assert_string_equal(back->step.object, odd);
	assert_string_equal(back->step.before, "0");
	assert_string_equal(back->step.want, "1");
	assert_string_equal(back->step.lost, "250");
	assert_ptr_equal(back->step.knob, e.step.knob);
	assert_true(back->step.inode == UINT64_MAX - 1);
	assert_int_equal(back->origin, JOURNAL_EXPIRE);
	assert_int_equal(back->undoes, 3);
	assert_true(back->expires_unix_us == e.expires_unix_us);
	assert_int_equal(back->uid, 1000);
	assert_string_equal(back->boot, e.boot);
	assert_string_equal(back->run, e.run);
	assert_string_equal(journal_status(back, BOOT), "interrupted");

	e.step.error = -EINVAL;
	feed_result(&j, &e, STEP_FAILED, NULL);
	assert_int_equal(back->step.error, -EINVAL);
	assert_string_equal(journal_status(back, BOOT), "failed");
	assert_false(journal_is_open(back, BOOT));
	step_clear(&e.step);
	journal_clear(&j);
}

static void test_lines_are_ascii(void **state)
{
	struct journal_entry e = make_entry(1, "cpu.max", "\xff\x1b]0;x\a", "max", "1000");
	char *line = journal_intent_line(&e);

	(void)state;
	for (const char *s = line; *s; s++)
		assert_true(*s >= ' ' && *s <= '~');
	free(line);
	step_clear(&e.step);
}

static void test_status(void **state)
{
	struct journal j = { 0 };
	struct journal_entry e = make_entry(1, "cpu.weight", "main", "100", "200");

	(void)state;
	feed(&j, journal_intent_line(&e));
	feed_result(&j, &e, STEP_VERIFIED, "200");
	assert_string_equal(journal_status(&j.entries[0], BOOT), "in force");
	assert_string_equal(journal_status(&j.entries[0], "other"), "before the last boot");
	assert_false(journal_is_open(&j.entries[0], "other"));
	feed(&j, journal_foreign_line(1, "300", 5));
	assert_string_equal(j.entries[0].foreign, "300");
	assert_string_equal(journal_status(&j.entries[0], BOOT), "overwritten by somebody else");
	assert_true(journal_is_open(&j.entries[0], BOOT));
	feed(&j, journal_confirmed_line(1, 6));
	assert_true(j.entries[0].confirmed);
	feed(&j, journal_undone_line(1, 7));
	assert_string_equal(journal_status(&j.entries[0], BOOT), "undone");
	assert_false(journal_is_open(&j.entries[0], BOOT));
	assert_int_equal(j.nr_damaged, 0);
	step_clear(&e.step);
	journal_clear(&j);
}

static void test_newest_open(void **state)
{
	struct journal j = { 0 };

	(void)state;
	for (uint64_t id = 1; id <= 6; id++) {
		struct journal_entry e = make_entry(id, "cpu.weight", "main", "100", "200");

		e.undoes = id == 6 ? 5 : 0;
		feed(&j, journal_intent_line(&e));
		if (id != 4)
			feed_result(&j, &e, STEP_VERIFIED, "200");
		step_clear(&e.step);
	}
	feed(&j, journal_undone_line(5, 1));
	assert_int_equal(journal_newest_open(&j, BOOT, NULL)->id, 4);
	assert_int_equal(journal_newest_open(&j, BOOT, "run-1")->id, 3);
	assert_null(journal_newest_open(&j, "other", NULL));
	assert_null(journal_newest_open(&j, BOOT, "run-9"));
	assert_int_equal(j.last_id, 6);
	journal_clear(&j);
}

static void test_damaged_lines(void **state)
{
	static const char *const lines[] = {
		"",
		"{",
		"[]",
		"null",
		"\"x\"",
		"{}",
		"{\"v\":1}",
		"{\"v\":2,\"record\":\"intent\",\"id\":9}",
		"{\"v\":1,\"record\":\"intent\",\"id\":-1}",
		"{\"v\":1,\"record\":\"intent\",\"id\":9,\"origin\":\"edit\",\"kind\":\"write\"}",
		"{\"v\":1,\"record\":\"intent\",\"id\":9,\"origin\":\"edit\",\"kind\":\"write\","
		"\"place\":\"cgroup\",\"knob\":\"memory.max\",\"object\":\"a\",\"before\":\"1\","
		"\"want\":\"2\"}",
		"{\"v\":1,\"record\":\"intent\",\"id\":9,\"origin\":\"edit\",\"kind\":\"write\","
		"\"place\":\"cgroup\",\"knob\":\"cpu.max\",\"object\":7,\"before\":\"1\",\"want\":"
		"\"2\"}",
		"{\"v\":1,\"record\":\"result\",\"id\":77,\"state\":\"verified\"}",
		"{\"v\":1,\"record\":\"wish\",\"id\":1}",
		"{\"v\":1,\"record\":\"result\",\"id\":1,\"state\":\"fine\"}",
	};
	const size_t nr = sizeof(lines) / sizeof(lines[0]);
	struct journal j = { 0 };
	struct journal_entry e = make_entry(1, "cpu.weight", "main", "100", "200");
	char *line = journal_intent_line(&e);

	(void)state;
	assert_int_equal(journal_read_line(&j, line), 0);
	for (size_t i = 0; i < nr; i++)
		if (journal_read_line(&j, lines[i]) != -EBADMSG)
			fail_msg("took %s", lines[i]);
	assert_int_equal(j.nr_damaged, nr);
	/* The same identity again, and every cut of a good line. */
	assert_int_equal(journal_read_line(&j, line), -EBADMSG);
	for (size_t length = strlen(line); length-- > 0;) {
		line[length] = '\0';
		assert_int_equal(journal_read_line(&j, line), -EBADMSG);
	}
	assert_int_equal(j.nr_entries, 1);
	free(line);
	step_clear(&e.step);
	journal_clear(&j);
}

static void test_undo_of_a_value(void **state)
{
	struct journal_entry e = make_entry(1, "cpu.weight", "main", "100", "200");
	struct plan p;

	(void)state;
	assert_int_equal(step_set(&e.step.after, "201"), 0);
	assert_int_equal(plan_undo(&e.step, &p), 0);
	assert_int_equal(p.nr_steps, 1);
	assert_string_equal(p.steps[0].before, "201");
	assert_string_equal(p.steps[0].want, "100");
	assert_true(p.steps[0].inode == e.step.inode);
	plan_clear(&p);
	assert_int_equal(step_set(&e.step.after, NULL), 0);
	assert_int_equal(plan_undo(&e.step, &p), 0);
	assert_string_equal(p.steps[0].before, "200");
	plan_clear(&p);
	step_clear(&e.step);
}

/* cpu.idle has to be cleared before the weight can be put back. */
static void test_undo_of_idle(void **state)
{
	struct journal_entry e = make_entry(1, "cpu.idle", "main", "0", "1");
	struct plan p;

	(void)state;
	assert_int_equal(step_set(&e.step.lost, "300"), 0);
	assert_int_equal(plan_undo(&e.step, &p), 0);
	assert_int_equal(p.nr_steps, 2);
	assert_string_equal(p.steps[0].knob->name, "cpu.idle");
	assert_string_equal(p.steps[0].want, "0");
	assert_string_equal(p.steps[1].knob->name, "cpu.weight");
	assert_string_equal(p.steps[1].want, "300");
	assert_true(p.steps[1].follows);
	plan_clear(&p);
	step_clear(&e.step);
}

/* A removed group comes back with the values that were kept, in the order of the table. */
static void test_undo_of_a_removal(void **state)
{
	struct journal_entry e = {
		.id = 7,
		.boot = "boot",
		.step = { .kind = STEP_DELETE, .inode = 5, .object = strdup("a\x1b/b") },
	};
	struct journal j = { 0 };
	struct plan p;

	(void)state;
	assert_int_equal(step_keep(&e.step, knob_find_cgroup("cpu.max"), "5000 20000"), 0);
	assert_int_equal(step_keep(&e.step, knob_find_cgroup("cpuset.cpus"), "0-1,3"), 0);
	feed(&j, journal_intent_line(&e));
	step_clear(&e.step);
	assert_int_equal(plan_undo(&j.entries[0].step, &p), 0);
	assert_int_equal(p.nr_steps, 3);
	assert_int_equal(p.steps[0].kind, STEP_CREATE);
	assert_string_equal(p.steps[0].object, "a\x1b/b");
	assert_int_equal(p.steps[1].kind, STEP_WRITE);
	assert_string_equal(p.steps[1].knob->name, "cpu.max");
	assert_string_equal(p.steps[1].want, "5000 20000");
	assert_string_equal(p.steps[2].knob->name, "cpuset.cpus");
	assert_string_equal(p.steps[2].want, "0-1,3");
	assert_string_equal(p.steps[2].object, "a\x1b/b");
	assert_true(p.steps[1].follows && p.steps[2].follows && !p.steps[1].inode);
	plan_clear(&p);
	journal_clear(&j);
}

/* Later lines know the group under the inode that it has since. */
static void test_inode_of_a_group_made_again(void **state)
{
	struct journal_entry removal = {
		.id = 1,
		.boot = "boot",
		.step = { .kind = STEP_DELETE, .inode = 5, .object = strdup("a") },
	};
	struct journal_entry again = {
		.id = 2,
		.undoes = 1,
		.boot = "boot",
		.step = { .kind = STEP_CREATE, .inode = 9, .object = strdup("a") },
	};
	struct journal j = { 0 };

	(void)state;
	feed(&j, journal_intent_line(&removal));
	feed(&j, journal_intent_line(&again));
	assert_int_equal(journal_inode_now(&j, 5, "boot"), 5);
	again.step.state = STEP_VERIFIED;
	feed(&j, journal_result_line(&again));
	assert_int_equal(journal_inode_now(&j, 5, "boot"), 9);
	assert_int_equal(journal_inode_now(&j, 5, "another"), 5);
	assert_int_equal(journal_inode_now(&j, 4, "boot"), 4);
	step_clear(&removal.step);
	step_clear(&again.step);
	journal_clear(&j);
}

static void test_undo_of_groups_and_tasks(void **state)
{
	struct step create = { .kind = STEP_CREATE, .inode = 5, .object = strdup("a/b") };
	struct step move = { .kind = STEP_MOVE, .object = strdup("a"), .want = strdup("42") };
	struct plan p;

	(void)state;
	assert_int_equal(plan_undo(&create, &p), 0);
	assert_int_equal(p.steps[0].kind, STEP_DELETE);
	assert_int_equal(p.steps[0].inode, 5);
	plan_clear(&p);
	assert_int_equal(plan_undo(&move, &p), -EINVAL);
	assert_int_equal(step_set(&move.before, ""), 0);
	assert_int_equal(plan_undo(&move, &p), 0);
	assert_string_equal(p.steps[0].object, "");
	assert_string_equal(p.steps[0].want, "42");
	plan_clear(&p);
	step_clear(&create);
	step_clear(&move);
}

static void test_judge_and_explain(void **state)
{
	struct journal_entry e = make_entry(1, "cpuset.cpus", "ma\x1bin", "0-3", "0,1");
	struct fault f = { 0 };

	(void)state;
	assert_int_equal(step_set(&e.step.after, "0-1"), 0);
	step_judge(&e.step);
	assert_int_equal(e.step.state, STEP_VERIFIED);
	assert_int_equal(step_set(&e.step.after, "0"), 0);
	step_judge(&e.step);
	assert_int_equal(e.step.state, STEP_DRIFTED);
	e.step.error = -EACCES;
	assert_int_equal(step_explain(&e.step, &f), -EACCES);
	assert_int_equal(f.status, EXIT_STATUS_DENIED);
	assert_null(strchr(f.text, '\x1b'));
	e.step.error = -ESTALE;
	step_explain(&e.step, &f);
	assert_non_null(strstr(f.text, "somebody else"));
	step_clear(&e.step);
}

static void expect_title(enum step_kind kind, const struct knob *k, const char *object,
			 const char *want, const char *title)
{
	char text[256];
	struct step step;

	assert_int_equal(step_init(&step, k, object, "", want), 0);
	step.kind = kind;
	assert_string_equal(step_title(&step, text, sizeof(text)), title);
	step_clear(&step);
}

static void test_titles(void **state)
{
	(void)state;
	expect_title(STEP_WRITE, knob_find_cgroup("cpu.max"), "a/b", "max", "cpu.max of a/b");
	expect_title(STEP_WRITE, knob_find_cgroup("cpu.max"), "", "max",
		     "cpu.max of the root group");
	expect_title(STEP_WRITE, knob_feature(), "WA_IDLE", "on", "feature WA_IDLE");
	expect_title(STEP_WRITE, knob_find_tunable(KNOB_SCHED, "nr_migrate"), "nr_migrate", "1",
		     "sched/nr_migrate");
	expect_title(STEP_WRITE, knob_find_tunable(KNOB_SYSCTL, "sched_x"), "sched_x", "1",
		     "kernel.sched_x");
	expect_title(STEP_CREATE, NULL, "a", NULL, "create of group a");
	expect_title(STEP_MOVE, NULL, "", "12", "move of task 12 to the root group");
}

static void expect_reason(const struct knob *k, int error, const char *part)
{
	struct fault f = { 0 };
	struct step step;

	assert_int_equal(step_init(&step, k, "x", "1", "2"), 0);
	step.kind = k ? STEP_WRITE : STEP_MOVE;
	step.error = error;
	assert_int_equal(step_explain(&step, &f), error);
	if (!strstr(f.text, part))
		fail_msg("%s: no \"%s\"", f.text, part);
	step_clear(&step);
}

static void test_reasons(void **state)
{
	const struct knob *cgroup = knob_find_cgroup("cpu.max"), *feature = knob_feature();

	(void)state;
	expect_reason(cgroup, -EACCES, "CAP_DAC_OVERRIDE");
	expect_reason(cgroup, -EPERM, "CAP_DAC_OVERRIDE");
	expect_reason(feature, -EPERM, "locked down");
	expect_reason(feature, -EACCES, "it takes root (");
	expect_reason(knob_find_tunable(KNOB_SYSCTL, "sched_schedstats"), -EPERM, "CAP_SYS_ADMIN");
	expect_reason(NULL, -EPERM, "CAP_SYS_NICE");
	expect_reason(cgroup, -EINVAL, "does not take this value (Invalid argument)");
	expect_reason(cgroup, -EBUSY, "is using it");
	expect_reason(cgroup, -ENOTUNIQ, "made anew");
	expect_reason(cgroup, -EXDEV, "the kernel refused (Invalid cross-device link)");
}

static void test_same(void **state)
{
	struct step step = { .knob = knob_find_cgroup("cpu.weight") };

	(void)state;
	assert_true(step_is_same(&step, "100", "0100"));
	assert_false(step_is_same(&step, "100", NULL));
	assert_false(step_is_same(&step, NULL, "100"));
	assert_false(step_is_same(&step, NULL, NULL));
	step.knob = NULL;
	assert_false(step_is_same(&step, "100", "0100"));
	assert_true(step_is_same(&step, "a", "a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_lines_are_ascii),
		cmocka_unit_test(test_status),
		cmocka_unit_test(test_newest_open),
		cmocka_unit_test(test_damaged_lines),
		cmocka_unit_test(test_undo_of_a_value),
		cmocka_unit_test(test_undo_of_idle),
		cmocka_unit_test(test_undo_of_a_removal),
		cmocka_unit_test(test_inode_of_a_group_made_again),
		cmocka_unit_test(test_undo_of_groups_and_tasks),
		cmocka_unit_test(test_judge_and_explain),
		cmocka_unit_test(test_titles),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_same),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
