// SPDX-License-Identifier: GPL-2.0-only
/* Recordings on disk: read back, cut, damaged, in a ring; and what happens on a full disk. */
#include "cmocka_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bigmachine.h"
#include "core/samplefile.h"
#include "host/recording.h"

#define SEC    1000000000ull
#define FOLDER "/tmp/headroom-recording-XXXXXX"

/* A folder of its own for each test, removed with the files in it. */
struct place {
	char folder[sizeof(FOLDER)];
	char plain[64], packed[64];
};

static int place_setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	strcpy(p->folder, FOLDER);
	if (!mkdtemp(p->folder))
		return -1;
	snprintf(p->plain, sizeof(p->plain), "%s/a.ndjson", p->folder);
	snprintf(p->packed, sizeof(p->packed), "%s/a.zst", p->folder);
	*state = p;
	return 0;
}

/* Nothing else may be left in the folder. */
static int place_teardown(void **state)
{
	struct place *p = *state;
	int r;

	unlink(p->plain);
	unlink(p->packed);
	r = rmdir(p->folder);
	free(p);
	return r;
}

static void record_more(struct recording_writer *w, struct bigmachine *b, int samples)
{
	struct fault f = { 0 };

	for (int i = 0; i < samples; i++) {
		struct sample *s = bigmachine_next(b);

		if (recording_write(w, s, &f) < 0)
			fail_msg("%s", f.text);
		sample_free(s);
	}
}

static void record(const char *path, int samples, double ring_s)
{
	struct bigmachine *b = bigmachine_new(12, 3);
	struct recording_writer *w;
	struct fault f = { 0 };

	assert_int_equal(recording_create(path, ring_s, &w, &f), 0);
	record_more(w, b, samples);
	assert_int_equal(recording_finish(w, &f), 0);
	bigmachine_free(b);
}

/* What reading a whole recording gave. */
struct replay {
	int samples, end; /* end: 0, or the error */
	bool cut;
	uint64_t first_mono_ns, last_mono_ns;
	struct fault fault;
};

static struct replay replay(const char *path)
{
	struct replay got = { 0 };
	struct recording_reader *r;
	struct sample *s;

	got.end = recording_open(path, &r, &got.fault);
	if (got.end < 0)
		return got;
	while ((got.end = recording_read(r, &s, &got.fault)) == 1) {
		got.last_mono_ns = s->mono_ns;
		if (!got.samples++)
			got.first_mono_ns = s->mono_ns;
		sample_free(s);
	}
	got.cut = recording_is_cut(r);
	recording_close(r);
	return got;
}

/* The whole file; freed by the caller. */
static char *slurp(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "r");
	struct stat st;
	char *bytes;

	assert_non_null(file);
	assert_int_equal(fstat(fileno(file), &st), 0);
	bytes = malloc((size_t)st.st_size + 1);
	*ret_size = fread(bytes, 1, (size_t)st.st_size, file);
	bytes[*ret_size] = '\0';
	fclose(file);
	return bytes;
}

