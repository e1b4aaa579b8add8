/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plain structs as JSON and back, by tables of fields: the writer and the reader of the sample file
 * share a table, so they cannot disagree. A record is an object with the fields' names as keys, or
 * a row: just the values, in an order that the file's header names once.
 */
#ifndef HEADROOM_CORE_RECORD_H
#define HEADROOM_CORE_RECORD_H

#include <stddef.h>

#include "core/json_writer.h"

enum record_type {
	RECORD_U64, /* a number, from 2^53 on a string of digits: readers of JSON keep doubles */
	RECORD_U32,
	RECORD_INT,
	RECORD_BOOL,
	RECORD_DOUBLE,
	RECORD_TEXT,  /* char array, raw bytes; {"hex":"..."} where they are not UTF-8 */
	RECORD_GAUGE, /* as U64 when known, else the name of its state */
	RECORD_ENUM,  /* by name */
	RECORD_TYPE_COUNT
};

struct record_field {
	const char *name;
	enum record_type type;
	size_t offset;
	size_t size;                                /* TEXT: of the array */
	unsigned int count;                         /* ENUM: number of values */
	const char *(*name_of)(unsigned int value); /* ENUM */
};

/* The fields of one struct; name is its key in a file. */
struct record {
	const char *name;
	size_t nr_fields;
	const struct record_field *fields;
};

/* Most fields that a record may have. */
#define RECORD_MAX_FIELDS 64

/* Which field a row's column is: index into fields, or -1 for one that this program lacks. */
struct record_columns {
	size_t count;
	int field[RECORD_MAX_FIELDS];
};

/* Adds the fields of *data to object as members. */
void record_write_members(struct json_writer *w, cJSON *object, const struct record *rec,
			  const void *data);

/* A new row, or NULL (then the writer has failed). */
cJSON *record_write_row(struct json_writer *w, const struct record *rec, const void *data);

/* Names of the columns in the order that record_write_row() has. */
cJSON *record_write_columns(struct json_writer *w, const struct record *rec);

/*
 * Each reads into *data what is there; fields that are absent keep their value. 0, or -EBADMSG
 * with *ret_field the name of the first field that is not what it should be.
 */
int record_read_members(const struct record *rec, const cJSON *object, void *data,
			const char **ret_field);
int record_read_row(const struct record *rec, const struct record_columns *columns,
		    const cJSON *row, void *data, const char **ret_field);

/* 0, or -EBADMSG when names is no array of at most RECORD_MAX_FIELDS strings. */
int record_read_columns(const struct record *rec, const cJSON *names,
			struct record_columns *ret_columns);

/* One unsigned value in the form of RECORD_U64, for arrays of them. */
cJSON *record_write_u64(uint64_t value);
int record_read_u64(const cJSON *item, uint64_t *ret_value);

/* One text in the form of RECORD_TEXT; -EBADMSG also where it does not fit size bytes. */
cJSON *record_write_text(const char *raw);
int record_read_text(const cJSON *item, char *buf, size_t size);

/* One field of *data alone. */
cJSON *record_write_field(const struct record_field *f, const void *data);
int record_read_field(const struct record_field *f, const cJSON *item, void *data);

#endif
