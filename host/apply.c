// SPDX-License-Identifier: GPL-2.0-only
/* The only writer of kernel files; see apply.h. Preparing an edit is in prepare.c. */
#include "host/apply.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/apply_state.h"
#include "host/fsroot.h"
#include "host/stanza.h"
#include "host/target.h"

static uint64_t unix_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A start of the program: its id alone would come back after a while. */
static void name_run(struct apply *a)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	snprintf(a->run, sizeof(a->run), "%ld-%lld.%03ld", (long)getpid(), (long long)now.tv_sec,
		 now.tv_nsec / 1000000);
}

int apply_open(const struct apply_options *options, struct apply **ret_apply, struct fault *f)
{
	struct apply *a = calloc(1, sizeof(*a));
	int r;

	if (!a)
		return fault_set(f, -ENOMEM, "no memory");
	a->root = options->root;
	a->read_only = options->read_only;
	snprintf(a->mount, sizeof(a->mount), "%s", options->mount);
	journalfile_read_boot(a->root, a->boot, sizeof(a->boot));
	name_run(a);
	r = journalfile_open(options->state_dir, options->read_only, &a->file, f);
	if (r < 0) {
		free(a);
		return r;
	}
	*ret_apply = a;
	return 0;
}

struct apply *apply_close(struct apply *a)
{
	if (!a)
		return NULL;
	journalfile_close(a->file);
	free(a);
	return NULL;
}

const struct journal *apply_journal(struct apply *a)
{
	return journalfile_journal(a->file);
}

const char *apply_journal_path(const struct apply *a)
{
	return journalfile_path(a->file);
}

const char *apply_boot(const struct apply *a)
{
	return a->boot;
}

const char *apply_run_id(const struct apply *a)
{
	return a->run;
}

struct edit *edit_free(struct edit *edit)
{
	if (!edit)
		return NULL;
	for (size_t i = 0; i < edit->plan.nr_steps; i++)
		if (edit->dirs[i] >= 0)
			close(edit->dirs[i]);
	plan_clear(&edit->plan);
	free(edit);
	return NULL;
}

/* The kernel's verdict is the result of this one write. An empty text is a line, not nothing. */
static int write_control(int dir, const char *name, const char *text)
{
	int fd = openat(dir, name, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW);
	const char *line = *text ? text : "\n";
	ssize_t n;
	int r;

	if (fd < 0)
		return -errno;
	n = write(fd, line, strlen(line));
	r = n < 0 ? -errno : 0;
	close(fd);
	if (r < 0)
		return r;
	return (size_t)n == strlen(line) ? 0 : -EIO;
}

static int write_value(int dir, const struct step *step)
{
	char name[PATH_MAX], text[128];
	int r = target_file(dir, step->knob, step->object, name, sizeof(name));

	if (r < 0)
		return r;
	if (step->knob->place != KNOB_FEATURE)
		return write_control(dir, name, step->want);
	snprintf(text, sizeof(text), "%s%s", strcmp(step->want, "on") == 0 ? "" : "NO_",
		 step->object);
	return write_control(dir, name, text);
}

/* A group whose folder is gone: was it only removed, or is there another of that name? */
int apply_gone_reason(const struct apply *a, const struct step *step, int error)
{
	uint64_t inode;
	int fd;

	if (!step->inode || (error != -ENOENT && error != -ENODEV))
		return error;
	fd = target_open_cgroup(a->root, a->mount, step->object, &inode);
	if (fd < 0)
		return -ENODEV;
	close(fd);
	return inode == step->inode ? error : -ENOTUNIQ;
}

/* The value that the write will destroy, when it is one that could be written back. */
static int note_lost(struct step *step, int dir)
{
	const struct knob *lost = step->knob->loses ? knob_find_cgroup(step->knob->loses) : NULL;
	char value[KNOB_VALUE_SIZE];

	if (!lost ||
	    (step->knob->loses_from && !step_is_same(step, step->before, step->knob->loses_from)) ||
	    target_read(dir, lost, step->object, value, sizeof(value)) < 0 ||
	    !lost->is_valid(lost, value))
		return 0;
	return step_set(&step->lost, value);
}

