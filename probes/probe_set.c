// SPDX-License-Identifier: GPL-2.0-only
/* The rows that suit where we run, opened together and asked one after the other for each sample. */
#include "probes/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"
#include "host/captured.h"
#include "host/cpulist.h"
#include "host/fsroot.h"
#include "probes/topology.h"

#define ROWS_MAX     32
#define CPU_LIST_MAX 4096 /* a file of sysfs is one page */
#define NSEC_PER_SEC 1000000000ULL

struct probe_set {
	struct probe_env env;
	size_t nr_rows;
	struct probe rows[ROWS_MAX];
	struct topology *topo;
	uint64_t generation;       /* of the newest topology */
	struct fault topo_fault;   /* why the topology is a bare one */
	char online[CPU_LIST_MAX]; /* what the topology was read for */
	char isolated[CPU_LIST_MAX];
};

/* ---- topology ----------------------------------------------------------------------------- */

static int read_cpu_list(const struct fsroot *root, const char *name, char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/%s", name);
	text[0] = '\0';
	return fsroot_read(root, path, text, CPU_LIST_MAX);
}

/* Which CPUs the list has; all of them where it cannot be read. */
static void read_cpu_set(const struct fsroot *root, const char *name, bool *set,
			 unsigned int nr_cpus)
{
	char list[CPU_LIST_MAX];

	memset(set, 0, nr_cpus * sizeof(*set));
	if (read_cpu_list(root, name, list) < 0 || cpulist_parse(list, set, nr_cpus) < 0)
		memset(set, 1, nr_cpus * sizeof(*set));
}

/* Numbers and who is online, nothing else: for a machine that hwloc cannot read. */
static int topology_read_bare(const struct fsroot *root, struct topology **ret_topo)
{
	char possible[CPU_LIST_MAX];
	struct topology *topo;
	bool *set;
	int nr_cpus = read_cpu_list(root, "possible", possible);

	if (nr_cpus >= 0)
		nr_cpus = cpulist_parse(possible, NULL, 0);
	if (nr_cpus <= 0)
		return nr_cpus ? nr_cpus : -ENODATA;
	topo = topology_new((unsigned int)nr_cpus, 0, 0);
	set = calloc((size_t)nr_cpus, sizeof(*set));
	if (!topo || !set) {
		topology_unref(topo);
		free(set);
		return -ENOMEM;
	}
	snprintf(topo->cache_level, sizeof(topo->cache_level), "machine");
	read_cpu_set(root, "present", set, topo->nr_cpus);
	for (unsigned int cpu = 0; cpu < topo->nr_cpus; cpu++)
		topo->cpus[cpu].present = set[cpu];
	read_cpu_set(root, "online", set, topo->nr_cpus);
	for (unsigned int cpu = 0; cpu < topo->nr_cpus; cpu++)
		topo->cpus[cpu].online = set[cpu];
	free(set);
	*ret_topo = topo;
	return 0;
}

/* hwloc takes the CPUs it runs on where a captured tree has none, so it must not be asked then. */
static bool has_cpus(const struct fsroot *root)
{
	int fd = fsroot_openat(root, "/sys/devices/system/cpu", O_DIRECTORY);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || fsroot_is_live(root);
}

/* hwloc opens what it finds by itself; what is found to be safe once is not looked at again. */
static int check_captured(const struct probe_set *set, struct fault *f)
{
	char path[1024], printable[2048];
	int r = 0;

	if (!set->topo && !fsroot_is_live(set->env.root))
		r = captured_find_special(set->env.root, path, sizeof(path));
	if (r <= 0)
		return r < 0 ? fault_set(f, r, "looking through %s failed: %s",
					 fsroot_prefix(set->env.root), strerror(-r))
			     : 0;
	text_printable(path, printable, sizeof(printable));
	return fault_set(f, -EINVAL,
			 "%s is no captured machine: its %s is neither a file nor a folder, or "
			 "leads to one elsewhere",
			 fsroot_prefix(set->env.root), printable);
}

