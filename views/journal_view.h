/* SPDX-License-Identifier: GPL-2.0-only */
/* The Journal view: every change, whether it holds, and taking it back. */
#ifndef HEADROOM_VIEWS_JOURNAL_VIEW_H
#define HEADROOM_VIEWS_JOURNAL_VIEW_H

#include "views/view.h"

extern const struct view_ops journal_view;

#endif
