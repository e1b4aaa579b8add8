/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A model as Prometheus text, for the textfile collector of node_exporter. Shares are ratios from
 * 0 to 1, as is the custom there; what is not known is left out, never a zero.
 */
#ifndef HEADROOM_TUI_PROMETHEUS_H
#define HEADROOM_TUI_PROMETHEUS_H

#include "core/model.h"

/* To be freed; NULL: no memory. */
char *prometheus_text(const struct model *m);

#endif
