/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands in a sample file: the fields of every record, and the sections of a sample's line. A
 * further fact is a field here; a further array is a record and a line in SAMPLE_ARRAYS; anything
 * else is a section with its writer and its reader. None of these needs a new version of the file:
 * readers pass over what they do not know, and keep the empty value of what is absent.
 */
#ifndef HEADROOM_CORE_SAMPLEFILE_RECORDS_H
#define HEADROOM_CORE_SAMPLEFILE_RECORDS_H

#include "core/fault.h"
#include "core/record.h"
#include "core/sample.h"

/* Records that stand in rows; their columns are named in the header line. X(id) */
#define ROW_TABLE(X)                                                                               \
	X(CPU)                                                                                     \
	X(COUNTS)                                                                                  \
	X(NOW)                                                                                     \
	X(TIMES)                                                                                   \
	X(SCHEDSTAT)                                                                               \
	X(LLC)                                                                                     \
	X(DOMAIN)                                                                                  \
	X(FEATURE)                                                                                 \
	X(TUNABLE)                                                                                 \
	X(CGROUP)                                                                                  \
	X(SENSOR)                                                                                  \
	X(TOPOLOGY_CPU)                                                                            \
	X(TOPOLOGY_CACHE)                                                                          \
	X(TOPOLOGY_KIND)

enum row_id {
#define X(id) ROW_##id,
	ROW_TABLE(X)
#undef X
		ROW_COUNT
};

extern const struct record row_records[ROW_COUNT];

/* Records that stand as members of an object. */
extern const struct record facts_record, self_record, topology_record;

/* What a reader knows while it reads the value of a section. */
struct section_reader {
	const struct record_columns *columns; /* [ROW_COUNT] */
	struct fault *fault;
};

/* One member of a sample's line. */
struct sample_section {
	const char *key;
	cJSON *(*write)(struct json_writer *w, const struct sample *s);
	/* 0, -EBADMSG or -ENOMEM with the fault set. */
	int (*read)(const struct section_reader *r, const cJSON *value, struct sample *s);
};

extern const struct sample_section sample_sections[]; /* ends with a NULL key */

/* The section of the cgroup tree, whose rows are of their own kind. */
cJSON *cgroup_rows_write(struct json_writer *w, const struct sample *s);
int cgroup_rows_read(const struct section_reader *r, const cJSON *array, struct sample *s);

/* Rows of an array of structs of size bytes each, and back: *ret_rows is freed by the caller. */
cJSON *rows_write(struct json_writer *w, enum row_id id, const void *rows, size_t count,
		  size_t size);
int rows_read(const struct section_reader *r, enum row_id id, const cJSON *array, size_t size,
	      void **ret_rows, size_t *ret_count);

/* Says which field of which record is wrong, and returns -EBADMSG. */
int section_refuse(const struct section_reader *r, const char *record, const char *field);

#endif
