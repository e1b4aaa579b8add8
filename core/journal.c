// SPDX-License-Identifier: GPL-2.0-only
/* Lines of the journal into entries and back; see journal.h. */
#include "core/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "core/number.h"

static const char *const origin_names[JOURNAL_ORIGIN_COUNT] = {
#define X(id, word) [JOURNAL_##id] = word,
	JOURNAL_ORIGIN_TABLE(X)
#undef X
};

const char *journal_origin_name(enum journal_origin origin)
{
	return origin_names[origin];
}

static void entry_clear(struct journal_entry *e)
{
	step_clear(&e->step);
	free(e->foreign);
	e->foreign = NULL;
}

void journal_clear(struct journal *j)
{
	for (size_t i = 0; i < j->nr_entries; i++)
		entry_clear(&j->entries[i]);
	free(j->entries);
	*j = (struct journal){ 0 };
}

/* Bytes as they came, in ASCII: all but printable characters, and the backslash, as \xNN. */
static char *escape_bytes(const char *raw)
{
	char *text = malloc(strlen(raw) * 4 + 1), *to = text;

	if (!text)
		return NULL;
	for (; *raw; raw++) {
		unsigned char c = (unsigned char)*raw;

		if (c >= ' ' && c <= '~' && c != '\\')
			*to++ = (char)c;
		else
			to += sprintf(to, "\\x%02x", c);
	}
	*to = '\0';
	return text;
}

static char *unescape_bytes(const char *text)
{
	char *raw = malloc(strlen(text) + 1), *to = raw;
	unsigned int byte;
	int length;

	if (!raw)
		return NULL;
	while (*text) {
		length = 0;
		if (sscanf(text, "\\x%2x%n", &byte, &length) == 1 && length == 4 && byte != 0) {
			*to++ = (char)byte;
			text += length;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
	return raw;
}

static void add_bytes(cJSON *doc, const char *key, const char *raw)
{
	char *text = raw ? escape_bytes(raw) : NULL;

	if (text)
		cJSON_AddStringToObject(doc, key, text);
	free(text);
}

/* Of 64 bits, more than a JSON number keeps in every reader. */
static void add_wide(cJSON *doc, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	cJSON_AddStringToObject(doc, key, text);
}

static cJSON *new_record(const char *record, uint64_t id, uint64_t time_unix_us)
{
	cJSON *doc = cJSON_CreateObject();

	cJSON_AddNumberToObject(doc, "v", JOURNAL_VERSION);
	cJSON_AddStringToObject(doc, "record", record);
	cJSON_AddNumberToObject(doc, "id", (double)id);
	cJSON_AddNumberToObject(doc, "time_unix_us", (double)time_unix_us);
	return doc;
}

static char *finish_record(cJSON *doc)
{
	char *text = cJSON_PrintUnformatted(doc);

	cJSON_Delete(doc);
	return text;
}

static void add_step(cJSON *doc, const struct step *step)
{
	cJSON_AddStringToObject(doc, "kind", step_kind_name(step->kind));
	if (step->knob) {
		cJSON_AddStringToObject(doc, "place", knob_place_name(step->knob->place));
		cJSON_AddStringToObject(doc, "knob", step->knob->name);
	}
	add_bytes(doc, "object", step->object);
	if (step->inode)
		add_wide(doc, "inode", step->inode);
	add_bytes(doc, "before", step->before);
	add_bytes(doc, "want", step->want);
	add_bytes(doc, "lost", step->lost);
}

char *journal_intent_line(const struct journal_entry *e)
{
	cJSON *doc = new_record("intent", e->id, e->time_unix_us);

	cJSON_AddStringToObject(doc, "origin", origin_names[e->origin]);
	if (e->undoes)
		cJSON_AddNumberToObject(doc, "undoes", (double)e->undoes);
	if (e->expires_unix_us)
		cJSON_AddNumberToObject(doc, "expires_unix_us", (double)e->expires_unix_us);
	cJSON_AddNumberToObject(doc, "uid", (double)e->uid);
	cJSON_AddStringToObject(doc, "boot", e->boot);
	cJSON_AddStringToObject(doc, "run", e->run);
	add_step(doc, &e->step);
	return finish_record(doc);
}

char *journal_result_line(const struct journal_entry *e)
{
	cJSON *doc = new_record("result", e->id, e->result_unix_us);

	cJSON_AddStringToObject(doc, "state", step_state_name(e->step.state));
	add_bytes(doc, "after", e->step.after);
	/* Of a created group it is known only now. */
	if (e->step.inode)
		add_wide(doc, "inode", e->step.inode);
	if (e->step.error) {
		cJSON_AddNumberToObject(doc, "errno", -e->step.error);
		cJSON_AddStringToObject(doc, "error", strerror(-e->step.error));
	}
	return finish_record(doc);
}

char *journal_undone_line(uint64_t id, uint64_t time_unix_us)
{
	return finish_record(new_record("undone", id, time_unix_us));
}

char *journal_confirmed_line(uint64_t id, uint64_t time_unix_us)
{
	return finish_record(new_record("confirmed", id, time_unix_us));
}

char *journal_foreign_line(uint64_t id, const char *found, uint64_t time_unix_us)
{
	cJSON *doc = new_record("foreign", id, time_unix_us);

	add_bytes(doc, "found", found);
	return finish_record(doc);
}

/* A whole number that a double holds exactly; 0 when it is absent, -EBADMSG otherwise. */
static int get_number(const cJSON *doc, const char *key, uint64_t *ret_value)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(doc, key);

	*ret_value = 0;
	if (!item)
		return 0;
	if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble > 9e15)
		return -EBADMSG;
	*ret_value = (uint64_t)item->valuedouble;
	return 0;
}

