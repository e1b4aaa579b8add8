// SPDX-License-Identifier: GPL-2.0-only
/* Machines made up for tests; see machines.h. */
#include "tests/machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/samplefile.h"
#include "tests/bigmachine.h"
#include "tests/machine_groups.h"

#define SEC       1000000000ull
#define SAMPLE_HZ 100

const struct machine_shape machine_shapes[] = {
	{ .name = "pair",
	  .packages = 1,
	  .nodes_of_package = 1,
	  .llcs_of_node = 1,
	  .cores_of_llc = 2,
	  .threads = 1 },
	{ .name = "eight",
	  .packages = 2,
	  .nodes_of_package = 1,
	  .llcs_of_node = 1,
	  .cores_of_llc = 2,
	  .threads = 2,
	  .patched = true },
	{ .name = "hybrid",
	  .packages = 1,
	  .nodes_of_package = 1,
	  .llcs_of_node = 1,
	  .cores_of_llc = 6,
	  .threads = 2,
	  .efficient_cores = 8 },
	{ .name = "sixty-four",
	  .packages = 2,
	  .nodes_of_package = 1,
	  .llcs_of_node = 4,
	  .cores_of_llc = 4,
	  .threads = 2,
	  .patched = true },
	{ .name = "lab",
	  .packages = 1,
	  .nodes_of_package = 1,
	  .llcs_of_node = 1,
	  .cores_of_llc = 2,
	  .threads = 1,
	  .patched = true,
	  .groups = true },
	{ .name = NULL },
};

const struct machine_shape *machine_shape_named(const char *name)
{
	for (const struct machine_shape *s = machine_shapes; s->name; s++) {
		if (!strcmp(s->name, name))
			return s;
	}
	return NULL;
}

static unsigned int nr_llcs_of(const struct machine_shape *s)
{
	return s->packages * s->nodes_of_package * s->llcs_of_node;
}

static unsigned int nr_cores_of_llc(const struct machine_shape *s)
{
	return s->cores_of_llc + s->efficient_cores;
}

static unsigned int nr_cores_of(const struct machine_shape *s)
{
	return nr_llcs_of(s) * nr_cores_of_llc(s);
}

static bool core_is_efficient(const struct machine_shape *s, unsigned int core)
{
	return core >= nr_cores_of_llc(s) - s->efficient_cores;
}

static void name_caches(struct topology *topo)
{
	for (unsigned int i = 0; i < topo->nr_caches; i++)
		snprintf(topo->caches[i].name, sizeof(topo->caches[i].name), "L3 #%u", i);
	if (topo->nr_kinds == 2) {
		strcpy(topo->kinds[0].name, "efficiency");
		strcpy(topo->kinds[1].name, "performance");
	}
}

static void place_cpu(const struct machine_shape *s, struct topology *topo, unsigned int cpu,
		      unsigned int core, unsigned int llc, unsigned int smt, bool efficient)
{
	unsigned int node = llc / s->llcs_of_node;

	topo->cpus[cpu] = (struct topology_cpu){
		.core = (int)core,
		.cache = (int)llc,
		.node = (int)node,
		.package = (int)(node / s->nodes_of_package),
		.smt = (int)smt,
		.kind = topo->nr_kinds ? !efficient : TOPOLOGY_NONE,
		.present = true,
		.online = true,
	};
}

/* As Linux numbers them on big machines: first threads first, then their siblings. */
static void place_cpus(const struct machine_shape *s, struct topology *topo)
{
	unsigned int core = 0, sibling = nr_cores_of(s);

	for (unsigned int llc = 0; llc < nr_llcs_of(s); llc++) {
		for (unsigned int i = 0; i < nr_cores_of_llc(s); i++, core++) {
			bool efficient = core_is_efficient(s, i);

			place_cpu(s, topo, core, core, llc, 0, efficient);
			for (unsigned int t = 1; t < s->threads && !efficient; t++)
				place_cpu(s, topo, sibling++, core, llc, t, efficient);
		}
	}
}

struct topology *machine_shape_topology(const struct machine_shape *s)
{
	unsigned int nr_cores = nr_cores_of(s), nr_llcs = nr_llcs_of(s);
	unsigned int nr_cpus =
		nr_cores + (nr_cores - nr_llcs * s->efficient_cores) * (s->threads - 1);
	struct topology *topo = topology_new(nr_cpus, nr_llcs, s->efficient_cores ? 2 : 0);

	if (!topo)
		return NULL;
	topo->generation = 1;
	topo->nr_cores = nr_cores;
	topo->nr_packages = s->packages;
	topo->nr_nodes = s->packages * s->nodes_of_package;
	strcpy(topo->cache_level, "L3");
	name_caches(topo);
	place_cpus(s, topo);
	return topo;
}

/* A hash that gives the same load on every machine that runs the test. */
static unsigned int mix(unsigned int a, unsigned int b)
{
	unsigned int h = (a * 2654435761u) ^ (b * 2246822519u + 374761393u);

	h ^= h >> 15;
	h *= 2246822519u;
	return h ^ h >> 13;
}

