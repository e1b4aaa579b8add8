/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The JSON document of a model (docs/snapshot.schema.json): numbers are numbers, units are in the
 * keys, a missing value is null and its reason stands beside it as KEY_reason. Never by printf.
 */
#ifndef HEADROOM_CORE_JSON_H
#define HEADROOM_CORE_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "core/model.h"

#define JSON_SCHEMA_VERSION 1

struct cJSON;

/* The document, to be freed by cJSON_Delete(); NULL when memory ran out. */
struct cJSON *json_snapshot(const struct model *m);

/*
 * Its text, without a final newline: on one line for NDJSON, or indented, but for the groups, which
 * are a line each. It goes out as it is made, so that 5,000 groups are never in memory as a tree.
 * Returns -ENOMEM, or -EIO when out failed; part of it may have been written then.
 */
int json_write(const struct model *m, bool one_line, FILE *out);

#endif
