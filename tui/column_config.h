/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The choice of columns: taken from the configuration at the start, asked for by the interface, and
 * kept in the configuration file, the only thing that is ever written there.
 */
#ifndef HEADROOM_TUI_COLUMN_CONFIG_H
#define HEADROOM_TUI_COLUMN_CONFIG_H

#include "core/fault.h"

struct interface;

/* Every table of the views gets what [columns] says. -EINVAL with f: it says what there is not. */
int column_config_apply(struct interface *ui, struct fault *f);

/* Opens the list of columns over the view in front. */
void column_config_ask(struct interface *ui);

/* A key while that list is open. */
void column_config_key(struct interface *ui, const char *key);

#endif