/* What a CPU is at a sampling: its LLC leans to one state, the rest is chance. */
static enum cpu_state state_at(const struct topology *topo, unsigned int cpu, unsigned int slot)
{
	static const enum cpu_state leaning[] = { CPU_STATE_IDLE, CPU_STATE_OVERLOADED,
						  CPU_STATE_BUSY, CPU_STATE_SCHED_IDLE };
	static const enum cpu_state any[] = { CPU_STATE_IDLE,       CPU_STATE_BUSY,
					      CPU_STATE_OVERLOADED, CPU_STATE_IDLE,
					      CPU_STATE_SCHED_IDLE, CPU_STATE_FORCED_IDLE,
					      CPU_STATE_IDLE };
	unsigned int llc = (unsigned int)(topo->cpus[cpu].cache + 1);

	if (mix(cpu, slot) % 100 < 60)
		return leaning[mix(cpu, llc) % 4];
	return any[mix(slot, cpu + 7) % 7];
}

static void count_state(struct cpu_counts *counts, enum cpu_state state, bool missed)
{
	counts->taken++;
	counts->state[state]++;
	counts->overloaded += state == CPU_STATE_OVERLOADED;
	counts->missed_idle += missed;
}

static void count_tick(const struct topology *topo, unsigned int cpu, unsigned int tick,
		       struct sample_cpu *into)
{
	for (unsigned int slot = tick * SAMPLE_HZ; slot < (tick + 1) * SAMPLE_HZ; slot++) {
		enum cpu_state state = state_at(topo, cpu, slot);
		bool idle = state == CPU_STATE_IDLE || state == CPU_STATE_SCHED_IDLE;

		count_state(&into->counts, state, idle && mix(slot, 99) % 4 == 0);
	}
	into->counts.episode_longest_ns = SEC / 1000 * (mix(cpu, 5) % 300);
	into->times.idle_ns = into->counts.state[CPU_STATE_IDLE] * (SEC / SAMPLE_HZ);
	into->times.user_ns = into->counts.state[CPU_STATE_BUSY] * (SEC / SAMPLE_HZ);
	into->times.system_ns = into->counts.overloaded * (SEC / SAMPLE_HZ);
	into->schedstat.run_delay_ns = into->counts.overloaded * 4000000ull;
	into->schedstat.pcount = into->counts.taken / 2;
}

static void set_task(struct cpu_now *now, unsigned int cpu)
{
	static const char *const names[] = {
		"stress-ng",    "nginx: worker",
		"kworker/u8:2", "\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97",
		"a\x1b[2Jb\n",  "ffmpeg"
	};

	now->class = TASK_CLASS_FAIR;
	now->pid = (int32_t)(1000 + cpu * 7);
	now->nr_running = now->state == CPU_STATE_OVERLOADED ? 2 + mix(cpu, 3) % 3 : 1;
	now->nr_nonidle = now->state == CPU_STATE_SCHED_IDLE ? 0 : now->nr_running;
	now->nr_idle_class = now->nr_running - now->nr_nonidle;
	memcpy(now->comm, names[mix(cpu, 11) % 6], strlen(names[mix(cpu, 11) % 6]) + 1);
}

static void set_now(struct cpu_now *now, unsigned int cpu, enum cpu_state state)
{
	now->state = state;
	if (state == CPU_STATE_IDLE) {
		now->class = TASK_CLASS_IDLE;
		return;
	}
	set_task(now, cpu);
	if (state == CPU_STATE_FORCED_IDLE) {
		now->class = TASK_CLASS_IDLE;
		now->pid = 0;
	}
}

static void set_capabilities(struct sample *s, bool patched)
{
	for (int i = 0; i < CAP_COUNT; i++)
		sample_set_capability(s, (enum capability_id)i, GAUGE_KNOWN, TIER_BPF, "%s", "");
	sample_set_capability(s, CAP_SCHED_FEATURES_EDIT, GAUGE_DENIED, TIER_NONE,
			      "writing /sys/kernel/debug/sched/features was refused: locked down");
	sample_set_capability(s, CAP_SCHED_FEATURES, GAUGE_KNOWN, TIER_DEBUGFS,
			      "from the bit mask in sched/debug: read-only");
	sample_set_capability(s, CAP_CPU_HEADROOM, GAUGE_UNSUPPORTED, TIER_NONE,
			      "no cgroup has a file cpu.headroom");
	if (patched)
		return;
	sample_set_capability(s, CAP_SIB_COUNTERS, GAUGE_UNSUPPORTED, TIER_NONE,
			      "struct sched_domain has no sib_pulled");
	sample_set_capability(s, CAP_OVERLOADED_MASK, GAUGE_UNSUPPORTED, TIER_NONE,
			      "struct sched_domain_shared has no nr_overloaded");
}

