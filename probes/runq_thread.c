// SPDX-License-Identifier: GPL-2.0-only
/* Samples from a thread, see runq_thread.h. It costs about 25 times what the timer does. */
#include "probes/runq_thread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>

#define NSEC_PER_SEC        1000000000ULL
#define COST_SMOOTHING      16 /* rounds over which our own cost is averaged */
#define WAIT_AFTER_ERROR_NS 100000000ULL

struct runq_thread {
	pthread_t thread;
	int prog_fd;
	int stop_fd; /* eventfd: readable when the thread is to end */
	struct runq_control *control;
};

struct runq_fire_args {
	__u64 wait_ns;
};

static __u64 thread_cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (__u64)now.tv_sec * NSEC_PER_SEC + (__u64)now.tv_nsec;
}

/* What a round costs beside the walk that the program itself has timed. */
static void note_cost(struct runq_control *control, __u64 spent_ns, __u64 walk_ns)
{
	__u64 outside_ns = spent_ns > walk_ns ? spent_ns - walk_ns : 0;

	control->outside_ns += outside_ns / COST_SMOOTHING;
	control->outside_ns -= control->outside_ns / COST_SMOOTHING;
}

static void *sample_until_stopped(void *arg)
{
	struct runq_thread *t = arg;
	struct runq_fire_args args = { 0 };
	/* The kernel writes back to ctx_in. */
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = &args, .ctx_size_in = sizeof(args));
	struct pollfd stop = { .fd = t->stop_fd, .events = POLLIN };
	__u64 before_ns = thread_cpu_ns(), walked_ns = t->control->busy_ns, now_ns;
	struct timespec wait;

	for (;;) {
		if (bpf_prog_test_run_opts(t->prog_fd, &opts))
			args.wait_ns = WAIT_AFTER_ERROR_NS;
		wait = (struct timespec){ .tv_sec = (time_t)(args.wait_ns / NSEC_PER_SEC),
					  .tv_nsec = (long)(args.wait_ns % NSEC_PER_SEC) };
		if (ppoll(&stop, 1, &wait, NULL) > 0)
			return NULL;
		if (t->control->cursor)
			continue;
		now_ns = thread_cpu_ns();
		note_cost(t->control, now_ns - before_ns, t->control->busy_ns - walked_ns);
		before_ns = now_ns;
		walked_ns = t->control->busy_ns;
	}
}

/* Signals are for the main thread. */
static int start_blocked(struct runq_thread *t)
{
	sigset_t all, before;
	int r;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r = pthread_create(&t->thread, NULL, sample_until_stopped, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!r)
		pthread_setname_np(t->thread, "headroom-sample");
	return -r;
}

int runq_thread_start(int prog_fd, struct runq_control *control, struct runq_thread **ret_thread)
{
	struct runq_thread *t = calloc(1, sizeof(*t));
	int r;

	if (!t)
		return -ENOMEM;
	t->prog_fd = prog_fd;
	t->control = control;
	t->stop_fd = eventfd(0, EFD_CLOEXEC);
	r = t->stop_fd < 0 ? -errno : start_blocked(t);
	if (r) {
		if (t->stop_fd >= 0)
			close(t->stop_fd);
		free(t);
		return r;
	}
	*ret_thread = t;
	return 0;
}

struct runq_thread *runq_thread_stop(struct runq_thread *t)
{
	if (!t)
		return NULL;
	(void)eventfd_write(t->stop_fd, 1);
	pthread_join(t->thread, NULL);
	close(t->stop_fd);
	free(t);
	return NULL;
}
