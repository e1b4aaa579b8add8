// SPDX-License-Identifier: GPL-2.0-only
/* Conditions for `wait`: what holds, what does not, what is unknown, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <cjson/cJSON.h>

#include "core/expression.h"

static const char document[] =
	"{\"schema_version\":1,\"host\":\"web1\",\"machine\":{\"global_idle_pct\":30.5,"
	"\"nr_online\":4,\"busy_pct\":null},\"cgroups\":[{\"path\":\"main\",\"throttled_pct\":0,"
	"\"headroom\":{\"effective\":3000}},{\"path\":\"a "
	"]b\",\"throttled_pct\":12.5,\"idle\":true,"
	"\"headroom\":null}],\"cpus\":[{\"cpu\":0,\"state\":\"idle\"},{\"cpu\":3,\"state\":"
	"\"busy\"}],\"lockdown\":false}";

/* 1, 0, or the -errno of parsing or evaluating. */
static int holds(const char *text)
{
	cJSON *doc = cJSON_Parse(document);
	struct fault f = { 0 };
	struct expression *e;
	int r = expression_parse(text, &e, &f);

	assert_non_null(doc);
	if (r == 0) {
		r = expression_evaluate(e, doc, &f);
		expression_free(e);
	}
	if (r < 0) {
		assert_int_equal(f.status, EXIT_STATUS_USAGE);
		assert_true(f.text[0] != '\0');
	}
	cJSON_Delete(doc);
	return r;
}

static void expect_all(const char *const *texts, int want)
{
	for (; *texts; texts++)
		if (holds(*texts) != want)
			fail_msg("%s: %d", *texts, holds(*texts));
}

static void test_holds(void **state)
{
	static const char *const texts[] = {
		"global_idle_pct >= 30",
		"machine.global_idle_pct>30.4",
		"30.5 == global_idle_pct",
		"global_idle_pct >= 30.5",
		"global_idle_pct <= 30.5",
		"host >= 'web1' and host < 'web2'",
		"nr_online != 'x' and lockdown != 0",
		"global_idle_pct > -1",
		"host == 'web1' and nr_online == 4",
		"host == \"web1\"",
		"host != 'web2'",
		"cgroups[path=main].throttled_pct == 0",
		"cgroups[path='a ]b'].throttled_pct <= 12.5",
		"cgroups[1].idle",
		"cgroups[0].headroom.effective == 3000",
		"cpus[cpu=3].state == 'busy'",
		"not lockdown",
		"lockdown == false",
		"not (global_idle_pct < 30 or lockdown)",
		"false or true and true",
		"true or busy_pct > 5",
		"not (busy_pct > 5 and false)",
		NULL,
	};

	(void)state;
	expect_all(texts, 1);
}

static void test_does_not_hold(void **state)
{
	static const char *const texts[] = {
		"global_idle_pct < 30",
		"global_idle_pct >= 30.51",
		"global_idle_pct < 30.5",
		"global_idle_pct > 30.5",
		"host < 'web1'",
		"lockdown == 0",
		"host == true",
		"host == 'web'",
		"host == 4",
		"true and false or false",
		"not true",
		"lockdown",
		NULL,
	};

	(void)state;
	expect_all(texts, 0);
}

/* Neither the condition nor its opposite. */
static void test_unknown(void **state)
{
	static const char *const texts[] = {
		"busy_pct > 5",
		"not (busy_pct > 5)",
		"busy_pct == busy_pct",
		"cgroups[path=gone].throttled_pct == 0",
		"not (cgroups[path=gone].throttled_pct == 0)",
		"cgroups[1].headroom.effective == 3000",
		"cpus[7].state == 'idle'",
		"busy_pct > 5 or false",
		"busy_pct > 5 and true",
		NULL,
	};

	(void)state;
	expect_all(texts, 0);
}

static void test_refused(void **state)
{
	static const char *const texts[] = {
		"",
		" ",
		"global_idle_pct >=",
		">= 30",
		"global_idle_pct = 30",
		"(true",
		"true)",
		"true true",
		"'abc",
		"cgroups[",
		"cgroups[path]",
		"cgroups[path=main",
		"a..b",
		"global_idle_pct >= 30 and",
		"not",
		"nosuch > 1",
		"machine.nosuch > 1",
		"host[0] == 1",
		"host",
		"1",
		"cgroups[0].idle_pct > 1",
		"-",
		"1.2.3 > 1",
		"global_idle_pct > 1 > 2",
		NULL,
	};
	char deep[256];

	(void)state;
	expect_all(texts, -EINVAL);
	memset(deep, '(', 200);
	strcpy(deep + 200, "true");
	assert_int_equal(holds(deep), -EINVAL);
	/* A name and a text that fit nowhere. */
	snprintf(deep, sizeof(deep), "%0254d", 0);
	for (int i = 0; i < 2; i++) {
		char text[1024];

		snprintf(text, sizeof(text), i ? "'%s%s' == 'x'" : "a%s%s > 1", deep, deep);
		assert_int_equal(holds(text), -EINVAL);
	}
}

/* Damaged at random, but the same in every run: no crash, no leak (under the sanitizers). */
static void test_fuzz(void **state)
{
	static const char seed[] = "not (cgroups[path='a ]b'].x >= -30.5 and cpus[3].y != \"z\")";
	unsigned int random = 1, nr_parsed = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char text[sizeof(seed)];
		struct expression *e;

		memcpy(text, seed, sizeof(seed));
		for (int n = 0; n < 1 + i % 4; n++) {
			random = random * 1103515245 + 12345;
			text[(random >> 8) % (sizeof(seed) - 1)] = (char)(random >> 16);
		}
		if (expression_parse(text, &e, NULL) == 0) {
			nr_parsed++;
			expression_free(e);
		}
	}
	assert_true(nr_parsed > 100 && nr_parsed < 19900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_holds),   cmocka_unit_test(test_does_not_hold),
		cmocka_unit_test(test_unknown), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_fuzz),
	};

	return cmocka_run_group_tests_name("expression", tests, NULL, NULL);
}
