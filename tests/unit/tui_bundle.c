// SPDX-License-Identifier: GPL-2.0-only
/* What leaves the machine in a bug report holds no name of anybody, and what Prometheus gets fits
 * the model. */
#include "cmocka_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/samplefile.h"
#include "tests/bigmachine.h"
#include "tests/machines.h"
#include "tui/bundle.h"
#include "tui/prometheus.h"

static struct sample *named_sample(void)
{
	struct bigmachine *b = bigmachine_new(64, 1);
	struct sample *s = bigmachine_next(b);

	bigmachine_free(b);
	assert_non_null(s);
	strcpy(s->host, "secret.example");
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		memcpy(s->cpus[i].now.comm, "x\0secret-comm", 14);
		s->cpus[i].now.pid = (int)i;
	}
	return s;
}

static struct cgroup_tree *with_cgroups(struct sample *s)
{
	cgroup_tree_clear(&s->cgroups);
	assert_non_null(cgroup_tree_add(&s->cgroups, "", CGROUP_NO_PARENT, 1));
	assert_non_null(cgroup_tree_add(&s->cgroups, "/secret.slice", 0, 2));
	assert_non_null(cgroup_tree_add(&s->cgroups, "/secret.slice/secret.service", 1, 3));
	assert_non_null(cgroup_tree_add(&s->cgroups, "/secret.slice/plain", 1, 4));
	assert_non_null(cgroup_tree_add(&s->cgroups, "/.scope", 0, 5));
	return &s->cgroups;
}

static void test_scrub(void **state)
{
	struct sample *s = named_sample();
	struct cgroup_tree *tree = with_cgroups(s);
	char *line;

	(void)state;
	assert_int_equal(bundle_scrub(s), 0);
	assert_string_equal(s->host, "host");
	assert_string_equal(tree->groups[0].path, "");
	assert_string_equal(tree->groups[1].path, "/g1.slice");
	assert_string_equal(tree->groups[2].path, "/g1.slice/g2.service");
	assert_string_equal(tree->groups[3].path, "/g1.slice/g3");
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		for (size_t c = 0; c + 6 <= sizeof(s->cpus[i].now.comm); c++)
			assert_memory_not_equal(s->cpus[i].now.comm + c, "secret", 6);
	}
	line = samplefile_sample(s);
	assert_non_null(line);
	assert_null(strstr(line, "secret"));
	free(line);
	sample_free(s);
}

/* The value of a line that begins with this text, or -1. */
static double metric(const char *text, const char *begins)
{
	const char *line = strstr(text, begins);

	return line ? strtod(line + strlen(begins), NULL) : -1;
}

static void test_prometheus(void **state)
{
	struct model *m = machine_shape_model(machine_shape_named("sixty-four"), 3);
	char *text, begins[120];

	(void)state;
	assert_non_null(m);
	text = prometheus_text(m);
	assert_non_null(text);
	assert_true(metric(text, "\nheadroom_cpus_online ") == m->machine.nr_online);
	for (unsigned int i = 0; i < m->nr_cpus; i++) {
		const struct model_cpu *cpu = &m->cpus[i];
		double value;

		snprintf(begins, sizeof(begins),
			 "\nheadroom_cpu_state_ratio{cpu=\"%d\",llc=\"%d\",state=\"overloaded\"} ",
			 cpu->cpu, cpu->llc);
		value = metric(text, begins);
		if (cpu->online && rate_is_known(cpu->shares.pct[SHARE_OVERLOADED]))
			assert_true(value * 100 > cpu->shares.pct[SHARE_OVERLOADED].value - 0.01 &&
				    value * 100 < cpu->shares.pct[SHARE_OVERLOADED].value + 0.01);
		else
			assert_true(value == -1);
	}
	free(text);
	model_free(m);
}

/* With one sample only nothing is known of shares: then there is no line, not a zero. */
static void test_prometheus_unknown(void **state)
{
	struct model *m = machine_shape_model(machine_shape_named("pair"), 1);
	char *text;

	(void)state;
	assert_non_null(m);
	assert_false(m->settled);
	text = prometheus_text(m);
	assert_non_null(text);
	assert_null(strstr(text, "\nheadroom_cpu_state_ratio"));
	assert_null(strstr(text, "\nheadroom_global_idle_ratio"));
	assert_non_null(strstr(text, "\nheadroom_cpus_online 2\n"));
	free(text);
	model_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scrub),
		cmocka_unit_test(test_prometheus),
		cmocka_unit_test(test_prometheus_unknown),
	};

	return cmocka_run_group_tests_name("tui_bundle", tests, NULL, NULL);
}
