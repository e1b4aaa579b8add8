// SPDX-License-Identifier: GPL-2.0-only
/*
 * A load that can be steered: threads that each use a share of a CPU, measured by their own CPU
 * time, or spin. Used in the lab's cgroups and as the known workloads of the guest tests.
 * It measures nothing about itself; what it did is judged from outside.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define NSEC_PER_MSEC     1000000ULL
#define NSEC_PER_SEC      1000000000ULL
#define MAX_THREADS       1024
#define DUTY_FULL         10000U /* duty is in hundredths of a percent of one CPU */
#define SPINS_PER_READING 10000  /* about 10 us, or 100 us where the CPU is emulated */
#define STARVED_PERIODS   4      /* CPU time missed for longer than this is not made up for */

#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE                    62
#define PR_SCHED_CORE_CREATE             1
#define PR_SCHED_CORE_SCOPE_THREAD_GROUP 1
#endif

struct options {
	unsigned int threads, duty, rt_priority;
	unsigned long long period_ns, seconds;
	int policy, nice;
	bool pin, cookie;
	cpu_set_t cpus;
	const char *control, *cgroup, *name;
};

struct policy_name {
	const char *name;
	int policy;
	unsigned int rt_priority;
};

static const struct policy_name policy_names[] = {
	{ .name = "other", .policy = SCHED_OTHER },
	{ .name = "batch", .policy = SCHED_BATCH },
	{ .name = "idle", .policy = SCHED_IDLE },
	{ .name = "fifo", .policy = SCHED_FIFO, .rt_priority = 10 },
	{ .name = "rr", .policy = SCHED_RR, .rt_priority = 10 },
};

static const struct option long_options[] = {
	{ "threads", required_argument, NULL, 't' },
	{ "cpus", required_argument, NULL, 'c' },
	{ "pin", no_argument, NULL, 'p' },
	{ "period-ms", required_argument, NULL, 'm' },
	{ "policy", required_argument, NULL, 'P' },
	{ "nice", required_argument, NULL, 'n' },
	{ "cookie", no_argument, NULL, 'k' },
	{ "control", required_argument, NULL, 'f' },
	{ "cgroup", required_argument, NULL, 'g' },
	{ "name", required_argument, NULL, 'N' },
	{ "seconds", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static const char usage_text[] =
	"Usage: load [options] hungry | off | PERCENT\n"
	"Threads that each use PERCENT of a CPU, paced by their own CPU time.\n"
	"  --threads N       one for each CPU allowed when not given\n"
	"  --cpus LIST       CPUs allowed, as 0-3,6\n"
	"  --pin             thread i on the i-th CPU allowed, in turn\n"
	"  --period-ms N     20 when not given\n"
	"  --policy NAME     other, batch, idle, fifo or rr (real-time priority 10)\n"
	"  --nice N\n"
	"  --cookie          a core-scheduling cookie shared by the threads\n"
	"  --cgroup DIR      move there before the threads start\n"
	"  --control FILE    follow the duty written there: hungry, off or PERCENT\n"
	"  --name NAME       name of the tasks\n"
	"  --seconds N       end by itself\n";

static pthread_mutex_t steer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t steer_cond = PTHREAD_COND_INITIALIZER;
static unsigned int steer_duty; /* written under steer_lock, read atomically */

static unsigned long long clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
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

static unsigned int duty_now(void)
{
	return __atomic_load_n(&steer_duty, __ATOMIC_RELAXED);
}

/* Parses "hungry", "off" or a percentage with at most two decimals. */
static int duty_parse(const char *text, unsigned int *ret_duty)
{
	char *end;
	double pct;

	if (!strcmp(text, "hungry") || !strcmp(text, "off")) {
		*ret_duty = text[0] == 'h' ? DUTY_FULL : 0;
		return 0;
	}
	errno = 0;
	pct = strtod(text, &end);
	if (errno || end == text || *end || !(pct >= 0 && pct <= 100))
		return -EINVAL;
	*ret_duty = (unsigned int)(pct * 100 + 0.5);
	return 0;
}

static void duty_set(unsigned int duty)
{
	pthread_mutex_lock(&steer_lock);
	__atomic_store_n(&steer_duty, duty, __ATOMIC_RELAXED);
	pthread_cond_broadcast(&steer_cond);
	pthread_mutex_unlock(&steer_lock);
}

static void wait_while_off(void)
{
	pthread_mutex_lock(&steer_lock);
	while (steer_duty == 0)
		pthread_cond_wait(&steer_cond, &steer_lock);
	pthread_mutex_unlock(&steer_lock);
}

/* The clock is a system call that takes the run-queue lock: most of the time goes elsewhere. */
static void spin_briefly(void)
{
	for (volatile int i = 0; i < SPINS_PER_READING; i++)
		;
}

static void spin_while(unsigned int duty)
{
	while (duty_now() == duty)
		spin_briefly();
}

static void spin_until(unsigned long long cpu_ns, unsigned int duty)
{
	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < cpu_ns && duty_now() == duty)
		spin_briefly();
}

/*
 * Runs at one duty until it is steered elsewhere. The account runs from the start, not period by
 * period: a virtual CPU that its host did not run overshoots its burst, and the next bursts make
 * up for it.
 */
static void run_duty(unsigned int duty, unsigned long long period_ns)
{
	unsigned long long wall = clock_ns(CLOCK_MONOTONIC);
	unsigned long long used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	unsigned long long burst_ns = period_ns * duty / DUTY_FULL;
	unsigned long long now;

	while (duty_now() == duty) {
		used += burst_ns;
		wall += period_ns;
		spin_until(used, duty);
		now = clock_ns(CLOCK_MONOTONIC);
		if (now < wall) {
			sleep_until(wall);
		} else if (now - wall > STARVED_PERIODS * period_ns) {
			wall = now;
			used = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		}
	}
}

static void *worker_run(void *arg)
{
	const struct options *opt = arg;
	unsigned int duty;

	for (;;) {
		duty = duty_now();
		if (duty == 0)
			wait_while_off();
		else if (duty >= DUTY_FULL)
			spin_while(duty);
		else
			run_duty(duty, opt->period_ns);
	}
	return NULL;
}

static void control_read(const char *path)
{
	char text[32] = "";
	unsigned int duty;
	ssize_t n = -1;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, text, sizeof(text) - 1);
		close(fd);
	}
	if (n <= 0)
		return; /* being rewritten: the close that follows brings us back */
	text[strcspn(text, "\n")] = '\0';
	if (duty_parse(text, &duty) == 0)
		duty_set(duty);
	else
		fprintf(stderr, "load: %s: not a duty: %s\n", path, text);
}

