// SPDX-License-Identifier: GPL-2.0-only
/* Turns hwloc's tree into struct topology; see topology.h. */
#include "probes/topology.h"

#include <errno.h>
#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/cpulist.h"
#include "host/fsroot.h"
#include "probes/cpukinds.h"
#include "probes/rows.h"
#include "probes/textfile.h"

#define CPU_LIST_MAX 4096 /* a file of sysfs is one page */

/* What CPUs are grouped by. */
enum grouping { BY_CACHE, BY_PACKAGE, BY_MACHINE };

/*
 * Objects of one kind, numbered in the order of the CPUs. hwloc's own numbers count one level of
 * its tree, and cores may stand on two levels (a core of one thread above or below its cache).
 */
struct numbering {
	unsigned int count;
	hwloc_obj_t *objs; /* room for as many as there are CPUs */
};

struct shape {
	const struct fsroot *root;
	hwloc_topology_t hw;
	unsigned int nr_cpus;
	enum grouping grouping;
	struct numbering groups, cores, packages;
};

/*
 * Without INCLUDE_DISALLOWED the cpuset of our own cgroup would hide CPUs. The x86 component is
 * left out: it moves the process over every CPU to ask each for its shape, and so would wake them.
 */
static int hwloc_load(hwloc_topology_t *ret_hw)
{
	unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED |
			      HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING |
			      HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS;
	int r;

	if (hwloc_topology_init(ret_hw) < 0)
		return -ENOMEM;
	hwloc_topology_set_flags(*ret_hw, flags);
	hwloc_topology_set_components(*ret_hw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
	hwloc_topology_set_type_filter(*ret_hw, HWLOC_OBJ_L1CACHE, HWLOC_TYPE_FILTER_KEEP_NONE);
	errno = EIO;
	r = hwloc_topology_load(*ret_hw);
	if (r < 0) {
		r = errno ? -errno : -EIO;
		hwloc_topology_destroy(*ret_hw);
	}
	return r;
}

/* hwloc 2.9 ends the process by an assertion when this list is there and names no node. */
static bool has_damaged_nodes(const struct fsroot *root)
{
	char text[CPU_LIST_MAX];
	int r = fsroot_read(root, "/sys/devices/system/node/online", text, sizeof(text));

	return r >= 0 && cpulist_parse(text, NULL, 0) <= 0;
}

/* Other sources that the user's environment may name would not be the machine asked for. */
static int hwloc_load_root(const struct fsroot *root, hwloc_topology_t *ret_hw)
{
	int r;

	unsetenv("HWLOC_XMLFILE");
	unsetenv("HWLOC_SYNTHETIC");
	unsetenv("HWLOC_FSROOT");
	setenv("HWLOC_HIDE_ERRORS", "2", 1); /* it would print over the screen */
	if (!fsroot_is_live(root))
		setenv("HWLOC_FSROOT", fsroot_prefix(root), 1);
	r = hwloc_load(ret_hw);
	unsetenv("HWLOC_FSROOT");
	return r;
}

/* A list below /sys/devices/system/cpu; as cpulist_parse(), or -errno when it cannot be read. */
static int read_cpus(const struct shape *s, const char *name, bool *set)
{
	char path[64], text[CPU_LIST_MAX];
	int r;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/%s", name);
	r = fsroot_read(s->root, path, text, sizeof(text));
	if (r < 0)
		return r;
	return cpulist_parse(text, set, set ? s->nr_cpus : 0);
}

static unsigned int count_cpus(const struct shape *s)
{
	int known = hwloc_bitmap_last(hwloc_topology_get_topology_cpuset(s->hw)) + 1;
	int possible = read_cpus(s, "possible", NULL);

	if (possible < 0)
		possible = hwloc_bitmap_last(hwloc_topology_get_complete_cpuset(s->hw)) + 1;
	return possible > known ? possible : known;
}

static bool is_data_cache(hwloc_obj_t obj)
{
	return hwloc_obj_type_is_cache(obj->type) && !hwloc_obj_type_is_icache(obj->type);
}

/* The largest data cache of a CPU, or NULL. */
static hwloc_obj_t find_cache(hwloc_obj_t pu)
{
	hwloc_obj_t found = NULL;

	for (hwloc_obj_t obj = pu->parent; obj; obj = obj->parent) {
		if (is_data_cache(obj))
			found = obj;
	}
	return found;
}

/* Whether an object holds more than the core of one of its CPUs. */
static bool is_above_core(hwloc_topology_t hw, hwloc_obj_t obj, hwloc_obj_t pu)
{
	hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(hw, HWLOC_OBJ_CORE, pu);

	return core && !hwloc_bitmap_isincluded(obj->cpuset, core->cpuset);
}

/* Caches group CPUs only if some cache above the cores' own is known, shared or of level 3. */
static enum grouping choose_grouping(hwloc_topology_t hw)
{
	hwloc_obj_t pu = NULL, cache;

	while ((pu = hwloc_get_next_obj_by_type(hw, HWLOC_OBJ_PU, pu))) {
		cache = find_cache(pu);
		if (cache && (cache->attr->cache.depth >= 3 || is_above_core(hw, cache, pu)))
			return BY_CACHE;
	}
	return hwloc_get_nbobjs_by_type(hw, HWLOC_OBJ_PACKAGE) ? BY_PACKAGE : BY_MACHINE;
}

/* The object that a CPU is grouped by; the next wider one where it has none of the kind. */
static hwloc_obj_t group_of(const struct shape *s, hwloc_obj_t pu)
{
	hwloc_obj_t obj = NULL;

	if (s->grouping == BY_CACHE)
		obj = find_cache(pu);
	if (!obj && s->grouping != BY_MACHINE)
		obj = hwloc_get_ancestor_obj_by_type(s->hw, HWLOC_OBJ_PACKAGE, pu);
	return obj ? obj : hwloc_get_root_obj(s->hw);
}

/* The number of an object, the next one when it is new; NONE for no object. */
static int number_of(struct numbering *n, hwloc_obj_t obj)
{
	if (!obj)
		return TOPOLOGY_NONE;
	for (unsigned int i = n->count; i-- > 0;) {
		if (n->objs[i] == obj)
			return i;
	}
	n->objs[n->count] = obj;
	return n->count++;
}

static int number_above(struct shape *s, struct numbering *n, hwloc_obj_t pu, hwloc_obj_type_t type)
{
	return number_of(n, hwloc_get_ancestor_obj_by_type(s->hw, type, pu));
}

/* Numbers all there is, for the counts; CPUs come in hwloc's logical order. */
static int number_objects(struct shape *s)
{
	int nr_pus = hwloc_get_nbobjs_by_type(s->hw, HWLOC_OBJ_PU);
	hwloc_obj_t pu = NULL;

	s->grouping = choose_grouping(s->hw);
	s->groups.objs = calloc(nr_pus, sizeof(hwloc_obj_t));
	s->cores.objs = calloc(nr_pus, sizeof(hwloc_obj_t));
	s->packages.objs = calloc(nr_pus, sizeof(hwloc_obj_t));
	if (!s->groups.objs || !s->cores.objs || !s->packages.objs)
		return -ENOMEM;
	while ((pu = hwloc_get_next_obj_by_type(s->hw, HWLOC_OBJ_PU, pu))) {
		number_of(&s->groups, group_of(s, pu));
		number_above(s, &s->cores, pu, HWLOC_OBJ_CORE);
		number_above(s, &s->packages, pu, HWLOC_OBJ_PACKAGE);
	}
	return 0;
}

/* How many CPUs of the core come before this one. */
static int find_thread(const struct shape *s, int core, unsigned int cpu)
{
	unsigned int other;
	int before = 0;

	if (core == TOPOLOGY_NONE)
		return 0;
	hwloc_bitmap_foreach_begin(other, s->cores.objs[core]->cpuset) before += other < cpu;
	hwloc_bitmap_foreach_end();
	return before;
}

static void place_cpus(struct shape *s, struct topology *topo, const struct cpukinds *kinds)
{
	hwloc_obj_t pu = NULL;

	while ((pu = hwloc_get_next_obj_by_type(s->hw, HWLOC_OBJ_PU, pu))) {
		struct topology_cpu *cpu = &topo->cpus[pu->os_index];

		cpu->core = number_above(s, &s->cores, pu, HWLOC_OBJ_CORE);
		cpu->package = number_above(s, &s->packages, pu, HWLOC_OBJ_PACKAGE);
		cpu->cache = number_of(&s->groups, group_of(s, pu));
		cpu->smt = find_thread(s, cpu->core, pu->os_index);
		cpu->kind = kinds->kind[pu->os_index];
		cpu->present = true;
		cpu->online = true;
	}
	topo->nr_cores = s->cores.count;
	topo->nr_packages = s->packages.count;
}

/* Nodes without CPUs (memory only), and a second memory of the same CPUs, have no number here. */
static void place_nodes(struct shape *s, struct topology *topo)
{
	hwloc_obj_t node = NULL;
	unsigned int cpu;

	while ((node = hwloc_get_next_obj_by_type(s->hw, HWLOC_OBJ_NUMANODE, node))) {
		bool any = false;

		hwloc_bitmap_foreach_begin(cpu,
					   node->cpuset) if (cpu < s->nr_cpus &&
							     topo->cpus[cpu].node == TOPOLOGY_NONE)
		{
			topo->cpus[cpu].node = topo->nr_nodes;
			any = true;
		}
		hwloc_bitmap_foreach_end();
		topo->nr_nodes += any;
	}
}

static void name_level(hwloc_obj_t obj, char *name, size_t size)
{
	if (hwloc_obj_type_is_cache(obj->type))
		snprintf(name, size, "L%u", obj->attr->cache.depth);
	else
		snprintf(name, size, "%s", obj->type == HWLOC_OBJ_PACKAGE ? "package" : "machine");
}

/* "L3 #2": the count is among the groups of the same level. */
static void name_group(struct shape *s, unsigned int group, char *name, size_t size)
{
	char level[16], other[16];
	unsigned int before = 0;

	name_level(s->groups.objs[group], level, sizeof(level));
	for (unsigned int i = 0; i < group; i++) {
		name_level(s->groups.objs[i], other, sizeof(other));
		before += !strcmp(level, other);
	}
	if (strcmp(level, "machine"))
		snprintf(name, size, "%s #%u", level, before);
	else
		snprintf(name, size, "%s", level);
}

/* The level to speak of is that of the largest group. */
static hwloc_obj_t find_widest_group(const struct shape *s)
{
	hwloc_obj_t widest = s->groups.objs[0];

	for (unsigned int i = 1; i < s->groups.count; i++) {
		if (hwloc_bitmap_weight(s->groups.objs[i]->cpuset) >
		    hwloc_bitmap_weight(widest->cpuset))
			widest = s->groups.objs[i];
	}
	return widest;
}

static void describe_groups(struct shape *s, struct topology *topo)
{
	for (unsigned int i = 0; i < s->groups.count; i++) {
		struct topology_cache *cache = &topo->caches[i];
		hwloc_obj_t obj = s->groups.objs[i];
		int first = hwloc_bitmap_first(obj->cpuset);

		name_group(s, i, cache->name, sizeof(cache->name));
		if (hwloc_obj_type_is_cache(obj->type))
			cache->size_bytes = obj->attr->cache.size;
		cache->node = first >= 0 ? topo->cpus[first].node : TOPOLOGY_NONE;
		cache->package = first >= 0 ? topo->cpus[first].package : TOPOLOGY_NONE;
	}
	name_level(find_widest_group(s), topo->cache_level, sizeof(topo->cache_level));
}

/* Marks from the kernel's own lists; a list that is not there marks nothing. */
static int mark_cpus(struct shape *s, struct topology *topo)
{
	bool *set = calloc(4, s->nr_cpus);
	bool *present = set, *online = set + s->nr_cpus;
	bool *isolated = set + 2 * s->nr_cpus, *nohz_full = set + 3 * s->nr_cpus;
	bool is_present_known, is_online_known;

	if (!set)
		return -ENOMEM;
	is_present_known = read_cpus(s, "present", present) > 0;
	is_online_known = read_cpus(s, "online", online) > 0;
	(void)read_cpus(s, "isolated", isolated);
	(void)read_cpus(s, "nohz_full", nohz_full);
	for (unsigned int i = 0; i < s->nr_cpus; i++) {
		struct topology_cpu *cpu = &topo->cpus[i];

		if (is_present_known)
			cpu->present = present[i];
		else if (hwloc_bitmap_isset(hwloc_topology_get_complete_cpuset(s->hw), i))
			cpu->present = true;
		if (is_online_known)
			cpu->online = online[i];
		cpu->isolated = isolated[i];
		cpu->nohz_full = nohz_full[i];
	}
	free(set);
	return 0;
}

static int build(struct shape *s, struct topology **ret_topo)
{
	struct cpukinds kinds;
	struct topology *topo = NULL;
	int r;

	s->nr_cpus = count_cpus(s);
	r = number_objects(s);
	if (r < 0)
		return r;
	r = cpukinds_read(&kinds, s->root, s->hw, s->nr_cpus);
	if (!r)
		topo = topology_new(s->nr_cpus, s->groups.count, kinds.nr_kinds);
	if (topo) {
		place_cpus(s, topo, &kinds);
		place_nodes(s, topo);
		describe_groups(s, topo);
		if (kinds.nr_kinds)
			memcpy(topo->kinds, kinds.kinds, kinds.nr_kinds * sizeof(*kinds.kinds));
		r = mark_cpus(s, topo);
	} else {
		r = -ENOMEM;
	}
	cpukinds_release(&kinds);
	*ret_topo = r < 0 ? topology_unref(topo) : topo;
	return r;
}

int topology_read(const struct fsroot *root, struct topology **ret_topo)
{
	struct shape s = { .root = root };
	int r;

	if (has_damaged_nodes(root))
		return -EBADMSG;
	r = hwloc_load_root(root, &s.hw);
	if (r < 0)
		return r;
	if (hwloc_get_nbobjs_by_type(s.hw, HWLOC_OBJ_PU) > 0)
		r = build(&s, ret_topo);
	else
		r = -ENODATA;
	free(s.groups.objs);
	free(s.cores.objs);
	free(s.packages.objs);
	hwloc_topology_destroy(s.hw);
	return r;
}

static int topology_open(struct probe *p, const struct probe_env *env)
{
	(void)p;
	(void)env;
	return 0;
}

/* Every sample has a topology already; this row says how good it is. */
static int topology_collect(struct probe *p, struct sample *into)
{
	const char *level = into->topo->cache_level;

	(void)p;
	if (sample_can(into, CAP_TOPOLOGY) && level[0] != 'L')
		sample_set_capability(
			into, CAP_TOPOLOGY, GAUGE_KNOWN, TIER_PROC,
			"the machine tells of no shared cache: CPUs are grouped by %s", level);
	return 0;
}

static void topology_close(struct probe *p)
{
	(void)p;
}

const struct probe_ops topology_probe = {
	.name = "topology",
	.supported = textfile_supported,
	.open = topology_open,
	.collect = topology_collect,
	.close = topology_close,
};
