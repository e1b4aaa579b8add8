/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Conditions over the fields of the JSON document, for `headroom-top wait`:
 *
 *	global_idle_pct >= 30 and cgroups[path=main].throttled_pct == 0
 *
 * A field is a path of names with [N] or [key=value] to choose from an array. Its first name may
 * be one of the document or of an object directly in it. == != < <= > >=, and or not, brackets,
 * numbers, 'text', true, false. A value that is null, or a [key=value] that nothing fits (yet),
 * makes what depends on it unknown, and an unknown condition does not hold.
 */
#ifndef HEADROOM_CORE_EXPRESSION_H
#define HEADROOM_CORE_EXPRESSION_H

#include "core/fault.h"

struct expression;
struct cJSON;

/* 0; bad usage with f set, telling the place; -ENOMEM. */
int expression_parse(const char *text, struct expression **ret_expression, struct fault *f);
struct expression *expression_free(struct expression *e); /* takes and returns NULL */

/* 1: it holds, 0: it does not; bad usage with f set when a field is not in the document. */
int expression_evaluate(const struct expression *e, const struct cJSON *doc, struct fault *f);

#endif
