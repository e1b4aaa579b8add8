/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds members to cJSON objects and remembers whether memory ran out, so that a document is built
 * straight on and checked once at its end. Keys must be literals: they are not copied.
 */
#ifndef HEADROOM_CORE_JSON_WRITER_H
#define HEADROOM_CORE_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "core/gauge.h"

struct json_writer {
	bool failed; /* memory ran out */
};

/*
 * Adds item, also NULL (then the writer has failed), under key, or at an array's end. An item that
 * could not be added is freed, so do not touch it after: add it when it is complete, or have the
 * object made by the functions below.
 */
void json_add(struct json_writer *w, cJSON *object, const char *key, cJSON *item);
void json_append(struct json_writer *w, cJSON *array, cJSON *item);

/*
 * New empty object or array, at an array's end or under key; NULL, which takes no members, when
 * the writer has failed.
 */
cJSON *json_append_object(struct json_writer *w, cJSON *array);
cJSON *json_add_object(struct json_writer *w, cJSON *object, const char *key);
cJSON *json_add_array(struct json_writer *w, cJSON *object, const char *key);

/* All digits of a 64-bit number, as a JSON number. */
cJSON *json_integer(uint64_t value);

void json_add_bool(struct json_writer *w, cJSON *object, const char *key, bool value);
void json_add_integer(struct json_writer *w, cJSON *object, const char *key, uint64_t value);
void json_add_signed(struct json_writer *w, cJSON *object, const char *key, int value);

/* Bytes from outside, made printable by core/text.h. */
void json_add_text(struct json_writer *w, cJSON *object, const char *key, const char *raw);

/* null, and its reason, a literal too, beside it as KEY_reason. */
void json_add_missing(struct json_writer *w, cJSON *object, const char *key, const char *reason);

/* Rounded to three decimals; a missing or not finite one is null with the state's name. */
void json_add_rate(struct json_writer *w, cJSON *object, const char *key, struct rate rate);
void json_add_gauge(struct json_writer *w, cJSON *object, const char *key, struct gauge gauge);

/* An id from 0; a negative one is missing for that reason. */
void json_add_id(struct json_writer *w, cJSON *object, const char *key, int id, const char *reason);

#endif
