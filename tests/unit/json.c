// SPDX-License-Identifier: GPL-2.0-only
/* The JSON document: valid with hostile names, null with a reason, all digits of large numbers. */
#include "cmocka_run.h"

#include <stdlib.h>

#include <cjson/cJSON.h>

#include "core/json.h"
#include "core/text.h"
#include "machine.h"

/* The text of a model after two samples of a machine of four CPUs; the second is changed by f. */
static char *text_of(void (*f)(struct sample *s))
{
	struct topology *topo = machine_topology(4, 1);
	struct model *m = model_new();
	struct sample *s = machine_sample(topo, 2);
	cJSON *doc;
	char *text;

	assert_int_equal(model_advance(m, machine_sample(topo, 1)), 0);
	if (f)
		f(s);
	assert_int_equal(model_advance(m, s), 0);
	doc = json_snapshot(m);
	assert_non_null(doc);
	text = json_text(doc, true);
	cJSON_Delete(doc);
	model_free(m);
	topology_unref(topo);
	return text;
}

static void make_names_hostile(struct sample *s)
{
	memcpy(s->host, "h\x1b]0;\"\\\xff", 9);
	memcpy(s->cpus[0].now.comm, "\xc3(\n\x9b\"\\", 7);
	memcpy(s->sched_ext_ops, "\xed\xa0\x80\xe2\x80\xae", 7);
}

static void test_hostile_names(void **state)
{
	char *text = text_of(make_names_hostile);
	cJSON *doc = cJSON_Parse(text);
	const cJSON *cpu = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "cpus"), 0);
	const cJSON *comm = cJSON_GetObjectItem(cJSON_GetObjectItem(cpu, "current"), "comm");

	(void)state;
	assert_non_null(doc);
	assert_true(text_is_utf8(text));
	assert_string_equal(cJSON_GetStringValue(comm), "\\xc3(\\x0a\\x9b\"\\");
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 0x20 && *p != 0x7f);
	cJSON_Delete(doc);
	free(text);
}

static void test_all_digits(void **state)
{
	char *text = text_of(NULL);

	(void)state;
	assert_non_null(strstr(text, "\"time_unix_ns\":1700000002000000000,"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_all_digits),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
