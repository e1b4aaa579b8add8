// SPDX-License-Identifier: GPL-2.0-only
/* How a change is made to last under systemd; see lasting.h. */
#include "core/lasting.h"

#include <stdio.h>
#include <string.h>

/* Unit types that have a cgroup (systemd.resource-control(5)). */
static const char *const unit_suffixes[] = {
	".service", ".scope", ".slice", ".socket", ".mount", ".swap",
};

static bool has_unit_suffix(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(unit_suffixes) / sizeof(unit_suffixes[0]); i++) {
		size_t suffix = strlen(unit_suffixes[i]);

		if (length > suffix &&
		    strncmp(name + length - suffix, unit_suffixes[i], suffix) == 0)
			return true;
	}
	return false;
}

bool lasting_is_unit(const char *path, const char **ret_unit)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	if (strcmp(name, "init.scope") != 0 && !has_unit_suffix(name, strlen(name)))
		return false;
	*ret_unit = name;
	return true;
}

/* The user whose own manager has the unit, from "user@1000.service/" above it; or 0 digits. */
static int user_of(const char *path, const char **ret_user)
{
	const char *at = strstr(path, "user@");
	size_t digits;

	if (!at || (at != path && at[-1] != '/'))
		return 0;
	at += strlen("user@");
	digits = strspn(at, "0123456789");
	if (digits == 0 || strncmp(at + digits, ".service/", strlen(".service/")) != 0)
		return 0;
	*ret_user = at;
	return (int)digits;
}

/* 'text' for a shell; false when it does not fit. */
static bool quote(const char *text, char *buf, size_t size)
{
	size_t used = 0;

	if (size < 3)
		return false;
	buf[used++] = '\'';
	for (; *text; text++) {
		const char *piece = *text == '\'' ? "'\\''" : NULL;
		size_t length = piece ? strlen(piece) : 1;

		if (used + length + 2 > size)
			return false;
		memcpy(buf + used, piece ? piece : text, length);
		used += length;
	}
	buf[used++] = '\'';
	buf[used] = '\0';
	return true;
}

static bool property_value(const struct step *step, char *buf, size_t size)
{
	if (step->knob->to_property)
		return step->knob->to_property(step->want, buf, size);
	return snprintf(buf, size, "%s", step->want) < (int)size;
}

char *lasting_warning(const struct step *step, char *buf, size_t size)
{
	char unit_word[600], setting[KNOB_VALUE_SIZE + 32], setting_word[sizeof(setting) + 16];
	char value[KNOB_VALUE_SIZE];
	const char *unit, *user = "";
	int digits;

	if (step->kind != STEP_WRITE || step->knob->place != KNOB_CGROUP ||
	    !lasting_is_unit(step->object, &unit))
		return NULL;
	if (!step->knob->property || !property_value(step, value, sizeof(value))) {
		snprintf(buf, size,
			 "systemd manages %s and has no property for %s: it is gone when "
			 "the unit ends",
			 unit, step->knob->name);
		return buf;
	}
	snprintf(setting, sizeof(setting), "%s=%s", step->knob->property, value);
	if (!quote(unit, unit_word, sizeof(unit_word)) ||
	    !quote(setting, setting_word, sizeof(setting_word)))
		return NULL;
	digits = user_of(step->object, &user);
	snprintf(buf, size,
		 "systemd manages this group and may overwrite the value; to make it last: "
		 "systemctl %s%.*s%sset-property %s %s",
		 digits ? "--user --machine=" : "", digits, user, digits ? "@ " : "", unit_word,
		 setting_word);
	return buf;
}
