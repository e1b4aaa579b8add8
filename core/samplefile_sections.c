// SPDX-License-Identifier: GPL-2.0-only
/* The members of a sample's line, each with its writer and its reader; see samplefile_records.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/samplefile_records.h"

int section_refuse(const struct section_reader *r, const char *record, const char *field)
{
	return fault_set(r->fault, -EBADMSG, "%s: %s is not what it should be", record, field);
}

static int out_of_memory(const struct section_reader *r)
{
	return fault_set(r->fault, -ENOMEM, "out of memory");
}

cJSON *rows_write(struct json_writer *w, enum row_id id, const void *rows, size_t count,
		  size_t size)
{
	cJSON *array = cJSON_CreateArray();

	for (size_t i = 0; i < count; i++)
		json_append(w, array,
			    record_write_row(w, &row_records[id], (const char *)rows + i * size));
	return array;
}

int rows_read(const struct section_reader *r, enum row_id id, const cJSON *array, size_t size,
	      void **ret_rows, size_t *ret_count)
{
	const struct record *rec = &row_records[id];
	const char *field = rec->name;
	size_t count = 0;
	const cJSON *row;
	char *rows;

	if (!cJSON_IsArray(array))
		return section_refuse(r, rec->name, "the list");
	rows = calloc((size_t)cJSON_GetArraySize(array) + 1, size);
	if (!rows)
		return out_of_memory(r);
	cJSON_ArrayForEach(row, array)
	{
		if (record_read_row(rec, &r->columns[id], row, rows + count * size, &field) < 0) {
			free(rows);
			return section_refuse(r, rec->name, field);
		}
		count++;
	}
	*ret_rows = rows;
	*ret_count = count;
	return 0;
}

static cJSON *facts_write(struct json_writer *w, const struct sample *s)
{
	cJSON *object = cJSON_CreateObject();

	record_write_members(w, object, &facts_record, s);
	return object;
}

static int facts_read(const struct section_reader *r, const cJSON *value, struct sample *s)
{
	const char *field;

	if (record_read_members(&facts_record, value, s, &field) < 0)
		return section_refuse(r, facts_record.name, field);
	return 0;
}

static cJSON *self_write(struct json_writer *w, const struct sample *s)
{
	cJSON *object = cJSON_CreateObject();

	record_write_members(w, object, &self_record, &s->self);
	return object;
}

static int self_read(const struct section_reader *r, const cJSON *value, struct sample *s)
{
	const char *field;

	if (record_read_members(&self_record, value, &s->self, &field) < 0)
		return section_refuse(r, self_record.name, field);
	return 0;
}

/* {"bpf":["known","bpf",""], ...} */
static cJSON *caps_write(struct json_writer *w, const struct sample *s)
{
	cJSON *object = cJSON_CreateObject();

	for (int i = 0; i < CAP_COUNT; i++) {
		cJSON *row = json_add_array(w, object, capability_table[i].name);

		json_append(w, row, cJSON_CreateString(gauge_state_name(s->caps[i].state)));
		json_append(w, row, cJSON_CreateString(tier_name(s->caps[i].tier)));
		json_append(w, row, cJSON_CreateString(s->caps[i].reason));
	}
	return object;
}

static int tier_from_name(const char *name)
{
	for (int i = 0; i < TIER_COUNT; i++) {
		if (!strcmp(tier_name(i), name))
			return i;
	}
	return -EINVAL;
}

static int cap_read(const cJSON *row, enum capability_id id, struct sample *s)
{
	const char *state = cJSON_GetStringValue(cJSON_GetArrayItem(row, 0));
	const char *tier = cJSON_GetStringValue(cJSON_GetArrayItem(row, 1));
	const char *reason = cJSON_GetStringValue(cJSON_GetArrayItem(row, 2));
	enum gauge_state known;

	if (!state || !tier || !reason || gauge_state_from_name(state, &known) < 0 ||
	    tier_from_name(tier) < 0)
		return -EBADMSG;
	sample_set_capability(s, id, known, tier_from_name(tier), "%s", reason);
	return 0;
}

static int caps_read(const struct section_reader *r, const cJSON *value, struct sample *s)
{
	for (int i = 0; i < CAP_COUNT; i++) {
		const char *name = capability_table[i].name;
		const cJSON *row = cJSON_GetObjectItemCaseSensitive(value, name);

		if (row && cap_read(row, i, s) < 0)
			return section_refuse(r, "caps", name);
	}
	return 0;
}

/* Groups of facts of a CPU: a row for each CPU, null where it lacks the group. X(key, id, bit) */
#define CPU_GROUP_TABLE(X)                                                                         \
	X(cpu, CPU, 0)                                                                             \
	X(counts, COUNTS, CPU_HAS_COUNTS)                                                          \
	X(now, NOW, CPU_HAS_NOW)                                                                   \
	X(times, TIMES, CPU_HAS_TIMES)                                                             \
	X(schedstat, SCHEDSTAT, CPU_HAS_SCHEDSTAT)

static cJSON *cpu_group_write(struct json_writer *w, const struct sample *s, enum row_id id,
			      unsigned int bit)
{
	cJSON *array = cJSON_CreateArray();

	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		const struct sample_cpu *cpu = &s->cpus[i];
		bool there = (cpu->has & bit) == bit;

		json_append(w, array,
			    there ? record_write_row(w, &row_records[id], cpu)
				  : cJSON_CreateNull());
	}
	return array;
}

