// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cgroup tree in a sample's line, for trees of thousands of groups: a path is what differs from
 * the row before it, and the facts of a group are one string, because a node of JSON for each of
 * them would cost a hundred bytes of memory. A row is
 * [bytes of the path shared with the row before, the rest of the path, index of the parent or -1,
 * id, settings_ns, cpuset, "facts"]; the facts' names stand in the header, in their order.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/samplefile_records.h"

/* Bounds on what a damaged file may make us allocate. */
#define GROUPS_MAX  65536
#define PATH_BYTES  4096

#define FACT_BYTES  21 /* digits of 2^64 and a space */
#define FACTS_BYTES (CGROUP_FACT_COUNT * FACT_BYTES + 1)

/* A fact that is not known, as a word of one letter. */
static const char state_letters[GAUGE_STATE_COUNT] = {
	[GAUGE_UNREAD] = '-',
	[GAUGE_UNSUPPORTED] = 'x',
	[GAUGE_DENIED] = 'd',
	[GAUGE_FAILED] = 'f',
};

static const struct record_field id_fields[] = {
	{ .name = "id", .type = RECORD_U64, .offset = offsetof(struct sample_cgroup, id) },
	{ .name = "settings_ns",
	  .type = RECORD_U64,
	  .offset = offsetof(struct sample_cgroup, settings_ns) },
	{ .name = "cpuset",
	  .type = RECORD_TEXT,
	  .offset = offsetof(struct sample_cgroup, cpuset),
	  .size = sizeof(((struct sample_cgroup *)0)->cpuset) },
};

#define ROW_PLACES (3 + sizeof(id_fields) / sizeof(id_fields[0]) + 1)

/* Bytes up to and with the last slash that both paths have; whole names compress best. */
static size_t path_shared(const char *before, const char *path)
{
	size_t shared = 0;

	for (size_t i = 0; before[i] && before[i] == path[i]; i++) {
		if (path[i] == '/')
			shared = i + 1;
	}
	return shared;
}

static cJSON *facts_write(const struct sample_cgroup *g)
{
	char words[FACTS_BYTES];
	size_t at = 0;

	for (int i = 0; i < CGROUP_FACT_COUNT; i++) {
		if (gauge_is_known(g->fact[i]))
			at += (size_t)snprintf(words + at, sizeof(words) - at, "%" PRIu64 " ",
					       g->fact[i].value);
		else
			at += (size_t)snprintf(words + at, sizeof(words) - at, "%c ",
					       state_letters[g->fact[i].state]);
	}
	words[at - 1] = '\0';
	return cJSON_CreateString(words);
}

static cJSON *group_write(struct json_writer *w, const struct sample_cgroup *g, const char *before)
{
	size_t shared = path_shared(before, g->path);
	cJSON *row = cJSON_CreateArray();

	json_append(w, row, json_integer(shared));
	json_append(w, row, record_write_text(g->path + shared));
	json_append(w, row,
		    cJSON_CreateNumber(g->parent == CGROUP_NO_PARENT ? -1 : (double)g->parent));
	for (size_t i = 0; i < sizeof(id_fields) / sizeof(id_fields[0]); i++)
		json_append(w, row, record_write_field(&id_fields[i], g));
	json_append(w, row, facts_write(g));
	return row;
}

cJSON *cgroup_rows_write(struct json_writer *w, const struct sample *s)
{
	const struct cgroup_tree *tree = &s->cgroups;
	cJSON *array = cJSON_CreateArray();
	const char *before = "";

	for (size_t i = 0; i < tree->nr_groups; i++) {
		json_append(w, array, group_write(w, &tree->groups[i], before));
		before = tree->groups[i].path;
	}
	return array;
}

/* One word of facts; *at moves behind it and the space after it. */
static int fact_read(const char **at, struct gauge *ret_gauge)
{
	const char *letter = **at ? memchr(state_letters, **at, sizeof(state_letters)) : NULL;
	char *end = NULL;

	if (letter) {
		*ret_gauge = (struct gauge){ .state = (enum gauge_state)(letter - state_letters) };
		end = (char *)*at + 1;
	} else if (**at >= '0' && **at <= '9') {
		errno = 0;
		*ret_gauge = gauge_known(strtoull(*at, &end, 10));
		if (errno)
			return -EBADMSG;
	}
	if (!end || (*end && *end != ' '))
		return -EBADMSG;
	*at = *end ? end + 1 : end;
	return 0;
}

static int facts_read(const struct record_columns *columns, const char *words,
		      struct sample_cgroup *g)
{
	const struct record *rec = &row_records[ROW_CGROUP];

	for (size_t i = 0; i < columns->count; i++) {
		struct gauge gauge;

		if (fact_read(&words, &gauge) < 0)
			return -EBADMSG;
		if (columns->field[i] >= 0)
			memcpy((char *)g + rec->fields[columns->field[i]].offset, &gauge,
			       sizeof(gauge));
	}
	return *words ? -EBADMSG : 0;
}

/* The path of a row, after that of the row before it, in a buffer of PATH_BYTES. */
static int path_read(const cJSON *shared, const cJSON *rest, const char *before, char *path)
{
	uint64_t length;

	if (record_read_u64(shared, &length) < 0 || length > strlen(before))
		return -EBADMSG;
	memcpy(path, before, length);
	return record_read_text(rest, path + length, PATH_BYTES - length);
}

static int parent_read(const cJSON *item, size_t index, size_t *ret_parent)
{
	uint64_t parent;

	*ret_parent = CGROUP_NO_PARENT;
	if (index == 0)
		return cJSON_IsNumber(item) && item->valuedouble == -1 ? 0 : -EBADMSG;
	if (record_read_u64(item, &parent) < 0 || parent >= index)
		return -EBADMSG;
	*ret_parent = parent;
	return 0;
}

static int group_read(const struct section_reader *r, const cJSON *row, struct cgroup_tree *tree)
{
	const char *before = tree->nr_groups ? tree->groups[tree->nr_groups - 1].path : "";
	const cJSON *place[ROW_PLACES], *item = row->child;
	char path[PATH_BYTES];
	struct sample_cgroup *g;
	size_t parent;

	for (size_t i = 0; i < ROW_PLACES; i++, item = item->next) {
		if (!item)
			return -EBADMSG;
		place[i] = item;
	}
	if (path_read(place[0], place[1], before, path) < 0 ||
	    parent_read(place[2], tree->nr_groups, &parent) < 0)
		return -EBADMSG;
	g = cgroup_tree_add(tree, path, parent, 0);
	if (!g)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(id_fields) / sizeof(id_fields[0]); i++) {
		if (record_read_field(&id_fields[i], place[3 + i], g) < 0)
			return -EBADMSG;
	}
	item = place[ROW_PLACES - 1];
	return cJSON_IsString(item) ? facts_read(&r->columns[ROW_CGROUP], item->valuestring, g)
				    : -EBADMSG;
}

int cgroup_rows_read(const struct section_reader *r, const cJSON *array, struct sample *s)
{
	const cJSON *row;

	if (!cJSON_IsArray(array))
		return section_refuse(r, "cgroups", "the list");
	cJSON_ArrayForEach(row, array)
	{
		int ret = s->cgroups.nr_groups < GROUPS_MAX ? group_read(r, row, &s->cgroups)
							    : -EBADMSG;

		if (ret == -ENOMEM)
			return fault_set(r->fault, ret, "out of memory");
		if (ret < 0)
			return section_refuse(r, "cgroups", "a group");
	}
	return 0;
}
