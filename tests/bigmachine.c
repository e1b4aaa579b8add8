// SPDX-License-Identifier: GPL-2.0-only
/* The made-up machine of bigmachine.h. Nothing here was measured; the shapes are those of real ones. */
#include "bigmachine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEC              1000000000ull
#define SAMPLES_PER_TICK 100
#define LENGTH(array)    (sizeof(array) / sizeof((array)[0]))

/* How many of a hundred samples find a CPU in each state. */
struct load {
	unsigned int state_pct[CPU_STATE_COUNT];
	unsigned int missed_pct; /* of its idle samples */
};

static const struct load loads[] = {
	{ .state_pct = { [CPU_STATE_IDLE] = 97, [CPU_STATE_BUSY] = 3 } },
	{ .state_pct = { [CPU_STATE_SCHED_IDLE] = 90, [CPU_STATE_BUSY] = 10 } },
	{ .state_pct = { [CPU_STATE_BUSY] = 60, [CPU_STATE_IDLE] = 40 }, .missed_pct = 20 },
	{ .state_pct = { [CPU_STATE_OVERLOADED] = 85, [CPU_STATE_BUSY] = 15 } },
	{ .state_pct = { [CPU_STATE_FORCED_IDLE] = 50, [CPU_STATE_BUSY] = 50 } },
	{ .state_pct = { [CPU_STATE_IDLE] = 50, [CPU_STATE_SCHED_IDLE] = 50 }, .missed_pct = 60 },
};

/* LLCs, over and over: CPUs, threads a core, kind, and the loads of its CPUs in turn. */
struct llc_shape {
	unsigned int nr_cpus, smt, kind;
	unsigned int nr_loads, loads[4];
};

enum { KIND_EFFICIENCY, KIND_PERFORMANCE, NR_KINDS };

static const struct llc_shape llc_shapes[] = {
	{ 16, 2, KIND_PERFORMANCE, 4, { 0, 0, 2, 0 } },
	{ 8, 2, KIND_PERFORMANCE, 3, { 3, 5, 5 } },
	{ 24, 2, KIND_PERFORMANCE, 2, { 1, 1 } },
	{ 4, 1, KIND_EFFICIENCY, 1, { 1 } },
	{ 4, 1, KIND_EFFICIENCY, 2, { 3, 0 } },
	{ 32, 2, KIND_PERFORMANCE, 4, { 4, 2, 4, 1 } },
	{ 12, 2, KIND_PERFORMANCE, 1, { 3 } },
	{ 28, 2, KIND_PERFORMANCE, 4, { 2, 1, 0, 3 } },
};

static const char *const comms[] = {
	"postgres",
	"nginx: worker p",
	"ffmpeg",
	"kworker/u1024:3",
	"\xe6\xbc\xa2\xe5\xad\x97\xe5\x90\x8d", /* wide */
	"caf\xc3\xa9 \xf0\x9f\x90\xa7",         /* accents, a penguin */
	"\x1b[31mred\x1b[0m",                   /* escape sequences */
	"\xff\xfe\xc3(bad",                     /* not UTF-8 */
	"tab\tnl\nbell\a",                      /* control characters */
	"\xe2\x80\xaetxt.exe",                  /* right-to-left override */
	"e\xcc\x81\xcc\x82\xcc\x83\xcc\x84",    /* combining marks */
	"\"quote\\slash'",
	" ",
	"",
};

struct bigmachine {
	unsigned int nr_cpus, tick;
	uint64_t random;
	struct topology *topo;
	unsigned int *load_of_cpu;
	bool *offline_always;
	struct sample_cpu *cpus; /* counters so far */
	struct sample_llc *llcs;
};