static int cpu_group_read(const struct section_reader *r, const cJSON *array, enum row_id id,
			  unsigned int bit, struct sample *s)
{
	const struct record *rec = &row_records[id];
	const char *field = "the list";
	struct sample_cpu *cpu = s->cpus;
	const cJSON *row;

	if (!cJSON_IsArray(array) || (unsigned int)cJSON_GetArraySize(array) != s->nr_cpus)
		return fault_set(r->fault, -EBADMSG, "%s: not a row for each of %u CPUs", rec->name,
				 s->nr_cpus);
	cJSON_ArrayForEach(row, array)
	{
		if (!cJSON_IsNull(row)) {
			if (record_read_row(rec, &r->columns[id], row, cpu, &field) < 0)
				return section_refuse(r, rec->name, field);
			cpu->has |= bit;
		}
		cpu++;
	}
	return 0;
}

#define X(key, id, bit)                                                                            \
	static cJSON *key##_write(struct json_writer *w, const struct sample *s)                   \
	{                                                                                          \
		return cpu_group_write(w, s, ROW_##id, bit);                                       \
	}                                                                                          \
	static int key##_read(const struct section_reader *r, const cJSON *value,                  \
			      struct sample *s)                                                    \
	{                                                                                          \
		return cpu_group_read(r, value, ROW_##id, bit, s);                                 \
	}
CPU_GROUP_TABLE(X)
#undef X

/* Arrays of a sample. X(field, row id); the number of them is in nr_FIELD. */
#define SAMPLE_ARRAYS(X)                                                                           \
	X(llcs, LLC)                                                                               \
	X(domains, DOMAIN)                                                                         \
	X(features, FEATURE)                                                                       \
	X(tunables, TUNABLE)                                                                       \
	X(sensors, SENSOR)

#define X(field, id)                                                                               \
	static cJSON *field##_write(struct json_writer *w, const struct sample *s)                 \
	{                                                                                          \
		return rows_write(w, ROW_##id, s->field, s->nr_##field, sizeof(*s->field));        \
	}                                                                                          \
	static int field##_read(const struct section_reader *r, const cJSON *value,                \
				struct sample *s)                                                  \
	{                                                                                          \
		void *rows;                                                                        \
		size_t count;                                                                      \
		int ret;                                                                           \
                                                                                                   \
		ret = rows_read(r, ROW_##id, value, sizeof(*s->field), &rows, &count);             \
		if (ret < 0)                                                                       \
			return ret;                                                                \
		free(s->field);                                                                    \
		s->field = rows;                                                                   \
		s->nr_##field = count;                                                             \
		return 0;                                                                          \
	}
SAMPLE_ARRAYS(X)
#undef X

static size_t mask_words(const struct sample *s)
{
	return ((size_t)s->nr_cpus + 63) / 64;
}

static cJSON *mask_write(struct json_writer *w, const uint64_t *mask, size_t words)
{
	cJSON *row;

	if (!mask)
		return cJSON_CreateNull();
	row = cJSON_CreateArray();
	for (size_t i = 0; i < words; i++)
		json_append(w, row, record_write_u64(mask[i]));
	return row;
}

/* A row for each LLC: the words of its mask of overloaded CPUs, or null. */
static cJSON *masks_write(struct json_writer *w, const struct sample *s)
{
	cJSON *array = cJSON_CreateArray();

	for (unsigned int i = 0; i < s->nr_llcs; i++)
		json_append(w, array, mask_write(w, s->llcs[i].overloaded_mask, mask_words(s)));
	return array;
}

static int mask_read(const cJSON *row, size_t words, uint64_t **ret_mask)
{
	uint64_t *mask, *word;
	const cJSON *item;

	if (!cJSON_IsArray(row) || (size_t)cJSON_GetArraySize(row) != words)
		return -EBADMSG;
	mask = word = calloc(words + 1, sizeof(*mask));
	if (!mask)
		return -ENOMEM;
	cJSON_ArrayForEach(item, row)
	{
		if (record_read_u64(item, word++) < 0) {
			free(mask);
			return -EBADMSG;
		}
	}
	*ret_mask = mask;
	return 0;
}

static int masks_read(const struct section_reader *r, const cJSON *array, struct sample *s)
{
	unsigned int i = 0;
	const cJSON *row;

	cJSON_ArrayForEach(row, array)
	{
		int ret;

		if (i >= s->nr_llcs)
			return section_refuse(r, "overloaded_masks", "the list");
		if (!cJSON_IsNull(row)) {
			free(s->llcs[i].overloaded_mask);
			s->llcs[i].overloaded_mask = NULL;
			ret = mask_read(row, mask_words(s), &s->llcs[i].overloaded_mask);
			if (ret == -ENOMEM)
				return out_of_memory(r);
			if (ret < 0)
				return section_refuse(r, "overloaded_masks", "a mask");
		}
		i++;
	}
	return 0;
}

#define SECTION(name)                                                                              \
	{                                                                                          \
		.key = #name, .write = name##_write, .read = name##_read                           \
	}

/* Read in this order; overloaded_masks needs llcs. */
const struct sample_section sample_sections[] = {
	SECTION(facts),
	SECTION(caps),
	SECTION(cpu),
	SECTION(counts),
	SECTION(now),
	SECTION(times),
	SECTION(schedstat),
	SECTION(llcs),
	{ .key = "overloaded_masks", .write = masks_write, .read = masks_read },
	SECTION(domains),
	SECTION(features),
	SECTION(tunables),
	SECTION(sensors),
	SECTION(self),
	{ .key = "cgroups", .write = cgroup_rows_write, .read = cgroup_rows_read },
	{ .key = NULL },
};
