// SPDX-License-Identifier: GPL-2.0-only
/* Tags of kinds of cores; see kind.h. */
#include "views/kind.h"

#include <ctype.h>
#include <stdio.h>

static int initial_of(const struct topology *topo, unsigned int kind)
{
	unsigned char c = (unsigned char)topo->kinds[kind].name[0];

	return isalpha(c) ? toupper(c) : 0;
}

void kind_tag(const struct topology *topo, int kind, char *buf, size_t size)
{
	int initial = initial_of(topo, (unsigned int)kind);

	for (unsigned int i = 0; i < topo->nr_kinds; i++) {
		if ((int)i != kind && initial_of(topo, i) == initial)
			initial = 0;
	}
	if (initial)
		snprintf(buf, size, "%c", initial);
	else
		snprintf(buf, size, "k%d", kind);
}

void kind_pen_legend(struct pen *p, const struct topology *topo)
{
	char tag[8];

	for (unsigned int i = topo->nr_kinds; topo->nr_kinds > 1 && i-- > 0;) {
		kind_tag(topo, (int)i, tag, sizeof(tag));
		pen_printf(p, INK_DIM, "%s %s", tag, topo->kinds[i].name);
	}
}
