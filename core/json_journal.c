// SPDX-License-Identifier: GPL-2.0-only
/* The journal as JSON; see json_journal.h. */
#include "core/json_journal.h"

#include "core/journal.h"

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static void add_step(struct json_writer *w, cJSON *object, const struct step *step)
{
	json_add_text(w, object, "kind", step_kind_name(step->kind));
	json_add_text(w, object, "place", step->knob ? knob_place_name(step->knob->place) : "");
	json_add_text(w, object, "knob", step->knob ? step->knob->name : "");
	json_add_text(w, object, "object", step->object);
	json_add_text(w, object, "before", or_empty(step->before));
	json_add_text(w, object, "want", or_empty(step->want));
	json_add_text(w, object, "after", or_empty(step->after));
	json_add_text(w, object, "state", step_state_name(step->state));
	json_add_signed(w, object, "errno", -step->error);
}

static void add_entry(struct json_writer *w, cJSON *array, const struct journal_entry *e,
		      const char *boot)
{
	cJSON *object = json_append_object(w, array);

	json_add_integer(w, object, "id", e->id);
	json_add_integer(w, object, "time_unix_us", e->time_unix_us);
	json_add_integer(w, object, "expires_unix_us", e->expires_unix_us);
	json_add_text(w, object, "origin", journal_origin_name(e->origin));
	json_add_integer(w, object, "undoes", e->undoes);
	json_add_integer(w, object, "uid", e->uid);
	add_step(w, object, &e->step);
	json_add_text(w, object, "status", journal_status(e, boot));
	json_add_bool(w, object, "in_force", journal_is_open(e, boot) && !e->undoes);
	json_add_bool(w, object, "confirmed", e->confirmed);
	json_add_text(w, object, "foreign", or_empty(e->foreign));
}

void json_add_journal(struct json_writer *w, cJSON *doc, const struct model *m)
{
	const struct journal *j = m->journal;
	cJSON *array;
	size_t first;

	if (!j) {
		json_add_missing(w, doc, "journal", gauge_state_name(GAUGE_UNSUPPORTED));
		return;
	}
	array = json_add_array(w, doc, "journal");
	first = j->nr_entries > JSON_JOURNAL_ENTRIES ? j->nr_entries - JSON_JOURNAL_ENTRIES : 0;
	for (size_t i = first; i < j->nr_entries; i++)
		add_entry(w, array, &j->entries[i], m->boot);
}