/* The values that a group does not share with one just made go with it; undo wants them. */
static int note_values(struct apply *a, struct step *step)
{
	uint64_t inode;
	int r = 0, dir = target_open_cgroup(a->root, a->mount, step->object, &inode);

	if (dir < 0)
		return dir;
	for (const struct knob *k = knob_table; r == 0 && k->name; k++) {
		char value[KNOB_VALUE_SIZE];

		if (k->place == KNOB_CGROUP && k->fresh &&
		    target_read(dir, k, step->object, value, sizeof(value)) >= 0 &&
		    k->is_valid(k, value) && !k->is_same(value, k->fresh))
			r = step_keep(step, k, value);
	}
	close(dir);
	return r;
}

/* 0: go on and write. UNNEEDED needs no write; any error refuses it. */
static int recheck_value(struct apply *a, struct step *step, int dir)
{
	char now[KNOB_VALUE_SIZE];
	int r = target_read(dir, step->knob, step->object, now, sizeof(now));

	if (r < 0)
		return apply_gone_reason(a, step, r);
	if (step->follows && step_set(&step->before, now) < 0)
		return -ENOMEM;
	if (step_is_same(step, now, step->want)) {
		step->state = STEP_UNNEEDED;
		return step_set(&step->after, now);
	}
	if (!step_is_same(step, now, step->before))
		return step_set(&step->after, now) < 0 ? -ENOMEM : -ESTALE;
	return note_lost(step, dir);
}

static int write_and_read_back(struct apply *a, struct step *step, int dir)
{
	char now[KNOB_VALUE_SIZE];
	int r = write_value(dir, step);

	if (r == 0)
		r = target_read(dir, step->knob, step->object, now, sizeof(now));
	if (r < 0)
		return apply_gone_reason(a, step, r);
	if (step_set(&step->after, now) < 0)
		return -ENOMEM;
	step_judge(step);
	return 0;
}

static int recheck_task(const struct apply *a, struct step *step)
{
	char now[PATH_MAX];
	int r = target_read_task_group(a->root, (pid_t)atoi(step->want), now, sizeof(now));

	if (r < 0)
		return r;
	if (strcmp(now, step->before) == 0)
		return 0;
	return step_set(&step->after, now) < 0 ? -ENOMEM : -ESTALE;
}

int apply_recheck_group(const struct apply *a, struct step *step)
{
	uint64_t inode;
	int fd;

	if (step->kind == STEP_MOVE)
		return recheck_task(a, step);
	fd = target_open_cgroup(a->root, a->mount, step->object, &inode);
	if (fd >= 0)
		close(fd);
	if (step->kind == STEP_CREATE)
		return fd == -ENOENT ? 0 : (fd < 0 ? fd : -EEXIST);
	if (fd < 0)
		return fd == -ENOENT ? -ENODEV : fd;
	return inode == step->inode ? 0 : -ENOTUNIQ;
}

/* Read back, as of a value: libcgroup says 0 for a group that it left because it has tasks. */
static int verify_groups(struct apply *a, struct step *step)
{
	char now[PATH_MAX];
	uint64_t inode;
	int fd, r;

	if (step->kind == STEP_MOVE) {
		r = target_read_task_group(a->root, (pid_t)atoi(step->want), now, sizeof(now));
		if (r < 0)
			return r;
		return strcmp(now, step->object) == 0 ? 0 : -EBUSY;
	}
	fd = target_open_cgroup(a->root, a->mount, step->object, &inode);
	if (fd >= 0)
		close(fd);
	if (step->kind == STEP_DELETE)
		return fd == -ENOENT ? 0 : -EBUSY;
	if (fd < 0)
		return fd;
	step->inode = inode;
	return 0;
}

static int change_groups(struct apply *a, struct step *step)
{
	/* Here too, because an undo comes without the check of a new edit. */
	int r = stanza_check(a->mount, NULL);

	if (r == 0)
		r = stanza_run_step(step);
	if (r == 0)
		r = verify_groups(a, step);
	if (r == 0)
		step->state = STEP_VERIFIED;
	return r;
}

