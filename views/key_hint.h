/* SPDX-License-Identifier: GPL-2.0-only */
/* The key for an action as a hint on the screen, as the key map in force has it. */
#ifndef HEADROOM_VIEWS_KEY_HINT_H
#define HEADROOM_VIEWS_KEY_HINT_H

#include "views/view.h"

/* All keys of an action, "Up k". */
const char *key_hint_all(const struct view_context *x, enum action a);

/* The first of them, "Up", in buf; returns buf. */
const char *key_hint(const struct view_context *x, enum action a, char *buf, size_t size);

#endif
