/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where documents go: standard output, or a file that is replaced in one step when its text is
 * whole. Every fault (disk full, reader gone, no such folder) becomes a sentence; a half-written
 * file is never left behind.
 */
#ifndef HEADROOM_TUI_OUTPUT_H
#define HEADROOM_TUI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "core/fault.h"

struct output {
	int fd;
	char *path;       /* NULL: standard output */
	char *temp;       /* NULL: written in place (a device, a pipe, or lines) */
	off_t whole;      /* lines: length of the file up to the last whole line, else -1 */
	off_t line_bytes; /* of the line that is written or was written last */
	int error;        /* of its first write that failed, or 0 */
};

#define OUTPUT_CLOSED                                                                              \
	{                                                                                          \
		.fd = -1, .whole = -1                                                              \
	}

/*
 * Opens for one document; path "" is standard output. A regular file keeps what it holds, with its
 * owner and mode, until output_commit(). What is no regular file is written in place.
 */
int output_begin(struct output *out, const char *path, struct fault *f);

/* Opens for documents one a line, written in place; a line that does not fit is taken back. */
int output_begin_lines(struct output *out, const char *path, struct fault *f);

int output_write(struct output *out, const char *text, size_t len, struct fault *f);
int output_write_line(struct output *out, const char *text, struct fault *f);

/*
 * The same for a line that is made piece by piece: a stream whose text goes out as it comes, NULL when
 * memory ran out. output_end_line() closes it; r is what became of the text, and when it is below 0, or
 * a write failed, a line in a file is taken back.
 */
FILE *output_line(struct output *out, struct fault *f);
int output_end_line(struct output *out, FILE *line, int r, struct fault *f);

/* Puts the document in place. durable: it is on the disk before this returns. */
int output_commit(struct output *out, bool durable, struct fault *f);

/* Closes and forgets what was not committed; safe on OUTPUT_CLOSED and after a commit. */
void output_abort(struct output *out);

/* All of it in one go: a document and a newline. */
int output_document(const char *path, const char *text, struct fault *f);

#endif