static int note_intent(struct apply *a, const struct edit *edit, const struct step *step,
		       uint64_t *ret_id, struct fault *f)
{
	struct journal_entry e = {
		.id = apply_journal(a)->last_id + 1,
		.time_unix_us = unix_us(),
		.expires_unix_us = edit->expires_unix_us,
		.origin = edit->origin,
		.undoes = edit->undoes,
		.uid = getuid(),
		.step = *step,
	};

	memcpy(e.boot, a->boot, sizeof(e.boot));
	memcpy(e.run, a->run, sizeof(e.run));
	*ret_id = e.id;
	return journalfile_append(a->file, journal_intent_line(&e), f);
}

/* The change is made by now; a journal that cannot take the result is told, not undone. */
static int note_result(struct apply *a, const struct step *step, uint64_t id, struct fault *f)
{
	struct journal_entry e = { .id = id, .result_unix_us = unix_us(), .step = *step };

	return journalfile_append(a->file, journal_result_line(&e), f);
}

static int note_undone(struct apply *a, const struct edit *edit, struct fault *f)
{
	return journalfile_append(a->file, journal_undone_line(edit->undoes, unix_us()), f);
}

static int fail_step(struct step *step, int error, struct fault *f)
{
	step->state = STEP_FAILED;
	step->error = error;
	return step_explain(step, f);
}

static int recheck_group(struct apply *a, struct step *step)
{
	int r = apply_recheck_group(a, step);

	return r == 0 && step->kind == STEP_DELETE ? note_values(a, step) : r;
}

static int run_step(struct apply *a, const struct edit *edit, struct step *step, int dir,
		    struct fault *f)
{
	uint64_t id;
	int r = step->kind == STEP_WRITE ? recheck_value(a, step, dir) : recheck_group(a, step);

	if (r < 0)
		return fail_step(step, r, f);
	if (step->state == STEP_UNNEEDED)
		return 0;
	r = note_intent(a, edit, step, &id, f);
	if (r < 0)
		return r;
	r = step->kind == STEP_WRITE ? write_and_read_back(a, step, dir) : change_groups(a, step);
	if (r < 0) {
		fail_step(step, r, f);
		(void)note_result(a, step, id, NULL);
		return r;
	}
	return note_result(a, step, id, f);
}

/* Under the lock: may this still be taken back, or was somebody faster? */
static int recheck_undo(struct apply *a, const struct edit *edit, struct fault *f)
{
	const struct journal_entry *e;

	if (!edit->undoes)
		return 0;
	e = journal_find(apply_journal(a), edit->undoes);
	if (e && !e->undone && (edit->origin != JOURNAL_EXPIRE || !e->confirmed))
		return 0;
	return fault_set(f, -EALREADY, "change %" PRIu64 " was taken back or confirmed meanwhile",
			 edit->undoes);
}

/* A value of a group that a step before has only just made. */
static int open_new_group(struct apply *a, struct step *step, int *dir, struct fault *f)
{
	if (step->kind != STEP_WRITE || *dir >= 0)
		return 0;
	*dir = target_open_cgroup(a->root, a->mount, step->object, &step->inode);
	return *dir < 0 ? fail_step(step, *dir, f) : 0;
}

static int run_steps(struct apply *a, struct edit *edit, struct fault *f)
{
	struct plan *plan = &edit->plan;
	bool drifted = false;
	int r;

	for (size_t i = 0; i < plan->nr_steps; i++) {
		r = open_new_group(a, &plan->steps[i], &edit->dirs[i], f);
		if (r == 0)
			r = run_step(a, edit, &plan->steps[i], edit->dirs[i], f);
		if (r < 0 && edit->undoes && i > 0 && plan->steps[0].kind == STEP_CREATE)
			(void)note_undone(a, edit, NULL); /* a second try would find the group */
		if (r < 0)
			return r;
		drifted |= plan->steps[i].state == STEP_DRIFTED;
	}
	if (edit->undoes && !drifted) {
		r = note_undone(a, edit, f);
		if (r < 0)
			return r;
	}
	return drifted ? fault_set(f, -EREMOTEIO, "the kernel made something else of it") : 0;
}

