// SPDX-License-Identifier: GPL-2.0-only
/* What paths of cgroups tell: forms as systemd and the container runtimes make them, and near misses. */
#include "cmocka_run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cgroup_name.h"

#define ID   "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define ID12 "0123456789ab"
#define UID  "d1f3c2a4-0b5e-4c6d-8e7f-90a1b2c3d4e5"
#define UID_ "d1f3c2a4_0b5e_4c6d_8e7f_90a1b2c3d4e5"

static const struct {
	const char *path;
	enum cgroup_kind kind;
	const char *name, *title;
} rows[] = {
	{ "", CGROUP_KIND_ROOT, "/", "/" },
	{ "main", CGROUP_KIND_GROUP, "main", "main" },
	{ "side/batch", CGROUP_KIND_GROUP, "batch", "batch" },
	/* Units. */
	{ "system.slice", CGROUP_KIND_SLICE, "system.slice", "system.slice" },
	{ "system.slice/nginx.service", CGROUP_KIND_SERVICE, "nginx.service", "nginx.service" },
	{ "system.slice/system-getty.slice/getty@tty1.service", CGROUP_KIND_SERVICE,
	  "getty@tty1.service", "getty@tty1.service" },
	{ "init.scope", CGROUP_KIND_SCOPE, "init.scope", "init.scope" },
	{ "system.slice/dbus.socket", CGROUP_KIND_SOCKET, "dbus.socket", "dbus.socket" },
	{ "system.slice/dev-disk-by\\x2duuid-1.swap", CGROUP_KIND_SWAP, "dev-disk-by-uuid-1.swap",
	  "dev-disk-by-uuid-1.swap" },
	{ "system.slice/var-lib-my\\x20disk.mount", CGROUP_KIND_MOUNT, "var-lib-my disk.mount",
	  "var-lib-my disk.mount" },
	{ "_cpu.service", CGROUP_KIND_SERVICE, "cpu.service", "cpu.service" },
	{ "user.slice/user-1000.slice/user@1000.service/app.slice/app-org.gnome.Terminal.slice",
	  CGROUP_KIND_SLICE, "app-org.gnome.Terminal.slice", "app-org.gnome.Terminal.slice" },
	/* Sessions and users. */
	{ "user.slice/user-1000.slice", CGROUP_KIND_USER, "1000", "user 1000" },
	{ "user.slice/user-1000.slice/user@1000.service", CGROUP_KIND_USER, "1000", "user 1000" },
	{ "user.slice/user-1000.slice/session-c2.scope", CGROUP_KIND_SESSION, "c2", "session c2" },
	{ "user.slice/user-.slice", CGROUP_KIND_SLICE, "user-.slice", "user-.slice" },
	/* Containers, by systemd's and by the cgroupfs driver. */
	{ "system.slice/docker-" ID ".scope", CGROUP_KIND_DOCKER, ID12, "docker " ID12 },
	{ "docker/" ID, CGROUP_KIND_DOCKER, ID12, "docker " ID12 },
	{ "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" UID_
	  ".slice/cri-containerd-" ID ".scope",
	  CGROUP_KIND_CONTAINERD, ID12, "containerd " ID12 },
	{ "system.slice/containerd.service/kubepods-besteffort-pod" UID_
	  ".slice:cri-containerd:" ID,
	  CGROUP_KIND_CONTAINERD, ID12, "containerd " ID12 },
	{ "system.slice/nerdctl-" ID ".scope", CGROUP_KIND_CONTAINERD, ID12, "containerd " ID12 },
	{ "kubepods.slice/crio-" ID ".scope", CGROUP_KIND_CRIO, ID12, "cri-o " ID12 },
	{ "kubepods.slice/crio-conmon-" ID ".scope", CGROUP_KIND_MONITOR, ID12, "monitor " ID12 },
	{ "machine.slice/libpod-" ID ".scope", CGROUP_KIND_PODMAN, ID12, "podman " ID12 },
	{ "libpod_parent/libpod-" ID, CGROUP_KIND_PODMAN, ID12, "podman " ID12 },
	{ "machine.slice/libpod-conmon-" ID ".scope", CGROUP_KIND_MONITOR, ID12, "monitor " ID12 },
	{ "kubepods/burstable/pod" UID "/" ID, CGROUP_KIND_CONTAINER, ID12, "container " ID12 },
	/* A group inside a container is no container. */
	{ "machine.slice/libpod-" ID ".scope/container", CGROUP_KIND_GROUP, "container",
	  "container" },
	{ "system.slice/docker-" ID ".scope/init.scope", CGROUP_KIND_SCOPE, "init.scope",
	  "init.scope" },
	/* Pods. */
	{ "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" UID_ ".slice",
	  CGROUP_KIND_POD, UID, "pod d1f3c2a4" },
	{ "kubepods.slice/kubepods-pod" UID_ ".slice", CGROUP_KIND_POD, UID, "pod d1f3c2a4" },
	{ "kubepods/besteffort/pod" UID, CGROUP_KIND_POD, UID, "pod d1f3c2a4" },
	{ "kubepods/pod"
	  "0123456789abcdef0123456789abcdef",
	  CGROUP_KIND_POD, "0123456789abcdef0123456789abcdef", "pod 01234567" },
	{ "machine.slice/machine-libpod_pod_" ID ".slice", CGROUP_KIND_POD, ID12, "pod 01234567" },
	{ "kubepods.slice/kubepods-burstable.slice", CGROUP_KIND_SLICE, "kubepods-burstable.slice",
	  "kubepods-burstable.slice" },
	/* LXC, nspawn, virtual machines. */
	{ "lxc/web", CGROUP_KIND_LXC, "web", "lxc web" },
	{ "lxc.payload.web", CGROUP_KIND_LXC, "web", "lxc web" },
	{ "lxc.monitor.web", CGROUP_KIND_MONITOR, "web", "monitor web" },
	{ "lxc/web/ns", CGROUP_KIND_GROUP, "ns", "ns" },
	{ "machine.slice/machine-lxc\\x2d4012\\x2dweb.scope", CGROUP_KIND_LXC, "web", "lxc web" },
	{ "machine.slice/machine-qemu\\x2d3\\x2dmy\\x2dvm.scope", CGROUP_KIND_VM, "my-vm",
	  "vm my-vm" },
	{ "machine.slice/machine-debian.scope", CGROUP_KIND_MACHINE, "debian", "machine debian" },
	{ "machine.slice/systemd-nspawn@web.service", CGROUP_KIND_NSPAWN, "web", "nspawn web" },
	{ "machine.slice", CGROUP_KIND_SLICE, "machine.slice", "machine.slice" },
	/* Near misses: an id too short, in capitals, no id at all; a unit of that name. */
	{ "system.slice/docker-0123.scope", CGROUP_KIND_SCOPE, "docker-0123.scope",
	  "docker-0123.scope" },
	{ "docker/0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF",
	  CGROUP_KIND_GROUP, "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF",
	  "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF" },
	{ "system.slice/docker.service", CGROUP_KIND_SERVICE, "docker.service", "docker.service" },
	{ ".service", CGROUP_KIND_GROUP, ".service", ".service" },
	{ "kubepods/podless", CGROUP_KIND_GROUP, "podless", "podless" },
	/* Escapes that are none stay; a zero byte would end the name. */
	{ "a\\x2.service", CGROUP_KIND_SERVICE, "a\\x2.service", "a\\x2.service" },
	{ "a\\xzz\\x00b.service", CGROUP_KIND_SERVICE, "a\\xzz\\x00b.service",
	  "a\\xzz\\x00b.service" },
	{ "a\\x2db", CGROUP_KIND_GROUP, "a\\x2db", "a\\x2db" }, /* no unit */
};

