// SPDX-License-Identifier: GPL-2.0-only
/* timerfd and signalfd; see ticker.h. */
#include "tui/ticker.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP, 0 };
static const int screen_signals[] = { SIGWINCH, SIGTSTP, SIGCONT, 0 };

/* A blocked signal is delivered to a signalfd even when it is ignored, so those are left out. */
static void add_signals(sigset_t *set, const int *signals)
{
	struct sigaction old;

	for (; *signals; signals++) {
		if (!sigaction(*signals, NULL, &old) && old.sa_handler == SIG_IGN)
			continue;
		sigaddset(set, *signals);
	}
}

int ticker_open(struct ticker *t, bool interactive, struct fault *f)
{
	sigset_t set;

	sigemptyset(&set);
	add_signals(&set, ending_signals);
	if (interactive)
		add_signals(&set, screen_signals);
	sigprocmask(SIG_BLOCK, &set, NULL);
	t->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	t->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (t->timer_fd < 0 || t->signal_fd < 0) {
		int error = errno;

		ticker_close(t);
		return fault_set(f, -error, "cannot open a timer and a signal descriptor: %s",
				 strerror(error));
	}
	return 0;
}

static int close_fd(int fd)
{
	if (fd >= 0)
		(void)close(fd);
	return -1;
}

void ticker_close(struct ticker *t)
{
	t->timer_fd = close_fd(t->timer_fd);
	t->signal_fd = close_fd(t->signal_fd);
}

static struct timespec timespec_from(double seconds)
{
	double whole = floor(seconds);

	return (struct timespec){ .tv_sec = (time_t)whole,
				  .tv_nsec = (long)((seconds - whole) * 1e9) };
}

void ticker_set(struct ticker *t, double first_s, double interval_s)
{
	struct itimerspec when = {
		.it_value = timespec_from(first_s),
		.it_interval = timespec_from(interval_s),
	};

	(void)timerfd_settime(t->timer_fd, 0, &when, NULL);
}

unsigned long ticker_take(struct ticker *t)
{
	uint64_t ticks = 0;

	return read(t->timer_fd, &ticks, sizeof(ticks)) == sizeof(ticks) ? ticks : 0;
}

int ticker_signal(struct ticker *t)
{
	struct signalfd_siginfo info;

	if (read(t->signal_fd, &info, sizeof(info)) != sizeof(info))
		return 0;
	return (int)info.ssi_signo;
}

enum ticker_wait ticker_wait(struct ticker *t, int out_fd)
{
	struct pollfd fds[] = {
		{ .fd = t->signal_fd, .events = POLLIN },
		{ .fd = t->timer_fd, .events = POLLIN },
		{ .fd = out_fd }, /* only POLLERR and POLLHUP */
	};

	for (;;) {
		if (poll(fds, 3, -1) < 0) {
			if (errno == EINTR)
				continue;
			return TICKER_STOP;
		}
		if (fds[0].revents && ticker_signal(t))
			return TICKER_STOP;
		if (fds[2].revents)
			return TICKER_READER_GONE;
		if (fds[1].revents && ticker_take(t))
			return TICKER_TICK;
	}
}
