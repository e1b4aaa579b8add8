// SPDX-License-Identifier: GPL-2.0-only
/* Names and origins of the states that a reading can be in. */
#include "core/gauge.h"

#include <errno.h>
#include <string.h>

static const char *const state_names[GAUGE_STATE_COUNT] = {
	[GAUGE_UNREAD] = "unread", [GAUGE_UNSUPPORTED] = "unsupported",
	[GAUGE_DENIED] = "denied", [GAUGE_FAILED] = "failed",
	[GAUGE_KNOWN] = "known",
};

enum gauge_state gauge_state_from_error(int r)
{
	switch (r) {
	case -EACCES:
	case -EPERM:
		return GAUGE_DENIED;
	case -ENOENT:
	case -ENOTDIR:
	case -ENODEV:
	case -ENOSYS:
	case -EOPNOTSUPP:
		return GAUGE_UNSUPPORTED;
	default:
		return GAUGE_FAILED;
	}
}

const char *gauge_state_name(enum gauge_state state)
{
	return state < GAUGE_STATE_COUNT ? state_names[state] : "failed";
}

int gauge_state_from_name(const char *name, enum gauge_state *ret_state)
{
	for (int i = 0; i < GAUGE_STATE_COUNT; i++) {
		if (!strcmp(name, state_names[i])) {
			*ret_state = i;
			return 0;
		}
	}
	return -EINVAL;
}
