// SPDX-License-Identifier: GPL-2.0-only
/*
 * Judges a knob from outside: how idle the machine was by /proc/stat and what cgroups used by
 * their cpu.stat, in percent of all online CPU time, once a second or once a bandwidth period.
 * What tasks ran at all is taken from /proc/schedstat: time that is neither theirs nor idle went
 * into interrupts and switching, which is much where CPUs are emulated.
 * It reads nothing that the knob itself reports.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CGROUP_ROOT    "/sys/fs/cgroup/"
#define NSEC_PER_USEC  1000ULL
#define NSEC_PER_MSEC  1000000ULL
#define NSEC_PER_SEC   1000000000ULL
#define USEC_PER_JIFFY 10000ULL /* USER_HZ is 100 on every architecture we boot */
#define POLL_MSEC      10
#define MAX_SERIES     16
#define MAX_PATHS      16
#define MAX_STEERS     8

struct reading;

/* One line of the result: a figure of the machine, or the sum of some cgroups. */
struct series {
	const char *name;
	unsigned long long (*machine_usec)(const struct reading *now); /* NULL: of the paths */
	char *paths[MAX_PATHS];
	unsigned int nr_paths;
	unsigned long long first_usec, last_usec;
	double min_pct, max_pct;
};

/* A value written to a control file once the given period has begun. */
struct steer {
	const char *file, *value;
	unsigned long period;
};

struct reading {
	unsigned long long time_ns, idle_usec;
	unsigned int cpus;
};

static unsigned long long clock_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (unsigned long long)ts.tv_sec * NSEC_PER_SEC + (unsigned long long)ts.tv_nsec;
}

static void sleep_until(unsigned long long when_ns)
{
	struct timespec ts = {
		.tv_sec = (time_t)(when_ns / NSEC_PER_SEC),
		.tv_nsec = (long)(when_ns % NSEC_PER_SEC),
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR)
		;
}

static void file_read(const char *path, char *buf, size_t size)
{
	ssize_t n = -1;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		n = read(fd, buf, size - 1);
	if (n < 0) {
		fprintf(stderr, "meter: %s: %s\n", path, strerror(errno));
		exit(1);
	}
	close(fd);
	buf[n] = '\0';
}

static void file_write(const char *path, const char *text)
{
	size_t len = strlen(text);
	int fd;

	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0 || write(fd, text, len) != (ssize_t)len) {
		fprintf(stderr, "meter: %s: %s\n", path, strerror(errno));
		exit(1);
	}
	close(fd);
}

/* The value of a flat key of cpu.stat. */
static unsigned long long group_stat(const char *path, const char *key)
{
	char name[512], text[4096], *line, *next = text;
	size_t len = strlen(key);

	snprintf(name, sizeof(name), CGROUP_ROOT "%s/cpu.stat", path);
	file_read(name, text, sizeof(text));
	while ((line = strsep(&next, "\n")) != NULL) {
		if (!strncmp(line, key, len) && line[len] == ' ')
			return strtoull(line + len, NULL, 10);
	}
	fprintf(stderr, "meter: %s has no %s\n", name, key);
	exit(1);
}

/* Idle without iowait, as cpu.headroom counts it; CPUs online now. */
static struct reading machine_read(void)
{
	struct reading now = { .time_ns = clock_now_ns() };
	char text[64 * 1024], *line, *next = text;
	unsigned long long idle;

	file_read("/proc/stat", text, sizeof(text));
	while ((line = strsep(&next, "\n")) != NULL && !strncmp(line, "cpu", 3)) {
		if (sscanf(line, "%*s %*u %*u %*u %llu", &idle) != 1)
			continue;
		if (line[3] == ' ')
			now.idle_usec = idle * USEC_PER_JIFFY;
		else
			now.cpus++;
	}
	return now;
}

static unsigned long long machine_idle_usec(const struct reading *now)
{
	return now->idle_usec;
}

/* What tasks ran on all CPUs: rq_cpu_time, the seventh number of a cpu line (sched-stats.rst). */
static unsigned long long machine_tasks_usec(const struct reading *now)
{
	char text[64 * 1024], *line, *next = text;
	unsigned long long sum = 0, ran_ns;

	(void)now;
	file_read("/proc/schedstat", text, sizeof(text));
	while ((line = strsep(&next, "\n")) != NULL) {
		if (sscanf(line, "cpu%*u %*u %*u %*u %*u %*u %*u %llu", &ran_ns) == 1)
			sum += ran_ns / NSEC_PER_USEC;
	}
	return sum;
}

static const struct series machine_series[] = {
	{ .name = "idle", .machine_usec = machine_idle_usec },
	{ .name = "tasks", .machine_usec = machine_tasks_usec },
};

static unsigned long long series_read(const struct series *s, const struct reading *now)
{
	unsigned long long sum = 0;

	if (s->machine_usec)
		return s->machine_usec(now);
	for (unsigned int i = 0; i < s->nr_paths; i++)
		sum += group_stat(s->paths[i], "usage_usec");
	return sum;
}

static double share_pct(unsigned long long usec, const struct reading *from,
			const struct reading *to)
{
	double room = (double)(to->time_ns - from->time_ns) / NSEC_PER_USEC * to->cpus;

	return 100.0 * (double)usec / room;
}

