// SPDX-License-Identifier: GPL-2.0-only
/* The journal on disk; see journalfile.h. */
#include "host/journalfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/fsroot.h"

#define LOCK_TRIES 100 /* of 50 ms */

struct journalfile {
	int fd;               /* -1: read_only and there is none yet */
	bool read_only, torn; /* torn: the last byte is no newline, somebody died while writing */
	off_t offset;         /* up to here lines were read */
	char path[PATH_MAX];
	struct journal journal;
};

static int default_folder(char *buf, size_t size)
{
	const char *state = getenv("HEADROOM_STATE_DIR"), *home = getenv("HOME");
	const char *xdg = getenv("XDG_STATE_HOME");
	int n;

	if (state && state[0] == '/')
		n = snprintf(buf, size, "%s", state);
	else if (geteuid() == 0)
		n = snprintf(buf, size, "/var/lib/headroom-top");
	else if (xdg && xdg[0] == '/')
		n = snprintf(buf, size, "%s/headroom-top", xdg);
	else if (home && home[0] == '/')
		n = snprintf(buf, size, "%s/.local/state/headroom-top", home);
	else
		return -ENOENT;
	return n < (int)size ? 0 : -ENAMETOOLONG;
}

static int make_folders(const char *dir)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s", dir);
	for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(path, 0755) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return mkdir(path, 0700) < 0 && errno != EEXIST ? -errno : 0;
}

/* A new file is only safe once its folder is on the disk too. */
static int sync_folder(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r;

	if (fd < 0)
		return -errno;
	r = fsync(fd) < 0 ? -errno : 0;
	close(fd);
	return r;
}

static int open_for_append(struct journalfile *file, const char *dir)
{
	struct stat st;
	int r = make_folders(dir);

	if (r < 0)
		return r;
	file->fd = open(file->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (file->fd < 0 || fstat(file->fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	return st.st_size == 0 ? sync_folder(dir) : 0;
}

static int open_for_reading(struct journalfile *file)
{
	file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	return file->fd < 0 && errno != ENOENT ? -errno : 0;
}

int journalfile_open(const char *dir, bool read_only, struct journalfile **ret_file,
		     struct fault *f)
{
	struct journalfile *file = calloc(1, sizeof(*file));
	char folder[PATH_MAX - 32];
	int r = 0;

	if (!file)
		return fault_set(f, -ENOMEM, "the journal: no memory");
	file->fd = -1;
	file->read_only = read_only;
	if (dir)
		snprintf(folder, sizeof(folder), "%s", dir);
	else
		r = default_folder(folder, sizeof(folder));
	snprintf(file->path, sizeof(file->path), "%s/journal.ndjson", r < 0 ? "" : folder);
	if (r == 0)
		r = read_only ? open_for_reading(file) : open_for_append(file, folder);
	if (r < 0) {
		fault_set(f, r, "the journal %s cannot be opened, so nothing is changed: %s",
			  file->path, strerror(-r));
		journalfile_close(file);
		return r;
	}
	*ret_file = file;
	return journalfile_refresh(file, f);
}

struct journalfile *journalfile_close(struct journalfile *file)
{
	if (!file)
		return NULL;
	if (file->fd >= 0)
		close(file->fd);
	journal_clear(&file->journal);
	free(file);
	return NULL;
}

struct journal *journalfile_journal(struct journalfile *file)
{
	return &file->journal;
}

const char *journalfile_path(const struct journalfile *file)
{
	return file->path;
}

/* Hands whole lines on; what stands behind the last newline waits for its end. */
static int take_lines(struct journalfile *file, char *text, size_t length)
{
	char *end = text + length, *line = text, *newline;
	int r;

	while ((newline = memchr(line, '\n', (size_t)(end - line)))) {
		*newline = '\0';
		r = *line ? journal_read_line(&file->journal, line) : 0;
		if (r == -ENOMEM)
			return r;
		line = newline + 1;
	}
	file->offset += line - text;
	file->torn = line < end;
	return 0;
}

static int read_new_lines(struct journalfile *file)
{
	struct stat st;
	size_t length;
	ssize_t n;
	char *text;
	int r;

	if (fstat(file->fd, &st) < 0)
		return -errno;
	if (st.st_size <= file->offset)
		return 0;
	length = (size_t)(st.st_size - file->offset);
	text = malloc(length);
	if (!text)
		return -ENOMEM;
	n = pread(file->fd, text, length, file->offset);
	r = n < 0 ? -errno : take_lines(file, text, (size_t)n);
	free(text);
	return r;
}

int journalfile_refresh(struct journalfile *file, struct fault *f)
{
	int r;

	if (file->fd < 0 && file->read_only)
		open_for_reading(file);
	if (file->fd < 0)
		return 0;
	r = read_new_lines(file);
	return r < 0 ? fault_set(f, r, "the journal %s cannot be read: %s", file->path,
				 strerror(-r))
		     : 0;
}

int journalfile_lock(struct journalfile *file, struct fault *f)
{
	static const struct timespec pause = { .tv_nsec = 50000000 };
	int r;

	if (file->read_only)
		return fault_set(f, -EPERM, "nothing is changed: this is read-only");
	for (int i = 0; flock(file->fd, LOCK_EX | LOCK_NB) < 0; i++) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return fault_set(f, -errno, "the journal %s cannot be locked: %s",
					 file->path, strerror(errno));
		if (i == LOCK_TRIES)
			return fault_set(
				f, -EBUSY,
				"another headroom-top is changing something (%s is locked)",
				file->path);
		nanosleep(&pause, NULL);
	}
	r = journalfile_refresh(file, f);
	if (r < 0)
		journalfile_unlock(file);
	return r;
}

void journalfile_unlock(struct journalfile *file)
{
	(void)flock(file->fd, LOCK_UN);
}

/* One write(2), so that a line is whole or torn but never mixed with another. */
static int write_line(struct journalfile *file, const char *line)
{
	char *text;
	ssize_t n;
	int length = asprintf(&text, "%s%s\n", file->torn ? "\n" : "", line);

	if (length < 0)
		return -ENOMEM;
	n = write(file->fd, text, (size_t)length);
	free(text);
	if (n < 0)
		return -errno;
	file->torn = true;
	if (n != length)
		return -ENOSPC;
	file->torn = false;
	return fdatasync(file->fd) < 0 ? -errno : 0;
}

int journalfile_append(struct journalfile *file, char *line, struct fault *f)
{
	int r = line ? write_line(file, line) : -ENOMEM;

	free(line);
	if (r < 0)
		return fault_set(f, r, "the journal %s cannot be written: %s", file->path,
				 strerror(-r));
	return journalfile_refresh(file, f);
}

void journalfile_read_boot(const struct fsroot *root, char *buf, size_t size)
{
	if (fsroot_read(root, "/proc/sys/kernel/random/boot_id", buf, size) < 0)
		buf[0] = '\0';
}
