/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the path of a cgroup tells of who made it: a systemd unit, a container and its runtime, a pod,
 * a virtual machine, a session. Only the path is looked at, so a group that was named like one by
 * hand is taken for one.
 */
#ifndef HEADROOM_CORE_CGROUP_NAME_H
#define HEADROOM_CORE_CGROUP_NAME_H

#include <stddef.h>

/* X(kind, name in the JSON document, word before the name where people read it) */
#define CGROUP_KIND_TABLE(X)                                                                       \
	X(GROUP, "group", "") /* none of the below */                                              \
	X(ROOT, "root", "")                                                                        \
	X(SERVICE, "service", "") /* units: their suffix tells what they are */                    \
	X(SCOPE, "scope", "")                                                                      \
	X(SLICE, "slice", "")                                                                      \
	X(SOCKET, "socket", "")                                                                    \
	X(MOUNT, "mount", "")                                                                      \
	X(SWAP, "swap", "")                                                                        \
	X(USER, "user", "user ") /* name: the number of the user */                                \
	X(SESSION, "session", "session ")                                                          \
	X(DOCKER, "docker", "docker ") /* containers; name: 12 digits of the id, or what it has */ \
	X(CONTAINERD, "containerd", "containerd ")                                                 \
	X(CRIO, "cri-o", "cri-o ")                                                                 \
	X(PODMAN, "podman", "podman ")                                                             \
	X(CONTAINER, "container", "container ") /* of a runtime that the path does not tell */     \
	X(LXC, "lxc", "lxc ")                                                                      \
	X(NSPAWN, "nspawn", "nspawn ")                                                             \
	X(MACHINE, "machine", "machine ") /* registered with systemd-machined */                   \
	X(VM, "vm", "vm ")                                                                         \
	X(POD, "pod", "pod ")             /* name: its uid */                                      \
	X(MONITOR, "monitor", "monitor ") /* what looks after a container; name: that one's */

enum cgroup_kind {
#define X(kind, name, word) CGROUP_KIND_##kind,
	CGROUP_KIND_TABLE(X)
#undef X
		CGROUP_KIND_COUNT
};

#define CGROUP_NAME_SIZE 256

struct cgroup_name {
	enum cgroup_kind kind;
	/* Without systemd's escapes; of GROUP the last part of the path. May hold any byte but 0. */
	char text[CGROUP_NAME_SIZE];
};

const char *cgroup_kind_name(enum cgroup_kind kind);

/* path: from the root of the hierarchy on, "" for the root. */
void cgroup_name_of(const char *path, struct cgroup_name *ret_name);

/* "docker 0123456789ab", "nginx.service"; a pod's uid is cut. Raw bytes. Returns buf. */
char *cgroup_name_title(const struct cgroup_name *name, char *buf, size_t size);

#endif
