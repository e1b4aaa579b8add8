/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The doctor screen: every capability with its state, where its facts come from, why it is missing
 * or second best, what it costs us and how to enable it. It reads the sample, so a replay tells of
 * the recorded machine.
 */
#ifndef HEADROOM_VIEWS_DOCTOR_H
#define HEADROOM_VIEWS_DOCTOR_H

#include "views/view.h"

extern const struct view_ops doctor_view;

#endif
