// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a sample file of the made-up machine to standard output:
 * generate [CPUS [TICKS [SEED]]], by default 512 CPUs, 20 ticks, seed 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bigmachine.h"
#include "core/number.h"
#include "core/samplefile.h"

/* Prints a line and frees it. */
static int line_put(char *line)
{
	int r = line ? puts(line) : EOF;

	free(line);
	return r < 0 ? -1 : 0;
}

static int tick_put(struct bigmachine *b, bool first)
{
	struct sample *s = bigmachine_next(b);
	int r = s ? 0 : -1;

	if (r == 0 && first)
		r = line_put(samplefile_topology(s->topo));
	if (r == 0)
		r = line_put(samplefile_sample(s));
	sample_free(s);
	return r;
}

int main(int argc, char **argv)
{
	uint64_t words[3] = { 512, 20, 1 };
	struct bigmachine *b;
	int r;

	for (int i = 1; i < argc; i++) {
		if (i > 3 || number_parse_u64(argv[i], &words[i - 1]) < 0 || !words[0] ||
		    words[0] > 8192) {
			fprintf(stderr, "usage: generate [CPUS [TICKS [SEED]]], 1 to 8192 CPUs\n");
			return 2;
		}
	}
	b = bigmachine_new((unsigned int)words[0], words[2]);
	r = b ? line_put(samplefile_header()) : -1;
	for (uint64_t i = 0; r == 0 && i < words[1]; i++)
		r = tick_put(b, i == 0);
	bigmachine_free(b);
	return r == 0 && fflush(stdout) == 0 ? 0 : 1;
}
