// SPDX-License-Identifier: GPL-2.0-only
/* Key names, and which action they mean; see keys.h. Knows nothing of terminals. */
#include "config/keys.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KEY_NAME_SIZE    16
#define ACTION_KEYS_SIZE 80
#define FUNCTION_KEYS    24

const struct key_row key_rows[ACTION_COUNT] = {
#define X(action, name, keys, help, writes) [ACTION_##action] = { name, keys, help, writes },
	KEY_TABLE(X)
#undef X
};

struct keymap {
	char keys[ACTION_COUNT][ACTION_KEYS_SIZE]; /* canonical names, space separated */
};

/* Accepted spellings of the named keys. What a terminal cannot tell apart has one name. */
static const struct key_spelling {
	const char *spelling, *name;
} key_spellings[] = {
	{ "Up", "Up" },
	{ "Down", "Down" },
	{ "Left", "Left" },
	{ "Right", "Right" },
	{ "PageUp", "PageUp" },
	{ "PgUp", "PageUp" },
	{ "PageDown", "PageDown" },
	{ "PgDn", "PageDown" },
	{ "Home", "Home" },
	{ "End", "End" },
	{ "Insert", "Insert" },
	{ "Ins", "Insert" },
	{ "Delete", "Delete" },
	{ "Del", "Delete" },
	{ "Backspace", "Backspace" },
	{ "Ctrl-H", "Backspace" },
	{ "Enter", "Enter" },
	{ "Return", "Enter" },
	{ "Ctrl-M", "Enter" },
	{ "Ctrl-J", "Enter" },
	{ "Escape", "Escape" },
	{ "Esc", "Escape" },
	{ "Tab", "Tab" },
	{ "Ctrl-I", "Tab" },
	{ "Shift-Tab", "Shift-Tab" },
	{ "Space", "Space" },
};

/* The terminal driver keeps these: job control and flow control. */
static const char keys_of_the_driver[] = "ZSQ";

static int canonical_ctrl(const char *name, char *buf, size_t size)
{
	int letter = toupper((unsigned char)name[5]);

	if (letter < 'A' || letter > 'Z' || name[6] || strchr(keys_of_the_driver, letter))
		return -EINVAL;
	snprintf(buf, size, "Ctrl-%c", letter);
	return 0;
}

static int canonical_function(const char *name, char *buf, size_t size)
{
	char *end;
	long n = strtol(name + 1, &end, 10);

	if (!isdigit((unsigned char)name[1]) || *end || n < 1 || n > FUNCTION_KEYS)
		return -EINVAL;
	snprintf(buf, size, "F%ld", n);
	return 0;
}

/* Bytes of the one printable character at text, 0 when it starts none. */
static size_t character_bytes(const char *text)
{
	unsigned char lead = (unsigned char)text[0];
	size_t bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;

	if (lead <= ' ' || lead == 0x7f || (lead >= 0x80 && lead < 0xc2) || lead > 0xf4)
		return 0;
	for (size_t i = 1; i < bytes; i++) {
		if (((unsigned char)text[i] & 0xc0) != 0x80)
			return 0;
	}
	return bytes;
}

static int canonical_name(const char *name, char *buf, size_t size)
{
	for (size_t i = 0; i < sizeof(key_spellings) / sizeof(key_spellings[0]); i++) {
		if (!strcasecmp(name, key_spellings[i].spelling)) {
			snprintf(buf, size, "%s", key_spellings[i].name);
			return 0;
		}
	}
	if (!strncasecmp(name, "Ctrl-", 5))
		return canonical_ctrl(name, buf, size);
	if (name[0] == 'F' && name[1])
		return canonical_function(name, buf, size);
	if (!name[0] || character_bytes(name) != strlen(name))
		return -EINVAL;
	snprintf(buf, size, "%s", name);
	return 0;
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = words; *p;) {
		size_t n = strcspn(p, " ");

		if (n == len && !memcmp(p, word, len))
			return true;
		p += n;
		p += strspn(p, " ");
	}
	return false;
}

static enum action action_by_name(const char *name)
{
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		if (!strcmp(key_rows[a].name, name))
			return (enum action)a;
	}
	return ACTION_NONE;
}

/* Adds one key to the list being built for an action. */
static int list_add_key(const struct keymap *map, enum action a, const char *key, char *list)
{
	char name[KEY_NAME_SIZE];
	size_t used = strlen(list);
	enum action other;
	int r = canonical_name(key, name, sizeof(name));

	if (r < 0)
		return r;
	other = keymap_action(map, name);
	if (other != ACTION_NONE && other != a)
		return -EEXIST;
	if (has_word(list, name))
		return 0;
	if (used + strlen(name) + 2 > ACTION_KEYS_SIZE)
		return -EINVAL;
	snprintf(list + used, ACTION_KEYS_SIZE - used, "%s%s", used ? " " : "", name);
	return 0;
}

int keymap_bind(struct keymap *map, const char *action_name, const char *keys)
{
	enum action a = action_by_name(action_name);
	char list[ACTION_KEYS_SIZE] = "", key[KEY_NAME_SIZE];

	if (a == ACTION_NONE)
		return -ENOENT;
	for (const char *p = keys + strspn(keys, " \t"); *p; p += strspn(p, " \t")) {
		size_t n = strcspn(p, " \t");
		int r;

		if (n >= sizeof(key))
			return -EINVAL;
		memcpy(key, p, n);
		key[n] = '\0';
		r = list_add_key(map, a, key, list);
		if (r < 0)
			return r;
		p += n;
	}
	memcpy(map->keys[a], list, sizeof(list));
	return 0;
}

struct keymap *keymap_new(void)
{
	struct keymap *map = calloc(1, sizeof(*map));

	for (int a = ACTION_NONE + 1; map && a < ACTION_COUNT; a++) {
		if (keymap_bind(map, key_rows[a].name, key_rows[a].keys) < 0)
			return keymap_free(map); /* a fault of the table: a test binds it too */
	}
	return map;
}

struct keymap *keymap_free(struct keymap *map)
{
	free(map);
	return NULL;
}

enum action keymap_action(const struct keymap *map, const char *key_name)
{
	if (!key_name[0])
		return ACTION_NONE;
	for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
		if (has_word(map->keys[a], key_name))
			return (enum action)a;
	}
	return ACTION_NONE;
}

const char *keymap_keys(const struct keymap *map, enum action a)
{
	return a > ACTION_NONE && a < ACTION_COUNT ? map->keys[a] : "";
}
