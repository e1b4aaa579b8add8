// SPDX-License-Identifier: GPL-2.0-only
/* Loads and runs the sampler of run queues, see runq.h. */
#include "probes/runq.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "probes/bpf_load.h"
#include "probes/runq.skel.h"
#include "probes/runq_thread.h"

#define NSEC_PER_SEC      1000000000.0
#define READ_TRIES        64
#define FIRST_ROUND_TRIES 100 /* a millisecond each */

struct runq_sampler {
	struct runq_bpf *skel;
	struct runq_thread *thread; /* NULL while the timer samples */
	unsigned int nr_cpus, nr_llcs;
	struct runq_cpu *live; /* the mapped records; the kernel side writes */
	size_t live_bytes;
	struct runq_cpu *copy;
	struct runq_control control; /* as of copy */
	uint64_t *llc_of;            /* addresses of the LLCs numbered in this read */
	char thread_reason[sizeof(((struct fault *)0)->text)];
};

static void sleep_ns(long ns)
{
	struct timespec wait = { .tv_nsec = ns };

	nanosleep(&wait, NULL);
}

/* ---- loading ------------------------------------------------------------------------------ */

static int size_maps(struct runq_sampler *s)
{
	struct bpf_map *maps[] = {
		s->skel->maps.runq_cpus,
		s->skel->maps.runq_known,
		s->skel->maps.runq_llcs,
	};
	int r = 0;

	for (size_t i = 0; !r && i < sizeof(maps) / sizeof(maps[0]); i++)
		r = bpf_map__set_max_entries(maps[i], s->nr_cpus);
	return r;
}

static void set_rate(struct runq_sampler *s, const struct runq_config *config)
{
	double budget_ns = config->budget_pct / 100 * NSEC_PER_SEC;

	s->skel->rodata->jitter = !config->no_jitter;
	if (config->chunk)
		s->skel->rodata->chunk = config->chunk;
	s->skel->rodata->wanted_period_ns = (uint64_t)llround(NSEC_PER_SEC / config->sample_hz);
	s->skel->rodata->budget_ns_per_s = (uint64_t)llround(budget_ns);
}

/* A kernel without timers for us refuses runq_start; the rest is then loaded without it. */
static int load(struct runq_sampler *s, const struct runq_config *config, struct fault *f)
{
	int r;

	bpf_load_begin();
	s->skel = runq_bpf__open();
	if (!s->skel)
		return bpf_load_explain("the sampler", -errno, f);
	set_rate(s, config);
	bpf_program__set_autoload(s->skel->progs.runq_start, !config->use_thread);
	bpf_program__set_autoload(s->skel->progs.runq_fire, config->use_thread);
	bpf_map__set_autocreate(s->skel->maps.runq_timers, !config->use_thread);
	r = size_maps(s);
	if (!r)
		r = runq_bpf__load(s->skel);
	return r ? bpf_load_explain("the sampler", r, f) : 0;
}

static int map_records(struct runq_sampler *s, struct fault *f)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *live;

	s->live_bytes = (s->nr_cpus * sizeof(*s->live) + page - 1) / page * page;
	live = mmap(NULL, s->live_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		    bpf_map__fd(s->skel->maps.runq_cpus), 0);
	if (live == MAP_FAILED)
		return fault_set(f, -errno, "mapping the sampler's counters failed: %s",
				 strerror(errno));
	s->live = live;
	s->copy = calloc(s->nr_cpus, sizeof(*s->copy));
	s->llc_of = calloc(s->nr_cpus, sizeof(*s->llc_of));
	if (!s->copy || !s->llc_of)
		return fault_set(f, -ENOMEM, "starting the sampler failed: no memory");
	return 0;
}

/* ---- learning the run queues -------------------------------------------------------------- */

