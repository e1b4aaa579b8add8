/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sample file: versioned NDJSON, a header line, then a line for each sample and one for each
 * new topology. This module turns samples into lines and back and does no I/O; reading, writing
 * and zstd are in host/recording.h.
 *
 *	{"type":"header","format":"headroom-top samples","version":1,"columns":{"cpu":[names],...}}
 *	{"type":"topology","cpus":[rows],"caches":[rows],"kinds":[rows],"nr_cores":...}
 *	{"type":"sample","facts":{...},"caps":{...},"cpu":[rows],"counts":[rows],...}
 *
 * A row is an array of values whose names are the columns of its record in the header; it is null
 * for a CPU that lacks that group of facts. Numbers from 2^53 on are strings of digits, text that
 * is not UTF-8 is {"hex":"6162"}, a gauge that is not known is the name of its state. Headers may
 * come again (recordings put one behind another are a recording), and hold for what follows.
 *
 * What a later program adds (types of lines, members, columns) is passed over, and what an earlier
 * one lacks stays empty, so an addition keeps the version. The version is raised when something
 * that is there changes its meaning.
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
