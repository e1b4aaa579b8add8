// SPDX-License-Identifier: GPL-2.0-only
/* Reading recordings, plain or zstd, line by line; see recording.h. */
#include "host/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zstd.h>

#include "core/samplefile.h"

/* A line of 512 CPUs and 5,000 cgroups is about 1 MB; a longer one is no line of ours. */
#define LINE_MAX_BYTES (16u << 20)
#define CHUNK_BYTES    (64u << 10)

/* Ours need 2 MB (level 3); a hostile frame may ask for gigabytes. */
#define WINDOW_LOG_MAX 24

static const unsigned char zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

struct recording_reader {
	int fd;
	char *path;
	bool cut, at_end;
	ZSTD_DCtx *zstd; /* NULL: a plain file */
	bool pending;    /* zstd has more output than there was room for */
	bool in_frame;   /* the frame being read is not complete yet */
	char *raw;       /* CHUNK_BYTES as read, [raw_at, raw_end) still to be used */
	size_t raw_at, raw_end;
	char *text; /* text_size bytes, [text_at, text_end) not handed out yet */
	size_t text_at, text_end, text_size;
	struct samplefile_reader *lines;
};

struct recording_reader *recording_close(struct recording_reader *r)
{
	if (!r)
		return NULL;
	if (r->fd >= 0)
		close(r->fd);
	ZSTD_freeDCtx(r->zstd);
	samplefile_reader_free(r->lines);
	free(r->raw);
	free(r->text);
	free(r->path);
	free(r);
	return NULL;
}

static int reader_fault(const struct recording_reader *r, struct fault *f, int code,
			const char *why)
{
	return fault_set(f, code, "cannot read the recording %s: %s", r->path, why);
}

/* More bytes of the file into raw, which is used up. 0 at the end with raw empty, or -errno. */
static int raw_fill(struct recording_reader *r)
{
	ssize_t n;

	do
		n = read(r->fd, r->raw, CHUNK_BYTES);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	r->raw_at = 0;
	r->raw_end = (size_t)n;
	return 0;
}

static struct recording_reader *reader_new(const char *path)
{
	struct recording_reader *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->fd = -1;
	r->path = strdup(path);
	r->raw = malloc(CHUNK_BYTES);
	r->lines = samplefile_reader_new();
	return r->path && r->raw && r->lines ? r : recording_close(r);
}

/* Looks at the first bytes. */
static int reader_start(struct recording_reader *r)
{
	int ret = raw_fill(r);

	if (ret < 0)
		return ret;
	if (r->raw_end < sizeof(zstd_magic) || memcmp(r->raw, zstd_magic, sizeof(zstd_magic)))
		return 0;
	r->zstd = ZSTD_createDCtx();
	if (!r->zstd)
		return -ENOMEM;
	ZSTD_DCtx_setParameter(r->zstd, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return 0;
}

int recording_open(const char *path, struct recording_reader **ret_reader, struct fault *f)
{
	struct recording_reader *r = reader_new(path);
	int ret;

	if (!r)
		return fault_set(f, -ENOMEM, "cannot read the recording %s: out of memory", path);
	r->fd = open(path, O_RDONLY | O_CLOEXEC);
	ret = r->fd < 0 ? -errno : reader_start(r);
	if (ret < 0) {
		reader_fault(r, f, ret, strerror(-ret));
		recording_close(r);
		return ret;
	}
	if (!r->raw_end) {
		reader_fault(r, f, -ENODATA, "it is empty");
		recording_close(r);
		return -ENODATA;
	}
	*ret_reader = r;
	return 0;
}

/* Room for CHUNK_BYTES and a terminator behind the text that is left, which moves to the front. */
static int text_make_room(struct recording_reader *r)
{
	size_t left = r->text_end - r->text_at;
	size_t want = left + CHUNK_BYTES + 1;
	char *text;

	if (left)
		memmove(r->text, r->text + r->text_at, left);
	r->text_at = 0;
	r->text_end = left;
	if (want <= r->text_size)
		return 0;
	if (left > LINE_MAX_BYTES)
		return -EBADMSG;
	text = realloc(r->text, 2 * want);
	if (!text)
		return -ENOMEM;
	r->text = text;
	r->text_size = 2 * want;
	return 0;
}

static int text_add_plain(struct recording_reader *r)
{
	size_t n = r->raw_end - r->raw_at;

	memcpy(r->text + r->text_end, r->raw + r->raw_at, n);
	r->raw_at = r->raw_end;
	r->text_end += n;
	return 0;
}

static int text_add_zstd(struct recording_reader *r)
{
	ZSTD_inBuffer in = { r->raw, r->raw_end, r->raw_at };
	ZSTD_outBuffer out = { r->text, r->text_size - 1, r->text_end };
	size_t ret = ZSTD_decompressStream(r->zstd, &out, &in);

	if (ZSTD_isError(ret))
		return -EBADMSG;
	r->in_frame = ret != 0;
	r->pending = out.pos == out.size;
	r->raw_at = in.pos;
	r->text_end = out.pos;
	return 0;
}

/* More text; at_end is set when there is none. */
static int text_fill(struct recording_reader *r)
{
	size_t before;
	int ret = text_make_room(r);

	if (ret < 0)
		return ret;
	before = r->text_end;
	while (r->text_end == before) {
		if (r->raw_at == r->raw_end && !r->pending) {
			ret = raw_fill(r);
			if (ret < 0)
				return ret;
			if (!r->raw_end) {
				r->at_end = true;
				return 0;
			}
		}
		ret = r->zstd ? text_add_zstd(r) : text_add_plain(r);
		if (ret < 0)
			return ret;
	}
	return 0;
}

/* 1: *ret_line is the next whole line, terminated; 0: the end; -errno. */
static int line_next(struct recording_reader *r, char **ret_line)
{
	size_t searched = 0;

	for (;;) {
		size_t from = r->text_at + searched;
		char *end = NULL;
		int ret;

		if (r->text_end > from)
			end = memchr(r->text + from, '\n', r->text_end - from);
		if (end) {
			*end = '\0';
			*ret_line = r->text + r->text_at;
			r->text_at = (size_t)(end + 1 - r->text);
			return 1;
		}
		if (r->at_end)
			return 0;
		searched = r->text_end - r->text_at;
		ret = text_fill(r);
		if (ret < 0)
			return ret;
	}
}

/* What is left behind the last newline, or of a zstd frame, was being written when it was cut. */
static int reader_end(struct recording_reader *r)
{
	r->cut = r->in_frame || r->text_at < r->text_end;
	return 0;
}

int recording_read(struct recording_reader *r, struct sample **ret_sample, struct fault *f)
{
	struct fault inner = { 0 };
	char *line;
	int ret;

	do {
		ret = line_next(r, &line);
		if (ret == 0)
			return reader_end(r);
		if (ret == -EBADMSG)
			return reader_fault(r, f, ret, "it is damaged");
		if (ret < 0)
			return reader_fault(r, f, ret, strerror(-ret));
		ret = samplefile_read_line(r->lines, line, ret_sample, &inner);
		if (ret < 0)
			return reader_fault(r, f, ret, inner.text);
	} while (ret == 0);
	return 1;
}

bool recording_is_cut(const struct recording_reader *r)
{
	return r->cut;
}