/* splitmix64: small, and the same everywhere. */
static uint64_t random_next(struct bigmachine *b)
{
	uint64_t z = b->random += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static unsigned int random_below(struct bigmachine *b, unsigned int bound)
{
	return (unsigned int)(random_next(b) % bound);
}

static unsigned int shape_count(unsigned int nr_cpus)
{
	unsigned int count = 0;

	for (unsigned int placed = 0; placed < nr_cpus; count++)
		placed += llc_shapes[count % LENGTH(llc_shapes)].nr_cpus;
	return count;
}

/* Every 64th number from 37 on is a hole; every 32nd from 21 on is never online. */
static void cpu_place(struct bigmachine *b, unsigned int cpu, unsigned int llc, unsigned int core,
		      unsigned int smt, const struct llc_shape *shape)
{
	struct topology_cpu *place = &b->topo->cpus[cpu];

	place->present = cpu % 64 != 37;
	if (!place->present)
		return;
	b->offline_always[cpu] = cpu % 32 == 21;
	b->load_of_cpu[cpu] = shape->loads[core % shape->nr_loads];
	*place = (struct topology_cpu){
		.core = (int)core,
		.cache = (int)llc,
		.node = (int)(b->topo->nr_nodes * cpu / b->nr_cpus),
		.package = (int)(b->topo->nr_packages * cpu / b->nr_cpus),
		.smt = (int)smt,
		.kind = (int)shape->kind,
		.present = true,
		.online = !b->offline_always[cpu],
		.isolated = cpu >= 60 && cpu < 64,
		.nohz_full = cpu >= 56 && cpu < 64,
	};
}

static void llc_place(struct bigmachine *b, unsigned int llc, unsigned int *next_cpu)
{
	const struct llc_shape *shape = &llc_shapes[llc % LENGTH(llc_shapes)];
	struct topology_cache *cache = &b->topo->caches[llc];
	unsigned int first = *next_cpu;

	snprintf(cache->name, sizeof(cache->name), "L3 #%u", llc);
	cache->size_bytes = shape->nr_cpus * (UINT64_C(2) << 20);
	cache->node = (int)(b->topo->nr_nodes * first / b->nr_cpus);
	cache->package = (int)(b->topo->nr_packages * first / b->nr_cpus);
	for (; *next_cpu < b->nr_cpus && *next_cpu < first + shape->nr_cpus; ++*next_cpu) {
		unsigned int smt = (*next_cpu - first) % shape->smt;

		b->topo->nr_cores += smt == 0;
		cpu_place(b, *next_cpu, llc, b->topo->nr_cores - 1, smt, shape);
	}
}

static int bigmachine_place(struct bigmachine *b)
{
	unsigned int nr_llcs = shape_count(b->nr_cpus), next_cpu = 0;

	b->topo = topology_new(b->nr_cpus, nr_llcs, NR_KINDS);
	if (!b->topo)
		return -1;
	b->topo->generation = 1;
	b->topo->nr_nodes = b->nr_cpus < 4 ? b->nr_cpus : 4;
	b->topo->nr_packages = b->nr_cpus < 2 ? b->nr_cpus : 2;
	strcpy(b->topo->cache_level, "L3");
	strcpy(b->topo->kinds[KIND_EFFICIENCY].name, "efficiency");
	strcpy(b->topo->kinds[KIND_PERFORMANCE].name, "performance");
	for (unsigned int llc = 0; llc < nr_llcs; llc++)
		llc_place(b, llc, &next_cpu);
	return 0;
}

struct bigmachine *bigmachine_new(unsigned int nr_cpus, uint64_t seed)
{
	struct bigmachine *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->nr_cpus = nr_cpus;
	b->random = seed;
	b->load_of_cpu = calloc(nr_cpus, sizeof(*b->load_of_cpu));
	b->offline_always = calloc(nr_cpus, sizeof(*b->offline_always));
	b->cpus = calloc(nr_cpus, sizeof(*b->cpus));
	b->llcs = calloc(nr_cpus, sizeof(*b->llcs));
	if (!b->load_of_cpu || !b->offline_always || !b->cpus || !b->llcs ||
	    bigmachine_place(b) < 0)
		return bigmachine_free(b);
	for (unsigned int i = 0; i < nr_cpus; i++)
		b->llcs[i].sib_peeked = b->llcs[i].sib_pulled = b->llcs[i].sib_failed =
			gauge_known(UINT32_MAX - 40); /* wraps within the first ticks */
	return b;
}

struct bigmachine *bigmachine_free(struct bigmachine *b)
{
	if (!b)
		return NULL;
	topology_unref(b->topo);
	free(b->load_of_cpu);
	free(b->offline_always);
	free(b->cpus);
	free(b->llcs);
	free(b);
	return NULL;
}

static bool cpu_is_online(const struct bigmachine *b, unsigned int cpu)
{
	bool away = cpu % 31 == 30 && b->tick >= BIGMACHINE_TICK_OFFLINE &&
		    b->tick < BIGMACHINE_TICK_OFFLINE + 2;

	return b->topo->cpus[cpu].present && !b->offline_always[cpu] && !away;
}

/* Isolated CPUs have no domain. The split gives the second half of the first LLC a new number. */
static int cpu_sched_llc(const struct bigmachine *b, unsigned int cpu)
{
	int cache = b->topo->cpus[cpu].cache;

	if (b->topo->cpus[cpu].isolated)
		return TOPOLOGY_NONE;
	if (b->tick >= BIGMACHINE_TICK_SPLIT && cache == 0 && cpu >= 8)
		return (int)b->topo->nr_caches;
	return cache;
}

static enum cpu_state load_draw(struct bigmachine *b, const struct load *load)
{
	unsigned int dice = random_below(b, 100);

	for (int state = 0; state < CPU_STATE_COUNT; state++) {
		if (dice < load->state_pct[state])
			return state;
		dice -= load->state_pct[state];
	}
	return CPU_STATE_IDLE;
}

static void count_sample(struct bigmachine *b, struct cpu_counts *counts, enum cpu_state state,
			 const struct load *load)
{
	bool idle = state == CPU_STATE_IDLE || state == CPU_STATE_SCHED_IDLE;

	counts->taken++;
	counts->state[state]++;
	counts->overloaded += state == CPU_STATE_OVERLOADED;
	counts->class[state == CPU_STATE_IDLE || state == CPU_STATE_FORCED_IDLE
			      ? TASK_CLASS_IDLE
			      : TASK_CLASS_FAIR]++;
	if (idle && random_below(b, 100) < load->missed_pct)
		counts->missed_idle++;
}

static void cpu_set_now(struct bigmachine *b, struct cpu_now *now, enum cpu_state state)
{
	*now = (struct cpu_now){ .state = state, .class = TASK_CLASS_IDLE };
	strcpy(now->comm, "swapper");
	if (state == CPU_STATE_IDLE)
		return;
	now->nr_running = state == CPU_STATE_OVERLOADED ? 2 + random_below(b, 4) : 1;
	now->nr_nonidle = state == CPU_STATE_SCHED_IDLE ? 0 : now->nr_running;
	now->nr_idle_class = now->nr_running - now->nr_nonidle;
	if (state == CPU_STATE_FORCED_IDLE)
		return;
	now->class = TASK_CLASS_FAIR;
	now->pid = 1000 + (int)random_below(b, 60000);
	now->cookie = state == CPU_STATE_BUSY ? random_next(b) : 0;
	snprintf(now->comm, sizeof(now->comm), "%s", comms[random_below(b, LENGTH(comms))]);
}

static void cpu_add_times(struct sample_cpu *cpu, uint64_t idle_ns, uint64_t wait_ns)
{
	cpu->times.idle_ns += idle_ns;
	cpu->times.user_ns += (SEC - idle_ns) / 10 * 8;
	cpu->times.system_ns += (SEC - idle_ns) / 10 * 2;
	cpu->schedstat.run_delay_ns += wait_ns;
	cpu->schedstat.pcount += 50;
	cpu->schedstat.rq_cpu_time_ns += SEC - idle_ns;
}

static void cpu_advance(struct bigmachine *b, unsigned int index)
{
	const struct load *load = &loads[b->load_of_cpu[index]];
	struct sample_cpu *cpu = &b->cpus[index];
	unsigned int idle = 0, waiting = 0;
	enum cpu_state state = CPU_STATE_IDLE;

	if (b->tick == BIGMACHINE_TICK_RESTART)
		cpu->counts = (struct cpu_counts){ 0 };
	for (int i = 0; i < SAMPLES_PER_TICK; i++) {
		state = load_draw(b, load);
		count_sample(b, &cpu->counts, state, load);
		idle += state == CPU_STATE_IDLE || state == CPU_STATE_FORCED_IDLE;
		waiting += state == CPU_STATE_OVERLOADED;
	}
	if (load->missed_pct) {
		cpu->counts.episodes[random_below(b, EPISODE_BUCKETS)]++;
		cpu->counts.episode_longest_ns = 1500000000;
	}
	cpu_set_now(b, &cpu->now, state);
	cpu_add_times(cpu, idle * (SEC / SAMPLES_PER_TICK), waiting * (SEC / SAMPLES_PER_TICK));
	cpu->has = CPU_HAS_COUNTS | CPU_HAS_NOW | CPU_HAS_TIMES | CPU_HAS_SCHEDSTAT;
}

static void sample_set_cpus(struct bigmachine *b, struct sample *s)
{
	for (unsigned int i = 0; i < b->nr_cpus; i++) {
		if (!cpu_is_online(b, i))
			continue;
		cpu_advance(b, i);
		s->cpus[i] = b->cpus[i];
		s->cpus[i].online = true;
		s->cpus[i].sched_llc = cpu_sched_llc(b, i);
	}
}

static int sample_set_llcs(struct bigmachine *b, struct sample *s)
{
	s->nr_llcs = b->topo->nr_caches + (b->tick >= BIGMACHINE_TICK_SPLIT);
	if (s->nr_llcs > b->nr_cpus)
		s->nr_llcs = b->nr_cpus;
	s->llcs = calloc(s->nr_llcs + 1, sizeof(*s->llcs));
	if (!s->llcs)
		return -1;
	for (unsigned int i = 0; i < s->nr_llcs; i++) {
		struct sample_llc *llc = &b->llcs[i];

		llc->sib_peeked.value = (uint32_t)(llc->sib_peeked.value + 17);
		llc->sib_pulled.value = (uint32_t)(llc->sib_pulled.value + 9);
		llc->sib_failed.value = (uint32_t)(llc->sib_failed.value + 2);
		s->llcs[i] = *llc;
	}
	return 0;
}

/* The kernel's own mask, as the states of the moment would make it. */
static int sample_set_masks(struct sample *s)
{
	for (unsigned int i = 0; i < s->nr_llcs; i++) {
		s->llcs[i].nr_overloaded = gauge_known(0);
		s->llcs[i].overloaded_mask = calloc((s->nr_cpus + 63) / 64, sizeof(uint64_t));
		if (!s->llcs[i].overloaded_mask)
			return -1;
	}
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		int llc = s->cpus[i].sched_llc;

		if (llc < 0 || (unsigned int)llc >= s->nr_llcs ||
		    s->cpus[i].now.state != CPU_STATE_OVERLOADED)
			continue;
		s->llcs[llc].nr_overloaded.value++;
		s->llcs[llc].overloaded_mask[i / 64] |= UINT64_C(1) << (i % 64);
	}
	return 0;
}

