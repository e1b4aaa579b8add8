// SPDX-License-Identifier: GPL-2.0-only
/* The ring behind the graphs; see history.h. */
#include "core/history.h"

#include <stdlib.h>

struct history *history_new(void)
{
	return calloc(1, sizeof(struct history));
}

struct history *history_free(struct history *h)
{
	free(h);
	return NULL;
}

void history_push(struct history *h, const struct history_point *p)
{
	h->points[h->head] = *p;
	h->head = (h->head + 1) % HISTORY_POINTS;
	if (h->count < HISTORY_POINTS)
		h->count++;
}

const struct history_point *history_at(const struct history *h, size_t age)
{
	if (age >= h->count)
		return NULL;
	return &h->points[(h->head + HISTORY_POINTS - 1 - age) % HISTORY_POINTS];
}
