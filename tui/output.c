// SPDX-License-Identifier: GPL-2.0-only
/* Documents to standard output or, atomically, to a file; see output.h. */
#include "tui/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What one write takes of a document. */
#define PIECE_BYTES (64 << 10)

static const char *remedy(int error)
{
	static const struct {
		int error;
		const char *text;
	} remedies[] = {
		{ ENOSPC, "; free some space or choose another file" },
		{ EDQUOT, "; free some space or choose another file" },
		{ EPIPE, "; its reader went away" },
		{ EACCES, "; choose a file in a folder where you may write" },
		{ EPERM, "; choose a file in a folder where you may write" },
		{ EROFS, "; choose a file on another file system" },
		{ ENOENT, "; its folder does not exist" },
		{ EISDIR, "; name a file, not a folder" },
	};

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		if (remedies[i].error == error)
			return remedies[i].text;
	}
	return "";
}

/* The exit status of a failed write is 1 whatever its cause, also for EACCES. */
static int fault_write(const struct output *out, const char *path, int error, struct fault *f)
{
	const char *name = out->path ? out->path : path && *path ? path : "standard output";
	int r = fault_set(f, -error, "cannot write %.200s: %s%s", name, strerror(error),
			  remedy(error));

	if (f)
		f->status = EXIT_STATUS_FAILED;
	return r;
}

/* A new file beside path, with the owner and mode of the one it will replace. */
static int open_temp(struct output *out, const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	if (asprintf(&out->temp, "%s.tmp-XXXXXX", out->path) < 0) {
		out->temp = NULL;
		return -ENOMEM;
	}
	out->fd = mkostemp(out->temp, O_CLOEXEC);
	if (out->fd < 0) {
		int error = errno;

		free(out->temp);
		out->temp = NULL;
		return -error;
	}
	/* Only root may give a file away; for others the new one is simply theirs. */
	if (old && fchown(out->fd, old->st_uid, old->st_gid) < 0)
		errno = 0;
	if (fchmod(out->fd, old ? old->st_mode & 07777 : 0666 & ~mask) < 0)
		return -errno;
	return 0;
}

static int open_in_place(struct output *out, int flags)
{
	out->fd = open(out->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0666);
	return out->fd < 0 ? -errno : 0;
}

/* The path behind symbolic links, so that a link is kept and its target replaced. */
static int resolve(struct output *out, const char *path)
{
	out->path = realpath(path, NULL);
	if (!out->path && errno == ENOENT)
		out->path = strdup(path);
	return out->path ? 0 : -errno;
}

int output_begin(struct output *out, const char *path, struct fault *f)
{
	struct stat old;
	int r;

	*out = (struct output){ .fd = STDOUT_FILENO, .whole = -1 };
	if (!*path)
		return 0;
	out->fd = -1;
	r = resolve(out, path);
	if (!r) {
		bool exists = !stat(out->path, &old);

		if (exists && S_ISDIR(old.st_mode))
			r = -EISDIR;
		else if (exists && !S_ISREG(old.st_mode))
			r = open_in_place(out, 0);
		else
			r = open_temp(out, exists ? &old : NULL);
	}
	if (r < 0) {
		r = fault_write(out, path, -r, f);
		output_abort(out);
	}
	return r;
}

int output_begin_lines(struct output *out, const char *path, struct fault *f)
{
	struct stat st;
	int r;

	*out = (struct output){ .fd = STDOUT_FILENO, .whole = -1 };
	if (!*path)
		return 0;
	out->fd = -1;
	out->path = strdup(path);
	r = out->path ? open_in_place(out, O_CREAT | O_TRUNC) : -ENOMEM;
	if (r < 0) {
		r = fault_write(out, path, -r, f);
		output_abort(out);
		return r;
	}
	if (!fstat(out->fd, &st) && S_ISREG(st.st_mode))
		out->whole = 0;
	return 0;
}

static int write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

int output_write(struct output *out, const char *text, size_t len, struct fault *f)
{
	int r = write_all(out->fd, text, len);

	return r < 0 ? fault_write(out, NULL, -r, f) : 0;
}

static ssize_t write_piece(void *cookie, const char *text, size_t len)
{
	struct output *out = cookie;

	if (!out->error)
		out->error = write_all(out->fd, text, len);
	out->line_bytes += (off_t)len;
	return out->error ? 0 : (ssize_t)len;
}

FILE *output_line(struct output *out, struct fault *f)
{
	FILE *line = fopencookie(out, "w", (cookie_io_functions_t){ .write = write_piece });

	out->error = 0;
	out->line_bytes = 0;
	if (!line)
		fault_set(f, -ENOMEM, "out of memory for a document");
	else
		setvbuf(line, NULL, _IOFBF, PIECE_BYTES);
	return line;
}

int output_end_line(struct output *out, FILE *line, int r, struct fault *f)
{
	if (!r)
		fputc('\n', line);
	if (fclose(line) == EOF && !out->error)
		out->error = -EIO;
	if (out->error)
		r = fault_write(out, NULL, -out->error, f);
	if (r < 0 && out->whole >= 0 && ftruncate(out->fd, out->whole) < 0)
		return r; /* the sentence about the write says what matters */
	if (!r && out->whole >= 0)
		out->whole += out->line_bytes;
	return r;
}

int output_write_line(struct output *out, const char *text, struct fault *f)
{
	FILE *line = output_line(out, f);

	if (!line)
		return -ENOMEM;
	fputs(text, line);
	return output_end_line(out, line, 0, f);
}

int output_commit(struct output *out, bool durable, struct fault *f)
{
	int r = 0;

	/* Pipes and terminals cannot be synced, which is no fault. */
	if (out->path && durable && fsync(out->fd) < 0 && errno != EINVAL && errno != EROFS)
		r = fault_write(out, NULL, errno, f);
	if (!r && out->temp && rename(out->temp, out->path) < 0)
		r = fault_write(out, NULL, errno, f);
	if (!r) {
		free(out->temp);
		out->temp = NULL;
	}
	if (!r && out->path && close(out->fd) < 0)
		r = fault_write(out, NULL, errno, f);
	if (!r && out->path)
		out->fd = -1;
	output_abort(out);
	return r;
}

void output_abort(struct output *out)
{
	if (out->temp)
		(void)unlink(out->temp);
	if (out->path && out->fd >= 0)
		(void)close(out->fd);
	free(out->temp);
	free(out->path);
	*out = (struct output)OUTPUT_CLOSED;
}

int output_document(const char *path, const char *text, struct fault *f)
{
	struct output out;
	int r = output_begin(&out, path, f);

	if (!r)
		r = output_write_line(&out, text, f);
	if (!r)
		r = output_commit(&out, true, f);
	output_abort(&out);
	return r;
}
