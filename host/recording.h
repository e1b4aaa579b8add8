/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings on disk: the lines of core/samplefile.h, zstd when the name ends in .zst. They are
 * ordinary files of the user, not kernel files, so they do not go through fsroot.
 *
 * Writing. The first sample goes to FILE.PID.new beside FILE, which then takes FILE's place in one
 * rename: FILE is the old recording or a whole new one at every moment. After that each sample is
 * flushed as it comes, so that a kill loses none that was taken. A FILE that exists and is no
 * regular file (a pipe, /dev/stdout) is written to as it is.
 *
 * Ring. The recording is a row of chunks, each with its own header and topology (a zstd frame of
 * its own) and a quarter of the ring's time long. When the chunks behind the oldest hold the ring's
 * time, those chunks are copied to FILE.PID.new, which takes FILE's place. So FILE always holds at
 * least the ring's time (once so much has passed) and at most 1.25 times that; during the copy the
 * disk holds 2.25 times; each byte is copied at most four times. A ring of two files would need no
 * copy, but leave two files to whoever wants to replay it.
 */
#ifndef HEADROOM_HOST_RECORDING_H
#define HEADROOM_HOST_RECORDING_H

#include <stdbool.h>

#include "core/fault.h"
#include "core/sample.h"

struct recording_writer;

/* ring_s 0: no bound. 0, or -errno with f set. Nothing is created before the first sample. */
int recording_create(const char *path, double ring_s, struct recording_writer **ret_writer,
		     struct fault *f);

/*
 * Appends a sample. 0, or -errno with f set; the file then still holds the samples before it, and
 * takes no more.
 */
int recording_write(struct recording_writer *w, const struct sample *s, struct fault *f);

/* Completes the file and syncs it to disk; frees w in any case. 0, or -errno with f set. */
int recording_finish(struct recording_writer *w, struct fault *f);

struct recording_reader;

/* Plain or zstd by what the file holds, not by its name. 0, or -errno with f set. */
int recording_open(const char *path, struct recording_reader **ret_reader, struct fault *f);
struct recording_reader *recording_close(struct recording_reader *r); /* takes and returns NULL */

/*
 * 1: *ret_sample is the next sample, the caller's; 0: the end; -errno with f set. A recording that
 * was cut short (a kill, a full disk) ends with its last whole sample, and is_cut() then says so.
 */
int recording_read(struct recording_reader *r, struct sample **ret_sample, struct fault *f);
bool recording_is_cut(const struct recording_reader *r);

#endif
