// SPDX-License-Identifier: GPL-2.0-only
/* Writing recordings: atomic start, flushed samples, a ring of chunks; see recording.h. */
#include "host/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "core/samplefile.h"

#define CHUNKS_OF_RING 4
#define CHUNKS_MAX     (CHUNKS_OF_RING + 2)
#define ZSTD_LEVEL     3
#define NSEC_PER_SEC   1e9

struct chunk {
	off_t offset;     /* where it begins in the file */
	uint64_t mono_ns; /* of its first sample */
};

struct recording_writer {
	char *path, *new_path;
	int fd; /* -1 before the first sample */
	bool regular, placed;
	int broken; /* the error that ended it, or 0: a zstd frame cannot go on after one */
	double ring_s;
	off_t written;         /* bytes of the file */
	struct topology *topo; /* of the last topology line of this chunk */
	ZSTD_CCtx *zstd;       /* NULL: plain */
	char *packed;          /* packed_size bytes for compressed output */
	size_t packed_size;
	unsigned int nr_chunks;
	struct chunk chunks[CHUNKS_MAX]; /* oldest first; kept for a ring only */
};

static struct recording_writer *writer_free(struct recording_writer *w)
{
	if (!w)
		return NULL;
	if (w->fd >= 0)
		close(w->fd);
	ZSTD_freeCCtx(w->zstd);
	topology_unref(w->topo);
	free(w->packed);
	free(w->path);
	free(w->new_path);
	free(w);
	return NULL;
}

struct remedy {
	int code;
	const char *text;
};

static const struct remedy remedies[] = {
	{ .code = -ENOSPC, .text = "; free some space, or bound it with --ring" },
	{ .code = -EDQUOT, .text = "; free some space, or bound it with --ring" },
	{ .code = -EACCES, .text = "; choose a folder that you may write to" },
	{ .code = -EROFS, .text = "; choose a folder that you may write to" },
	{ .code = -ENOENT, .text = "; its folder must exist" },
};

static int path_fault(const char *path, struct fault *f, int code)
{
	const char *remedy = "";

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		if (remedies[i].code == code)
			remedy = remedies[i].text;
	}
	return fault_set(f, code, "cannot write the recording %s: %s%s", path, strerror(-code),
			 remedy);
}

static bool name_is_zstd(const char *path)
{
	size_t length = strlen(path);

	return length >= 4 && !strcmp(path + length - 4, ".zst");
}

static int writer_init_zstd(struct recording_writer *w)
{
	w->zstd = ZSTD_createCCtx();
	w->packed_size = ZSTD_CStreamOutSize();
	w->packed = malloc(w->packed_size);
	if (!w->zstd || !w->packed)
		return -ENOMEM;
	ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL);
	ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_checksumFlag, 1);
	return 0;
}

static int writer_init(struct recording_writer *w, const char *path)
{
	struct stat st;

	w->path = strdup(path);
	if (!w->path || asprintf(&w->new_path, "%s.%ld.new", path, (long)getpid()) < 0) {
		w->new_path = NULL;
		return -ENOMEM;
	}
	w->regular = stat(path, &st) < 0 || S_ISREG(st.st_mode);
	return name_is_zstd(path) ? writer_init_zstd(w) : 0;
}

int recording_create(const char *path, double ring_s, struct recording_writer **ret_writer,
		     struct fault *f)
{
	struct recording_writer *w = calloc(1, sizeof(*w));
	int r = -ENOMEM;

	if (w) {
		w->fd = -1;
		w->ring_s = ring_s;
		r = writer_init(w, path);
	}
	if (r == 0 && ring_s > 0 && !w->regular)
		r = fault_usage(f, "%s is no regular file, so --ring cannot bound it", path);
	else if (r < 0)
		path_fault(path, f, r);
	if (r < 0) {
		writer_free(w);
		return r;
	}
	*ret_writer = w;
	return 0;
}

static int write_all(int fd, const char *bytes, size_t length)
{
	while (length) {
		ssize_t n = write(fd, bytes, length);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		bytes += n;
		length -= (size_t)n;
	}
	return 0;
}

static int put_raw(struct recording_writer *w, const char *bytes, size_t length)
{
	int r = write_all(w->fd, bytes, length);

	if (r == 0)
		w->written += (off_t)length;
	return r;
}

static int put_packed(struct recording_writer *w, const char *bytes, size_t length,
		      ZSTD_EndDirective end)
{
	ZSTD_inBuffer in = { bytes, length, 0 };
	size_t left;

	do {
		ZSTD_outBuffer out = { w->packed, w->packed_size, 0 };
		int r;

		left = ZSTD_compressStream2(w->zstd, &out, &in, end);
		if (ZSTD_isError(left))
			return -EIO;
		r = put_raw(w, w->packed, out.pos);
		if (r < 0)
			return r;
	} while (end == ZSTD_e_continue ? in.pos < in.size : left != 0);
	return 0;
}

static int put_bytes(struct recording_writer *w, const char *bytes, size_t length)
{
	return w->zstd ? put_packed(w, bytes, length, ZSTD_e_continue) : put_raw(w, bytes, length);
}

/* Puts one line and frees it; NULL stands for memory that ran out. */
static int put_line(struct recording_writer *w, char *line)
{
	int r = line ? put_bytes(w, line, strlen(line)) : -ENOMEM;

	if (r == 0)
		r = put_bytes(w, "\n", 1);
	free(line);
	return r;
}

