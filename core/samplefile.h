/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sample file: versioned NDJSON, a header line, then a line for each sample and one for each
 * new topology. This module turns samples into lines and back and does no I/O; reading, writing
 * and zstd are in host/recording.h.
 */
#ifndef HEADROOM_CORE_SAMPLEFILE_H
#define HEADROOM_CORE_SAMPLEFILE_H

#include "core/fault.h"
#include "core/sample.h"

#define SAMPLEFILE_VERSION 1

/* Each returns text of one line without newline, to be freed by free(), or NULL (no memory). */
char *samplefile_header(void);
char *samplefile_topology(const struct topology *topo);
char *samplefile_sample(const struct sample *s);

/*
 * Reads lines in order. Holds the topology that later samples refer to. Unknown keys are passed
 * over; a newer major version, damaged JSON, values out of range and samples that do not fit their
 * topology are refused with a sentence in f (which names the line's number).
 */
struct samplefile_reader;
struct samplefile_reader *samplefile_reader_new(void);
struct samplefile_reader *samplefile_reader_free(struct samplefile_reader *r);

/* 1: *ret_sample is a new sample; 0: a line that is none; -errno with f set. */
int samplefile_read_line(struct samplefile_reader *r, const char *line, struct sample **ret_sample,
			 struct fault *f);

#endif
