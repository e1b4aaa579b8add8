// SPDX-License-Identifier: GPL-2.0-only
/*
 * Damaged sample files: whatever the reader still accepts must be fit for the model, the document
 * and the writer, and whatever it refuses has a sentence. HEADROOM_FUZZ_ROUNDS sets how many
 * damaged recordings are tried; the damage is the same in every run.
 */
#include "cmocka_run.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bigmachine.h"
#include "core/model.h"
#include "core/number.h"
#include "core/samplefile.h"
#include "core/text.h"
#include "document.h"

#define ROUNDS 300
#define TICKS  2
#define LINES  (2 + TICKS)

struct fuzz {
	uint64_t random;
	char *lines[LINES]; /* undamaged */
	unsigned long accepted, refused;
};

static uint64_t fuzz_next(struct fuzz *z)
{
	z->random ^= z->random << 13;
	z->random ^= z->random >> 7;
	return z->random ^= z->random << 17;
}

static size_t fuzz_below(struct fuzz *z, size_t bound)
{
	return bound ? (size_t)(fuzz_next(z) % bound) : 0;
}

static int fuzz_setup(void **state)
{
	struct bigmachine *b = bigmachine_new(5, 11);
	struct fuzz *z = calloc(1, sizeof(*z));

	z->random = 88172645463325252;
	z->lines[0] = samplefile_header();
	for (int i = 0; i < TICKS; i++) {
		struct sample *s = bigmachine_next(b);

		if (i == 0)
			z->lines[1] = samplefile_topology(s->topo);
		z->lines[2 + i] = samplefile_sample(s);
		sample_free(s);
	}
	bigmachine_free(b);
	*state = z;
	return 0;
}

static int fuzz_teardown(void **state)
{
	struct fuzz *z = *state;

	for (int i = 0; i < LINES; i++)
		free(z->lines[i]);
	free(z);
	return 0;
}

/* Damage to the bytes of a line: flipped, cut out, doubled, cut short, another byte. */
static char *damage_bytes(struct fuzz *z, const char *line)
{
	size_t length = strlen(line);
	char *text = malloc(2 * length + 2);
	size_t at = fuzz_below(z, length), some = 1 + fuzz_below(z, 40);

	memcpy(text, line, length + 1);
	if (at + some > length)
		some = length - at;
	switch (fuzz_below(z, 5)) {
	case 0:
		text[at] = (char)(text[at] ^ (1 << fuzz_below(z, 8)));
		break;
	case 1:
		memmove(text + at, text + at + some, length + 1 - at - some);
		break;
	case 2:
		memmove(text + at + some, text + at, length + 1 - at);
		break;
	case 3:
		text[at] = '\0';
		break;
	default:
		text[at] = "0123456789-.eE\"{}[],:\\nulltrue"[fuzz_below(z, 30)];
	}
	return text;
}

static size_t count_values(const cJSON *item)
{
	size_t count = 1;

	for (const cJSON *child = item->child; child; child = child->next)
		count += count_values(child);
	return count;
}

/* The value with that number in order of writing. */
static cJSON *find_value(cJSON *item, size_t *number)
{
	if (!(*number)--)
		return item;
	for (cJSON *child = item->child; child; child = child->next) {
		cJSON *found = find_value(child, number);

		if (found)
			return found;
	}
	return NULL;
}

/* A value that is valid JSON but may be anything but what belongs there. */
static cJSON *odd_value(struct fuzz *z)
{
	static const double numbers[] = { -1,
					  0,
					  1,
					  0.5,
					  7,
					  64,
					  65535,
					  65536,
					  1e9,
					  2147483647,
					  2147483648,
					  4294967295,
					  4294967296,
					  9007199254740991,
					  9007199254740992,
					  1e300,
					  -1e300 };
	static const char *const strings[] = { "",
					       "0",
					       "18446744073709551615",
					       "18446744073709551616",
					       "-1",
					       "idle",
					       "unread",
					       "known",
					       "header",
					       "sample",
					       "1 2 3",
					       "\x1b[0m" };
	switch (fuzz_below(z, 8)) {
	case 0:
		return cJSON_CreateNull();
	case 1:
		return cJSON_CreateBool((cJSON_bool)fuzz_below(z, 2));
	case 2:
		return cJSON_CreateString(strings[fuzz_below(z, sizeof(strings) / 8)]);
	case 3:
		return cJSON_CreateArray();
	case 4:
		return cJSON_CreateObject();
	default:
		return cJSON_CreateNumber(numbers[fuzz_below(z, sizeof(numbers) / 8)]);
	}
}