/* Reads the shape anew when a CPU came or went, or was isolated. */
static int refresh_topology(struct probe_set *set, struct fault *f)
{
	char online[CPU_LIST_MAX], isolated[CPU_LIST_MAX];
	struct topology *topo;
	int r;

	(void)read_cpu_list(set->env.root, "online", online);
	(void)read_cpu_list(set->env.root, "isolated", isolated);
	if (set->topo && !strcmp(online, set->online) && !strcmp(isolated, set->isolated))
		return 0;
	if (!has_cpus(set->env.root))
		return fault_set(f, -ENOENT,
				 "%s is no captured machine: it has no /sys/devices/system/cpu",
				 fsroot_prefix(set->env.root));
	r = check_captured(set, f);
	if (r)
		return r;
	set->topo_fault = (struct fault){ .code = 0 };
	r = topology_read(set->env.root, &topo);
	if (r) {
		fault_set(&set->topo_fault, r,
			  "hwloc cannot read this machine (%s): CPUs are known by number only",
			  strerror(-r));
		r = topology_read_bare(set->env.root, &topo);
	} else if (set->topo) {
		topology_keep_places(set->topo, topo);
	}
	if (r)
		return fault_set(f, r,
				 "reading the CPUs from /sys/devices/system/cpu failed: %s; "
				 "is /sys mounted?",
				 strerror(-r));
	topo->generation = ++set->generation;
	topology_unref(set->topo);
	set->topo = topo;
	strcpy(set->online, online);
	strcpy(set->isolated, isolated);
	return 0;
}

/* ---- opening and closing ------------------------------------------------------------------ */

bool probe_set_is_replay(const struct probe_set *set)
{
	return set->env.replay_path != NULL;
}

bool probe_set_is_cut(const struct probe_set *set)
{
	return set->nr_rows && set->rows[0].cut;
}

static void open_rows(struct probe_set *set)
{
	for (size_t i = 0; probe_table[i] && set->nr_rows < ROWS_MAX; i++) {
		struct probe *p = &set->rows[set->nr_rows];

		if (probe_table[i]->supported(&set->env))
			continue;
		*p = (struct probe){ .ops = probe_table[i] };
		set->nr_rows++;
		if (p->ops->open(p, &set->env) && !p->fault.code)
			fault_set(&p->fault, -EIO, "opening the probe %s failed", p->ops->name);
	}
}

/* Of a recording there is nothing to see when it cannot be opened. */
static int check_replay(const struct probe_set *set, struct fault *f)
{
	if (!probe_set_is_replay(set))
		return 0;
	if (!set->nr_rows)
		return fault_set(f, -EOPNOTSUPP, "recordings cannot be replayed by this build");
	*f = set->rows[0].fault;
	return f->code;
}

int probe_set_open(const struct probe_env *env, struct probe_set **ret_set, struct fault *f)
{
	struct probe_set *set = calloc(1, sizeof(*set));
	int r;

	*ret_set = NULL;
	if (!set)
		return fault_set(f, -ENOMEM, "opening the probes failed: no memory");
	set->env = *env;
	if (probe_set_is_replay(set)) {
		set->topo = topology_new(0, 0, 0); /* each sample brings its own */
		r = set->topo ? 0
			      : fault_set(f, -ENOMEM, "opening the recording failed: no memory");
	} else {
		r = refresh_topology(set, f);
	}
	if (!r) {
		open_rows(set);
		r = check_replay(set, f);
	}
	if (r)
		set = probe_set_close(set);
	*ret_set = set;
	return r;
}

struct probe_set *probe_set_close(struct probe_set *set)
{
	if (!set)
		return NULL;
	for (size_t i = 0; i < set->nr_rows; i++)
		set->rows[i].ops->close(&set->rows[i]);
	topology_unref(set->topo);
	free(set);
	return NULL;
}

/* ---- a sample ----------------------------------------------------------------------------- */

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * NSEC_PER_SEC + (uint64_t)now.tv_nsec;
}

static void read_name(const struct probe_set *set, const char *path, char *buf, size_t size)
{
	if (fsroot_read(set->env.root, path, buf, size) < 0)
		buf[0] = '\0';
}

static void fill_host(const struct probe_set *set, struct sample *s)
{
	struct utsname names;

	read_name(set, "/proc/sys/kernel/hostname", s->host, sizeof(s->host));
	read_name(set, "/proc/sys/kernel/osrelease", s->release, sizeof(s->release));
	read_name(set, "/proc/sys/kernel/arch", s->machine, sizeof(s->machine));
	if (!s->machine[0] && fsroot_is_live(set->env.root) && !uname(&names))
		snprintf(s->machine, sizeof(s->machine), "%.*s", (int)sizeof(s->machine) - 1,
			 names.machine);
}

static void fill_topology(const struct probe_set *set, struct sample *s)
{
	for (unsigned int cpu = 0; cpu < s->nr_cpus; cpu++)
		s->cpus[cpu].online = s->topo->cpus[cpu].online;
	if (set->topo_fault.code)
		sample_set_capability(s, CAP_TOPOLOGY, gauge_state_from_error(set->topo_fault.code),
				      TIER_NONE, "%s", set->topo_fault.text);
	else
		sample_set_capability(s, CAP_TOPOLOGY, GAUGE_KNOWN, TIER_PROC, "%s", "");
}

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_usec * 1000;
}