/* The link lives for this one walk: nothing stays attached. */
static int walk_tasks(struct runq_sampler *s)
{
	struct bpf_link *link = bpf_program__attach_iter(s->skel->progs.runq_learn, NULL);
	char unused[64];
	int fd, r = 0;

	if (!link)
		return -errno;
	fd = bpf_iter_create(bpf_link__fd(link));
	if (fd < 0) {
		r = fd;
	} else {
		while (read(fd, unused, sizeof(unused)) > 0)
			;
		close(fd);
	}
	bpf_link__destroy(link);
	return r;
}

static bool is_wanted(const struct topology *topo, unsigned int cpu)
{
	return !topo || (cpu < topo->nr_cpus && topo->cpus[cpu].online);
}

/* In another pid namespace the walk misses CPUs: go there for a moment and look from there. */
static void visit_missing(struct runq_sampler *s, const struct topology *topo)
{
	size_t bytes = CPU_ALLOC_SIZE(s->nr_cpus);
	cpu_set_t *before = CPU_ALLOC(s->nr_cpus), *there = CPU_ALLOC(s->nr_cpus);

	if (!before || !there || sched_getaffinity(0, bytes, before))
		goto out;
	for (unsigned int cpu = 0; cpu < s->nr_cpus; cpu++) {
		LIBBPF_OPTS(bpf_test_run_opts, opts);

		if (s->live[cpu].rq || !is_wanted(topo, cpu))
			continue;
		CPU_ZERO_S(bytes, there);
		CPU_SET_S(cpu, bytes, there);
		if (!sched_setaffinity(0, bytes, there))
			bpf_prog_test_run_opts(bpf_program__fd(s->skel->progs.runq_learn_here),
					       &opts);
	}
	(void)sched_setaffinity(0, bytes, before);
out:
	CPU_FREE(before);
	CPU_FREE(there);
}

static unsigned int count_missing(const struct runq_sampler *s, const struct topology *topo)
{
	unsigned int missing = 0;

	for (unsigned int cpu = 0; cpu < s->nr_cpus; cpu++)
		missing += !s->live[cpu].rq && is_wanted(topo, cpu);
	return missing;
}

unsigned int runq_sampler_learn(struct runq_sampler *s, const struct topology *topo)
{
	(void)walk_tasks(s);
	if (topo && count_missing(s, topo))
		visit_missing(s, topo);
	return count_missing(s, topo);
}

static int learn_first(struct runq_sampler *s, struct fault *f)
{
	int r = walk_tasks(s);

	if (r)
		return fault_set(f, r, "walking over the tasks to find the run queues failed: %s",
				 strerror(-r));
	if (!(s->skel->bss->control.has & RUNQ_HAS_GROUPS))
		return fault_set(f, -EOPNOTSUPP,
				 "the run queues cannot be found from the tasks: "
				 "the kernel needs CONFIG_FAIR_GROUP_SCHED=y");
	return 0;
}

/* ---- starting ----------------------------------------------------------------------------- */

static bool is_running(const struct runq_sampler *s)
{
	const volatile struct runq_control *control = &s->skel->bss->control;

	for (int i = 0; i < FIRST_ROUND_TRIES; i++) {
		if (control->rounds && !control->cursor)
			return true;
		sleep_ns(1000000);
	}
	return false;
}

static int start_timer(struct runq_sampler *s, struct fault *f)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);
	int r = bpf_prog_test_run_opts(bpf_program__fd(s->skel->progs.runq_start), &opts);

	if (!r)
		r = s->skel->bss->control.timer_error;
	if (r)
		return fault_set(f, r, "the kernel refused a BPF timer: %s", strerror(-r));
	if (!is_running(s))
		return fault_set(f, -ETIME, "the BPF timer was started and did not fire");
	return 0;
}

static int start_thread(struct runq_sampler *s, struct fault *f)
{
	int r = runq_thread_start(bpf_program__fd(s->skel->progs.runq_fire), &s->skel->bss->control,
				  &s->thread);

	if (r)
		return fault_set(f, r, "starting the sampling thread failed: %s", strerror(-r));
	if (!is_running(s))
		return fault_set(f, -ETIME, "the sampling thread was started and did not sample");
	return 0;
}

