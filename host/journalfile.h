/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The journal on disk: journal.ndjson in /var/lib/headroom-top for root, else in the user's state
 * folder. Only ever appended to, each line synced before the caller goes on, locked against other
 * instances while a change is made. What the lines mean is core/journal.h's.
 */
#ifndef HEADROOM_HOST_JOURNALFILE_H
#define HEADROOM_HOST_JOURNALFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/fault.h"
#include "core/journal.h"

struct journalfile;
struct fsroot;

/*
 * dir is the folder, NULL the default one ($HEADROOM_STATE_DIR when it is set). Without read_only
 * the folder and the file are made where they are missing; with it nothing is opened for writing
 * and a missing journal is an empty one. -errno with f set.
 */
int journalfile_open(const char *dir, bool read_only, struct journalfile **ret_file,
		     struct fault *f);
struct journalfile *journalfile_close(struct journalfile *file); /* takes and returns NULL */

/*
 * Takes the lock, waiting at most 5 s for another instance (-EBUSY), and reads what was appended
 * since. Between lock and unlock nobody else appends.
 */
int journalfile_lock(struct journalfile *file, struct fault *f);
void journalfile_unlock(struct journalfile *file);

/* Reads what was appended since, without the lock: for showing. */
int journalfile_refresh(struct journalfile *file, struct fault *f);

/* What was read; entries move when more is read, so keep ids and not pointers. */
struct journal *journalfile_journal(struct journalfile *file);
const char *journalfile_path(const struct journalfile *file);

/*
 * Appends one line and waits until it is on the disk; the lock must be held. Takes ownership of
 * line; NULL counts as -ENOMEM. On an error the line may be there in part, which readers pass over.
 */
int journalfile_append(struct journalfile *file, char *line, struct fault *f);

/* The kernel's boot id, as the entries have it; "" where there is none (a captured machine). */
void journalfile_read_boot(const struct fsroot *root, char *buf, size_t size);

#endif
