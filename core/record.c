// SPDX-License-Identifier: GPL-2.0-only
/* One writer and one reader for each type of field; see record.h. */
#include "core/record.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"

#define EXACT_LIMIT (UINT64_C(1) << 53)

_Static_assert(sizeof(enum record_type) == sizeof(unsigned int), "enums are read as unsigned int");

cJSON *record_write_u64(uint64_t value)
{
	char digits[24];

	if (value < EXACT_LIMIT)
		return json_integer(value);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return cJSON_CreateString(digits);
}

int record_read_u64(const cJSON *item, uint64_t *ret_value)
{
	double value = cJSON_IsNumber(item) ? item->valuedouble : -1;

	if (cJSON_IsString(item))
		return number_parse_u64(item->valuestring, ret_value) < 0 ? -EBADMSG : 0;
	if (!(value >= 0) || value >= (double)EXACT_LIMIT || value != floor(value))
		return -EBADMSG;
	*ret_value = (uint64_t)value;
	return 0;
}

static cJSON *write_u64(const struct record_field *f, const void *at)
{
	uint64_t value;

	(void)f;
	memcpy(&value, at, sizeof(value));
	return record_write_u64(value);
}

static int read_u64(const struct record_field *f, const cJSON *item, void *at)
{
	uint64_t value;

	(void)f;
	if (record_read_u64(item, &value) < 0)
		return -EBADMSG;
	memcpy(at, &value, sizeof(value));
	return 0;
}

static cJSON *write_u32(const struct record_field *f, const void *at)
{
	uint32_t value;

	(void)f;
	memcpy(&value, at, sizeof(value));
	return json_integer(value);
}

static int read_u32(const struct record_field *f, const cJSON *item, void *at)
{
	uint64_t wide;
	uint32_t value;

	(void)f;
	if (record_read_u64(item, &wide) < 0 || wide > UINT32_MAX)
		return -EBADMSG;
	value = (uint32_t)wide;
	memcpy(at, &value, sizeof(value));
	return 0;
}

static cJSON *write_int(const struct record_field *f, const void *at)
{
	int value;

	(void)f;
	memcpy(&value, at, sizeof(value));
	return cJSON_CreateNumber(value);
}

static int read_int(const struct record_field *f, const cJSON *item, void *at)
{
	double wide = cJSON_IsNumber(item) ? item->valuedouble : NAN;
	int value;

	(void)f;
	if (!(wide >= INT_MIN && wide <= INT_MAX) || wide != floor(wide))
		return -EBADMSG;
	value = (int)wide;
	memcpy(at, &value, sizeof(value));
	return 0;
}

static cJSON *write_bool(const struct record_field *f, const void *at)
{
	(void)f;
	return cJSON_CreateBool(*(const bool *)at);
}

static int read_bool(const struct record_field *f, const cJSON *item, void *at)
{
	(void)f;
	if (!cJSON_IsBool(item))
		return -EBADMSG;
	*(bool *)at = cJSON_IsTrue(item);
	return 0;
}

/* A sensor may say "not a number"; JSON cannot, null does. */
static cJSON *write_double(const struct record_field *f, const void *at)
{
	double value;

	(void)f;
	memcpy(&value, at, sizeof(value));
	return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

static int read_double(const struct record_field *f, const cJSON *item, void *at)
{
	double value = cJSON_IsNull(item) ? NAN : item->valuedouble;

	(void)f;
	if (!cJSON_IsNull(item) && (!cJSON_IsNumber(item) || !isfinite(value)))
		return -EBADMSG;
	memcpy(at, &value, sizeof(value));
	return 0;
}

static cJSON *write_hex(const char *raw)
{
	size_t length = strlen(raw);
	char *digits = malloc(2 * length + 1);
	cJSON *object = cJSON_CreateObject();

	for (size_t i = 0; digits && i < length; i++)
		snprintf(digits + 2 * i, 3, "%02x", (unsigned char)raw[i]);
	if (!digits || !cJSON_AddStringToObject(object, "hex", digits)) {
		cJSON_Delete(object);
		object = NULL;
	}
	free(digits);
	return object;
}

cJSON *record_write_text(const char *raw)
{
	return text_is_utf8(raw) ? cJSON_CreateString(raw) : write_hex(raw);
}

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (int)(found - digits) : -1;
}

static int read_hex(const char *digits, char *buf, size_t size)
{
	size_t length = strlen(digits);

	if (length % 2 || length / 2 >= size)
		return -EBADMSG;
	for (size_t i = 0; i < length / 2; i++) {
		int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);

		if (high < 0 || low < 0 || !(high | low))
			return -EBADMSG;
		buf[i] = (char)(high << 4 | low);
	}
	buf[length / 2] = '\0';
	return 0;
}

int record_read_text(const cJSON *item, char *buf, size_t size)
{
	const cJSON *hex = cJSON_GetObjectItemCaseSensitive(item, "hex");
	size_t length;

	if (cJSON_IsString(hex))
		return read_hex(hex->valuestring, buf, size);
	if (!cJSON_IsString(item))
		return -EBADMSG;
	length = strlen(item->valuestring);
	if (length >= size)
		return -EBADMSG;
	memcpy(buf, item->valuestring, length + 1);
	return 0;
}

static cJSON *write_text(const struct record_field *f, const void *at)
{
	(void)f;
	return record_write_text(at);
}

