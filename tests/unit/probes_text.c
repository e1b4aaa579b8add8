// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows that read text, as a whole: captured guests whose loads are known, each capability
 * withdrawn in turn (and nothing else lost by it), and this machine under spinners of ours.
 */
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "host/fsroot.h"
#include "probes/probe.h"

#define TICKS 3

static char folder[64]; /* holds the unpacked captures */

static void run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void run(const char *fmt, ...)
{
	char command[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(command, sizeof(command), fmt, args);
	va_end(args);
	assert_int_equal(system(command), 0);
}

static int unpack(void **state)
{
	(void)state;
	/* in memory where that is possible: thousands of small files are copied */
	snprintf(folder, sizeof(folder), "%s/headroom-probes-XXXXXX",
		 access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
	assert_non_null(mkdtemp(folder));
	run("for f in %s/tests/trees/*.tar.gz; do tar -xzf $f -C %s || exit 1; done",
	    HEADROOM_SOURCE_DIR, folder);
	return 0;
}

static int clean_up(void **state)
{
	(void)state;
	run("rm -rf %s", folder);
	return 0;
}

/* The sample after TICKS ticks without BPF; prefix is a folder of the captures or "". */
static struct sample *collect(const char *prefix)
{
	struct probe_set *set;
	struct fsroot *root;
	struct fault f = { .code = 0 };
	struct sample *s = NULL;
	char path[256];

	snprintf(path, sizeof(path), "%s%s%s", *prefix ? folder : "", *prefix ? "/" : "", prefix);
	assert_int_equal(fsroot_open(path, &root), 0);
	struct probe_env env = { .root = root, .no_bpf = true, .sample_hz = 100, .budget_pct = 1 };

	assert_int_equal(probe_set_open(&env, &set, &f), 0);
	for (int i = 0; i < TICKS; i++) {
		sample_free(s);
		assert_int_equal(probe_set_collect(set, &s, &f), 0);
	}
	probe_set_close(set);
	fsroot_free(root);
	return s;
}

static bool has_feature(const struct sample *s, const char *name, bool on)
{
	for (size_t i = 0; i < s->nr_features; i++) {
		if (!strcmp(s->features[i].name, name))
			return s->features[i].on == on;
	}
	return false;
}

/*
 * What ran when the guests were captured: two spinners on CPU 1, one of a cpu.idle cgroup on CPU 2,
 * one on CPU 3, and the capture itself on CPU 6. CPUs 0-3 and 4-7 are an LLC each.
 */
static void expect_known_loads(const struct sample *s)
{
	static const struct {
		enum cpu_state state;
		unsigned int nr_nonidle, nr_idle_class, missed;
	} want[8] = {
		{ CPU_STATE_IDLE, 0, 0, TICKS },       { CPU_STATE_OVERLOADED, 2, 0, 0 },
		{ CPU_STATE_SCHED_IDLE, 0, 1, TICKS }, { CPU_STATE_BUSY, 1, 0, 0 },
		{ CPU_STATE_IDLE, 0, 0, 0 },           { CPU_STATE_IDLE, 0, 0, 0 },
		{ CPU_STATE_BUSY, 1, 0, 0 },           { CPU_STATE_IDLE, 0, 0, 0 },
	};

	assert_int_equal(s->nr_cpus, 8);
	for (int i = 0; i < 8; i++) {
		const struct sample_cpu *cpu = &s->cpus[i];

		assert_int_equal(cpu->has,
				 CPU_HAS_COUNTS | CPU_HAS_NOW | CPU_HAS_TIMES | CPU_HAS_SCHEDSTAT);
		assert_int_equal(cpu->now.state, want[i].state);
		assert_int_equal(cpu->now.nr_nonidle, want[i].nr_nonidle);
		assert_int_equal(cpu->now.nr_idle_class, want[i].nr_idle_class);
		assert_int_equal(cpu->counts.taken, TICKS);
		assert_int_equal(cpu->counts.state[want[i].state], TICKS);
		assert_int_equal(cpu->counts.missed_idle, want[i].missed);
		assert_true(cpu->times.idle_ns > 0 && cpu->schedstat.pcount > 0);
	}
	assert_int_equal(s->caps[CAP_SAMPLER].state, GAUGE_KNOWN);
	assert_int_equal(s->caps[CAP_SAMPLER].tier, TIER_DEBUGFS);
}

static void test_guest_of_61(void **state)
{
	struct sample *s = collect("qemu-8cpu-6.1");

	(void)state;
	expect_known_loads(s);
	assert_int_equal(s->schedstat_version, 15);
	assert_int_equal(s->nr_domains, 24);
	assert_int_equal(s->nr_features, 27);
	assert_true(has_feature(s, "SIS_PROP", false) && has_feature(s, "SIS_UTIL", true));
	/* on 6.1 the idle balancing of an idle CPU is the first group: it was called often */
	assert_true(s->domains[1].balance[IDLE_KIND_IDLE].called >
		    s->domains[1].balance[IDLE_KIND_BUSY].called);
	sample_free(s);
}

static void test_guest_of_612(void **state)
{
	struct sample *s = collect("qemu-8cpu-6.12");

	(void)state;
	expect_known_loads(s);
	assert_int_equal(s->schedstat_version, 16);
	assert_int_equal(s->nr_domains, 24);
	assert_true(has_feature(s, "DELAY_DEQUEUE", true) && has_feature(s, "HRTICK", false));
	assert_true(s->domains[1].balance[IDLE_KIND_IDLE].called >
		    s->domains[1].balance[IDLE_KIND_BUSY].called);
	assert_string_equal(s->sched_ext_ops, "");
	sample_free(s);
}

/* What is done to the capture of 6.12, and what must come of it. */
struct withdrawal {
	const char *path;
	const char *text; /* NULL: the file or folder is removed */
	enum capability_id capability;
	enum gauge_state state;
	const char *reason;               /* a part of it */
	enum capability_id dependents[2]; /* may change too; 0 (CAP_BPF, never here): none */
};

#define MOUNTS_V1 "none /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n"
#define DEBUG_DIR "/sys/kernel/debug/sched/"

static const struct withdrawal withdrawals[] = {
	{ "/proc/stat", NULL, CAP_PROC_STAT, GAUGE_UNSUPPORTED, "is /proc mounted", { 0 } },
	{ "/proc/stat", "cpu0 1 2\n", CAP_PROC_STAT, GAUGE_FAILED, "is damaged", { 0 } },
	{ "/proc/loadavg", NULL, CAP_LOADAVG, GAUGE_UNSUPPORTED, "no /proc/loadavg", { 0 } },
	{ "/proc/loadavg", "\n", CAP_LOADAVG, GAUGE_FAILED, "is damaged", { 0 } },
	{ "/proc/pressure", NULL, CAP_PRESSURE, GAUGE_UNSUPPORTED, "CONFIG_PSI", { 0 } },
	{ "/proc/schedstat", NULL, CAP_SCHEDSTAT, GAUGE_UNSUPPORTED, "CONFIG_SCHEDSTATS", { 0 } },
	{ "/proc/schedstat",
	  "version 99\ncpu0\n",
	  CAP_SCHEDSTAT,
	  GAUGE_UNSUPPORTED,
	  "version 99",
	  { 0 } },
	{ "/proc/schedstat",
	  "version 16\ncpu0 1\n",
	  CAP_SCHEDSTAT,
	  GAUGE_FAILED,
	  "is damaged",
	  { 0 } },
	{ "/proc/schedstat",
	  "version 16\ncpu0 1 2 3 4 5 6 7 8 9\ndomain0 3 1 2 3\n",
	  CAP_SCHEDSTAT,
	  GAUGE_KNOWN,
	  "passed over: 1, the first with 3 numbers",
	  { 0 } },
	{ "/proc/sys/kernel/sched_schedstats",
	  "0\n",
	  CAP_SCHEDSTAT,
	  GAUGE_KNOWN,
	  "balancing is not",
	  { 0 } },
	{ DEBUG_DIR "features",
	  NULL,
	  CAP_SCHED_FEATURES,
	  GAUGE_UNSUPPORTED,
	  "no such file",
	  { CAP_SCHED_FEATURES_EDIT } },
	{ DEBUG_DIR "features",
	  "\033[2J\n",
	  CAP_SCHED_FEATURES,
	  GAUGE_FAILED,
	  "is damaged",
	  { CAP_SCHED_FEATURES_EDIT } },
	{ DEBUG_DIR "debug",
	  NULL,
	  CAP_SCHED_DEBUG,
	  GAUGE_UNSUPPORTED,
	  "no such file",
	  { CAP_SAMPLER } },
	{ DEBUG_DIR "debug",
	  "nothing\n",
	  CAP_SCHED_DEBUG,
	  GAUGE_FAILED,
	  "is damaged",
	  { CAP_SAMPLER } },
	{ "/sys/kernel/sched_ext/state", "disabled\n", CAP_SCHED_EXT, GAUGE_KNOWN, "", { 0 } },
	{ "/proc/mounts",
	  NULL,
	  CAP_CGROUP2,
	  GAUGE_UNSUPPORTED,
	  "/proc/mounts",
	  { CAP_CGROUP_CPU, CAP_CPU_HEADROOM } },
	{ "/proc/mounts",
	  MOUNTS_V1,
	  CAP_CGROUP2,
	  GAUGE_UNSUPPORTED,
	  "only cgroup v1",
	  { CAP_CGROUP_CPU, CAP_CPU_HEADROOM } },
	{ "/sys/fs/cgroup/cgroup.controllers",
	  "io cpuset\n",
	  CAP_CGROUP_CPU,
	  GAUGE_UNSUPPORTED,
	  "no cpu controller",
	  { CAP_CPU_HEADROOM } },
	{ "/sys/fs/cgroup/g1/cpu.headroom",
	  "0.00 max\n",
	  CAP_CPU_HEADROOM,
	  GAUGE_KNOWN,
	  "",
	  { 0 } },
	{ "/sys/devices/system/cpu/cpu*/cache",
	  NULL,
	  CAP_TOPOLOGY,
	  GAUGE_KNOWN,
	  "grouped by package",
	  { 0 } },
	{ "/sys/devices/system/cpu/cpu*/topology", NULL, CAP_TOPOLOGY, GAUGE_KNOWN, "", { 0 } },
};

static void withdraw(const struct withdrawal *w)
{
	FILE *f;
	char path[256];

	run("rm -rf %s/copy && cp -a %s/qemu-8cpu-6.12 %s/copy", folder, folder, folder);
	if (!w->text) {
		run("rm -r %s/copy%s", folder, w->path);
		return;
	}
	snprintf(path, sizeof(path), "%s/copy%s", folder, w->path);
	run("mkdir -p $(dirname %s)", path);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(w->text, f);
	assert_int_equal(fclose(f), 0);
}

static bool may_change(const struct withdrawal *w, enum capability_id id)
{
	return id == w->capability ||
	       (w->dependents[0] && (id == w->dependents[0] || id == w->dependents[1]));
}

static void expect_withdrawn(const struct withdrawal *w, const struct sample *before)
{
	const struct capability *cap;
	struct sample *s;

	withdraw(w);
	s = collect("copy");
	cap = &s->caps[w->capability];
	print_message("# %s: %s, %s\n", w->path, gauge_state_name(cap->state), cap->reason);
	assert_int_equal(cap->state, w->state);
	assert_non_null(strstr(cap->reason, w->reason));
	for (int id = 0; id < CAP_COUNT; id++) {
		assert_true(s->caps[id].state == GAUGE_KNOWN || s->caps[id].reason[0] ||
			    before->caps[id].state == GAUGE_UNREAD);
		if (!may_change(w, id))
			assert_int_equal(s->caps[id].state, before->caps[id].state);
	}
	sample_free(s);
}

static void test_withdrawals(void **state)
{
	struct sample *before = collect("qemu-8cpu-6.12");

	(void)state;
	for (size_t i = 0; i < sizeof(withdrawals) / sizeof(withdrawals[0]); i++)
		expect_withdrawn(&withdrawals[i], before);
	sample_free(before);
}

static void test_sched_ext_by_name(void **state)
{
	static const struct withdrawal enabled = { .path = "/sys/kernel/sched_ext/state",
						   .text = "enabled\n" };
	struct sample *s;

	(void)state;
	withdraw(&enabled);
	s = collect("copy");
	assert_string_equal(s->sched_ext_ops, "enabled");
	sample_free(s);
	run("mkdir %s/copy/sys/kernel/sched_ext/root && echo rusty >%s/copy/sys/kernel/sched_ext/"
	    "root/ops",
	    folder, folder);
	s = collect("copy");
	assert_string_equal(s->sched_ext_ops, "rusty");
	sample_free(s);
}

/* A patched kernel's counters, by text alone: one domain line of 39 numbers. */
static void test_sib_counters_by_text(void **state)
{
	static const struct withdrawal sib = {
		.path = "/proc/schedstat",
		.text = "version 16\ncpu1 1 2 3 4 5 6 7 8 9\ndomain0 f 1 2 3 4 5 6 7 8 9 10 11 12 "
			"13 "
			"14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 100 "
			"200 4294967295\n",
	};
	struct sample *s;

	(void)state;
	withdraw(&sib);
	s = collect("copy");
	assert_int_equal(s->caps[CAP_SIB_COUNTERS].state, GAUGE_KNOWN);
	assert_int_equal(s->caps[CAP_SIB_COUNTERS].tier, TIER_PROC);
	assert_int_equal(s->nr_domains, 1);
	assert_int_equal(s->domains[0].cpu, 1);
	assert_int_equal(s->domains[0].sib_peeked, 100);
	assert_int_equal(s->domains[0].sib_pulled, 200);
	assert_int_equal(s->domains[0].sib_failed, 4294967295);
	sample_free(s);
}

static void test_isolated_cpus(void **state)
{
	static const struct withdrawal isolated = { .path = "/sys/devices/system/cpu/isolated",
						    .text = "2,6-7\n" };
	struct sample *s;

	(void)state;
	withdraw(&isolated);
	run("echo 3 >%s/copy/sys/devices/system/cpu/nohz_full", folder);
	s = collect("copy");
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		assert_int_equal(s->topo->cpus[i].isolated, i == 2 || i >= 6);
		assert_int_equal(s->topo->cpus[i].nohz_full, i == 3);
	}
	sample_free(s);
}

/* Without any shape at all the CPUs are still there, in one group. */
static void test_no_shape(void **state)
{
	static const struct withdrawal none = { .path = "/sys/devices/system/cpu/cpu*" };
	struct sample *s;

	(void)state;
	withdraw(&none);
	run("rm -r %s/copy/sys/devices/system/node %s/copy/sys/bus", folder, folder);
	s = collect("copy");
	assert_int_equal(s->nr_cpus, 8);
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		assert_true(s->topo->cpus[i].present && s->topo->cpus[i].online);
	assert_int_equal(s->caps[CAP_TOPOLOGY].state, GAUGE_KNOWN);
	assert_non_null(strstr(s->caps[CAP_TOPOLOGY].reason, "no shared cache"));
	sample_free(s);
}

static pid_t spin_on(unsigned int cpu)
{
	pid_t pid = fork();
	cpu_set_t set;

	if (pid)
		return pid;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0)
		_exit(1);
	for (volatile unsigned int i = 0;; i++)
		;
}