static int open_one(const struct runq_config *config, struct runq_sampler **ret_sampler,
		    struct fault *f)
{
	struct runq_sampler *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return fault_set(f, -ENOMEM, "starting the sampler failed: no memory");
	s->nr_cpus = config->nr_cpus;
	r = load(s, config, f);
	if (!r)
		r = map_records(s, f);
	if (!r)
		r = learn_first(s, f);
	if (!r)
		r = config->use_thread ? start_thread(s, f) : start_timer(s, f);
	if (r)
		s = runq_sampler_close(s);
	*ret_sampler = s;
	return r;
}

int runq_sampler_open(const struct runq_config *config, struct runq_sampler **ret_sampler,
		      struct fault *f)
{
	struct runq_config with_thread = *config;
	struct fault timer_fault = { 0 };
	int r = open_one(config, ret_sampler, config->use_thread ? f : &timer_fault);

	if (config->use_thread && !r)
		snprintf((*ret_sampler)->thread_reason, sizeof((*ret_sampler)->thread_reason),
			 "the timer was not wanted: a thread samples");
	if (!r || config->use_thread)
		return r;
	/* Where even the rest does not load, the thread would not help and its words would confuse. */
	with_thread.use_thread = true;
	r = open_one(&with_thread, ret_sampler, f);
	if (!r)
		snprintf((*ret_sampler)->thread_reason, sizeof((*ret_sampler)->thread_reason), "%s",
			 timer_fault.text);
	return r;
}

struct runq_sampler *runq_sampler_close(struct runq_sampler *s)
{
	if (!s)
		return NULL;
	runq_thread_stop(s->thread);
	if (s->live)
		munmap(s->live, s->live_bytes);
	runq_bpf__destroy(s->skel);
	free(s->copy);
	free(s->llc_of);
	free(s);
	return NULL;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Numbers the LLCs by lowest CPU and tells the kernel side, which looks for missed idle by them. */
static void number_llcs(struct runq_sampler *s)
{
	unsigned int llc;

	s->nr_llcs = 0;
	for (unsigned int cpu = 0; cpu < s->nr_cpus; cpu++) {
		uint64_t address = s->copy[cpu].llc_shared;

		for (llc = 0; llc < s->nr_llcs && s->llc_of[llc] != address; llc++)
			;
		if (!address)
			llc = RUNQ_NO_LLC;
		else if (llc == s->nr_llcs)
			s->llc_of[s->nr_llcs++] = address;
		s->copy[cpu].llc = llc;
		if (s->live[cpu].llc != llc)
			s->live[cpu].llc = llc;
	}
}

static bool copy_records(struct runq_sampler *s)
{
	const struct runq_control *control = &s->skel->bss->control;
	__u64 before = __atomic_load_n(&control->seq, __ATOMIC_ACQUIRE);

	if (before & 1)
		return false;
	memcpy(s->copy, s->live, s->nr_cpus * sizeof(*s->copy));
	s->control = *control;
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return __atomic_load_n(&control->seq, __ATOMIC_RELAXED) == before;
}

/* Should every try meet the writer, the last copy is used: its records are off by one sample. */
const struct runq_cpu *runq_sampler_read(struct runq_sampler *s)
{
	for (int i = 0; i < READ_TRIES && !copy_records(s); i++)
		sleep_ns(20000);
	number_llcs(s);
	return s->copy;
}

const struct runq_control *runq_sampler_control(const struct runq_sampler *s)
{
	return &s->control;
}

unsigned int runq_sampler_nr_llcs(const struct runq_sampler *s)
{
	return s->nr_llcs;
}

const char *runq_sampler_thread_reason(const struct runq_sampler *s)
{
	return s->thread_reason;
}
