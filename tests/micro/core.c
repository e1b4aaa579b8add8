// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the steps of core/ cost on the made-up machine: micro_core [CPUS [ROUNDS]], by default 512
 * CPUs (with 5,000 cgroups) and 40 rounds. Prints medians and the slowest; asserts nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <cjson/cJSON.h>

#include "bigmachine.h"
#include "core/model.h"
#include "core/number.h"
#include "core/samplefile.h"
#include "unit/document.h"

#define ROUNDS_MAX 1000

enum step { STEP_MODEL, STEP_DOCUMENT, STEP_TEXT, STEP_LINE, STEP_READ, STEP_COUNT };

static const char *const step_names[STEP_COUNT] = {
	[STEP_MODEL] = "model step",      [STEP_DOCUMENT] = "document built",
	[STEP_TEXT] = "document as text", [STEP_LINE] = "sample as a line",
	[STEP_READ] = "line read back",
};

struct bench {
	size_t rounds, line_bytes, text_bytes;
	double ms[STEP_COUNT][ROUNDS_MAX];
	struct samplefile_reader *reader;
	struct model *m;
};

static double cpu_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void bench_document(struct bench *bench, size_t round)
{
	double start = cpu_ms();
	cJSON *doc = json_snapshot(bench->m);
	char *text;

	bench->ms[STEP_DOCUMENT][round] = cpu_ms() - start;
	start = cpu_ms();
	text = document_text(bench->m, true);
	bench->ms[STEP_TEXT][round] = cpu_ms() - start;
	bench->text_bytes = text ? strlen(text) : 0;
	free(text);
	cJSON_Delete(doc);
}

static int bench_line(struct bench *bench, size_t round, const struct sample *s)
{
	double start = cpu_ms();
	char *line = samplefile_sample(s);
	struct sample *again = NULL;
	int r;

	bench->ms[STEP_LINE][round] = cpu_ms() - start;
	if (!line)
		return -1;
	bench->line_bytes = strlen(line);
	start = cpu_ms();
	r = samplefile_read_line(bench->reader, line, &again, NULL);
	bench->ms[STEP_READ][round] = cpu_ms() - start;
	free(line);
	sample_free(again);
	return r == 1 ? 0 : -1;
}

/* The model takes the sample over. */
static int bench_round(struct bench *bench, size_t round, struct sample *s)
{
	double start;

	if (bench_line(bench, round, s) < 0) {
		sample_free(s);
		return -1;
	}
	start = cpu_ms();
	if (model_advance(bench->m, s) < 0)
		return -1;
	bench->ms[STEP_MODEL][round] = cpu_ms() - start;
	bench_document(bench, round);
	return 0;
}

/* The reader has to know the header and the topology before it can read samples. */
static int bench_introduce(struct bench *bench, const struct sample *s)
{
	char *lines[] = { samplefile_header(), samplefile_topology(s->topo) };
	struct sample *none;
	int r = 0;

	for (size_t i = 0; i < 2; i++) {
		if (!lines[i] || samplefile_read_line(bench->reader, lines[i], &none, NULL) < 0)
			r = -1;
		free(lines[i]);
	}
	return r;
}

static int compare_ms(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void bench_print(struct bench *bench, unsigned int nr_cpus)
{
	struct rusage usage;

	printf("%u CPUs, %zu cgroups, %zu rounds; CPU time in ms\n", nr_cpus,
	       bench->m->cgroups.nr_groups, bench->rounds);
	for (int i = 0; i < STEP_COUNT; i++) {
		qsort(bench->ms[i], bench->rounds, sizeof(double), compare_ms);
		printf("%-18s median %8.3f  slowest %8.3f\n", step_names[i],
		       bench->ms[i][bench->rounds / 2], bench->ms[i][bench->rounds - 1]);
	}
	printf("a line is %zu bytes, a document %zu\n", bench->line_bytes, bench->text_bytes);
	if (!getrusage(RUSAGE_SELF, &usage))
		printf("resident at its peak: %ld kB\n", usage.ru_maxrss);
}

static int bench_run(struct bench *bench, struct bigmachine *b)
{
	for (size_t round = 0; round < bench->rounds; round++) {
		struct sample *s = bigmachine_next(b);

		if (!s || (round == 0 && bench_introduce(bench, s) < 0) ||
		    bench_round(bench, round, s) < 0)
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t words[2] = { 512, 40 };
	struct bench *bench = calloc(1, sizeof(*bench));
	struct bigmachine *b;
	int r;

	for (int i = 1; i < argc && i <= 2; i++) {
		if (number_parse_u64(argv[i], &words[i - 1]) < 0 || !words[i - 1] ||
		    words[0] > 8192 || words[1] > ROUNDS_MAX) {
			fprintf(stderr, "usage: micro_core [CPUS [ROUNDS]]\n");
			return 2;
		}
	}
	b = bigmachine_new((unsigned int)words[0], 1);
	if (!b || !bench)
		return 1;
	bench->rounds = words[1];
	bench->m = model_new();
	bench->reader = samplefile_reader_new();
	r = bench->m && bench->reader ? bench_run(bench, b) : -1;
	if (r == 0)
		bench_print(bench, (unsigned int)words[0]);
	else
		fprintf(stderr, "micro_core: a step failed\n");
	model_free(bench->m);
	samplefile_reader_free(bench->reader);
	bigmachine_free(b);
	free(bench);
	return r == 0 ? 0 : 1;
}
