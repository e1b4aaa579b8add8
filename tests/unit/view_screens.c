// SPDX-License-Identifier: GPL-2.0-only
/*
 * The screens of tests/screens/cases against their goldens. Nothing here writes a golden; see
 * tests/screens/update.
 */
#include "cmocka_run.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/screens/screen.h"

#define CASES_MAX   128
#define GOLDEN_SIZE (256 * 1024)

static struct screen_case cases[CASES_MAX];

static char *read_golden(const char *name)
{
	char path[512], *text = calloc(1, GOLDEN_SIZE);
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/screens/goldens/%s.txt", HEADROOM_SOURCE_DIR, name);
	file = fopen(path, "r");
	assert_non_null(text);
	if (!file)
		fail_msg("%s is not there: tests/screens/update makes it", path);
	fread(text, 1, GOLDEN_SIZE - 1, file);
	fclose(file);
	return text;
}

/* Prints the lines that differ, as TAP diagnostics. */
static void print_difference(const char *want, const char *got)
{
	for (int line = 1; *want || *got; line++) {
		size_t a = strcspn(want, "\n"), b = strcspn(got, "\n");

		if (a != b || memcmp(want, got, a))
			print_message("# line %d\n# golden |%.*s\n# screen |%.*s\n", line, (int)a,
				      want, (int)b, got);
		want += a + (want[a] == '\n');
		got += b + (got[b] == '\n');
	}
}

static void test_screen(void **state)
{
	const struct screen_case *c = *state;
	char *want = read_golden(c->name), *got = screen_case_text(c, HEADROOM_SOURCE_DIR);
	bool same;

	assert_non_null(got);
	same = !strcmp(want, got);
	if (!same)
		print_difference(want, got);
	free(want);
	free(got);
	assert_true(same);
}

static size_t read_cases(struct CMUnitTest *tests)
{
	FILE *file = fopen(HEADROOM_SOURCE_DIR "/tests/screens/cases", "r");
	char line[512];
	size_t count = 0;

	while (file && count < CASES_MAX && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (screen_case_parse(line, &cases[count]) <= 0)
			continue;
		tests[count] = (struct CMUnitTest){ .name = cases[count].name,
						    .test_func = test_screen,
						    .initial_state = &cases[count] };
		count++;
	}
	if (file)
		fclose(file);
	return count;
}

int main(void)
{
	static struct CMUnitTest tests[CASES_MAX];
	size_t count;

	setlocale(LC_ALL, "C.UTF-8");
	count = read_cases(tests);
	/* No case at all would pass without having looked at anything. */
	if (!count)
		return 1;
	return _cmocka_run_group_tests("screens", tests, count, NULL, NULL);
}
