// SPDX-License-Identifier: GPL-2.0-only
/* Opens and reads files below a prefix; see fsroot.h. Nothing here writes. */
#include "host/fsroot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#define DEBUGFS_DIR "/sys/kernel/debug"
#define LINKS_MAX   40 /* as the kernel's own limit */

struct fsroot {
	int fd;         /* the prefix */
	int debugfs_fd; /* our own mount of debugfs, or -1 */
	int debugfs_error;
	enum fsroot_debugfs debugfs;
	bool live;
	char prefix[PATH_MAX];
};

/* A mount that is attached nowhere: no other process sees it and it goes with the descriptor. */
static int debugfs_mount_privately(void)
{
	int context, fd = -1;
	int r = 0;

	context = fsopen("debugfs", FSOPEN_CLOEXEC);
	if (context < 0)
		return -errno;
	if (fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
		r = -errno;
	if (!r) {
		fd = fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOEXEC | MOUNT_ATTR_NOSUID);
		if (fd < 0)
			r = -errno;
	}
	close(context);
	return r ? r : fd;
}

static void debugfs_find(struct fsroot *root)
{
	struct statfs fs;
	int fd;

	root->debugfs = FSROOT_DEBUGFS_MOUNTED;
	if (!root->live || (!statfs(DEBUGFS_DIR, &fs) && fs.f_type == DEBUGFS_MAGIC))
		return;
	fd = debugfs_mount_privately();
	root->debugfs = fd < 0 ? FSROOT_DEBUGFS_NONE : FSROOT_DEBUGFS_PRIVATE;
	root->debugfs_fd = fd < 0 ? -1 : fd;
	root->debugfs_error = fd < 0 ? fd : 0;
}

int fsroot_open(const char *prefix, struct fsroot **ret_root)
{
	struct fsroot *root;
	int r;

	if (strlen(prefix) >= sizeof(root->prefix))
		return -ENAMETOOLONG;
	root = calloc(1, sizeof(*root));
	if (!root)
		return -ENOMEM;
	root->live = !*prefix || !strcmp(prefix, "/");
	root->debugfs_fd = -1;
	root->fd = open(root->live ? "/" : prefix, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root->fd < 0) {
		r = -errno;
		fsroot_free(root);
		return r;
	}
	if (!root->live)
		strcpy(root->prefix, prefix);
	debugfs_find(root);
	*ret_root = root;
	return 0;
}

struct fsroot *fsroot_free(struct fsroot *root)
{
	if (!root)
		return NULL;
	if (root->fd >= 0)
		close(root->fd);
	if (root->debugfs_fd >= 0)
		close(root->debugfs_fd);
	free(root);
	return NULL;
}

bool fsroot_is_live(const struct fsroot *root)
{
	return root->live;
}

const char *fsroot_prefix(const struct fsroot *root)
{
	return root->prefix;
}

enum fsroot_debugfs fsroot_debugfs(const struct fsroot *root, int *ret_error)
{
	if (ret_error)
		*ret_error = root->debugfs_error;
	return root->debugfs;
}

/* Where a walk by hand stands: the folders entered so far and what is left of the path. */
struct walk {
	int root, at; /* at: the folder reached; may be root itself */
	int links_left;
	char rest[PATH_MAX];
};

static void walk_enter(struct walk *w, int fd)
{
	if (w->at != w->root)
		close(w->at);
	w->at = fd;
}

/* Puts the target of a link in front of what is left; an absolute one starts again at the root. */
static int walk_link(struct walk *w, const char *name)
{
	char target[PATH_MAX];
	size_t rest = strlen(w->rest);
	ssize_t n;

	if (!w->links_left--)
		return -ELOOP;
	n = readlinkat(w->at, name, target, sizeof(target));
	if (n < 0)
		return -errno;
	if (n + 1 + rest >= sizeof(w->rest))
		return -ENAMETOOLONG;
	memmove(w->rest + n + 1, w->rest, rest + 1);
	memcpy(w->rest, target, n);
	w->rest[n] = '/';
	if (target[0] == '/')
		walk_enter(w, w->root);
	return 0;
}

static bool is_same_folder(int a, int b)
{
	struct stat sa, sb;

	return !fstat(a, &sa) && !fstat(b, &sb) && sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

/* Takes the next name off the path; returns its length, 0 at the end. */
static size_t walk_next_name(struct walk *w, char *name)
{
	size_t skip = strspn(w->rest, "/");
	size_t len = strcspn(w->rest + skip, "/");

	memcpy(name, w->rest + skip, len);
	name[len] = '\0';
	memmove(w->rest, w->rest + skip + len, strlen(w->rest + skip + len) + 1);
	return len;
}

/* Enters one name. O_PATH | O_NOFOLLOW yields the link itself, so no step can leave unseen. */
static int walk_step(struct walk *w, const char *name)
{
	struct stat st;
	int fd;

	if (!strcmp(name, "..") && is_same_folder(w->at, w->root))
		return 0;
	fd = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0) {
		close(fd);
		return -EIO;
	}
	if (S_ISLNK(st.st_mode)) {
		close(fd);
		return walk_link(w, name);
	}
	walk_enter(w, fd);
	return 0;
}

