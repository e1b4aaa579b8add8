// SPDX-License-Identifier: GPL-2.0-only
/* The views in the order of their keys: a new one is a line here. */
#include "views/cgroups.h"
#include "views/doctor.h"
#include "views/features.h"
#include "views/help.h"
#include "views/journal_view.h"
#include "views/overview.h"
#include "views/topology.h"
#include "views/view.h"

/* clang-format off */
const struct view_ops *const view_table[] = {
	&overview_view,
	&topology_view,
	&cgroups_view,
	&features_view,
	&journal_view,
	&help_view,
	&doctor_view,
	NULL,
};