static int sample_set_domains(struct sample *s, unsigned int tick)
{
	static const char *const names[] = { "SMT", "MC" };

	s->domains = calloc(2 * (size_t)s->nr_cpus, sizeof(*s->domains));
	if (!s->domains)
		return -1;
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		for (int level = 0; s->cpus[i].online && level < 2; level++) {
			struct sample_domain *d = &s->domains[s->nr_domains++];

			*d = (struct sample_domain){ .cpu = (int)i, .level = level };
			strcpy(d->name, names[level]);
			for (int kind = 0; kind < IDLE_KIND_COUNT; kind++)
				d->balance[kind] = (struct balance_counts){
					.called = 100 * (tick + 1),
					.balanced = 90 * (tick + 1),
					.failed = 4 * (tick + 1),
					.gained = 6 * (tick + 1),
				};
		}
	}
	s->schedstat_version = 17;
	return 0;
}

static int sample_set_sensors(struct bigmachine *b, struct sample *s)
{
	static const struct sensor sensors[] = {
		{ .chip = "coretemp-isa-0000", .label = "Package id 0" },
		{ .chip = "amd_energy-isa-0000", .label = "Esocket\x1b[2J", .kind = SENSOR_POWER },
		{ .chip = "nct6798-isa-0290", .label = "fan\xff", .kind = SENSOR_FAN },
	};

	s->sensors = calloc(LENGTH(sensors), sizeof(*s->sensors));
	if (!s->sensors)
		return -1;
	s->nr_sensors = LENGTH(sensors);
	memcpy(s->sensors, sensors, sizeof(sensors));
	s->sensors[0].value = 60 + random_below(b, 100) / 10.0;
	s->sensors[1].value = 180 + random_below(b, 1000) / 8.0;
	s->sensors[2].value = 1200 + random_below(b, 40);
	return 0;
}

