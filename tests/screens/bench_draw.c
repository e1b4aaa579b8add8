// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long a frame takes to draw: `bench_draw [CPUS [FRAMES]]`, by default 512 CPUs and 500 frames
 * of every view on a grid in memory, 200x50. It prints microseconds; no test asserts them.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/machines.h"
#include "tests/screens/screen.h"

#define TICKS 60

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static int bench_view(const struct view_ops *ops, const char *machine, int frames)
{
	double *us = calloc((size_t)frames, sizeof(*us));
	struct screen s;

	if (!us || screen_open(&s, ops->name, machine_model(machine, TICKS), 50, 200, false)) {
		free(us);
		return 1;
	}
	for (int i = 0; i < frames; i++) {
		double begin = now_us();

		screen_draw(&s);
		us[i] = now_us() - begin;
	}
	qsort(us, (size_t)frames, sizeof(*us), compare_doubles);
	printf("%-10s %s 200x50: median %7.0f us, 99 %% %7.0f us, worst %7.0f us\n", ops->name,
	       machine, us[frames / 2], us[frames * 99 / 100], us[frames - 1]);
	screen_close(&s);
	free(us);
	return 0;
}

int main(int argc, char **argv)
{
	int cpus = argc > 1 ? atoi(argv[1]) : 512, frames = argc > 2 ? atoi(argv[2]) : 500;
	char machine[32];
	int status = 0;

	if (cpus < 1 || frames < 1) {
		fputs("usage: bench_draw [CPUS [FRAMES]]\n", stderr);
		return 2;
	}
	setlocale(LC_ALL, "C.UTF-8");
	snprintf(machine, sizeof(machine), "big%d", cpus);
	for (int i = 0; view_table[i]; i++)
		status |= bench_view(view_table[i], machine, frames);
	return status;
}
