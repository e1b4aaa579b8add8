// SPDX-License-Identifier: GPL-2.0-only
/* The table of capabilities, see capability.h. */
#include "core/capability.h"

const struct capability_info capability_table[CAP_COUNT] = {
#define X(id, cap_name, cap_meaning, cap_cost, cap_enable)                                         \
	[CAP_##id] = {                                                                             \
		.name = cap_name, .meaning = cap_meaning, .cost = cap_cost, .enable = cap_enable   \
	},
	CAPABILITY_TABLE(X)
#undef X
};

const char *tier_name(enum tier tier)
{
	static const char *const names[TIER_COUNT] = {
		[TIER_NONE] = "none",
		[TIER_BPF] = "bpf",
		[TIER_DEBUGFS] = "debugfs",
		[TIER_PROC] = "proc",
	};

	return tier < TIER_COUNT ? names[tier] : "none";
}
