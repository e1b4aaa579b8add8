/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The only writer of kernel files. An edit is prepared (folders opened, values read), shown, and
 * run: checked again through the same descriptors, noted in the journal, written by one write(2)
 * each (groups and tasks: by libcgroup, see stanza.h), read back, judged. Taking back is an edit too.
 */
#ifndef HEADROOM_HOST_APPLY_H
#define HEADROOM_HOST_APPLY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/fault.h"
#include "core/journal.h"
#include "core/plan.h"

struct apply;
struct fsroot;

struct apply_options {
	const struct fsroot *root; /* must outlive the writer */
	const char *mount;         /* of cgroup v2, "" when there is none; copied */
	const char *state_dir;     /* folder of the journal, NULL: the default */
	bool read_only;            /* opens nothing for writing and changes nothing */
};

/* What is to be done, with the descriptors opened when it was prepared. */
struct edit {
	struct plan plan;
	int dirs[PLAN_STEPS_MAX];
	enum journal_origin origin;
	uint64_t undoes;          /* entry that this takes back, or 0 */
	uint64_t expires_unix_us; /* 0: the change stays until it is taken back */
};

/*
 * Every function returns 0, or -errno with f set: a sentence for the operator; f->status tells bad
 * usage from a refusal.
 */
int apply_open(const struct apply_options *options, struct apply **ret_apply, struct fault *f);
struct apply *apply_close(struct apply *a); /* takes and returns NULL */

/* The journal as last read; entries move at every call that changes or looks for changes. */
const struct journal *apply_journal(struct apply *a);
const char *apply_journal_path(const struct apply *a);
const char *apply_boot(const struct apply *a); /* this boot and this run, as in the entries */
const char *apply_run_id(const struct apply *a);

/* The value of a knob now, as its file reads. */
int apply_read(struct apply *a, const struct knob *k, const char *object, char *buf, size_t size,
	       struct fault *f);

/*
 * Prepares one value. object: a path as people write it, a feature's or a tunable's name. A value
 * that breaks a rule is refused with that rule and nothing is opened. *ret_edit is the caller's.
 */
int apply_prepare_write(struct apply *a, const struct knob *k, const char *object, const char *want,
			struct edit **ret_edit, struct fault *f);

/*
 * Prepares taking an entry back. -EALREADY when it is not in force (any more), -ESTALE when
 * somebody else changed the value since, -ENODEV, -ENOTUNIQ or -ESRCH when the group or task is
 * gone (see apply_settle()).
 */
int apply_prepare_undo(struct apply *a, uint64_t id, enum journal_origin origin,
		       struct edit **ret_edit, struct fault *f);

/* Groups and tasks; the kernel does the checking. */
int apply_prepare_create(struct apply *a, const char *path, struct edit **ret_edit,
			 struct fault *f);
int apply_prepare_delete(struct apply *a, const char *path, struct edit **ret_edit,
			 struct fault *f);
int apply_prepare_move(struct apply *a, pid_t pid, const char *path, struct edit **ret_edit,
		       struct fault *f);

/*
 * Runs an edit; the states and errors of its steps tell what came of each. -EREMOTEIO: all was
 * written, but a value reads back otherwise than asked (DRIFTED).
 */
int apply_run(struct apply *a, struct edit *edit, struct fault *f);

struct edit *edit_free(struct edit *edit); /* takes and returns NULL */

/* The change stays: it will not be taken back when its time is over. */
int apply_confirm(struct apply *a, uint64_t id, struct fault *f);

/*
 * Calls take() for every change in force (of one run unless run is NULL), the newest first, because
 * a later change may rest on an earlier one. One that fails does not keep the others: the first
 * fault is told at the end, and how many there were. -ENOENT when there is nothing to take back.
 */
typedef int (*apply_take_fn)(void *ctx, uint64_t id, struct fault *f);
int apply_each_open(struct apply *a, const char *run, apply_take_fn take, void *ctx,
		    struct fault *f);

/*
 * Takes one change back, or settles it when its group or task is gone (*ret_gone, may be NULL).
 */
int apply_take_back(struct apply *a, uint64_t id, enum journal_origin origin, bool *ret_gone,
		    struct fault *f);

/* Settles an entry whose group or task is gone: there is nothing left to take back. */
int apply_settle(struct apply *a, uint64_t id, struct fault *f);

/*
 * Looks at every value we set and calls found() for those that somebody else has changed since it
 * was last looked at; noted in the journal unless read_only, and never overwritten.
 */
typedef void (*apply_foreign_fn)(void *ctx, const struct journal_entry *e);
int apply_check_foreign(struct apply *a, apply_foreign_fn found, void *ctx, struct fault *f);

#endif
