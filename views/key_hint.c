// SPDX-License-Identifier: GPL-2.0-only
/* Keys as hints on the screen; see key_hint.h. */
#include "views/key_hint.h"

#include <stdio.h>
#include <string.h>

const char *key_hint_all(const struct view_context *x, enum action a)
{
	return x->keymap ? keymap_keys(x->keymap, a) : key_rows[a].keys;
}

const char *key_hint(const struct view_context *x, enum action a, char *buf, size_t size)
{
	const char *keys = key_hint_all(x, a);

	snprintf(buf, size, "%.*s", (int)strcspn(keys, " "), keys);
	return buf;
}
