/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The JSON document of a model (docs/snapshot.schema.json): numbers are numbers, units are in the
 * keys, a missing value is null and its reason stands beside it as KEY_reason. Never by printf.
 */
#ifndef HEADROOM_CORE_JSON_H
#define HEADROOM_CORE_JSON_H

#include "core/model.h"

#define JSON_SCHEMA_VERSION 1

struct cJSON;

/* The document, to be freed by cJSON_Delete(); NULL when memory ran out. */
struct cJSON *json_snapshot(const struct model *m);

/* Its text, to be freed by free(): indented, or on one line for NDJSON; no final newline. */
char *json_text(const struct cJSON *doc, bool one_line);

#endif