static void series_advance(struct series *s, const struct reading *from, const struct reading *to)
{
	unsigned long long value = series_read(s, to);
	double pct = share_pct(value - s->last_usec, from, to);

	s->min_pct = pct < s->min_pct ? pct : s->min_pct;
	s->max_pct = pct > s->max_pct ? pct : s->max_pct;
	s->last_usec = value;
}

/* Mean over the whole time, lowest and highest second. */
static void measure_seconds(struct series *all, unsigned int n, unsigned int seconds)
{
	struct reading first = machine_read(), last = first, now;

	for (unsigned int i = 0; i < n; i++) {
		all[i].first_usec = all[i].last_usec = series_read(&all[i], &first);
		all[i].min_pct = 1e9;
		all[i].max_pct = 0;
	}
	for (unsigned int s = 1; s <= seconds; s++) {
		sleep_until(first.time_ns + s * NSEC_PER_SEC);
		now = machine_read();
		for (unsigned int i = 0; i < n; i++)
			series_advance(&all[i], &last, &now);
		last = now;
	}
	for (unsigned int i = 0; i < n; i++)
		printf("%s %.2f %.2f %.2f\n", all[i].name,
		       share_pct(all[i].last_usec - all[i].first_usec, &first, &last),
		       all[i].min_pct, all[i].max_pct);
}

static void steer_due(struct steer *steers, unsigned int n, unsigned long period)
{
	for (unsigned int i = 0; i < n; i++) {
		if (!steers[i].file || period < steers[i].period)
			continue;
		file_write(steers[i].file, steers[i].value);
		printf("steer %lu %s\n", period, steers[i].value);
		steers[i].file = NULL;
	}
}

/*
 * One line a period of the first cgroup of the first series, which is the clock: it counts only
 * while its period timer runs, that is while the group has something to do.
 */
static void measure_periods(struct series *all, unsigned int n, unsigned long periods,
			    struct steer *steers, unsigned int nr_steers)
{
	const char *clock = all[0].paths[0];
	unsigned long long start = group_stat(clock, "nr_periods"), seen = start, count;
	struct reading last = machine_read(), now;

	for (unsigned int i = 0; i < n; i++)
		all[i].last_usec = series_read(&all[i], &last);
	while (seen - start < periods) {
		sleep_until(clock_now_ns() + POLL_MSEC * NSEC_PER_MSEC);
		count = group_stat(clock, "nr_periods");
		if (count == seen)
			continue;
		seen = count;
		now = machine_read();
		printf("period %llu", seen - start);
		for (unsigned int i = 0; i < n; i++) {
			unsigned long long value = series_read(&all[i], &now);

			printf(" %s %.1f", all[i].name,
			       share_pct(value - all[i].last_usec, &last, &now));
			all[i].last_usec = value;
		}
		printf("\n");
		last = now;
		steer_due(steers, nr_steers, (unsigned long)(seen - start));
	}
}

static int series_of_machine(const char *name, struct series *s)
{
	for (size_t i = 0; i < sizeof(machine_series) / sizeof(machine_series[0]); i++) {
		if (!strcmp(name, machine_series[i].name)) {
			*s = machine_series[i];
			return 0;
		}
	}
	return -EINVAL;
}

/* NAME=PATH+PATH...; a name alone is a figure of the machine. */
static int series_parse(char *text, struct series *s)
{
	char *paths = strchr(text, '=');
	char *path;

	if (!paths)
		return series_of_machine(text, s);
	s->name = text;
	*paths++ = '\0';
	while ((path = strsep(&paths, "+")) != NULL) {
		if (s->nr_paths == MAX_PATHS)
			return -E2BIG;
		s->paths[s->nr_paths++] = path;
	}
	return 0;
}

/* FILE=VALUE@PERIOD */
static int steer_parse(char *text, struct steer *s)
{
	char *value = strchr(text, '='), *period = strchr(text, '@');

	if (!value || !period || period < value)
		return -EINVAL;
	*value = *period = '\0';
	s->file = text;
	s->value = value + 1;
	s->period = strtoul(period + 1, NULL, 10);
	return 0;
}

static int usage(void)
{
	fputs("Usage: meter [--seconds N | --periods N [--steer FILE=VALUE@PERIOD]...] SERIES...\n"
	      "  SERIES is idle or tasks (the machine), or NAME=CGROUP[+CGROUP...]\n"
	      "With --seconds (10): a line each, name, mean, lowest and highest second.\n"
	      "With --periods: a line for each period of the first cgroup named.\n"
	      "All in percent of the time of all CPUs online.\n",
	      stderr);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seconds", required_argument, NULL, 's' },
		{ "periods", required_argument, NULL, 'p' },
		{ "steer", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	struct series all[MAX_SERIES] = { 0 };
	struct steer steers[MAX_STEERS] = { 0 };
	unsigned int seconds = 10, n = 0, nr_steers = 0;
	unsigned long periods = 0;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 's')
			seconds = (unsigned int)strtoul(optarg, NULL, 10);
		else if (c == 'p')
			periods = strtoul(optarg, NULL, 10);
		else if (c != 't' || nr_steers == MAX_STEERS ||
			 steer_parse(optarg, &steers[nr_steers++]) < 0)
			return usage();
	}
	for (; optind < argc; optind++) {
		if (n == MAX_SERIES || series_parse(argv[optind], &all[n++]) < 0)
			return usage();
	}
	if (n == 0 || (periods && all[0].nr_paths == 0))
		return usage();
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (periods)
		measure_periods(all, n, periods, steers, nr_steers);
	else
		measure_seconds(all, n, seconds);
	return 0;
}