static int sample_set_features(struct sample *s)
{
	static const struct sched_feature features[] = {
		{ .name = "PLACE_LAG", .on = true },
		{ .name = "NEXT_BUDDY" },
		{ .name = "SIS_UTIL", .on = true },
		{ .name = "LB_MIN" },
	};

	s->features = calloc(LENGTH(features), sizeof(*s->features));
	if (!s->features)
		return -1;
	s->nr_features = LENGTH(features);
	memcpy(s->features, features, sizeof(features));
	return 0;
}

/* A name that no file system of ours would give a group, but that cgroupfs takes. */
static const char *odd_name(unsigned int i, char *buf, size_t size)
{
	static const char *const names[] = { "\xe6\xbc\xa2\xe5\xad\x97.scope", "\x1b[7m.slice",
					     "not-utf8-\xff\xfe.service", "with space and \"" };

	if (i % 8 >= LENGTH(names)) {
		snprintf(buf, size, "%0*u", i % 8 == 7 ? 255 : 3, i);
		return buf;
	}
	snprintf(buf, size, "%s-%u", names[i % 8], i);
	return buf;
}

static void group_set_facts(struct sample_cgroup *g, unsigned int i, unsigned int tick)
{
	for (int fact = 0; fact < CGROUP_FACT_COUNT; fact++)
		g->fact[fact].state = fact % 5 == 4 ? GAUGE_UNSUPPORTED : GAUGE_UNREAD;
	g->fact[CGROUP_USAGE_US] = gauge_known(UINT64_C(1000000) * i + 10000 * i * tick);
	g->fact[CGROUP_NR_PERIODS] = gauge_known(10 * tick);
	g->fact[CGROUP_NR_THROTTLED] = gauge_known(i % 3 ? 0 : 4 * tick);
	g->fact[CGROUP_MAX_US] = gauge_known(i % 3 ? UINT64_MAX : 50000);
	g->fact[CGROUP_WEIGHT] = gauge_known(100);
	g->fact[CGROUP_WAIT_NS] = gauge_known(UINT64_C(3000) * i * tick);
	g->fact[CGROUP_WAIT_COUNT] = gauge_known(i % 2 * tick);
	g->settings_ns = SEC * (tick / 10);
	snprintf(g->cpuset, sizeof(g->cpuset), "0-%u", i);
}