/* Damage to the meaning: a value replaced, moved away, or doubled. */
static char *damage_value(struct fuzz *z, const char *line)
{
	cJSON *doc = cJSON_Parse(line), *parent, *child;
	size_t number = fuzz_below(z, count_values(doc));
	char *text;

	parent = find_value(doc, &number);
	child = parent->child;
	for (size_t i = fuzz_below(z, (size_t)cJSON_GetArraySize(parent)); child && i; i--)
		child = child->next;
	if (child && fuzz_below(z, 3)) {
		cJSON *odd = odd_value(z);

		if (child->string) {
			odd->string = strdup(child->string);
			cJSON_ReplaceItemInObjectCaseSensitive(parent, child->string, odd);
		} else {
			cJSON_ReplaceItemViaPointer(parent, child, odd);
		}
	} else if (child && fuzz_below(z, 2)) {
		cJSON_Delete(cJSON_DetachItemViaPointer(parent, child));
	} else if (child && cJSON_IsArray(parent)) {
		cJSON_AddItemToArray(parent, cJSON_Duplicate(child, true));
	}
	text = cJSON_PrintUnformatted(doc);
	cJSON_Delete(doc);
	return text;
}

/* An accepted sample goes all the way: written again, through the model, into a document. */
static void use_sample(struct model *m, struct sample *s)
{
	char *line = samplefile_sample(s), *text;

	assert_non_null(line);
	assert_true(text_is_utf8(line));
	free(line);
	assert_int_equal(model_advance(m, s), 0);
	text = document_text(m, true);
	assert_non_null(text);
	assert_true(text_is_utf8(text));
	assert_null(strstr(text, "nan"));
	free(text);
}

static void fuzz_round(struct fuzz *z)
{
	struct samplefile_reader *r = samplefile_reader_new();
	struct model *m = model_new();
	size_t damaged = fuzz_below(z, LINES);

	for (size_t i = 0; i < LINES; i++) {
		char *bad = i != damaged       ? NULL
			    : fuzz_below(z, 3) ? damage_value(z, z->lines[i])
					       : damage_bytes(z, z->lines[i]);
		struct sample *s = NULL;
		struct fault f = { 0 };
		int ret = samplefile_read_line(r, bad ? bad : z->lines[i], &s, &f);

		if (ret < 0) {
			assert_true(f.text[0] != '\0');
			assert_true(text_is_utf8(f.text));
			z->refused++;
		} else if (ret == 1) {
			use_sample(m, s);
			z->accepted++;
		}
		free(bad);
	}
	model_free(m);
	samplefile_reader_free(r);
}

static void test_damaged_recordings(void **state)
{
	const char *wanted = getenv("HEADROOM_FUZZ_ROUNDS");
	struct fuzz *z = *state;
	uint64_t rounds = ROUNDS;

	if (wanted)
		assert_int_equal(number_parse_u64(wanted, &rounds), 0);
	for (uint64_t i = 0; i < rounds; i++)
		fuzz_round(z);
	print_message("# %lu samples accepted, %lu lines refused\n", z->accepted, z->refused);
	/* Both happen often, or the damage is too little or too much to show anything. */
	assert_true(z->accepted > rounds && z->refused > rounds / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damaged_recordings),
	};

	return cmocka_run_group_tests_name("samplefile_fuzz", tests, fuzz_setup, fuzz_teardown);
}