static void spill(const char *path, const char *bytes, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static void expect_whole(const char *path, int samples)
{
	struct replay got = replay(path);

	assert_int_equal(got.end, 0);
	assert_int_equal(got.samples, samples);
	assert_false(got.cut);
}

static void test_plain_and_packed(void **state)
{
	const struct place *p = *state;
	size_t plain, packed;

	record(p->plain, 12, 0);
	record(p->packed, 12, 0);
	expect_whole(p->plain, 12);
	expect_whole(p->packed, 12);
	free(slurp(p->plain, &plain));
	free(slurp(p->packed, &packed));
	assert_true(packed * 3 < plain);
}

/* The names of the files do not matter to the reader. */
static void test_packed_under_another_name(void **state)
{
	const struct place *p = *state;

	record(p->packed, 2, 0);
	assert_int_equal(rename(p->packed, p->plain), 0);
	expect_whole(p->plain, 2);
}

static void test_nothing_before_the_first_sample(void **state)
{
	const struct place *p = *state;
	struct recording_writer *w;
	struct fault f = { 0 };

	spill(p->plain, "precious", 8);
	assert_int_equal(recording_create(p->plain, 0, &w, &f), 0);
	assert_int_equal(recording_finish(w, &f), 0);
	size_t size;
	char *bytes = slurp(p->plain, &size);

	assert_string_equal(bytes, "precious");
	free(bytes);
}

/* Every sample can be read as soon as it was written, as after a kill. */
static void test_unfinished_recording(void **state)
{
	const struct place *p = *state;
	struct bigmachine *b = bigmachine_new(12, 3);
	struct recording_writer *w;
	struct fault f = { 0 };

	assert_int_equal(recording_create(p->packed, 0, &w, &f), 0);
	for (int i = 1; i <= 3; i++) {
		struct replay got;

		record_more(w, b, 1);
		got = replay(p->packed);
		assert_int_equal(got.end, 0);
		assert_int_equal(got.samples, i);
		assert_true(got.cut); /* the zstd frame is still open */
	}
	assert_int_equal(recording_finish(w, &f), 0);
	bigmachine_free(b);
	expect_whole(p->packed, 3);
}

/* Cut anywhere, a recording gives the whole samples before the cut and never an error. */
static void cut_everywhere(const char *path, const char *cut_path, int samples)
{
	size_t size;
	char *bytes = slurp(path, &size);
	int before = 0;

	for (size_t cut = 64; cut < size; cut += 1 + size / 61) {
		struct replay got;

		spill(cut_path, bytes, cut);
		got = replay(cut_path);
		if (got.end < 0)
			fail_msg("cut at %zu: %s", cut, got.fault.text);
		assert_true(got.samples >= before && got.samples <= samples);
		before = got.samples;
	}
	assert_true(before >= samples - 1);
	free(bytes);
}

static void test_cut_plain(void **state)
{
	const struct place *p = *state;

	record(p->plain, 5, 0);
	cut_everywhere(p->plain, p->packed, 5);
}

static void test_cut_packed(void **state)
{
	const struct place *p = *state;

	record(p->packed, 5, 0);
	cut_everywhere(p->packed, p->plain, 5);
}

/* A ring of 8 s, a sample a second: never below 8 s once there, never above 10 s and a sample. */
static void ring_holds(const char *path)
{
	struct bigmachine *b = bigmachine_new(12, 3);
	struct recording_writer *w;
	struct fault f = { 0 };
	bool trimmed = false;

	assert_int_equal(recording_create(path, 8, &w, &f), 0);
	for (int i = 0; i < 40; i++) {
		struct replay got;
		uint64_t span_s;

		record_more(w, b, 1);
		got = replay(path);
		assert_int_equal(got.end, 0);
		span_s = (got.last_mono_ns - got.first_mono_ns) / SEC;
		assert_int_equal(got.samples, (int)span_s + 1);
		assert_true(i < 8 ? span_s == (uint64_t)i : span_s >= 8);
		assert_true(span_s <= 10);
		trimmed |= got.samples < i + 1;
	}
	assert_true(trimmed);
	assert_int_equal(recording_finish(w, &f), 0);
	bigmachine_free(b);
}

static void test_ring_plain(void **state)
{
	ring_holds(((const struct place *)*state)->plain);
}

static void test_ring_packed(void **state)
{
	ring_holds(((const struct place *)*state)->packed);
}

struct refusal {
	const char *text, *want;
	int code;
};

#define HEADER "{\"type\":\"header\",\"format\":\"headroom-top samples\","
static const struct refusal refusals[] = {
	{ "", "it is empty", -ENODATA },
	{ "hello\n", "line 1: not a recording of headroom-top", -EBADMSG },
	{ "{}\n", "line 1: not a recording of headroom-top", -EBADMSG },
	{ "{\"type\":\"sample\"}\n", "line 1: not a recording of headroom-top", -EBADMSG },
	{ HEADER "\"version\":2}\n", "use a newer headroom-top", -EPROTO },
	{ HEADER "\"version\":-1}\n", "line 1: not a recording of headroom-top", -EBADMSG },
	{ HEADER "\"version\":1}\n{\"type\":\"sample\"}\n", "line 2: a sample before any",
	  -EBADMSG },
	{ HEADER "\"version\":1}\n{}\n", "line 2: damaged, a line without a type", -EBADMSG },
	{ HEADER "\"version\":1}\n\n{\"type\":\n", "line 3: damaged", -EBADMSG },
	{ HEADER "\"version\":1,\"columns\":{\"cpu\":[1]}}\n", "columns are damaged", -EBADMSG },
	{ "\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	  "it is damaged", -EBADMSG },
};

static void test_refusals_are_one_sentence(void **state)
{
	const struct place *p = *state;

	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		struct replay got;

		spill(p->plain, refusals[i].text, strlen(refusals[i].text));
		got = replay(p->plain);
		assert_int_equal(got.end, refusals[i].code);
		assert_non_null(strstr(got.fault.text, refusals[i].want));
		assert_non_null(strstr(got.fault.text, p->plain));
		assert_null(strchr(got.fault.text, '\n'));
	}
}

/* One bit of a packed recording wrong: the samples before it, then a sentence or an end. */
static void test_damaged_packed(void **state)
{
	const struct place *p = *state;
	size_t size;
	char *bytes;
	int refused = 0;

	record(p->packed, 3, 0);
	bytes = slurp(p->packed, &size);
	for (size_t at = 0; at < size; at += 1 + size / 101) {
		struct replay got;

		bytes[at] ^= 0x10;
		spill(p->packed, bytes, size);
		got = replay(p->packed);
		assert_true(got.samples <= 3);
		assert_true(got.end == 0 || got.fault.text[0]);
		refused += got.end < 0;
		bytes[at] ^= 0x10;
	}
	assert_true(refused > 70);
	free(bytes);
}

static void expect_write_fault(const char *path, int code, const char *want)
{
	struct bigmachine *b = bigmachine_new(8, 3);
	struct sample *s = bigmachine_next(b);
	struct recording_writer *w;
	struct fault f = { 0 };

	assert_int_equal(recording_create(path, 0, &w, &f), 0);
	assert_int_equal(recording_write(w, s, &f), code);
	assert_non_null(strstr(f.text, want));
	assert_int_equal(recording_write(w, s, NULL), code);
	(void)recording_finish(w, NULL);
	sample_free(s);
	bigmachine_free(b);
}

static void test_places_that_refuse(void **state)
{
	struct recording_writer *w;
	struct fault f = { 0 };

	(void)state;
	expect_write_fault("/dev/full", -ENOSPC, "free some space");
	expect_write_fault("/nowhere/at/all.zst", -ENOENT, "folder must exist");
	assert_int_equal(recording_create("/dev/full", 60, &w, &f), -EINVAL);
	assert_int_equal(f.status, EXIT_STATUS_USAGE);
	assert_int_equal(replay("/nowhere/at/all.zst").end, -ENOENT);
	assert_int_equal(replay("/tmp").end, -EISDIR);
}

/*
 * A file that may grow no further, as on a full disk, somewhere within a sample: the samples before
 * it stay, and no part of the one that did not fit.
 */
static void grow_no_further(const char *path, bool packed)
{
	struct bigmachine *b = bigmachine_new(12, 3);
	struct rlimit old, limit;
	struct recording_writer *w;
	struct replay got;
	struct fault f = { 0 };
	struct sample *s = bigmachine_next(b);
	struct stat st;

	assert_int_equal(recording_create(path, 0, &w, &f), 0);
	record_more(w, b, 2);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = (struct rlimit){ .rlim_cur = (rlim_t)st.st_size + 100, .rlim_max = old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(recording_write(w, s, &f), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(recording_write(w, s, &f), -EFBIG); /* and no more after it */
	assert_int_equal(recording_finish(w, &f), 0);
	got = replay(path);
	assert_int_equal(got.end, 0);
	assert_int_equal(got.samples, 2);
	assert_int_equal(got.cut, packed); /* its frame was never completed */
	sample_free(s);
	bigmachine_free(b);
}

static void test_full_disk(void **state)
{
	const struct place *p = *state;

	assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
	grow_no_further(p->plain, false);
	grow_no_further(p->packed, true);
}

/* The ring cannot make its copy: FILE stays whole, with all that was written. */
static void test_ring_cannot_turn(void **state)
{
	const struct place *p = *state;
	struct bigmachine *b = bigmachine_new(12, 3);
	struct recording_writer *w;
	struct fault f = { 0 };
	char in_the_way[96];
	int r = 0, written = 5;

	snprintf(in_the_way, sizeof(in_the_way), "%s.%ld.new", p->plain, (long)getpid());
	assert_int_equal(recording_create(p->plain, 8, &w, &f), 0);
	record_more(w, b, written);
	spill(in_the_way, "", 0);
	for (; r == 0 && written < 30; written++) {
		struct sample *s = bigmachine_next(b);

		r = recording_write(w, s, &f);
		sample_free(s);
	}
	assert_int_equal(r, -EEXIST);
	assert_int_equal(unlink(in_the_way), 0);
	assert_int_equal(recording_finish(w, &f), 0);
	expect_whole(p->plain, written);
	bigmachine_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define place_test(f) cmocka_unit_test_setup_teardown(f, place_setup, place_teardown)
		place_test(test_plain_and_packed),
		place_test(test_packed_under_another_name),
		place_test(test_nothing_before_the_first_sample),
		place_test(test_unfinished_recording),
		place_test(test_cut_plain),
		place_test(test_cut_packed),
		place_test(test_ring_plain),
		place_test(test_ring_packed),
		place_test(test_refusals_are_one_sentence),
		place_test(test_damaged_packed),
		place_test(test_full_disk),
		place_test(test_ring_cannot_turn),
		cmocka_unit_test(test_places_that_refuse),
	};

	return cmocka_run_group_tests_name("recording", tests, NULL, NULL);
}