static const char *get_text(const cJSON *doc, const char *key)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, key));

	return text ? text : "";
}

static int get_bytes(const cJSON *doc, const char *key, char **ret_raw)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(doc, key);

	free(*ret_raw);
	*ret_raw = NULL;
	if (!item)
		return 0;
	if (!cJSON_IsString(item))
		return -EBADMSG;
	*ret_raw = unescape_bytes(item->valuestring);
	return *ret_raw ? 0 : -ENOMEM;
}

static int get_inode(const cJSON *doc, uint64_t *ret_inode)
{
	const char *text = get_text(doc, "inode");

	if (!*text)
		return 0;
	return number_parse_u64(text, ret_inode) < 0 ? -EBADMSG : 0;
}

static int get_step(const cJSON *doc, struct step *step)
{
	enum knob_place place;
	int r;

	if (step_kind_from_name(get_text(doc, "kind"), &step->kind) < 0)
		return -EBADMSG;
	if (step->kind == STEP_WRITE) {
		if (knob_place_from_name(get_text(doc, "place"), &place) < 0)
			return -EBADMSG;
		step->knob = knob_find(place, get_text(doc, "knob"));
		if (!step->knob)
			return -EBADMSG;
	}
	if ((r = get_bytes(doc, "object", &step->object)) < 0 ||
	    (r = get_bytes(doc, "before", &step->before)) < 0 ||
	    (r = get_bytes(doc, "want", &step->want)) < 0 ||
	    (r = get_bytes(doc, "lost", &step->lost)) < 0 || (r = get_inode(doc, &step->inode)) < 0)
		return r;
	if (!step->object || (step->kind == STEP_WRITE && (!step->before || !step->want)) ||
	    (step->lost && step->kind != STEP_DELETE && !(step->knob && step->knob->loses)))
		return -EBADMSG;
	return 0;
}

static int get_origin(const cJSON *doc, enum journal_origin *ret_origin)
{
	const char *word = get_text(doc, "origin");

	for (int i = 0; i < JOURNAL_ORIGIN_COUNT; i++) {
		if (strcmp(word, origin_names[i]) == 0) {
			*ret_origin = (enum journal_origin)i;
			return 0;
		}
	}
	return -EBADMSG;
}

static int get_entry(const cJSON *doc, struct journal_entry *e)
{
	int r;

	if ((r = get_number(doc, "time_unix_us", &e->time_unix_us)) < 0 ||
	    (r = get_number(doc, "expires_unix_us", &e->expires_unix_us)) < 0 ||
	    (r = get_number(doc, "undoes", &e->undoes)) < 0 ||
	    (r = get_number(doc, "uid", &e->uid)) < 0 || (r = get_origin(doc, &e->origin)) < 0)
		return r;
	snprintf(e->boot, sizeof(e->boot), "%s", get_text(doc, "boot"));
	snprintf(e->run, sizeof(e->run), "%s", get_text(doc, "run"));
	return get_step(doc, &e->step);
}

static int add_entry(struct journal *j, struct journal_entry *e)
{
	size_t capacity = j->capacity ? j->capacity * 2 : 64;
	struct journal_entry *entries = j->entries;

	if (j->nr_entries == j->capacity) {
		entries = realloc(entries, capacity * sizeof(*entries));
		if (!entries)
			return -ENOMEM;
		j->entries = entries;
		j->capacity = capacity;
	}
	j->entries[j->nr_entries++] = *e;
	j->last_id = e->id;
	return 0;
}

