// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text of sched/debug in the forms of 6.1, 6.12 and 6.18, what state of a CPU follows, and
 * what a hostile task name can do to it (nothing).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/scheddebug.h"

#define HEAD                                                                                       \
	"Sched Debug Version: v0.11, 6.18.44 #1\n"                                                 \
	"ktime                                   : 687202.314677\n\n"                              \
	"sysctl_sched\n"                                                                           \
	"  .sysctl_sched_base_slice                 : 1.400000\n"                                  \
	"  .sysctl_sched_features                   : 99674079\n\n"

/* The table's head as 6.1 and as 6.12 and newer print it. */
#define TASKS_61                                                                                   \
	"\nrunnable tasks:\n"                                                                      \
	" S            task   PID         tree-key  switches  prio     wait-time"                  \
	"             sum-exec        sum-sleep\n"                                                 \
	"-----------------------------------------------------------------\n"
#define TASKS_612                                                                                  \
	"\nrunnable tasks:\n"                                                                      \
	" S            task   PID       vruntime   eligible    deadline             slice"         \
	"          sum-exec      switches  prio         wait-time        sum-sleep\n"              \
	"-----------------------------------------------------------------\n"

struct text {
	char buf[16384];
	size_t len;
};

static void add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *t, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	t->len += vsnprintf(t->buf + t->len, sizeof(t->buf) - t->len, fmt, args);
	va_end(args);
	assert_true(t->len < sizeof(t->buf));
}

static void add_field(struct text *t, const char *name, int value)
{
	add(t, "  .%-30s: %d\n", name, value);
}

static void add_cpu(struct text *t, int cpu, int nr_running, int curr_pid)
{
	add(t, "cpu#%d, 2596.146 MHz\n", cpu);
	add_field(t, "nr_running", nr_running);
	add(t, "  .%-30s: %d\n", "nr_switches", 587674);
	add(t, "  .%-30s: %ld\n", "curr->pid", (long)curr_pid);
	add(t, "  .%-30s: 687199.003118\n\n", "clock");
}

/* rt and dl queues as all versions print them */
static void add_higher(struct text *t, int cpu, int rt, int dl)
{
	add(t, "\nrt_rq[%d]:/\n", cpu);
	add_field(t, "rt_nr_running", rt);
	add(t, "\ndl_rq[%d]:\n", cpu);
	add_field(t, "dl_nr_running", dl);
}

static void add_task_61(struct text *t, const char *mark, const char *comm, int pid, int prio)
{
	add(t, "%s %15s %5d %9d.%06d %9d %5d %9d.%06d  0.000000  0.000000  0 0 /\n", mark, comm,
	    pid, 1234, 5, 99, prio, 0, 0);
}

static void add_task_612(struct text *t, const char *mark, const char *comm, int pid, char slice,
			 int prio)
{
	add(t, "%s %15s %5d %9d.%06d   %c   %9d.%06d %c %9d.%06d %9d.%06d %9d   %5d ", mark, comm,
	    pid, 430, 93559, 'E', 430, 242273, slice, 1, 400000, 0, 649847, 6, prio);
	add(t, "        0.000000         0.000000         0.000000   0      0        /\n");
}

/* CPU 0: one runs, one waits, one idle-class task. CPU 1: nothing; its block is absent. */
static const char *text_61(void)
{
	static struct text t;

	t.len = 0;
	add(&t, HEAD);
	add_cpu(&t, 0, 3, 77);
	add(&t, "cfs_rq[0]:/side\n");
	add_field(&t, "h_nr_running", 9);
	add_field(&t, "idle_h_nr_running", 9);
	add(&t, "\ncfs_rq[0]:/\n");
	add(&t, "  .%-30s: %lld.%06d\n", "exec_clock", 0LL, 0);
	add_field(&t, "nr_running", 2);
	add_field(&t, "h_nr_running", 3);
	add_field(&t, "idle_nr_running", 1);
	add_field(&t, "idle_h_nr_running", 1);
	add_higher(&t, 0, 0, 0);
	add(&t, TASKS_61);
	add_task_61(&t, " S", "sleeper", 12, 120);
	add_task_61(&t, ">R", "my worker 7", 77, 120);
	add_task_61(&t, " R", "waiter", 78, 120);
	add(&t, "\n");
	add_cpu(&t, 1, 0, 0);
	add_higher(&t, 1, 0, 0);
	add(&t, TASKS_61);
	return t.buf;
}

