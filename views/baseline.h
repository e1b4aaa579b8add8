/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A marked moment to show differences to: copies of the model's figures, so that it outlives the
 * ticks. The frame marks and forgets it (ACTION_BASELINE) and hands it to the views.
 */
#ifndef HEADROOM_VIEWS_BASELINE_H
#define HEADROOM_VIEWS_BASELINE_H

#include "core/model.h"

struct baseline;

struct baseline *baseline_new(const struct model *m); /* NULL: no memory */
struct baseline *baseline_free(struct baseline *b);   /* takes and returns NULL */

/* Seconds of CLOCK_MONOTONIC from the mark to the model's newest sample; negative in a replay. */
double baseline_age_s(const struct baseline *b, const struct model *m);

/*
 * The same thing as it was then, or NULL when it was not there: a CPU by number, an LLC by its
 * first CPU (its index may have changed). Histories are not kept.
 */
const struct model_machine *baseline_machine(const struct baseline *b);
const struct model_cpu *baseline_cpu(const struct baseline *b, int cpu);
const struct model_llc *baseline_llc(const struct baseline *b, int first_cpu);

#endif
