// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the kernel place a task, again and again, from a known CPU: "wake" sleeps there and wakes up,
 * "fork" makes a child there, both being idle-policy tasks. Before each the task goes to that CPU, and
 * then may run on all. Where it was placed is told by the kernel's trace.
 * Usage: placement wake|fork CPU ROUNDS
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLEEP_NS 8000000L
#define DECAY_NS 30000000L /* for the load that a child leaves behind */

static void place_by_wake(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = SLEEP_NS }, NULL);
}

/* The child has to run to end: behind other tasks that could take long, so it is called back. */
static void place_by_fork(const cpu_set_t *home)
{
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	sched_setaffinity(child, sizeof(*home), home);
	waitpid(child, NULL, 0);
	nanosleep(&(struct timespec){ .tv_nsec = DECAY_NS }, NULL);
}

int main(int argc, char **argv)
{
	bool forks = argc == 4 && !strcmp(argv[1], "fork");
	struct sched_param none = { 0 };
	cpu_set_t all, one;

	if (argc != 4 || sched_getaffinity(0, sizeof(all), &all))
		return 2;
	if (forks && sched_setscheduler(0, SCHED_IDLE, &none))
		return 1;
	CPU_ZERO(&one);
	CPU_SET(strtoul(argv[2], NULL, 10), &one);
	for (long n = strtol(argv[3], NULL, 10); n > 0; n--) {
		if (sched_setaffinity(0, sizeof(one), &one) ||
		    sched_setaffinity(0, sizeof(all), &all)) {
			perror("placement");
			return 1;
		}
		if (forks)
			place_by_fork(&one);
		else
			place_by_wake();
	}
	return 0;
}