/* Everything so far reaches the file; end: this zstd frame is complete. */
static int put_flush(struct recording_writer *w, bool end)
{
	return w->zstd ? put_packed(w, NULL, 0, end ? ZSTD_e_end : ZSTD_e_flush) : 0;
}

static int chunk_begin(struct recording_writer *w, const struct sample *s)
{
	int r = w->nr_chunks ? put_flush(w, true) : 0;

	if (r < 0)
		return r;
	w->topo = topology_unref(w->topo);
	if (w->nr_chunks < CHUNKS_MAX)
		w->chunks[w->nr_chunks++] =
			(struct chunk){ .offset = w->written, .mono_ns = s->mono_ns };
	return put_line(w, samplefile_header());
}

static double chunk_age_s(const struct chunk *chunk, const struct sample *s)
{
	return s->mono_ns > chunk->mono_ns ? (s->mono_ns - chunk->mono_ns) / NSEC_PER_SEC : 0;
}

static bool chunk_is_due(const struct recording_writer *w, const struct sample *s)
{
	if (!w->nr_chunks)
		return true;
	return w->ring_s > 0 &&
	       chunk_age_s(&w->chunks[w->nr_chunks - 1], s) >= w->ring_s / CHUNKS_OF_RING;
}

static int put_sample(struct recording_writer *w, const struct sample *s)
{
	int r = chunk_is_due(w, s) ? chunk_begin(w, s) : 0;

	/* By identity: probes hand out the same topology until the machine's shape changed. */
	if (r == 0 && w->topo != s->topo) {
		r = put_line(w, samplefile_topology(s->topo));
		topology_unref(w->topo);
		w->topo = topology_ref(s->topo);
	}
	if (r == 0)
		r = put_line(w, samplefile_sample(s));
	return r < 0 ? r : put_flush(w, false);
}

static int copy_rest(int from, off_t offset, int to)
{
	for (;;) {
		ssize_t n = sendfile(to, from, &offset, 1 << 30);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : 0;
	}
}

/* A new file in FILE's place that holds the bytes from offset on; nothing changes on failure. */
static int file_drop_front(struct recording_writer *w, off_t offset)
{
	int fd = open(w->new_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int r;

	if (fd < 0)
		return -errno;
	r = copy_rest(w->fd, offset, fd);
	if (r == 0 && fdatasync(fd) < 0)
		r = -errno;
	if (r == 0 && rename(w->new_path, w->path) < 0)
		r = -errno;
	if (r < 0) {
		unlink(w->new_path);
		close(fd);
		return r;
	}
	close(w->fd);
	w->fd = fd;
	w->written -= offset;
	return 0;
}

/* How many chunks, oldest first, the ring no longer needs. */
static unsigned int ring_count_old(const struct recording_writer *w, const struct sample *s)
{
	unsigned int old = 0;

	while (w->ring_s > 0 && old + 1 < w->nr_chunks &&
	       chunk_age_s(&w->chunks[old + 1], s) >= w->ring_s)
		old++;
	return old;
}

static int ring_trim(struct recording_writer *w, const struct sample *s)
{
	unsigned int old = ring_count_old(w, s);
	off_t offset = w->chunks[old].offset;
	int r;

	if (!old)
		return 0;
	r = file_drop_front(w, offset);
	if (r < 0)
		return r;
	w->nr_chunks -= old;
	memmove(&w->chunks[0], &w->chunks[old], w->nr_chunks * sizeof(w->chunks[0]));
	for (unsigned int i = 0; i < w->nr_chunks; i++)
		w->chunks[i].offset -= offset;
	return 0;
}

static int file_start(struct recording_writer *w)
{
	if (w->regular)
		w->fd = open(w->new_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	else
		w->fd = open(w->path, O_WRONLY | O_CLOEXEC);
	return w->fd < 0 ? -errno : 0;
}

/* FILE takes its name with the first whole sample in it. */
static int file_place(struct recording_writer *w)
{
	if (w->regular && rename(w->new_path, w->path) < 0)
		return -errno;
	w->placed = true;
	return 0;
}

/* A sample that was written in part goes, so that a full disk leaves a whole recording. */
static void file_take_back(struct recording_writer *w, off_t good)
{
	if (!w->placed) {
		if (w->regular && w->fd >= 0)
			unlink(w->new_path);
		return;
	}
	if (w->regular && ftruncate(w->fd, good) == 0 && lseek(w->fd, good, SEEK_SET) == good)
		w->written = good;
}

int recording_write(struct recording_writer *w, const struct sample *s, struct fault *f)
{
	off_t good = w->written;
	int r = w->broken;

	if (r < 0)
		return path_fault(w->path, f, r);
	if (w->fd < 0)
		r = file_start(w);
	if (r == 0)
		r = put_sample(w, s);
	if (r == 0 && !w->placed)
		r = file_place(w);
	if (r < 0)
		file_take_back(w, good);
	else
		r = ring_trim(w, s);
	w->broken = r;
	return r < 0 ? path_fault(w->path, f, r) : 0;
}

static int file_end(struct recording_writer *w)
{
	int r = w->broken ? 0 : put_flush(w, true);

	if (r == 0 && w->regular && fsync(w->fd) < 0)
		r = -errno;
	if (close(w->fd) < 0 && r == 0)
		r = -errno;
	w->fd = -1;
	return r;
}

int recording_finish(struct recording_writer *w, struct fault *f)
{
	int r = w->placed ? file_end(w) : 0;

	if (r < 0)
		path_fault(w->path, f, r);
	writer_free(w);
	return r;
}
