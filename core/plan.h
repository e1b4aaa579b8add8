/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A change before, while and after it is made: what is written where, the value now, the value
 * wanted, and what came of it. Pure facts and rules; host/apply.h reads and writes the files.
 */
#ifndef HEADROOM_CORE_PLAN_H
#define HEADROOM_CORE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/knob.h"

/* X(id, word in the journal) */
#define STEP_KIND_TABLE(X)                                                                         \
	X(WRITE, "write")                                                                          \
	X(CREATE, "create")                                                                        \
	X(DELETE, "delete")                                                                        \
	X(MOVE, "move")

/* UNNEEDED: the value is already the one wanted, nothing was written. */
#define STEP_STATE_TABLE(X)                                                                        \
	X(PLANNED, "planned")                                                                      \
	X(UNNEEDED, "unneeded")                                                                    \
	X(VERIFIED, "verified")                                                                    \
	X(DRIFTED, "drifted")                                                                      \
	X(FAILED, "failed")

enum step_kind {
#define X(id, word) STEP_##id,
	STEP_KIND_TABLE(X)
#undef X
		STEP_KIND_COUNT
};

enum step_state {
#define X(id, word) STEP_##id,
	STEP_STATE_TABLE(X)
#undef X
		STEP_STATE_COUNT
};

const char *step_kind_name(enum step_kind kind);
const char *step_state_name(enum step_state state);
int step_kind_from_name(const char *name, enum step_kind *ret_kind);    /* 0 or -EINVAL */
int step_state_from_name(const char *name, enum step_state *ret_state); /* 0 or -EINVAL */

/*
 * One change. Strings are owned by the step, raw bytes, NULL where there is nothing to say.
 *
 * object: path of the cgroup below the mount point, "a/b"; the feature; or the tunable's file.
 * WRITE: before and want are values. CREATE, DELETE: neither. MOVE: object is the cgroup the task
 * goes to, want its id, before the cgroup it came from.
 */
struct step {
	enum step_kind kind;
	const struct knob *knob; /* WRITE: the row of the table; else NULL */
	char *object;
	uint64_t inode; /* of the cgroup's folder as it was seen; else 0 */
	char *before, *want, *after;
	char *lost;   /* WRITE: value of knob->loses before it; DELETE: step_keep() */
	bool follows; /* its value now shows only after the step before it, so it was not previewed */
	enum step_state state;
	int error; /* -errno of a failed step */
};

/* Copies the strings. 0 or -ENOMEM, *step is then empty. object may not be NULL. */
int step_init(struct step *step, const struct knob *knob, const char *object, const char *before,
	      const char *want);
void step_clear(struct step *step); /* frees the strings; a zeroed step is fine */

/* Replaces one of a step's strings by a copy of text (NULL: none). 0 or -ENOMEM. */
int step_set(char **field, const char *text);

/* Keeps a value of a group that a DELETE will take along, for undo. 0 or -ENOMEM. */
int step_keep(struct step *step, const struct knob *k, const char *value);

/* Whether two values of the step mean the same to its knob; NULL is like nothing else. */
bool step_is_same(const struct step *step, const char *a, const char *b);

/* VERIFIED or DRIFTED, from what was read back. */
void step_judge(struct step *step);

/* What the operator calls it: "cpu.max of main", "feature PLACE_LAG", "kernel.sched_schedstats". */
char *step_title(const struct step *step, char *buf, size_t size);

/* Why a step failed, as a sentence from its error. Returns the error. */
int step_explain(const struct step *step, struct fault *f);

#define PLAN_STEPS_MAX 8

/* Steps in the order in which they are made; the first that fails is the last. */
struct plan {
	size_t nr_steps;
	struct step steps[PLAN_STEPS_MAX];
};

void plan_clear(struct plan *plan);

/*
 * The plan that takes a step back: its own knob first, then the value that the write destroyed
 * (the kernel refuses a weight while cpu.idle is 1, and sets it to 100 when that is cleared). An
 * interrupted step, which has no after, is taken to be at its want; the reader of the files finds
 * out. A group is made again first, and then gets the values that were kept: these steps have no
 * inode until the group is there. -EINVAL for a step that cannot be taken back, -ENOMEM.
 */
int plan_undo(const struct step *step, struct plan *ret_plan);

#endif