static void set_sensors(struct sample *s)
{
	static const struct sensor sensors[] = {
		{ .chip = "coretemp-isa-0000", .label = "Package id 0", .value = 61 },
		{ .chip = "coretemp-isa-0001", .label = "Package id 1", .value = 58 },
		{ .chip = "power_meter-acpi-0",
		  .label = "power1",
		  .kind = SENSOR_POWER,
		  .value = 214 },
	};

	s->sensors = calloc(3, sizeof(*s->sensors));
	if (!s->sensors)
		return;
	memcpy(s->sensors, sensors, sizeof(sensors));
	s->nr_sensors = 3;
}

/* LLC numbers as the scheduler would give them; an isolated CPU has no domain. */
static void set_llcs(struct sample *s, bool patched, unsigned int tick)
{
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		if (s->topo->cpus[i].online && !s->topo->cpus[i].isolated)
			s->cpus[i].sched_llc = s->topo->cpus[i].cache;
	}
	if (!patched)
		return;
	s->llcs = calloc(s->topo->nr_caches, sizeof(*s->llcs));
	s->nr_llcs = s->llcs ? s->topo->nr_caches : 0;
	for (unsigned int i = 0; i < s->nr_llcs; i++) {
		s->llcs[i].nr_overloaded = gauge_known(i % 3);
		s->llcs[i].sib_pulled = gauge_known(tick * (40 + i));
		s->llcs[i].sib_peeked = gauge_known(tick * 3);
		s->llcs[i].sib_failed = gauge_known(tick * i);
	}
}

static void set_names(struct sample *s)
{
	strcpy(s->host, "testhost");
	strcpy(s->release, "6.12.48");
	strcpy(s->machine, "x86_64");
	s->load_1_milli = gauge_known(3210);
	s->load_5_milli = gauge_known(2750);
	s->load_15_milli = gauge_known(1980);
}

static void set_cpu(struct sample *s, unsigned int cpu, unsigned int tick,
		    const struct sample *before)
{
	if (before)
		s->cpus[cpu] = before->cpus[cpu];
	s->cpus[cpu].online = true;
	s->cpus[cpu].has = CPU_HAS_COUNTS | CPU_HAS_NOW | CPU_HAS_TIMES | CPU_HAS_SCHEDSTAT;
	count_tick(s->topo, cpu, tick, &s->cpus[cpu]);
	s->cpus[cpu].now = (struct cpu_now){ 0 };
	set_now(&s->cpus[cpu].now, cpu, state_at(s->topo, cpu, (tick + 1) * SAMPLE_HZ - 1));
}

struct sample *machine_shape_sample(const struct machine_shape *shape, struct topology *topo,
				    const struct sample *before)
{
	struct sample *s = sample_new(topo);
	unsigned int tick;

	if (!s)
		return NULL;
	s->mono_ns = before ? before->mono_ns + SEC : 1000 * SEC;
	s->boot_ns = s->mono_ns;
	s->time_unix_ns = 1796000000 * SEC + s->mono_ns;
	tick = (unsigned int)(s->mono_ns / SEC - 1000);
	set_names(s);
	set_capabilities(s, shape->patched);
	set_sensors(s);
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		set_cpu(s, i, tick, before);
	set_llcs(s, shape->patched, tick);
	if (shape->groups && machine_groups_add(s, tick) < 0)
		return sample_free(s);
	return s;
}

struct model *machine_shape_model(const struct machine_shape *shape, unsigned int ticks)
{
	struct topology *topo = machine_shape_topology(shape);
	struct model *m = model_new();

	for (unsigned int tick = 0; topo && m && tick < ticks; tick++) {
		if (model_advance(m, machine_shape_sample(shape, topo, m->sample)) < 0)
			m = model_free(m);
	}
	topology_unref(topo);
	return m;
}

static struct model *big_model(unsigned int nr_cpus, unsigned int ticks)
{
	struct bigmachine *b = bigmachine_new(nr_cpus, 1);
	struct model *m = b ? model_new() : NULL;

	for (unsigned int tick = 0; m && tick < ticks; tick++) {
		if (model_advance(m, bigmachine_next(b)) < 0)
			m = model_free(m);
	}
	bigmachine_free(b);
	return m;
}

static struct model *read_lines(FILE *file, struct samplefile_reader *reader)
{
	struct model *m = model_new();
	struct sample *s;
	char *line = NULL;
	size_t size = 0;
	int r = 0;

	while (m && r >= 0 && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		r = samplefile_read_line(reader, line, &s, NULL);
		if (r > 0)
			r = model_advance(m, s);
	}
	free(line);
	if (r < 0)
		m = model_free(m);
	return m;
}

static struct model *recorded_model(const char *path)
{
	struct samplefile_reader *reader = samplefile_reader_new();
	FILE *file = fopen(path, "r");
	struct model *m = file && reader ? read_lines(file, reader) : NULL;

	if (file)
		fclose(file);
	samplefile_reader_free(reader);
	return m;
}

struct model *machine_model(const char *name, unsigned int ticks)
{
	const struct machine_shape *shape = machine_shape_named(name);

	if (shape)
		return machine_shape_model(shape, ticks);
	if (!strncmp(name, "big", 3))
		return big_model((unsigned int)atoi(name + 3), ticks);
	return recorded_model(name);
}