int apply_run(struct apply *a, struct edit *edit, struct fault *f)
{
	int r;

	if (a->read_only)
		return fault_set(f, -EPERM, "nothing is changed: this is read-only");
	r = journalfile_lock(a->file, f);
	if (r < 0)
		return r;
	r = recheck_undo(a, edit, f);
	if (r == 0)
		r = run_steps(a, edit, f);
	journalfile_unlock(a->file);
	return r;
}

/* Appends one line about an entry that must exist. */
static int note_later(struct apply *a, uint64_t id, char *line, struct fault *f)
{
	int r = journalfile_lock(a->file, f);

	if (r < 0) {
		free(line);
		return r;
	}
	if (journal_find(apply_journal(a), id)) {
		r = journalfile_append(a->file, line, f);
	} else {
		free(line);
		r = fault_set(f, -ENOENT, "there is no change %" PRIu64 " in the journal", id);
	}
	journalfile_unlock(a->file);
	return r;
}

int apply_confirm(struct apply *a, uint64_t id, struct fault *f)
{
	return note_later(a, id, journal_confirmed_line(id, unix_us()), f);
}

int apply_settle(struct apply *a, uint64_t id, struct fault *f)
{
	return note_later(a, id, journal_undone_line(id, unix_us()), f);
}

static bool same_target(const struct step *a, const struct step *b)
{
	return a->knob == b->knob && a->inode == b->inode && strcmp(a->object, b->object) == 0;
}

/* Whether a later entry of this boot is about the same value. */
static bool is_superseded(const struct journal *j, size_t index)
{
	const struct journal_entry *e = &j->entries[index];

	for (size_t i = index + 1; i < j->nr_entries; i++) {
		const struct journal_entry *later = &j->entries[i];

		if (later->step.state != STEP_FAILED && later->step.state != STEP_UNNEEDED &&
		    same_target(&e->step, &later->step))
			return true;
	}
	return false;
}

/* 1: somebody else's value is in now. A group that is gone is none. */
static int read_foreign(struct apply *a, const struct journal_entry *e, char *now, size_t size)
{
	const struct step *step = &e->step;
	uint64_t inode;
	int r, dir = target_open(a->root, a->mount, step->knob, step->object, &inode);

	if (dir < 0)
		return dir;
	r = inode == step->inode ? target_read(dir, step->knob, step->object, now, size) : -ENODEV;
	close(dir);
	if (r < 0)
		return r;
	/* Told once for each value that is found. */
	if (step_is_same(step, now, step->after) || step_is_same(step, now, e->foreign))
		return 0;
	return 1;
}

static int note_foreign(struct apply *a, uint64_t id, const char *now, struct fault *f)
{
	struct journal_entry *e;

	if (!a->read_only)
		return note_later(a, id, journal_foreign_line(id, now, unix_us()), f);
	e = journal_find(apply_journal(a), id);
	return e ? step_set(&e->foreign, now) : 0;
}

/* Older entries are not looked at: a loop over them at every refresh would cost. */
#define FOREIGN_ENTRIES 256

int apply_check_foreign(struct apply *a, apply_foreign_fn found, void *ctx, struct fault *f)
{
	const struct journal *j = apply_journal(a);
	size_t first = j->nr_entries > FOREIGN_ENTRIES ? j->nr_entries - FOREIGN_ENTRIES : 0;
	char now[KNOB_VALUE_SIZE];

	for (size_t i = first; i < j->nr_entries; i++) {
		uint64_t id = j->entries[i].id;
		int r;

		if (j->entries[i].step.kind != STEP_WRITE || !j->entries[i].step.after ||
		    j->entries[i].undoes || !journal_is_open(&j->entries[i], a->boot) ||
		    is_superseded(j, i) || read_foreign(a, &j->entries[i], now, sizeof(now)) <= 0)
			continue;
		r = note_foreign(a, id, now, f);
		if (r < 0)
			return r;
		found(ctx, journal_find(j, id));
	}
	return 0;
}