/* Identities only grow, so one that does not is a damaged or forged line. */
static int take_intent(struct journal *j, const cJSON *doc, uint64_t id)
{
	struct journal_entry e = { .id = id };
	int r = id > j->last_id ? get_entry(doc, &e) : -EBADMSG;

	if (r == 0)
		r = add_entry(j, &e);
	if (r < 0)
		entry_clear(&e);
	return r;
}

static int take_result(struct journal_entry *e, const cJSON *doc)
{
	uint64_t error;
	int r;

	if (step_state_from_name(get_text(doc, "state"), &e->step.state) < 0 ||
	    get_number(doc, "errno", &error) < 0 || error > 4095 ||
	    get_number(doc, "time_unix_us", &e->result_unix_us) < 0)
		return -EBADMSG;
	e->step.error = -(int)error;
	r = get_inode(doc, &e->step.inode);
	return r < 0 ? r : get_bytes(doc, "after", &e->step.after);
}

static int take_undone(struct journal_entry *e, const cJSON *doc)
{
	(void)doc;
	e->undone = true;
	return 0;
}

static int take_confirmed(struct journal_entry *e, const cJSON *doc)
{
	(void)doc;
	e->confirmed = true;
	return 0;
}

static int take_foreign(struct journal_entry *e, const cJSON *doc)
{
	return get_bytes(doc, "found", &e->foreign);
}

/* Records about an entry that stands before them. */
static const struct later_record {
	const char *name;
	int (*take)(struct journal_entry *e, const cJSON *doc);
} later_records[] = {
	{ .name = "result", .take = take_result },
	{ .name = "undone", .take = take_undone },
	{ .name = "confirmed", .take = take_confirmed },
	{ .name = "foreign", .take = take_foreign },
};

static int take_later(struct journal *j, const char *record, const cJSON *doc, uint64_t id)
{
	struct journal_entry *e = journal_find(j, id);

	for (size_t i = 0; e && i < sizeof(later_records) / sizeof(later_records[0]); i++)
		if (strcmp(record, later_records[i].name) == 0)
			return later_records[i].take(e, doc);
	return -EBADMSG;
}

int journal_read_line(struct journal *j, const char *line)
{
	cJSON *doc = cJSON_Parse(line);
	const char *record = get_text(doc, "record");
	uint64_t version, id;
	int r = -EBADMSG;

	if (cJSON_IsObject(doc) && get_number(doc, "v", &version) == 0 &&
	    version == JOURNAL_VERSION && get_number(doc, "id", &id) == 0 && id > 0)
		r = strcmp(record, "intent") == 0 ? take_intent(j, doc, id)
						  : take_later(j, record, doc, id);
	cJSON_Delete(doc);
	if (r == -EBADMSG)
		j->nr_damaged++;
	return r;
}

struct journal_entry *journal_find(const struct journal *j, uint64_t id)
{
	size_t low = 0, high = j->nr_entries;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (j->entries[middle].id == id)
			return &j->entries[middle];
		if (j->entries[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

uint64_t journal_inode_now(const struct journal *j, uint64_t inode, const char *boot)
{
	for (size_t i = 0; i < j->nr_entries; i++) {
		const struct journal_entry *e = &j->entries[i], *removal;

		if (!e->undoes || e->step.kind != STEP_CREATE || e->step.state != STEP_VERIFIED ||
		    strcmp(e->boot, boot) != 0)
			continue;
		removal = journal_find(j, e->undoes);
		if (removal && removal->step.inode == inode)
			inode = e->step.inode;
	}
	return inode;
}

bool journal_is_open(const struct journal_entry *e, const char *boot)
{
	if (e->undone || strcmp(e->boot, boot) != 0)
		return false;
	return e->step.state == STEP_PLANNED || e->step.state == STEP_VERIFIED ||
	       e->step.state == STEP_DRIFTED;
}

struct journal_entry *journal_newest_open(const struct journal *j, const char *boot,
					  const char *run)
{
	for (size_t i = j->nr_entries; i-- > 0;) {
		struct journal_entry *e = &j->entries[i];

		if (e->undoes || !journal_is_open(e, boot))
			continue;
		if (!run || strcmp(e->run, run) == 0)
			return e;
	}
	return NULL;
}

const char *journal_status(const struct journal_entry *e, const char *boot)
{
	if (e->undone)
		return "undone";
	if (e->step.state == STEP_FAILED)
		return "failed";
	if (e->step.state == STEP_UNNEEDED)
		return "unneeded";
	if (strcmp(e->boot, boot) != 0)
		return "before the last boot";
	if (e->foreign)
		return "overwritten by somebody else";
	if (e->step.state == STEP_PLANNED)
		return "interrupted";
	return e->step.state == STEP_DRIFTED ? "in force, drifted" : "in force";
}
