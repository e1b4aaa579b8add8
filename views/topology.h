/* SPDX-License-Identifier: GPL-2.0-only */
/* The Topology: every CPU as a cell in its place, one of them selected with its details. */
#ifndef HEADROOM_VIEWS_TOPOLOGY_H
#define HEADROOM_VIEWS_TOPOLOGY_H

#include "views/view.h"

extern const struct view_ops topology_view;

#endif