static void skip_because(const char *reason)
{
	print_message("# skip: %s\n", reason);
	skip();
}

/* The last CPU is overloaded by two spinners whatever else runs; we ourselves never show. */
static void test_this_machine_under_load(void **state)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct sample *s;
	pid_t spinners[2];

	(void)state;
	if (geteuid())
		skip_because("only root may read sched/debug");
	if (cpus < 2)
		skip_because("needs two CPUs");
	s = collect("");
	if (!sample_can(s, CAP_SCHED_DEBUG)) {
		print_message("# skip: %s\n", s->caps[CAP_SCHED_DEBUG].reason);
		sample_free(s);
		skip();
	}
	sample_free(s);
	for (int i = 0; i < 2; i++)
		spinners[i] = spin_on(cpus - 1);
	usleep(200000);
	s = collect("");
	for (int i = 0; i < 2; i++) {
		kill(spinners[i], SIGKILL);
		waitpid(spinners[i], NULL, 0);
	}
	print_message("# CPU %ld: %s, %u non-idle tasks\n", cpus - 1,
		      cpu_state_name(s->cpus[cpus - 1].now.state),
		      s->cpus[cpus - 1].now.nr_nonidle);
	assert_int_equal(s->cpus[cpus - 1].counts.overloaded, TICKS);
	assert_int_equal(s->cpus[cpus - 1].counts.taken, TICKS);
	assert_true(s->cpus[cpus - 1].now.nr_nonidle >= 2);
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		assert_int_not_equal(s->cpus[i].now.pid, gettid());
	sample_free(s);
}

