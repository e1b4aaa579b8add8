/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The journal of changes as text: one JSON document a line, only ever appended to. A change has a
 * line before it is made ("intent") and one after ("result"); later lines say that it was taken
 * back, confirmed, or overwritten by somebody else. Pure; the file is host/journalfile.h's.
 */
#ifndef HEADROOM_CORE_JOURNAL_H
#define HEADROOM_CORE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/plan.h"

#define JOURNAL_VERSION 1

/* Who made a change. X(id, word) */
#define JOURNAL_ORIGIN_TABLE(X)                                                                    \
	X(EDIT, "edit")                                                                            \
	X(UNDO, "undo")                                                                            \
	X(EXPIRE, "expire")                                                                        \
	X(RESTORE, "restore")

enum journal_origin {
#define X(id, word) JOURNAL_##id,
	JOURNAL_ORIGIN_TABLE(X)
#undef X
		JOURNAL_ORIGIN_COUNT
};

const char *journal_origin_name(enum journal_origin origin);

struct journal_entry {
	uint64_t id;              /* from 1, growing */
	uint64_t time_unix_us;    /* when it was about to be made */
	uint64_t expires_unix_us; /* 0: it stays */
	enum journal_origin origin;
	uint64_t undoes;         /* the entry it takes back, or 0 */
	uint64_t uid;            /* the real user */
	char boot[40], run[40];  /* kernel's boot id; one start of the program */
	struct step step;        /* state PLANNED while there is no result: it was interrupted */
	uint64_t result_unix_us; /* 0: no result */
	bool undone, confirmed;
	char *foreign; /* what somebody else made of it, or NULL */
};

struct journal {
	size_t nr_entries, capacity;
	struct journal_entry *entries; /* in the order of the file */
	uint64_t last_id;
	size_t nr_damaged; /* lines that were passed over */
};

void journal_clear(struct journal *j);

/* Takes one line in. 0; -EBADMSG for a damaged line, which is counted; -ENOMEM. */
int journal_read_line(struct journal *j, const char *line);

struct journal_entry *journal_find(const struct journal *j, uint64_t id); /* or NULL */

/* The inode of a group as of now: the undo of a removal in this boot made it anew, under another. */
uint64_t journal_inode_now(const struct journal *j, uint64_t inode, const char *boot);

/* In force: made (or interrupted, so perhaps made), not taken back, in this boot. */
bool journal_is_open(const struct journal_entry *e, const char *boot);

/* The newest open edit, of one run unless run is NULL; undo entries do not count. Or NULL. */
struct journal_entry *journal_newest_open(const struct journal *j, const char *boot,
					  const char *run);

/* The word for how an entry stands: "in force", "undone", "failed", "interrupted", ... */
const char *journal_status(const struct journal_entry *e, const char *boot);

/*
 * Lines to append, without the newline, to be freed by free(); NULL when memory ran out. Object
 * names keep all their bytes: a backslash, a control character or a byte that is not UTF-8 is
 * written as \xNN.
 */
char *journal_intent_line(const struct journal_entry *e);
char *journal_result_line(const struct journal_entry *e); /* from e->step */
char *journal_undone_line(uint64_t id, uint64_t time_unix_us);
char *journal_confirmed_line(uint64_t id, uint64_t time_unix_us);
char *journal_foreign_line(uint64_t id, const char *found, uint64_t time_unix_us);

#endif
