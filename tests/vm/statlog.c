// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies the CPU lines of /proc/stat to standard output twice a second, each copy under a line
 * with both clocks in ns: "at REALTIME MONOTONIC". The witness beside the program under test, and
 * what ties a trace (monotonic) to a JSON document (real time).
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NSEC_PER_SEC 1000000000LL
#define INTERVAL_NS  500000000LL

static long long clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static int stat_copy(void)
{
	static char text[64 * 1024];
	char *end;
	ssize_t n;
	int fd;

	fd = open("/proc/stat", O_RDONLY);
	if (fd < 0)
		return -1;
	printf("at %lld %lld\n", clock_ns(CLOCK_REALTIME), clock_ns(CLOCK_MONOTONIC));
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n < 0)
		return -1;
	text[n] = '\0';
	end = strstr(text, "\nintr");
	if (end)
		*end = '\0';
	puts(text);
	return fflush(stdout);
}

int main(void)
{
	struct timespec step = { .tv_nsec = INTERVAL_NS };

	while (stat_copy() == 0)
		nanosleep(&step, NULL);
	perror("statlog");
	return 1;
}