/* What openat2(RESOLVE_IN_ROOT) does, for kernels and sandboxes without it. */
static int open_by_walk(int root, const char *path, int flags)
{
	struct walk w = { .root = root, .at = root, .links_left = LINKS_MAX };
	char name[PATH_MAX], self[64];
	int r = 0;

	if (strlen(path) >= sizeof(w.rest))
		return -ENAMETOOLONG;
	strcpy(w.rest, path);
	while (!r && walk_next_name(&w, name))
		r = walk_step(&w, name);
	if (!r) {
		/* The object is held by an O_PATH descriptor: this names it and nothing else. */
		snprintf(self, sizeof(self), "/proc/self/fd/%d", w.at);
		r = open(self, flags);
		if (r < 0)
			r = -errno;
	}
	walk_enter(&w, w.root);
	return r;
}

static int open_in_tree(const struct fsroot *root, const char *path, int flags)
{
	struct open_how how = { .flags = flags,
				.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
	int fd;

	fd = syscall(SYS_openat2, root->fd, path, &how, sizeof(how));
	if (fd >= 0)
		return fd;
	/* EPERM: a sandbox's filter may say that for a call it does not know */
	return errno == ENOSYS || errno == EPERM ? open_by_walk(root->fd, path, flags) : -errno;
}

int fsroot_refuse_special(int fd)
{
	struct stat st;

	if (!fstat(fd, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		return fd;
	close(fd);
	return -EINVAL;
}

/* The part of path below our own mount of debugfs, or NULL when it is not for that. */
static const char *path_in_debugfs(const struct fsroot *root, const char *path)
{
	size_t len = strlen(DEBUGFS_DIR);

	if (root->debugfs_fd < 0 || strncmp(path, DEBUGFS_DIR, len))
		return NULL;
	if (path[len] == '\0')
		return ".";
	return path[len] == '/' ? path + len + 1 : NULL;
}

int fsroot_openat(const struct fsroot *root, const char *path, int flags)
{
	const char *in_debugfs;
	int fd;

	flags |= O_RDONLY | O_CLOEXEC;
	if (!root->live) {
		/* O_NONBLOCK: a fifo in a tree must not hang us before it is refused */
		fd = open_in_tree(root, path,
				  flags & O_PATH ? flags : flags | O_NONBLOCK | O_NOCTTY);
		return fd < 0 ? fd : fsroot_refuse_special(fd);
	}
	in_debugfs = path_in_debugfs(root, path);
	fd = in_debugfs ? openat(root->debugfs_fd, in_debugfs, flags) : open(path, flags);
	return fd < 0 ? -errno : fd;
}

/* Reads until the end or until buf is full; returns the count, or -errno. */
static ssize_t read_until_full(int fd, char *buf, size_t size)
{
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		n = read(fd, buf + done, size - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += n;
	}
	return done;
}

int fsroot_read(const struct fsroot *root, const char *path, char *buf, size_t size)
{
	ssize_t n;
	int fd;

	fd = fsroot_openat(root, path, 0);
	if (fd < 0)
		return fd;
	n = read_until_full(fd, buf, size);
	close(fd);
	if (n < 0)
		return n;
	if ((size_t)n == size) {
		buf[size - 1] = '\0';
		return -EFBIG;
	}
	if (n && buf[n - 1] == '\n')
		n--;
	buf[n] = '\0';
	return n;
}

static int buffer_grow(char **buf, size_t *size)
{
	size_t want = *size ? *size * 2 : 4096;
	char *bigger;

	if (want > FSROOT_READ_MAX)
		return -EFBIG;
	bigger = realloc(*buf, want);
	if (!bigger)
		return -ENOMEM;
	*buf = bigger;
	*size = want;
	return 0;
}

/* Reads the rest of fd; the buffer always keeps room for the terminator. */
static ssize_t read_growing(int fd, char **buf, size_t *size)
{
	size_t done = 0;
	ssize_t n;
	int r;

	for (;;) {
		if (done + 1 >= *size) {
			r = buffer_grow(buf, size);
			if (r < 0)
				return r;
		}
		n = read_until_full(fd, *buf + done, *size - 1 - done);
		if (n < 0)
			return n;
		done += n;
		if (done + 1 < *size)
			break;
	}
	(*buf)[done] = '\0';
	return done;
}

ssize_t fsroot_read_all(const struct fsroot *root, const char *path, char **buf, size_t *size)
{
	ssize_t n;
	int fd;

	fd = fsroot_openat(root, path, 0);
	if (fd < 0)
		return fd;
	n = read_growing(fd, buf, size);
	close(fd);
	return n;
}