/* Ten groups for each CPU, at most 5,000, eight below each; every tick one of them is another. */
static int sample_set_cgroups(struct bigmachine *b, struct sample *s)
{
	unsigned int count = b->nr_cpus < 500 ? 10 * b->nr_cpus : 5000;
	char name[300], path[4096];

	if (!cgroup_tree_add(&s->cgroups, "", CGROUP_NO_PARENT, 1))
		return -1;
	s->cgroups.waits_ns = s->mono_ns - s->mono_ns % (3 * SEC); /* not at every tick */
	for (unsigned int i = 1; i < count; i++) {
		size_t parent = (i - 1) / 8;
		struct sample_cgroup *g;

		snprintf(path, sizeof(path), "%s/%s", s->cgroups.groups[parent].path,
			 odd_name(i, name, sizeof(name)));
		g = cgroup_tree_add(&s->cgroups, path, parent,
				    1000 + i + (i % 20 == b->tick ? 1000000 : 0));
		if (!g)
			return -1;
		group_set_facts(g, i, b->tick);
	}
	return 0;
}

static int sample_set_tunables(struct sample *s)
{
	static const struct sched_tunable tunables[] = {
		{ .place = KNOB_SCHED, .name = "base_slice_ns", .value = "3000000" },
		{ .place = KNOB_SYSCTL, .name = "sched_schedstats", .value = "1" },
	};

	s->tunables = calloc(LENGTH(tunables), sizeof(*s->tunables));
	if (!s->tunables)
		return -1;
	s->nr_tunables = LENGTH(tunables);
	memcpy(s->tunables, tunables, sizeof(tunables));
	return 0;
}

