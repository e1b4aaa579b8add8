/* SPDX-License-Identifier: GPL-2.0-only */
/* Kinds of cores of a hybrid machine, as a short tag where there is no room for the name. */
#ifndef HEADROOM_VIEWS_KIND_H
#define HEADROOM_VIEWS_KIND_H

#include <stddef.h>

#include "core/topology.h"
#include "views/pen.h"

/* The initial of the kind's name, "P"; its number, "k1", where two kinds share an initial. */
void kind_tag(const struct topology *topo, int kind, char *buf, size_t size);

/* "P performance": what the tags mean. Nothing where all cores are alike. */
void kind_pen_legend(struct pen *p, const struct topology *topo);

#endif
