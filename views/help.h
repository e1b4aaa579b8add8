/* SPDX-License-Identifier: GPL-2.0-only */
/* Help: the keys in force, the marks and the columns, all from the tables that act on them. */
#ifndef HEADROOM_VIEWS_HELP_H
#define HEADROOM_VIEWS_HELP_H

#include "views/view.h"

extern const struct view_ops help_view;

#endif
