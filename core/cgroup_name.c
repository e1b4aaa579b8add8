// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of units and containers; see cgroup_name.h. What the runtimes call their groups stands in
 * systemd's CGROUP_DELEGATION and DESKTOP_ENVIRONMENTS documents, runc's systemd driver (PREFIX-ID
 * .scope), the kubelet's cgroup manager, lxc.container.conf(5) and libvirt's cgroups document.
 */
#include "core/cgroup_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ID_DIGITS       64
#define ID_DIGITS_SHOWN 12
#define UID_SHOWN       8

/* What stands between a prefix and a suffix. */
enum middle {
	MIDDLE_ANY,     /* at least a character */
	MIDDLE_NUMBER,  /* digits */
	MIDDLE_ID,      /* 64 hexadecimal digits, of which some are the name */
	MIDDLE_UID,     /* a UUID, with _ for - where it stands in the name of a unit */
	MIDDLE_COUNTED, /* digits, - and the name */
	MIDDLE_WHOLE,   /* the name is all of it, prefix and suffix with it */
};

struct form {
	const char *parent; /* name of the group above; NULL: any */
	const char *prefix, *suffix;
	unsigned char prefix_length, suffix_length;
	enum middle middle;
	enum cgroup_kind kind;
};

#define FORM(in, before, after, between, what)                                                     \
	{                                                                                          \
		.parent = (in), .prefix = (before), .suffix = (after),                             \
		.prefix_length = sizeof(before) - 1, .suffix_length = sizeof(after) - 1,           \
		.middle = MIDDLE_##between, .kind = CGROUP_KIND_##what                             \
	}

/* The first that fits; names are compared without systemd's escapes. */
static const struct form forms[] = {
	FORM(NULL, "docker-", ".scope", ID, DOCKER),
	FORM("docker", "", "", ID, DOCKER),
	FORM(NULL, "cri-containerd-", ".scope", ID, CONTAINERD),
	FORM(NULL, "nerdctl-", ".scope", ID, CONTAINERD),
	FORM(NULL, "crio-conmon-", ".scope", ID, MONITOR),
	FORM(NULL, "crio-conmon-", "", ID, MONITOR),
	FORM(NULL, "crio-", ".scope", ID, CRIO),
	FORM(NULL, "crio-", "", ID, CRIO),
	FORM(NULL, "libpod-conmon-", ".scope", ID, MONITOR),
	FORM(NULL, "libpod-conmon-", "", ID, MONITOR),
	FORM(NULL, "libpod-", ".scope", ID, PODMAN),
	FORM(NULL, "libpod-", "", ID, PODMAN),
	FORM(NULL, "machine-libpod_pod_", ".slice", ID, POD),
	FORM(NULL, "user-libpod_pod_", ".slice", ID, POD),
	FORM(NULL, "libpod_pod_", "", ID, POD),
	FORM(NULL, "kubepods-burstable-pod", ".slice", UID, POD),
	FORM(NULL, "kubepods-besteffort-pod", ".slice", UID, POD),
	FORM(NULL, "kubepods-pod", ".slice", UID, POD),
	FORM("kubepods", "pod", "", UID, POD),
	FORM("burstable", "pod", "", UID, POD),
	FORM("besteffort", "pod", "", UID, POD),
	FORM(NULL, "", "", ID, CONTAINER),
	FORM(NULL, "lxc.payload.", "", ANY, LXC),
	FORM(NULL, "lxc.monitor.", "", ANY, MONITOR),
	FORM("lxc", "", "", ANY, LXC),
	FORM(NULL, "machine-qemu-", ".scope", COUNTED, VM),
	FORM(NULL, "machine-lxc-", ".scope", COUNTED, LXC),
	FORM(NULL, "machine-", ".scope", ANY, MACHINE),
	FORM(NULL, "systemd-nspawn@", ".service", ANY, NSPAWN),
	FORM(NULL, "session-", ".scope", ANY, SESSION),
	FORM(NULL, "user-", ".slice", NUMBER, USER),
	FORM(NULL, "user@", ".service", NUMBER, USER),
	FORM(NULL, "", ".service", WHOLE, SERVICE),
	FORM(NULL, "", ".scope", WHOLE, SCOPE),
	FORM(NULL, "", ".slice", WHOLE, SLICE),
	FORM(NULL, "", ".socket", WHOLE, SOCKET),
	FORM(NULL, "", ".mount", WHOLE, MOUNT),
	FORM(NULL, "", ".swap", WHOLE, SWAP),
};

static const struct {
	const char *name, *word;
} kinds[CGROUP_KIND_COUNT] = {
#define X(kind, name, word) [CGROUP_KIND_##kind] = { name, word },
	CGROUP_KIND_TABLE(X)
#undef X
};

const char *cgroup_kind_name(enum cgroup_kind kind)
{
	return kinds[kind].name;
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Undoes systemd's two escapes: \xNN for a byte in the name of a unit, and the _ before a name that
 * would look like a file of the kernel's ("_cpu.service"). A zero byte stays escaped.
 */
static size_t unescape(const char *part, size_t length, char *buf, size_t size)
{
	size_t used = 0;

	for (size_t i = part[0] == '_'; i < length && used < size - 1; i++) {
		bool escape = i + 3 < length && part[i] == '\\' && part[i + 1] == 'x';
		int high = escape ? hex_value(part[i + 2]) : -1;
		int low = escape ? hex_value(part[i + 3]) : -1;

		if (high >= 0 && low >= 0 && (high || low)) {
			buf[used++] = (char)(high << 4 | low);
			i += 3;
		} else {
			buf[used++] = part[i];
		}
	}
	buf[used] = '\0';
	return used;
}

static bool is_number(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!isdigit((unsigned char)text[i]))
			return false;
	}
	return length > 0;
}

