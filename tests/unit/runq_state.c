// SPDX-License-Identifier: GPL-2.0-only
/* The state of a CPU from the counts of its run queue: every row is worked out by hand. */
#include "cmocka_run.h"

#include "probes/runq_state.h"

struct state_row {
	const char *what;
	struct runq_counts counts;
	enum runq_state want;
	__u32 nonidle, idle_class;
};

/* CFS(r, q, i): runnable tasks, with sleepers, idle-class with sleepers; no other class. */
#define CFS(r, q, i)                                                                               \
	.online = 1, .nr_running = (q), .runnable = (r), .queued = (q), .idle_class = (i)

static const struct state_row state_rows[] = {
	{ "nothing to run", { CFS(0, 0, 0) }, RUNQ_IDLE, 0, 0 },
	{ "one task", { CFS(1, 1, 0) }, RUNQ_BUSY, 1, 0 },
	{ "two tasks", { CFS(2, 2, 0) }, RUNQ_OVERLOADED, 2, 0 },
	{ "one idle-class task", { CFS(1, 1, 1) }, RUNQ_SCHED_IDLE, 0, 1 },
	{ "a crowd of idle-class tasks", { CFS(40, 40, 40) }, RUNQ_SCHED_IDLE, 0, 40 },
	{ "one task before a crowd of idle-class ones", { CFS(41, 41, 40) }, RUNQ_BUSY, 1, 40 },
	{ "two before a crowd", { CFS(42, 42, 40) }, RUNQ_OVERLOADED, 2, 40 },
	{ "one task and a delayed sleeper", { CFS(1, 2, 0) }, RUNQ_BUSY, 1, 0 },
	{ "one task and forty delayed sleepers", { CFS(1, 41, 0) }, RUNQ_BUSY, 1, 0 },
	{ "only a delayed sleeper", { CFS(0, 1, 0) }, RUNQ_IDLE, 0, 0 },
	{ "only a delayed idle-class sleeper: must not wrap below zero",
	  { CFS(0, 1, 1), .delayed_idle = 1 },
	  RUNQ_IDLE,
	  0,
	  0 },
	{ "two tasks and a delayed idle-class sleeper that was counted",
	  { CFS(2, 3, 1), .delayed_idle = 1 },
	  RUNQ_OVERLOADED,
	  2,
	  0 },
	{ "one task, an idle-class one and a delayed normal sleeper",
	  { CFS(2, 3, 1), .delayed_idle = 0 },
	  RUNQ_BUSY,
	  1,
	  1 },
	{ "an idle-class task and a delayed normal sleeper",
	  { CFS(1, 2, 1) },
	  RUNQ_SCHED_IDLE,
	  0,
	  1 },
	{ "a real-time task alone", { .online = 1, .nr_running = 1 }, RUNQ_BUSY, 0, 0 },
	{ "real-time tasks waiting for each other are no CFS overload",
	  { .online = 1, .nr_running = 3 },
	  RUNQ_BUSY,
	  0,
	  0 },
	{ "a real-time hog with one CFS task waiting",
	  { .online = 1, .nr_running = 2, .runnable = 1, .queued = 1 },
	  RUNQ_BUSY,
	  1,
	  0 },
	{ "a real-time hog with two CFS tasks waiting",
	  { .online = 1, .nr_running = 3, .runnable = 2, .queued = 2 },
	  RUNQ_OVERLOADED,
	  2,
	  0 },
	{ "a real-time task before idle-class ones makes the CPU busy",
	  { .online = 1, .nr_running = 3, .runnable = 2, .queued = 2, .idle_class = 2 },
	  RUNQ_BUSY,
	  0,
	  2 },
	{ "one sched_ext task", { .online = 1, .nr_running = 1, .ext = 1 }, RUNQ_BUSY, 1, 0 },
	{ "two sched_ext tasks",
	  { .online = 1, .nr_running = 2, .ext = 2 },
	  RUNQ_OVERLOADED,
	  2,
	  0 },
	{ "a sched_ext task before an idle-class CFS task",
	  { .online = 1, .nr_running = 2, .ext = 1, .runnable = 1, .queued = 1, .idle_class = 1 },
	  RUNQ_BUSY,
	  1,
	  1 },
	{ "offline, whatever was left there",
	  { .nr_running = 2, .runnable = 2, .queued = 2 },
	  RUNQ_OFFLINE,
	  2,
	  0 },
	{ "forced idle with one waiting",
	  { CFS(1, 1, 0), .forced_idle = 1 },
	  RUNQ_FORCED_IDLE,
	  1,
	  0 },
	{ "forced idle with three waiting",
	  { CFS(3, 3, 0), .forced_idle = 1 },
	  RUNQ_FORCED_IDLE,
	  3,
	  0 },
	{ "counts read in the middle of a change never wrap",
	  { .online = 1, .nr_running = 0, .runnable = 1, .queued = 3, .idle_class = 7 },
	  RUNQ_SCHED_IDLE,
	  0,
	  1 },
};

static void state_follows_the_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(state_rows) / sizeof(state_rows[0]); i++) {
		const struct state_row *row = &state_rows[i];

		if (runq_state_of(&row->counts) != row->want)
			fail_msg("%s: state %d, not %d", row->what, runq_state_of(&row->counts),
				 row->want);
		if (runq_nonidle(&row->counts) != row->nonidle)
			fail_msg("%s: %u not idle-class, not %u", row->what,
				 runq_nonidle(&row->counts), row->nonidle);
		if (runq_idle_class(&row->counts) != row->idle_class)
			fail_msg("%s: %u idle-class, not %u", row->what,
				 runq_idle_class(&row->counts), row->idle_class);
	}
}

/* Somebody has to look at the sleepers exactly where their kind decides about overload. */
static void sleepers_are_asked_where_they_decide(void **state)
{
	(void)state;
	assert_true(runq_is_ambiguous(&(struct runq_counts){ CFS(2, 3, 1) }));
	assert_true(runq_is_ambiguous(&(struct runq_counts){ CFS(1, 2, 1) }));
	assert_false(runq_is_ambiguous(&(struct runq_counts){ CFS(2, 2, 1) }));
	assert_false(runq_is_ambiguous(&(struct runq_counts){ CFS(1, 41, 0) }));
	assert_false(runq_is_ambiguous(&(struct runq_counts){ CFS(4, 5, 2) }));
}

static void episodes_go_by_length(void **state)
{
	(void)state;
	assert_int_equal(runq_episode_bucket(0), 0);
	assert_int_equal(runq_episode_bucket(19999999), 0);
	assert_int_equal(runq_episode_bucket(20000000), 1);
	assert_int_equal(runq_episode_bucket(99999999), 1);
	assert_int_equal(runq_episode_bucket(100000000), 2);
	assert_int_equal(runq_episode_bucket(999999999), 2);
	assert_int_equal(runq_episode_bucket(1000000000), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_follows_the_counts),
		cmocka_unit_test(sleepers_are_asked_where_they_decide),
		cmocka_unit_test(episodes_go_by_length),
	};

	return cmocka_run_group_tests_name("runq_state", tests, NULL, NULL);
}
