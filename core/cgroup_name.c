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
	const char *parent; /* the group above begins so; NULL: any */
	const char *prefix, *suffix;
	enum middle middle;
	enum cgroup_kind kind;
};

/* The first that fits; names are compared without systemd's escapes. */
static const struct form forms[] = {
	{ NULL, "docker-", ".scope", MIDDLE_ID, CGROUP_KIND_DOCKER },
	{ "docker", "", "", MIDDLE_ID, CGROUP_KIND_DOCKER },
	{ NULL, "cri-containerd-", ".scope", MIDDLE_ID, CGROUP_KIND_CONTAINERD },
	{ NULL, "nerdctl-", ".scope", MIDDLE_ID, CGROUP_KIND_CONTAINERD },
	{ NULL, "crio-conmon-", ".scope", MIDDLE_ID, CGROUP_KIND_MONITOR },
	{ NULL, "crio-conmon-", "", MIDDLE_ID, CGROUP_KIND_MONITOR },
	{ NULL, "crio-", ".scope", MIDDLE_ID, CGROUP_KIND_CRIO },
	{ NULL, "crio-", "", MIDDLE_ID, CGROUP_KIND_CRIO },
	{ NULL, "libpod-conmon-", ".scope", MIDDLE_ID, CGROUP_KIND_MONITOR },
	{ NULL, "libpod-conmon-", "", MIDDLE_ID, CGROUP_KIND_MONITOR },
	{ NULL, "libpod-", ".scope", MIDDLE_ID, CGROUP_KIND_PODMAN },
	{ NULL, "libpod-", "", MIDDLE_ID, CGROUP_KIND_PODMAN },
	{ NULL, "machine-libpod_pod_", ".slice", MIDDLE_ID, CGROUP_KIND_POD },
	{ NULL, "user-libpod_pod_", ".slice", MIDDLE_ID, CGROUP_KIND_POD },
	{ NULL, "libpod_pod_", "", MIDDLE_ID, CGROUP_KIND_POD },
	{ NULL, "kubepods-burstable-pod", ".slice", MIDDLE_UID, CGROUP_KIND_POD },
	{ NULL, "kubepods-besteffort-pod", ".slice", MIDDLE_UID, CGROUP_KIND_POD },
	{ NULL, "kubepods-pod", ".slice", MIDDLE_UID, CGROUP_KIND_POD },
	{ "kubepods", "pod", "", MIDDLE_UID, CGROUP_KIND_POD },
	{ "burstable", "pod", "", MIDDLE_UID, CGROUP_KIND_POD },
	{ "besteffort", "pod", "", MIDDLE_UID, CGROUP_KIND_POD },
	{ NULL, "", "", MIDDLE_ID, CGROUP_KIND_CONTAINER },
	{ NULL, "lxc.payload.", "", MIDDLE_ANY, CGROUP_KIND_LXC },
	{ NULL, "lxc.monitor.", "", MIDDLE_ANY, CGROUP_KIND_MONITOR },
	{ "lxc", "", "", MIDDLE_ANY, CGROUP_KIND_LXC },
	{ NULL, "machine-qemu-", ".scope", MIDDLE_COUNTED, CGROUP_KIND_VM },
	{ NULL, "machine-lxc-", ".scope", MIDDLE_COUNTED, CGROUP_KIND_LXC },
	{ NULL, "machine-", ".scope", MIDDLE_ANY, CGROUP_KIND_MACHINE },
	{ NULL, "systemd-nspawn@", ".service", MIDDLE_ANY, CGROUP_KIND_NSPAWN },
	{ NULL, "session-", ".scope", MIDDLE_ANY, CGROUP_KIND_SESSION },
	{ NULL, "user-", ".slice", MIDDLE_NUMBER, CGROUP_KIND_USER },
	{ NULL, "user@", ".service", MIDDLE_NUMBER, CGROUP_KIND_USER },
	{ NULL, "", ".service", MIDDLE_WHOLE, CGROUP_KIND_SERVICE },
	{ NULL, "", ".scope", MIDDLE_WHOLE, CGROUP_KIND_SCOPE },
	{ NULL, "", ".slice", MIDDLE_WHOLE, CGROUP_KIND_SLICE },
	{ NULL, "", ".socket", MIDDLE_WHOLE, CGROUP_KIND_SOCKET },
	{ NULL, "", ".mount", MIDDLE_WHOLE, CGROUP_KIND_MOUNT },
	{ NULL, "", ".swap", MIDDLE_WHOLE, CGROUP_KIND_SWAP },
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
	for (size_t i = 0; i < length; i++) {
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

static bool middle_fits(enum middle middle, const char *text, size_t length)
{
	size_t digits = strspn(text, "0123456789");

	switch (middle) {
	case MIDDLE_NUMBER:
		return is_number(text, length);
	case MIDDLE_ID:
		return is_id(text, length);
	case MIDDLE_UID:
		return is_uid(text, length);
	case MIDDLE_COUNTED:
		return digits && digits + 1 < length && text[digits] == '-';
	default:
		return length > 0;
	}
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
	snprintf(ret_name->text, sizeof(ret_name->text), "%.*s", (int)length, text);
	for (char *c = ret_name->text; form->middle == MIDDLE_UID && *c; c++) {
		if (*c == '_')
			*c = '-';
	}
}

static bool form_fits(const struct form *form, const char *parent, const char *part, size_t length)
{
	size_t prefix = strlen(form->prefix), suffix = strlen(form->suffix);

	/* Most forms differ in their first byte: a tree may have thousands of groups. */
	if (*form->prefix && *form->prefix != *part)
		return false;
	if (form->parent && strcmp(parent, form->parent))
		return false;
	return length > prefix + suffix && !memcmp(part, form->prefix, prefix) &&
	       !memcmp(part + length - suffix, form->suffix, suffix) &&
	       middle_fits(form->middle, part + prefix, length - prefix - suffix);
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

void cgroup_name_of(const char *path, struct cgroup_name *ret_name)
{
	const char *end = path + strlen(path), *last = part_before(path, end), *above = path;
	char part[CGROUP_NAME_SIZE], parent[CGROUP_NAME_SIZE] = "";
	size_t length = unescape(last, (size_t)(end - last), part, sizeof(part)), id;

	*ret_name = (struct cgroup_name){ .kind = *path ? CGROUP_KIND_GROUP : CGROUP_KIND_ROOT };
	if (last > path) {
		above = part_before(path, last - 1);
		unescape(above, (size_t)(last - 1 - above), parent, sizeof(parent));
	}
	id = skip_to_id(part);
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const struct form *form = &forms[i];
		size_t prefix = strlen(form->prefix), suffix = strlen(form->suffix);

		if (!form_fits(form, parent, part + id, length - id))
			continue;
		take_name(form, part, part + id + prefix, length - id - prefix - suffix, ret_name);
		if (id)
			ret_name->kind = CGROUP_KIND_CONTAINERD;
		return;
	}
	snprintf(ret_name->text, sizeof(ret_name->text), "%s", *path ? last : "/");
}

char *cgroup_name_title(const struct cgroup_name *name, char *buf, size_t size)
{
	int shown = name->kind == CGROUP_KIND_POD ? UID_SHOWN : CGROUP_NAME_SIZE;

	snprintf(buf, size, "%s%.*s", kinds[name->kind].word, shown, name->text);
	return buf;
}
