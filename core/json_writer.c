// SPDX-License-Identifier: GPL-2.0-only
/* Members of JSON objects; see json_writer.h. */
#include "core/json_writer.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

void json_add(struct json_writer *w, cJSON *object, const char *key, cJSON *item)
{
	if (!item || !cJSON_AddItemToObjectCS(object, key, item)) {
		cJSON_Delete(item);
		w->failed = true;
	}
}

void json_append(struct json_writer *w, cJSON *array, cJSON *item)
{
	if (!item || !cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		w->failed = true;
	}
}

cJSON *json_append_object(struct json_writer *w, cJSON *array)
{
	cJSON *made = cJSON_CreateObject();

	json_append(w, array, made);
	return w->failed ? NULL : made;
}

cJSON *json_add_object(struct json_writer *w, cJSON *object, const char *key)
{
	cJSON *made = cJSON_CreateObject();

	json_add(w, object, key, made);
	return w->failed ? NULL : made;
}

cJSON *json_add_array(struct json_writer *w, cJSON *object, const char *key)
{
	cJSON *made = cJSON_CreateArray();

	json_add(w, object, key, made);
	return w->failed ? NULL : made;
}

/* cJSON keeps numbers as double: exact to 2^53, and printed with an exponent long before. */
cJSON *json_integer(uint64_t value)
{
	char digits[24];

	if (value <= INT_MAX)
		return cJSON_CreateNumber((double)value);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return cJSON_CreateRaw(digits);
}

void json_add_bool(struct json_writer *w, cJSON *object, const char *key, bool value)
{
	json_add(w, object, key, cJSON_CreateBool(value));
}

void json_add_integer(struct json_writer *w, cJSON *object, const char *key, uint64_t value)
{
	json_add(w, object, key, json_integer(value));
}

void json_add_signed(struct json_writer *w, cJSON *object, const char *key, int value)
{
	json_add(w, object, key, cJSON_CreateNumber(value));
}

void json_add_text(struct json_writer *w, cJSON *object, const char *key, const char *raw)
{
	size_t size = 4 * strlen(raw) + 1; /* every byte may become \xNN */
	char *text = malloc(size);

	json_add(w, object, key, text ? cJSON_CreateString(text_printable(raw, text, size)) : NULL);
	free(text);
}

void json_add_missing(struct json_writer *w, cJSON *object, const char *key, const char *reason)
{
	char reason_key[64];
	cJSON *item = cJSON_CreateStringReference(reason);

	snprintf(reason_key, sizeof(reason_key), "%s_reason", key);
	json_add(w, object, key, cJSON_CreateNull());
	if (!item || !cJSON_AddItemToObject(object, reason_key, item)) {
		cJSON_Delete(item);
		w->failed = true;
	}
}

void json_add_rate(struct json_writer *w, cJSON *object, const char *key, struct rate rate)
{
	if (!rate_is_known(rate))
		json_add_missing(w, object, key, gauge_state_name(rate.state));
	else if (!isfinite(rate.value))
		json_add_missing(w, object, key, gauge_state_name(GAUGE_FAILED));
	else
		json_add(w, object, key, cJSON_CreateNumber(round(rate.value * 1000) / 1000));
}

void json_add_gauge(struct json_writer *w, cJSON *object, const char *key, struct gauge gauge)
{
	if (gauge_is_known(gauge))
		json_add_integer(w, object, key, gauge.value);
	else
		json_add_missing(w, object, key, gauge_state_name(gauge.state));
}

void json_add_id(struct json_writer *w, cJSON *object, const char *key, int id, const char *reason)
{
	if (id < 0)
		json_add_missing(w, object, key, reason);
	else
		json_add_signed(w, object, key, id);
}