static int read_text(const struct record_field *f, const cJSON *item, void *at)
{
	return record_read_text(item, at, f->size);
}

static cJSON *write_gauge(const struct record_field *f, const void *at)
{
	struct gauge gauge;

	(void)f;
	memcpy(&gauge, at, sizeof(gauge));
	return gauge_is_known(gauge) ? record_write_u64(gauge.value)
				     : cJSON_CreateString(gauge_state_name(gauge.state));
}

static int read_gauge(const struct record_field *f, const cJSON *item, void *at)
{
	struct gauge gauge = { .state = GAUGE_KNOWN };

	(void)f;
	if (record_read_u64(item, &gauge.value) < 0 &&
	    (!cJSON_IsString(item) || gauge_state_from_name(item->valuestring, &gauge.state) < 0 ||
	     gauge.state == GAUGE_KNOWN))
		return -EBADMSG;
	memcpy(at, &gauge, sizeof(gauge));
	return 0;
}

static cJSON *write_enum(const struct record_field *f, const void *at)
{
	unsigned int value;

	memcpy(&value, at, sizeof(value));
	return cJSON_CreateString(f->name_of(value));
}

static int read_enum(const struct record_field *f, const cJSON *item, void *at)
{
	if (!cJSON_IsString(item))
		return -EBADMSG;
	for (unsigned int value = 0; value < f->count; value++) {
		if (strcmp(f->name_of(value), item->valuestring))
			continue;
		memcpy(at, &value, sizeof(value));
		return 0;
	}
	return -EBADMSG;
}

struct record_codec {
	cJSON *(*write)(const struct record_field *f, const void *at);
	int (*read)(const struct record_field *f, const cJSON *item, void *at);
};

static const struct record_codec codecs[RECORD_TYPE_COUNT] = {
	[RECORD_U64] = { .write = write_u64, .read = read_u64 },
	[RECORD_U32] = { .write = write_u32, .read = read_u32 },
	[RECORD_INT] = { .write = write_int, .read = read_int },
	[RECORD_BOOL] = { .write = write_bool, .read = read_bool },
	[RECORD_DOUBLE] = { .write = write_double, .read = read_double },
	[RECORD_TEXT] = { .write = write_text, .read = read_text },
	[RECORD_GAUGE] = { .write = write_gauge, .read = read_gauge },
	[RECORD_ENUM] = { .write = write_enum, .read = read_enum },
};

cJSON *record_write_field(const struct record_field *f, const void *data)
{
	return codecs[f->type].write(f, (const char *)data + f->offset);
}

int record_read_field(const struct record_field *f, const cJSON *item, void *data)
{
	return codecs[f->type].read(f, item, (char *)data + f->offset);
}

void record_write_members(struct json_writer *w, cJSON *object, const struct record *rec,
			  const void *data)
{
	for (size_t i = 0; i < rec->nr_fields; i++)
		json_add(w, object, rec->fields[i].name, record_write_field(&rec->fields[i], data));
}

cJSON *record_write_row(struct json_writer *w, const struct record *rec, const void *data)
{
	cJSON *row = cJSON_CreateArray();

	for (size_t i = 0; i < rec->nr_fields; i++)
		json_append(w, row, record_write_field(&rec->fields[i], data));
	return row;
}

cJSON *record_write_columns(struct json_writer *w, const struct record *rec)
{
	cJSON *names = cJSON_CreateArray();

	for (size_t i = 0; i < rec->nr_fields; i++)
		json_append(w, names, cJSON_CreateString(rec->fields[i].name));
	return names;
}

int record_read_members(const struct record *rec, const cJSON *object, void *data,
			const char **ret_field)
{
	for (size_t i = 0; i < rec->nr_fields; i++) {
		const struct record_field *f = &rec->fields[i];
		const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, f->name);

		if (item && record_read_field(f, item, data) < 0) {
			*ret_field = f->name;
			return -EBADMSG;
		}
	}
	return 0;
}

int record_read_row(const struct record *rec, const struct record_columns *columns,
		    const cJSON *row, void *data, const char **ret_field)
{
	const cJSON *item;
	size_t at = 0;

	*ret_field = rec->name;
	if (!cJSON_IsArray(row))
		return -EBADMSG;
	cJSON_ArrayForEach(item, row)
	{
		int index = at < columns->count ? columns->field[at] : -1;

		at++;
		if (index < 0)
			continue;
		*ret_field = rec->fields[index].name;
		if (record_read_field(&rec->fields[index], item, data) < 0)
			return -EBADMSG;
	}
	*ret_field = rec->name;
	return at == columns->count ? 0 : -EBADMSG;
}

static int record_find_field(const struct record *rec, const char *name)
{
	for (size_t i = 0; i < rec->nr_fields; i++) {
		if (!strcmp(rec->fields[i].name, name))
			return (int)i;
	}
	return -1;
}

int record_read_columns(const struct record *rec, const cJSON *names,
			struct record_columns *ret_columns)
{
	const cJSON *item;

	ret_columns->count = 0;
	if (!cJSON_IsArray(names))
		return -EBADMSG;
	cJSON_ArrayForEach(item, names)
	{
		if (!cJSON_IsString(item) || ret_columns->count == RECORD_MAX_FIELDS)
			return -EBADMSG;
		ret_columns->field[ret_columns->count++] =
			record_find_field(rec, item->valuestring);
	}
	return 0;
}
