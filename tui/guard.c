// SPDX-License-Identifier: GPL-2.0-only
/* Takes changes back when their time is over; see guard.h. */
#include "tui/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RETRY_NS  1000000000ull /* after a lock that another instance kept */
#define RETRIES   30
#define SETTLE_NS 5000000000ull /* the change should be in the journal by then */

struct guard {
	const struct apply_options *options;
	char run[40];
	int timer, signals, changes; /* changes: inotify on the journal */
	struct timespec started;     /* CLOCK_BOOTTIME */
	bool armed;                  /* an entry of our run was seen */
};

static bool is_ours(const struct guard *g, const struct journal_entry *e, const char *boot)
{
	return e->expires_unix_us && !e->undoes && !e->confirmed && journal_is_open(e, boot) &&
	       strcmp(e->run, g->run) == 0;
}

/* The newest change that is still to be taken back; 0: none. ret_seen: there was one at all. */
static uint64_t find_open(struct guard *g, struct apply *a)
{
	const struct journal *j = apply_journal(a);

	for (size_t i = j->nr_entries; i-- > 0;) {
		const struct journal_entry *e = &j->entries[i];

		g->armed |= strcmp(e->run, g->run) == 0;
		if (is_ours(g, e, apply_boot(a)))
			return e->id;
	}
	return 0;
}

static void ignore_foreign(void *ctx, const struct journal_entry *e)
{
	(void)ctx;
	(void)e;
}

struct taking {
	struct guard *guard;
	struct apply *apply;
};

static int take_back_one(void *ctx, uint64_t id, struct fault *f)
{
	struct taking *t = ctx;
	const struct journal_entry *e = journal_find(apply_journal(t->apply), id);

	if (!is_ours(t->guard, e, apply_boot(t->apply)))
		return 0;
	return apply_take_back(t->apply, id, JOURNAL_EXPIRE, NULL, f);
}

/*
 * What fails stays in the journal as it is. -EBUSY: another instance holds the lock, try again.
 */
static int take_back(struct guard *g)
{
	struct taking t = { .guard = g };
	int r = apply_open(g->options, &t.apply, NULL);

	if (r < 0)
		return r;
	r = apply_each_open(t.apply, g->run, take_back_one, &t, NULL);
	/* Somebody else's value is left alone, and noted. */
	(void)apply_check_foreign(t.apply, ignore_foreign, NULL, NULL);
	apply_close(t.apply);
	return r;
}

static uint64_t elapsed_ns(const struct guard *g)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)(now.tv_sec - g->started.tv_sec) * 1000000000ull + (uint64_t)now.tv_nsec -
	       (uint64_t)g->started.tv_nsec;
}

/* Nothing to guard (any more): confirmed, taken back, or never made. */
static bool is_over(struct guard *g)
{
	struct apply_options options = *g->options;
	uint64_t open;
	struct apply *a;

	options.read_only = true;
	if (apply_open(&options, &a, NULL) < 0)
		return false;
	open = find_open(g, a);
	apply_close(a);
	return !open && (g->armed || elapsed_ns(g) > SETTLE_NS);
}

static void drain(int fd)
{
	char buf[4096];

	while (read(fd, buf, sizeof(buf)) > 0)
		;
}

/* Until the time is over (or SIGTERM), true; or there is nothing to do any more, false. */
static bool watch(struct guard *g)
{
	struct pollfd fds[] = {
		{ .fd = g->timer, .events = POLLIN },
		{ .fd = g->signals, .events = POLLIN },
		{ .fd = g->changes, .events = POLLIN },
	};

	for (;;) {
		/* Time to settle is looked at now and then; all else wakes us. */
		int n = poll(fds, 3, g->armed ? -1 : 1000);

		if (n < 0 && errno != EINTR)
			return true;
		if (fds[0].revents || fds[1].revents)
			return true;
		if (fds[2].revents)
			drain(g->changes);
		if (is_over(g))
			return false;
	}
}

static int open_watch(struct guard *g, const char *journal, uint64_t ns)
{
	struct itimerspec at = { .it_value = { .tv_sec = (time_t)(ns / 1000000000ull),
					       .tv_nsec = (long)(ns % 1000000000ull) } };
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	clock_gettime(CLOCK_BOOTTIME, &g->started);
	g->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
	g->signals = signalfd(-1, &signals, SFD_CLOEXEC);
	g->changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (g->timer < 0 || g->signals < 0 || g->changes < 0 ||
	    inotify_add_watch(g->changes, journal, IN_MODIFY) < 0 ||
	    sigprocmask(SIG_BLOCK, &signals, NULL) < 0 ||
	    timerfd_settime(g->timer, 0, &at, NULL) < 0)
		return -errno;
	return 0;
}

/* Away from terminal, session and working folder; only keep_fd stays open. */
static int leave_session(int keep_fd)
{
	int null;

	if (setsid() < 0 || chdir("/") < 0)
		return -errno;
	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
		return -errno;
	/* The journal's lock belongs to the open file, which must not live on here. */
	for (long fd = sysconf(_SC_OPEN_MAX) < 65536 ? sysconf(_SC_OPEN_MAX) : 65536; fd-- > 3;)
		if (fd != keep_fd)
			close((int)fd);
	(void)prctl(PR_SET_NAME, "headroom-guard");
	return 0;
}

/* The guard itself; ready_fd gets its errno, 0 when it watches. */
static void run_guard(struct guard *g, const char *journal, uint64_t ns, int ready_fd)
{
	int r = leave_session(ready_fd);

	if (r == 0)
		r = open_watch(g, journal, ns);
	if (write(ready_fd, &r, sizeof(r)) != sizeof(r) || r < 0)
		return;
	close(ready_fd);
	if (!watch(g))
		return;
	for (int i = 0; i < RETRIES && take_back(g) == -EBUSY; i++)
		nanosleep(&(struct timespec){ .tv_sec = RETRY_NS / 1000000000ull }, NULL);
}

/* A child of a child, so that it has no parent that would have to wait for it. */
static int fork_guard(struct guard *g, const char *journal, uint64_t ns, int fds[2])
{
	pid_t child = fork();
	int status;

	if (child < 0)
		return -errno;
	if (child == 0) {
		close(fds[0]);
		if (fork() == 0)
			run_guard(g, journal, ns, fds[1]);
		_exit(0);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

int guard_start(const struct apply *a, const struct apply_options *options, uint64_t ns,
		struct fault *f)
{
	struct guard g = { .options = options };
	int fds[2], answer = -EIO, r = 0;

	snprintf(g.run, sizeof(g.run), "%s", apply_run_id(a));
	if (pipe2(fds, O_CLOEXEC) < 0)
		return fault_set(f, -errno, "the guard cannot be started: %s", strerror(errno));
	r = fork_guard(&g, apply_journal_path(a), ns, fds);
	close(fds[1]);
	if (r == 0 && read(fds[0], &answer, sizeof(answer)) != sizeof(answer))
		answer = -EIO;
	close(fds[0]);
	r = r < 0 ? r : answer;
	return r < 0 ? fault_set(f, r,
				 "the guard that takes the change back cannot be started, so "
				 "nothing is changed: %s",
				 strerror(-r))
		     : 0;
}