static int control_follow(const char *path)
{
	char events[4096];
	int fd;

	fd = inotify_init1(IN_CLOEXEC);
	if (fd < 0 || inotify_add_watch(fd, path, IN_CLOSE_WRITE) < 0) {
		fprintf(stderr, "load: cannot follow %s: %s\n", path, strerror(errno));
		return -errno;
	}
	control_read(path);
	while (read(fd, events, sizeof(events)) > 0)
		control_read(path);
	return -EIO;
}

static int cpulist_parse(const char *text, cpu_set_t *ret_cpus)
{
	unsigned long first, last;
	char *end;

	CPU_ZERO(ret_cpus);
	do {
		if (!isdigit((unsigned char)*text))
			return -EINVAL;
		first = last = strtoul(text, &end, 10);
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (last < first || last >= CPU_SETSIZE)
			return -EINVAL;
		for (; first <= last; first++)
			CPU_SET(first, ret_cpus);
		text = end + 1;
	} while (*end == ',');
	return *end ? -EINVAL : 0;
}

static int policy_parse(const char *name, struct options *opt)
{
	for (size_t i = 0; i < sizeof(policy_names) / sizeof(policy_names[0]); i++) {
		if (strcmp(policy_names[i].name, name))
			continue;
		opt->policy = policy_names[i].policy;
		opt->rt_priority = policy_names[i].rt_priority;
		return 0;
	}
	return -EINVAL;
}

static int number_parse(const char *text, unsigned long long max, unsigned long long *ret_value)
{
	char *end;

	errno = 0;
	*ret_value = strtoull(text, &end, 10);
	return errno || end == text || *end || *ret_value > max ? -EINVAL : 0;
}