static void sample_set_times(struct bigmachine *b, struct sample *s)
{
	uint64_t asleep_ns = b->tick >= BIGMACHINE_TICK_SUSPEND ? 3600 * SEC : 0;

	s->mono_ns = 1000000 * SEC + b->tick * SEC;
	s->boot_ns = s->mono_ns + asleep_ns;
	s->time_unix_ns = 1800000000 * SEC + b->tick * SEC + asleep_ns;
	s->self = (struct sample_self){
		.cpu_ns = 3000000ull * (b->tick + 1),
		.bpf_ns = 9000000ull * (b->tick + 1),
		.samples_taken = 100ull * (b->tick + 1),
		.samples_late = b->tick / 3,
		.sample_hz = 100,
		.sample_hz_wanted = 100,
		.rss_bytes = 24 << 20,
	};
}

static void sample_set_names(struct sample *s)
{
	strcpy(s->host, "big-\xff\x1b]0;machine");
	strcpy(s->release, "6.12.0-made-up");
	strcpy(s->machine, "x86_64");
	for (int i = 0; i < CAP_COUNT; i++)
		sample_set_capability(s, i, GAUGE_KNOWN, TIER_BPF, "%s", "");
	sample_set_capability(s, CAP_SCHED_EXT, GAUGE_UNSUPPORTED, TIER_NONE,
			      "CONFIG_SCHED_CLASS_EXT is not set");
	sample_set_capability(s, CAP_SCHED_FEATURES_EDIT, GAUGE_DENIED, TIER_NONE,
			      "the kernel is locked down");
	s->lockdown = true;
	s->load_1_milli = gauge_known(301250);
	s->load_5_milli = gauge_known(280000);
	s->load_15_milli = gauge_known(250500);
	s->tasks_runnable = gauge_known(310);
	s->tasks_total = gauge_known(8021);
	s->schedstats_on = gauge_known(1);
	s->psi_full_us.state = GAUGE_UNSUPPORTED;
}

struct sample *bigmachine_next(struct bigmachine *b)
{
	struct sample *s = sample_new(b->topo);

	if (!s)
		return NULL;
	sample_set_names(s);
	sample_set_times(b, s);
	s->psi_some_us = gauge_known(150000ull * (b->tick + 1));
	sample_set_cpus(b, s);
	if (sample_set_llcs(b, s) < 0 || sample_set_masks(s) < 0 ||
	    sample_set_domains(s, b->tick) < 0 || sample_set_sensors(b, s) < 0 ||
	    sample_set_features(s) < 0 || sample_set_tunables(s) < 0 ||
	    sample_set_cgroups(b, s) < 0)
		return sample_free(s);
	b->tick++;
	return s;
}
