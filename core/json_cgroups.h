/* SPDX-License-Identifier: GPL-2.0-only */
/* The sections "headroom", "cgroups" and "tunables" of the JSON document. */
#ifndef HEADROOM_CORE_JSON_CGROUPS_H
#define HEADROOM_CORE_JSON_CGROUPS_H

#include "core/json_writer.h"
#include "core/model.h"

void json_add_headroom(struct json_writer *w, cJSON *doc, const struct model *m);
void json_add_cgroups(struct json_writer *w, cJSON *doc, const struct model *m);

/* The group at *at or the next one that is shown, and *at behind it; NULL after the last. */
cJSON *json_next_cgroup(struct json_writer *w, const struct model *m, size_t *at);

void json_add_tunables(struct json_writer *w, cJSON *doc, const struct model *m);

#endif
