// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's values beside ours, in the order in which the rules derive them. */
#include "core/headroom_check.h"

#include <string.h>

static const struct check {
	enum cgroup_fact fact;
	const char *name;
	size_t offset; /* of ours, an unsigned int, in struct headroom_group */
} checks[] = {
	{ CGROUP_ALLOWED_HEADROOM, "allowed headroom",
	  offsetof(struct headroom_group, allowed.headroom) },
	{ CGROUP_ALLOWED_TOLERANCE, "allowed tolerance",
	  offsetof(struct headroom_group, allowed.tolerance) },
	{ CGROUP_EFFECTIVE_HEADROOM, "effective headroom",
	  offsetof(struct headroom_group, effective.headroom) },
	{ CGROUP_EFFECTIVE_TOLERANCE, "effective tolerance",
	  offsetof(struct headroom_group, effective.tolerance) },
	{ CGROUP_TARGET_IDLE, "target idle", offsetof(struct headroom_group, target_idle) },
	{ CGROUP_MIN_RUNTIME, "minimum runtime", offsetof(struct headroom_group, min_runtime) },
};

int headroom_check(const struct sample_cgroup *facts, const struct headroom_group *h,
		   struct headroom_difference *ret_difference)
{
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		struct gauge kernel = facts->fact[checks[i].fact];
		unsigned int ours;

		memcpy(&ours, (const char *)h + checks[i].offset, sizeof(ours));
		if (!gauge_is_known(kernel) || kernel.value == ours)
			continue;
		*ret_difference = (struct headroom_difference){
			.name = checks[i].name, .kernel = (unsigned int)kernel.value, .ours = ours
		};
		return 1;
	}
	return 0;
}
