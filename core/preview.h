/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a plan will do, in words, before it is done: values now and wanted, what the ancestors leave
 * of it, who becomes throttled or free, idleness asked for against idleness now, side effects.
 * Pure: the tree and the idleness are handed in.
 */
#ifndef HEADROOM_CORE_PREVIEW_H
#define HEADROOM_CORE_PREVIEW_H

#include "core/cgroup_model.h"
#include "core/plan.h"

struct preview_facts {
	const struct cgroup_model *cgroups; /* with the settings of all groups; NULL: not read */
	int idle; /* of the machine now, hundredths of a percent; negative: not known */
};

/*
 * Lines of printable text, a word for what each tells before it, to be freed by free(); NULL when
 * memory ran out.
 */
char *preview_text(const struct plan *plan, const struct preview_facts *x);

#endif
