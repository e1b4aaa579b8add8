/* SPDX-License-Identifier: GPL-2.0-only */
/* The Features view: scheduler features and tunables, what differs from the start, and editing. */
#ifndef HEADROOM_VIEWS_FEATURES_H
#define HEADROOM_VIEWS_FEATURES_H

#include "views/view.h"

extern const struct view_ops features_view;

#endif