/* Of ourselves, so from the live system even when a captured machine is shown. */
static uint64_t read_rss_bytes(void)
{
	unsigned long size = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "re");

	if (!file)
		return 0;
	if (fscanf(file, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	fclose(file);
	return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void fill_self(struct sample *s)
{
	struct rusage used;

	if (!getrusage(RUSAGE_SELF, &used))
		s->self.cpu_ns = timeval_ns(used.ru_utime) + timeval_ns(used.ru_stime);
	s->self.rss_bytes = read_rss_bytes();
}

static void fill_clocks(struct sample *s)
{
	s->time_unix_ns = clock_ns(CLOCK_REALTIME);
	s->boot_ns = clock_ns(CLOCK_BOOTTIME);
	s->mono_ns = clock_ns(CLOCK_MONOTONIC);
}

/* 0 when any row had facts. */
static int collect_rows(struct probe_set *set, struct sample *s, struct fault *f)
{
	int r, result = -ENODATA;

	for (size_t i = 0; i < set->nr_rows; i++) {
		struct probe *p = &set->rows[i];

		r = p->ops->collect(p, s);
		if (!r)
			result = 0;
		else if (result == -ENODATA && p->fault.code && !probe_set_is_replay(set))
			*f = p->fault;
	}
	return result;
}

static int collect_replay(struct probe_set *set, struct sample *s, struct fault *f)
{
	struct probe *p = &set->rows[0];
	int r = p->ops->collect(p, s);

	if (r && r != -ENODATA)
		*f = p->fault;
	return r;
}

int probe_set_collect(struct probe_set *set, struct sample **ret_sample, struct fault *f)
{
	struct sample *s;
	int r = 0;

	*ret_sample = NULL;
	if (!probe_set_is_replay(set))
		r = refresh_topology(set, f);
	if (r)
		return r;
	s = sample_new(set->topo);
	if (!s)
		return fault_set(f, -ENOMEM, "reading a sample failed: no memory");
	if (probe_set_is_replay(set)) {
		r = collect_replay(set, s, f);
	} else {
		fill_clocks(s);
		fill_host(set, s);
		fill_topology(set, s);
		fill_self(s);
		r = collect_rows(set, s, f);
	}
	if (r)
		s = sample_free(s);
	*ret_sample = s;
	return r;
}

int probe_set_waiters(struct probe_set *set, unsigned int cpu, struct waiter_list *ret_list,
		      struct fault *f)
{
	const struct fault *why = NULL;

	for (size_t i = 0; i < set->nr_rows; i++) {
		struct probe *p = &set->rows[i];
		int r;

		if (!p->ops->waiters)
			continue;
		r = p->ops->waiters(p, cpu, ret_list);
		if (!r)
			return 0;
		if (p->fault.code)
			why = &p->fault;
	}
	if (why)
		return fault_set(f, -EOPNOTSUPP, "who waits cannot be told: %s", why->text);
	return fault_set(f, -EOPNOTSUPP, "who waits cannot be told here");
}

static int read_group_tasks(struct probe_set *set, const char *path, uint64_t id,
			    struct group_task_list *ret_list, struct fault *f)
{
	for (size_t i = 0; i < set->nr_rows; i++) {
		struct probe *p = &set->rows[i];

		if (p->ops->group_tasks)
			return p->ops->group_tasks(p, path, id, ret_list, f);
	}
	return fault_set(f, -EOPNOTSUPP, "a recording does not hold the tasks of a group");
}

int probe_set_group_tasks(struct probe_set *set, const char *path, uint64_t id,
			  struct group_task_list *ret_list, struct fault *f)
{
	struct group_task_list *now = calloc(1, sizeof(*now));
	int r = now ? 0 : fault_set(f, -ENOMEM, "no memory for the tasks of a group");

	if (now)
		now->mono_ns = clock_ns(CLOCK_MONOTONIC);
	if (!r)
		r = read_group_tasks(set, path, id, now, f);
	if (!r)
		group_tasks_compare(ret_list, now);
	if (r < 0)
		*ret_list = (struct group_task_list){ .count = 0 };
	else
		*ret_list = *now;
	free(now);
	return r;
}

int probe_set_prefer(struct probe_set *set, const struct probe_interest *interest)
{
	int result = 0;

	for (size_t i = 0; i < set->nr_rows; i++) {
		struct probe *p = &set->rows[i];
		int r = p->ops->prefer ? p->ops->prefer(p, interest) : 0;

		if (r < 0)
			result = r;
	}
	return result;
}