static void test_form_of_61(void **state)
{
	struct scheddebug_cpu cpus[2];
	struct cpu_now now;

	(void)state;
	assert_int_equal(scheddebug_parse(text_61(), cpus, 2), 2);
	assert_true(cpus[0].seen && cpus[1].seen);
	assert_int_equal(cpus[0].nr_running, 3);
	assert_int_equal(cpus[0].curr_pid, 77);
	assert_int_equal(cpus[0].h_nr_running, 3);
	assert_int_equal(cpus[0].h_nr_idle, 1);
	assert_int_equal(cpus[0].h_nr_runnable, -1);
	assert_string_equal(cpus[0].curr.comm, "my worker 7");
	assert_int_equal(cpus[0].curr.prio, 120);
	assert_int_equal(cpus[0].next.pid, 78);
	assert_int_equal(cpus[1].h_nr_running, -1);
	scheddebug_state(&cpus[0], -1, &now);
	assert_int_equal(now.state, CPU_STATE_OVERLOADED);
	assert_int_equal(now.nr_nonidle, 2);
	assert_int_equal(now.nr_idle_class, 1);
	assert_int_equal(now.class, TASK_CLASS_FAIR);
	assert_int_equal(now.pid, 77);
	assert_string_equal(now.comm, "my worker 7");
	scheddebug_state(&cpus[1], -1, &now);
	assert_int_equal(now.state, CPU_STATE_IDLE);
	assert_int_equal(now.class, TASK_CLASS_IDLE);
}

/* Our own reading thread is taken off the CPU that it runs on, and the waiter takes its place. */
static void test_own_thread(void **state)
{
	struct scheddebug_cpu cpus[2];
	struct cpu_now now;

	(void)state;
	assert_int_equal(scheddebug_parse(text_61(), cpus, 2), 2);
	scheddebug_state(&cpus[0], 77, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	assert_int_equal(now.nr_running, 2);
	assert_int_equal(now.nr_nonidle, 1);
	assert_int_equal(now.pid, 78);
	assert_string_equal(now.comm, "waiter");
	/* alone there: the CPU was idle but for us */
	cpus[0].h_nr_running = 1;
	cpus[0].h_nr_idle = 0;
	cpus[0].nr_running = 1;
	cpus[0].next.found = false;
	scheddebug_state(&cpus[0], 77, &now);
	assert_int_equal(now.state, CPU_STATE_IDLE);
	assert_int_equal(now.class, TASK_CLASS_IDLE);
	assert_int_equal(now.pid, 0);
	/* only idle-class tasks beside us */
	cpus[0].h_nr_running = 3;
	cpus[0].h_nr_idle = 2;
	scheddebug_state(&cpus[0], 77, &now);
	assert_int_equal(now.state, CPU_STATE_SCHED_IDLE);
}

/* One CPU with a root block of the fields given as pairs; a negative value leaves it out. */
static void read_one(struct scheddebug_cpu *cpu, int queued, int runnable, const char *idle_name,
		     int idle)
{
	static struct text t;

	t.len = 0;
	add(&t, HEAD);
	add_cpu(&t, 0, 4, 0);
	add(&t, "cfs_rq[0]:/\n");
	add_field(&t, "h_nr_queued", queued);
	add_field(&t, "h_nr_runnable", runnable);
	add_field(&t, idle_name, idle);
	add_higher(&t, 0, 0, 0);
	add(&t, TASKS_612);
	assert_int_equal(scheddebug_parse(t.buf, cpu, 1), 1);
}

/* Sleepers whose dequeue is delayed are queued and not runnable: they make no overload. */
static void test_delayed_sleepers(void **state)
{
	struct scheddebug_cpu cpu;
	struct cpu_now now;

	(void)state;
	read_one(&cpu, 3, 1, "idle_h_nr_running", 0);
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	assert_int_equal(now.nr_nonidle, 1);
	read_one(&cpu, 3, 2, "h_nr_idle", 0);
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_OVERLOADED);
	/* the idle count has the delayed ones too: the difference may be below zero */
	read_one(&cpu, 3, 1, "h_nr_idle", 3);
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.nr_nonidle, 0);
	assert_int_equal(now.state, CPU_STATE_SCHED_IDLE);
}

static void test_form_of_612_tasks(void **state)
{
	static struct text t;
	struct scheddebug_cpu cpu;
	struct cpu_now now;

	(void)state;
	t.len = 0;
	add(&t, HEAD);
	add_cpu(&t, 0, 1, 4242);
	add_higher(&t, 0, 1, 0);
	add(&t, TASKS_612);
	add_task_612(&t, " S", "R", 5, ' ', 120);
	add_task_612(&t, ">R", "fifteen-letters", 4242, 'S', 49);
	add_task_612(&t, " R", "", 4243, ' ', -1);
	assert_int_equal(scheddebug_parse(t.buf, &cpu, 1), 1);
	assert_string_equal(cpu.curr.comm, "fifteen-letters");
	assert_int_equal(cpu.curr.prio, 49);
	assert_int_equal(cpu.next.pid, 4243);
	assert_int_equal(cpu.next.prio, -1);
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	assert_int_equal(now.class, TASK_CLASS_RT);
	scheddebug_state(&cpu, 4242, &now);
	assert_int_equal(now.class, TASK_CLASS_DL);
}

