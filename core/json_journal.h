/* SPDX-License-Identifier: GPL-2.0-only */
/* The section "journal" of the JSON document: the newest changes, the oldest of them first. */
#ifndef HEADROOM_CORE_JSON_JOURNAL_H
#define HEADROOM_CORE_JSON_JOURNAL_H

#include "core/json_writer.h"
#include "core/model.h"

#define JSON_JOURNAL_ENTRIES 256

void json_add_journal(struct json_writer *w, cJSON *doc, const struct model *m);

#endif