static bool is_id(const char *text, size_t length)
{
	for (size_t i = 0; length == ID_DIGITS && i < length; i++) {
		if (hex_value(text[i]) < 0)
			return false;
	}
	return length == ID_DIGITS;
}

/* 8-4-4-4-12 hexadecimal digits, or the 32 digits that a static pod's hash has. */
static bool is_uid(const char *text, size_t length)
{
	bool dashed = length == 36;

	for (size_t i = 0; i < length; i++) {
		bool at_dash = dashed && (i == 8 || i == 13 || i == 18 || i == 23);

		if (at_dash ? text[i] != '-' && text[i] != '_' : hex_value(text[i]) < 0)
			return false;
	}
	return dashed || length == 32;
}

static bool is_counted(const char *text, size_t length)
{
	size_t digits = strspn(text, "0123456789");

	return digits && digits + 1 < length && text[digits] == '-';
}

static bool middle_fits(enum middle middle, const char *text, size_t length)
{
	switch (middle) {
	case MIDDLE_NUMBER:
		return is_number(text, length);
	case MIDDLE_ID:
		return is_id(text, length);
	case MIDDLE_UID:
		return is_uid(text, length);
	case MIDDLE_COUNTED:
		return is_counted(text, length);
	default:
		return length > 0;
	}
}

static void copy_text(const char *text, size_t length, struct cgroup_name *ret_name)
{
	if (length >= sizeof(ret_name->text))
		length = sizeof(ret_name->text) - 1;
	memcpy(ret_name->text, text, length);
	ret_name->text[length] = '\0';
}

/* The name from a part of a path that fits a form. */
static void take_name(const struct form *form, const char *whole, const char *text, size_t length,
		      struct cgroup_name *ret_name)
{
	if (form->middle == MIDDLE_COUNTED) {
		size_t digits = strspn(text, "0123456789");

		text += digits + 1;
		length -= digits + 1;
	}
	if (form->middle == MIDDLE_ID)
		length = ID_DIGITS_SHOWN;
	if (form->middle == MIDDLE_WHOLE) {
		text = whole;
		length = strlen(whole);
	}
	ret_name->kind = form->kind;
	copy_text(text, length, ret_name);
	for (char *c = ret_name->text; form->middle == MIDDLE_UID && *c; c++) {
		if (*c == '_')
			*c = '-';
	}
}

static bool form_fits(const struct form *form, const char *parent, const char *part, size_t length)
{
	size_t around = (size_t)form->prefix_length + form->suffix_length;
	const char *end = part + length;

	/* Most forms differ in their first or last byte: a tree may have thousands of groups. */
	if (length <= around || (*form->prefix && *form->prefix != *part) ||
	    (*form->suffix && form->suffix[form->suffix_length - 1] != end[-1]))
		return false;
	if (form->parent && strcmp(parent, form->parent))
		return false;
	return !memcmp(part, form->prefix, form->prefix_length) &&
	       !memcmp(end - form->suffix_length, form->suffix, form->suffix_length) &&
	       middle_fits(form->middle, part + form->prefix_length, length - around);
}

/* The part of the path that ends before end; returns where it begins. */
static const char *part_before(const char *path, const char *end)
{
	while (end > path && end[-1] != '/')
		end--;
	return end;
}

/* containerd puts "SLICE:cri-containerd:ID" below its own service when its drivers disagree. */
static size_t skip_to_id(const char *part)
{
	const char *colon = strrchr(part, ':');

	return colon && strstr(part, ":cri-containerd:") ? (size_t)(colon + 1 - part) : 0;
}

/*
 * No form fits a short name without a dot, but for what stands right below lxc. Most groups of a tree
 * that was made by hand are told apart by this alone.
 */
static bool may_fit(const char *path, const char *last, const char *end)
{
	return (size_t)(end - last) >= ID_DIGITS / 2 || memchr(last, '.', (size_t)(end - last)) ||
	       (last - path >= 4 && !memcmp(last - 4, "lxc/", 4));
}

/* The name from the last part of a path, without escapes. False when no form fits it. */
static bool name_by_form(const char *parent, const char *part, size_t length,
			 struct cgroup_name *ret_name)
{
	size_t id = skip_to_id(part);

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const struct form *form = &forms[i];

		if (!form_fits(form, parent, part + id, length - id))
			continue;
		take_name(form, part, part + id + form->prefix_length,
			  length - id - form->prefix_length - form->suffix_length, ret_name);
		if (id)
			ret_name->kind = CGROUP_KIND_CONTAINERD;
		return true;
	}
	return false;
}

void cgroup_name_of(const char *path, struct cgroup_name *ret_name)
{
	const char *end = path + strlen(path), *last = part_before(path, end), *above;
	char part[CGROUP_NAME_SIZE], parent[CGROUP_NAME_SIZE] = "";
	size_t length;

	ret_name->kind = *path ? CGROUP_KIND_GROUP : CGROUP_KIND_ROOT;
	copy_text(*path ? last : "/", *path ? (size_t)(end - last) : 1, ret_name);
	if (!may_fit(path, last, end))
		return;
	length = unescape(last, (size_t)(end - last), part, sizeof(part));
	if (last > path) {
		above = part_before(path, last - 1);
		unescape(above, (size_t)(last - 1 - above), parent, sizeof(parent));
	}
	(void)name_by_form(parent, part, length, ret_name);
}

char *cgroup_name_title(const struct cgroup_name *name, char *buf, size_t size)
{
	int shown = name->kind == CGROUP_KIND_POD ? UID_SHOWN : CGROUP_NAME_SIZE;

	snprintf(buf, size, "%s%.*s", kinds[name->kind].word, shown, name->text);
	return buf;
}