/* A real-time task over idle-class ones makes the CPU busy; over two waiting normal ones, overloaded. */
static void test_higher_classes(void **state)
{
	struct scheddebug_cpu cpu;
	struct cpu_now now;

	(void)state;
	read_one(&cpu, 2, 2, "h_nr_idle", 2);
	cpu.curr_pid = 9;
	cpu.rt_nr_running = 1;
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	read_one(&cpu, 2, 2, "h_nr_idle", 0);
	cpu.rt_nr_running = 1;
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_OVERLOADED);
	read_one(&cpu, 1, 1, "h_nr_idle", 1);
	cpu.dl_nr_running = 1;
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	/* a stop task or one of sched_ext: current, and in no count */
	read_one(&cpu, 0, 0, "h_nr_idle", 0);
	cpu.curr_pid = 18;
	scheddebug_state(&cpu, -1, &now);
	assert_int_equal(now.state, CPU_STATE_BUSY);
	assert_int_equal(now.class, TASK_CLASS_UNKNOWN);
	assert_int_equal(now.pid, 18);
}

/* Kernels without group scheduling print the root's block without a path. */
static void test_no_groups(void **state)
{
	static struct text t;
	struct scheddebug_cpu cpu;

	(void)state;
	t.len = 0;
	add(&t, HEAD "cpu#0\n");
	add_field(&t, "nr_running", 2);
	add_field(&t, "curr->pid", 3);
	add(&t, "\ncfs_rq[0]:\n");
	add_field(&t, "h_nr_running", 2);
	assert_int_equal(scheddebug_parse(t.buf, &cpu, 1), 1);
	assert_int_equal(cpu.h_nr_running, 2);
}

/* The block of another CPU's queue among this one's says nothing about this one. */
static void test_other_queue(void **state)
{
	static struct text t;
	struct scheddebug_cpu cpu;

	(void)state;
	t.len = 0;
	add(&t, HEAD);
	add_cpu(&t, 0, 1, 9);
	add(&t, "cfs_rq[1]:/\n");
	add_field(&t, "h_nr_runnable", 7);
	assert_int_equal(scheddebug_parse(t.buf, &cpu, 1), 1);
	assert_int_equal(cpu.h_nr_runnable, -1);
}

/* Names are printed raw. Whatever fits in fifteen bytes must not count as a line of the kernel's. */
static void test_hostile_names(void **state)
{
	static const char *const names[] = {
		"\n.nr_running: 9", "\n\ncpu#1\n",      "\n\ncpu#0\n",      "\ncfs_rq[0]:/\n",
		"\n>R x        1",  "\nrunnable ta",    "\033[2J\n\ncpu#7", "\n  .h_nr_runni",
		"x\n\ncpu#0, 1\n",  "\n\ncpu#18446744",
	};
	struct scheddebug_cpu cpus[2];
	struct cpu_now now;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		static struct text t;

		t.len = 0;
		add(&t, HEAD);
		add_cpu(&t, 0, 1, 9);
		add(&t, "cfs_rq[0]:/\n");
		add_field(&t, "h_nr_runnable", 1);
		add(&t, TASKS_612);
		add_task_612(&t, " R", names[i], 77, ' ', 120);
		add_task_612(&t, ">R", "honest", 9, ' ', 120);
		add_task_612(&t, " S", names[i], 78, ' ', 120);
		add(&t, "\n");
		add_cpu(&t, 1, 0, 0);
		assert_int_equal(scheddebug_parse(t.buf, cpus, 2), 2);
		scheddebug_state(&cpus[0], -1, &now);
		assert_int_equal(now.state, CPU_STATE_BUSY);
		assert_int_equal(now.nr_running, 1);
		assert_int_equal(now.pid, 9);
		scheddebug_state(&cpus[1], -1, &now);
		assert_int_equal(now.state, CPU_STATE_IDLE);
		assert_int_equal(now.nr_running, 0);
	}
}

static void test_features_mask(void **state)
{
	uint64_t mask;

	(void)state;
	assert_int_equal(scheddebug_features_mask(text_61(), &mask), 0);
	assert_int_equal(mask, 99674079);
	/* cut within the number: there may be more of it */
	assert_int_equal(scheddebug_features_mask("  .sysctl_sched_features   : 996", &mask),
			 -ENOENT);
	assert_int_equal(scheddebug_features_mask("", &mask), -ENOENT);
	assert_int_equal(scheddebug_features_mask("cpu#0\n  .sysctl_sched_features  : 1\n", &mask),
			 -ENOENT);
}

static void test_refuses(void **state)
{
	struct scheddebug_cpu cpus[2];

	(void)state;
	assert_int_equal(scheddebug_parse("", cpus, 2), -EBADMSG);
	assert_int_equal(scheddebug_parse(HEAD, cpus, 2), -EBADMSG);
	assert_int_equal(scheddebug_parse(HEAD "cpu#0\n", cpus, 2), -EBADMSG);
	/* more CPUs than there is room for are passed over */
	assert_int_equal(scheddebug_parse(text_61(), cpus, 1), 1);
	assert_int_equal(scheddebug_parse(text_61(), cpus, 0), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_form_of_61),       cmocka_unit_test(test_own_thread),
		cmocka_unit_test(test_delayed_sleepers), cmocka_unit_test(test_form_of_612_tasks),
		cmocka_unit_test(test_higher_classes),   cmocka_unit_test(test_no_groups),
		cmocka_unit_test(test_other_queue),      cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_features_mask),    cmocka_unit_test(test_refuses),
	};

	return cmocka_run_group_tests_name("host_scheddebug", tests, NULL, NULL);
}
