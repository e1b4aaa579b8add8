// SPDX-License-Identifier: GPL-2.0-only
/* Reads the list of scheduler features; see features.h. */
#include "host/features.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/scan.h"

/* More than twice what any kernel has had; the kernel keeps them as bits of a word. */
#define FEATURES_MAX 64

static int take_feature(const char *word, struct sched_feature *f)
{
	f->on = strncmp(word, "NO_", 3) != 0;
	if (!f->on)
		word += 3;
	if (!*word || strlen(word) >= sizeof(f->name))
		return -EBADMSG;
	if (strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != strlen(word))
		return -EBADMSG;
	strcpy(f->name, word);
	return 0;
}

static int take_features(const char *text, struct sched_feature *list, size_t *ret_count)
{
	char word[64];
	int r;

	for (*ret_count = 0; scan_name(&text, word, sizeof(word)); (*ret_count)++) {
		if (*ret_count == FEATURES_MAX)
			return -EBADMSG;
		r = take_feature(word, &list[*ret_count]);
		if (r < 0)
			return r;
	}
	return *ret_count ? 0 : -EBADMSG;
}

int features_parse(const char *text, struct sched_feature **ret_features, size_t *ret_count)
{
	struct sched_feature *list;
	int r;

	list = calloc(FEATURES_MAX, sizeof(*list));
	if (!list)
		return -ENOMEM;
	r = take_features(text, list, ret_count);
	if (r < 0)
		free(list);
	else
		*ret_features = list;
	return r;
}