static void test_paths(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cgroup_name name;
		char title[300];

		cgroup_name_of(rows[i].path, &name);
		if (name.kind != rows[i].kind || strcmp(name.text, rows[i].name) ||
		    strcmp(cgroup_name_title(&name, title, sizeof(title)), rows[i].title))
			fail_msg("%s gave %s '%s' '%s'", rows[i].path, cgroup_kind_name(name.kind),
				 name.text, title);
	}
}

static void test_every_kind_is_seen(void **state)
{
	bool seen[CGROUP_KIND_COUNT] = { false };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		seen[rows[i].kind] = true;
	for (int kind = 0; kind < CGROUP_KIND_COUNT; kind++) {
		if (!seen[kind])
			fail_msg("no path is of the kind %s", cgroup_kind_name(kind));
	}
}

/* The schema lists every kind that a document can hold. */
static void test_schema_lists_kinds(void **state)
{
	char *text = calloc(1, 1 << 20), word[40];
	FILE *file = fopen(HEADROOM_SOURCE_DIR "/docs/snapshot.schema.json", "r");

	(void)state;
	assert_non_null(file);
	assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
	fclose(file);
	for (int kind = 0; kind < CGROUP_KIND_COUNT; kind++) {
		snprintf(word, sizeof(word), "\"%s\"", cgroup_kind_name(kind));
		if (!strstr(strstr(text, "What made the group"), word))
			fail_msg("the schema has no kind %s", word);
	}
	free(text);
}

/* Any bytes: nothing is read or written beyond the end, and there always is a name. */
static void test_noise(void **state)
{
	static const char *const pieces[] = { "/",
					      "\\x2d",
					      "\\x",
					      ".scope",
					      "docker-",
					      ID,
					      "machine-",
					      "qemu",
					      "-",
					      "pod",
					      "_",
					      "\xff",
					      "lxc",
					      "user@",
					      "1000",
					      ".slice",
					      ":cri-containerd:",
					      "kubepods",
					      "\\" };
	unsigned int seed = 20261130;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		char *path = calloc(1, 1024), title[300];
		struct cgroup_name name;

		for (int i = rand_r(&seed) % 8; i > 0; i--)
			strcat(path, pieces[(size_t)rand_r(&seed) %
					    (sizeof(pieces) / sizeof(pieces[0]))]);
		path = realloc(path, strlen(path) + 1); /* the sanitizer sees its end */
		cgroup_name_of(path, &name);
		assert_in_range(name.kind, 0, CGROUP_KIND_COUNT - 1);
		assert_true(name.text[0] || path[strlen(path) - 1] == '/');
		cgroup_name_title(&name, title, sizeof(title));
		free(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_every_kind_is_seen),
		cmocka_unit_test(test_schema_lists_kinds),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests_name("cgroup_name", tests, NULL, NULL);
}
