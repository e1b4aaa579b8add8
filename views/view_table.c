// SPDX-License-Identifier: GPL-2.0-only
/* The views in the order of their keys: a new one is a line here. */
#include "views/cgroups.h"
#include "views/journal_view.h"
#include "views/overview.h"
#include "views/topology.h"
#include "views/view.h"

const struct view_ops *const view_table[] = {
};