static int option_take(int c, const char *arg, struct options *opt)
{
	unsigned long long value;
	int r = 0;

	switch (c) {
	case 't':
		r = number_parse(arg, MAX_THREADS, &value);
		opt->threads = (unsigned int)value;
		return r;
	case 'm':
		r = number_parse(arg, 10000, &value);
		opt->period_ns = value * NSEC_PER_MSEC;
		return r || value == 0 ? -EINVAL : 0;
	case 's':
		return number_parse(arg, 1000000, &opt->seconds);
	case 'c':
		return cpulist_parse(arg, &opt->cpus);
	case 'P':
		return policy_parse(arg, opt);
	case 'n':
		opt->nice = atoi(arg);
		break;
	case 'p':
		opt->pin = true;
		break;
	case 'k':
		opt->cookie = true;
		break;
	case 'f':
		opt->control = arg;
		break;
	case 'g':
		opt->cgroup = arg;
		break;
	case 'N':
		opt->name = arg;
		break;
	default:
		return -EINVAL;
	}
	return 0;
}

static int options_parse(int argc, char **argv, struct options *opt)
{
	int c;

	while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		if (c == 'h') {
			fputs(usage_text, stdout);
			exit(0);
		}
		if (option_take(c, optarg, opt) < 0)
			return -EINVAL;
	}
	if (optind != argc - 1)
		return -EINVAL;
	return duty_parse(argv[optind], &opt->duty);
}

static int cgroup_enter(const char *dir)
{
	char path[4096];
	int fd, r = 0;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, "0", 1) != 1)
		r = -errno;
	close(fd);
	return r;
}

/* What threads inherit from the first one: cgroup, cookie, policy, nice, CPUs. */
static int process_prepare(const struct options *opt)
{
	struct sched_param param = { .sched_priority = (int)opt->rt_priority };
	int r;

	r = opt->cgroup ? cgroup_enter(opt->cgroup) : 0;
	if (r < 0)
		return r;
	if (opt->name)
		prctl(PR_SET_NAME, opt->name);
	if (opt->cookie &&
	    prctl(PR_SCHED_CORE, PR_SCHED_CORE_CREATE, 0, PR_SCHED_CORE_SCOPE_THREAD_GROUP, 0) < 0)
		return -errno;
	if (opt->nice && setpriority(PRIO_PROCESS, 0, opt->nice) < 0)
		return -errno;
	if (sched_setaffinity(0, sizeof(opt->cpus), &opt->cpus) < 0)
		return -errno;
	if (opt->policy != SCHED_OTHER && sched_setscheduler(0, opt->policy, &param) < 0)
		return -errno;
	return 0;
}

/* The n-th allowed CPU, counted round and round. */
static int cpu_nth(const cpu_set_t *cpus, unsigned int n)
{
	int cpu = -1;

	n %= (unsigned int)CPU_COUNT(cpus);
	do {
		cpu++;
		if (CPU_ISSET(cpu, cpus) && n-- == 0)
			return cpu;
	} while (cpu < CPU_SETSIZE - 1);
	return -1;
}

static int worker_start(struct options *opt, unsigned int index)
{
	pthread_attr_t attr;
	pthread_t thread;
	cpu_set_t one;
	int r;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	if (opt->pin) {
		CPU_ZERO(&one);
		CPU_SET(cpu_nth(&opt->cpus, index), &one);
		pthread_attr_setaffinity_np(&attr, sizeof(one), &one);
	}
	r = pthread_create(&thread, &attr, worker_run, opt);
	pthread_attr_destroy(&attr);
	return -r;
}

static void time_is_up(int signal)
{
	(void)signal;
	_exit(0);
}

int main(int argc, char **argv)
{
	struct options opt = { .period_ns = 20 * NSEC_PER_MSEC };
	int r;

	sched_getaffinity(0, sizeof(opt.cpus), &opt.cpus);
	if (options_parse(argc, argv, &opt) < 0) {
		fputs(usage_text, stderr);
		return 2;
	}
	if (opt.threads == 0)
		opt.threads = (unsigned int)CPU_COUNT(&opt.cpus);
	duty_set(opt.duty);
	r = process_prepare(&opt);
	signal(SIGALRM, time_is_up);
	alarm((unsigned int)opt.seconds);
	for (unsigned int i = 0; r == 0 && i < opt.threads; i++)
		r = worker_start(&opt, i);
	if (r < 0) {
		fprintf(stderr, "load: cannot start: %s\n", strerror(-r));
		return 1;
	}
	if (opt.control)
		return control_follow(opt.control) < 0;
	for (;;)
		pause();
}
