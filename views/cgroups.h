/* SPDX-License-Identifier: GPL-2.0-only */
/* The Cgroups view: the tree, why a group is throttled, and where its values are edited. */
#ifndef HEADROOM_VIEWS_CGROUPS_H
#define HEADROOM_VIEWS_CGROUPS_H

#include "views/view.h"

extern const struct view_ops cgroups_view;

#endif