/* Above 64 CPUs sched/debug is read at most every five seconds: three quick ticks are one sample. */
static void test_many_cpus(void **state)
{
	static const struct withdrawal many = { .path = "/sys/devices/system/cpu/possible",
						.text = "0-71\n" };
	struct sample *s;

	(void)state;
	withdraw(&many);
	s = collect("copy");
	assert_int_equal(s->nr_cpus, 72);
	assert_int_equal(s->cpus[1].counts.taken, 1);
	assert_int_equal(s->cpus[1].now.state, CPU_STATE_OVERLOADED);
	assert_int_equal(s->cpus[71].has, 0);
	sample_free(s);
}

/* What a user without rights gets, seen by a child that gave its own up. */
static int look_without_rights(void)
{
	struct sample *s;

	if (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534))
		return 2;
	s = collect("");
	print_message("# %s\n", s->caps[CAP_SCHED_DEBUG].reason);
	return !(s->caps[CAP_SCHED_DEBUG].state == GAUGE_DENIED &&
		 strstr(s->caps[CAP_SCHED_DEBUG].reason, "only root may") &&
		 s->caps[CAP_SCHED_FEATURES].state == GAUGE_DENIED &&
		 s->caps[CAP_SAMPLER].state != GAUGE_KNOWN && s->caps[CAP_SAMPLER].reason[0] &&
		 s->caps[CAP_PROC_STAT].state == GAUGE_KNOWN && s->cpus[0].has & CPU_HAS_TIMES &&
		 !(s->cpus[0].has & CPU_HAS_COUNTS) && !s->lockdown);
}

static void test_without_rights(void **state)
{
	int status = -1;
	pid_t pid;

	(void)state;
	if (geteuid())
		skip_because("only root can give rights up");
	if (access("/sys/kernel/debug", F_OK))
		skip_because("this kernel has no debugfs");
	pid = fork();
	if (!pid)
		_exit(look_without_rights());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_guest_of_61),
		cmocka_unit_test(test_guest_of_612),
		cmocka_unit_test(test_withdrawals),
		cmocka_unit_test(test_sched_ext_by_name),
		cmocka_unit_test(test_sib_counters_by_text),
		cmocka_unit_test(test_isolated_cpus),
		cmocka_unit_test(test_no_shape),
		cmocka_unit_test(test_this_machine_under_load),
		cmocka_unit_test(test_many_cpus),
		cmocka_unit_test(test_without_rights),
	};

	return cmocka_run_group_tests_name("probes_text", tests, unpack, clean_up);
}
