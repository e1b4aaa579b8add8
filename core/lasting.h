/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a change of a cgroup's knob is made to last: systemd writes the values of its units anew at
 * every daemon-reload, so there only systemctl set-property lasts. Pure; nothing is run.
 */
#ifndef HEADROOM_CORE_LASTING_H
#define HEADROOM_CORE_LASTING_H

#include <stdbool.h>
#include <stddef.h>

#include "core/plan.h"

/*
 * Whether path is the cgroup of a systemd unit, by its name: system.slice/x.service. Below a unit
 * the groups belong to whoever made them. *ret_unit points into path.
 */
bool lasting_is_unit(const char *path, const char **ret_unit);

/*
 * A sentence for a step on a unit's group: that systemd will overwrite it, and the command that
 * lasts, quoted for a shell. Returns buf, or NULL when the group is no unit.
 */
char *lasting_warning(const struct step *step, char *buf, size_t size);

#endif
