// SPDX-License-Identifier: GPL-2.0-only
/* Tells kinds of core apart and names them; see cpukinds.h. */
#include "probes/cpukinds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/fsroot.h"

/* The main ID register of arm64: the implementer in bits 24-31, the part number in 4-15. */
#define MIDR_IMPLEMENTER(midr) ((midr) >> 24 & 0xff)
#define MIDR_PART(midr)        ((midr) >> 4 & 0xfff)
#define MIDR_ARM               0x41

struct core_model {
	unsigned int part;
	const char *name;
};

/* Cores by Arm itself that come in mixed machines; others are shown by their numbers. */
static const struct core_model arm_models[] = {
	{ 0xd03, "Cortex-A53" },  { 0xd04, "Cortex-A35" },  { 0xd05, "Cortex-A55" },
	{ 0xd07, "Cortex-A57" },  { 0xd08, "Cortex-A72" },  { 0xd09, "Cortex-A73" },
	{ 0xd0a, "Cortex-A75" },  { 0xd0b, "Cortex-A76" },  { 0xd0d, "Cortex-A77" },
	{ 0xd41, "Cortex-A78" },  { 0xd44, "Cortex-X1" },   { 0xd46, "Cortex-A510" },
	{ 0xd47, "Cortex-A710" }, { 0xd48, "Cortex-X2" },   { 0xd4b, "Cortex-A78C" },
	{ 0xd4c, "Cortex-X1C" },  { 0xd4d, "Cortex-A715" }, { 0xd4e, "Cortex-X3" },
	{ 0xd80, "Cortex-A520" }, { 0xd81, "Cortex-A720" }, { 0xd82, "Cortex-X4" },
	{ 0xd85, "Cortex-X925" }, { 0xd87, "Cortex-A725" },
};

/* What makes a kind: hwloc's rank first, then the model; both may be unknown (-1, 0). */
struct trait {
	int rank;
	unsigned int model; /* MIDR without revision and variant */
};

static int compare_traits(const void *a, const void *b)
{
	const struct trait *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->model < y->model ? -1 : x->model > y->model;
}

static unsigned int read_model(const struct fsroot *root, unsigned int cpu)
{
	char path[96], text[32];
	unsigned long long midr;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1",
		 cpu);
	if (fsroot_read(root, path, text, sizeof(text)) < 0)
		return 0;
	midr = strtoull(text, NULL, 16);
	return MIDR_IMPLEMENTER(midr) << 12 | MIDR_PART(midr);
}

static void read_traits(const struct fsroot *root, hwloc_topology_t hw, struct trait *traits,
			unsigned int nr_cpus)
{
	hwloc_obj_t pu = NULL;
	bool has_models = true;

	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++)
		traits[cpu] = (struct trait){ .rank = -1 };
	while ((pu = hwloc_get_next_obj_by_type(hw, HWLOC_OBJ_PU, pu))) {
		struct trait *t = &traits[pu->os_index];

		if (pu->os_index >= nr_cpus)
			continue;
		t->rank = hwloc_cpukinds_get_by_cpuset(hw, pu->cpuset, 0);
		/* one file a CPU, so not looked for where the first CPU has none */
		if (has_models)
			t->model = read_model(root, pu->os_index);
		has_models = t->model != 0;
	}
}

/* The traits of which there are CPUs, in order; returns how many. */
static unsigned int distinct_traits(const struct trait *traits, struct trait *distinct,
				    unsigned int nr_cpus)
{
	unsigned int n = 0, kept = 0;

	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++) {
		if (traits[cpu].rank >= 0 || traits[cpu].model)
			distinct[n++] = traits[cpu];
	}
	qsort(distinct, n, sizeof(*distinct), compare_traits);
	for (unsigned int i = 0; i < n; i++) {
		if (!i || compare_traits(&distinct[i], &distinct[kept - 1]))
			distinct[kept++] = distinct[i];
	}
	return kept;
}

static const char *arm_name(unsigned int part)
{
	for (size_t i = 0; i < sizeof(arm_models) / sizeof(arm_models[0]); i++) {
		if (arm_models[i].part == part)
			return arm_models[i].name;
	}
	return NULL;
}

/* The core type that the processor states (Intel), as hwloc passes it on. */
static const char *stated_name(hwloc_topology_t hw, int rank)
{
	unsigned int nr_infos = 0;
	struct hwloc_info_s *infos;

	if (rank < 0 || hwloc_cpukinds_get_info(hw, rank, NULL, NULL, &nr_infos, &infos, 0) < 0)
		return NULL;
	for (unsigned int i = 0; i < nr_infos; i++) {
		if (strcmp(infos[i].name, "CoreType"))
			continue;
		return !strcmp(infos[i].value, "IntelAtom") ? "efficiency" : "performance";
	}
	return NULL;
}

static void name_kind(struct topology_kind *kind, hwloc_topology_t hw, const struct trait *t,
		      unsigned int index, unsigned int nr_kinds)
{
	static const char *const of_two[] = { "efficiency", "performance" };
	unsigned int implementer = t->model >> 12, part = t->model & 0xfff;
	const char *name;

	if (t->model)
		name = implementer == MIDR_ARM ? arm_name(part) : NULL;
	else
		name = stated_name(hw, t->rank);
	if (!name && !t->model && nr_kinds == 2)
		name = of_two[index];
	if (name)
		snprintf(kind->name, sizeof(kind->name), "%s", name);
	else if (t->model)
		snprintf(kind->name, sizeof(kind->name), "core %02x:%03x", implementer, part);
	else
		snprintf(kind->name, sizeof(kind->name), "kind %u", index);
}

static int fill_kinds(struct cpukinds *k, hwloc_topology_t hw, const struct trait *traits,
		      const struct trait *distinct)
{
	k->kinds = calloc(k->nr_kinds, sizeof(*k->kinds));
	if (!k->kinds)
		return -ENOMEM;
	for (unsigned int i = 0; i < k->nr_kinds; i++) {
		name_kind(&k->kinds[i], hw, &distinct[i], i, k->nr_kinds);
		for (unsigned int cpu = 0; cpu < k->nr_cpus; cpu++) {
			if (!compare_traits(&traits[cpu], &distinct[i]))
				k->kind[cpu] = i;
		}
	}
	return 0;
}

int cpukinds_read(struct cpukinds *k, const struct fsroot *root, hwloc_topology_t hw,
		  unsigned int nr_cpus)
{
	struct trait *traits = calloc(2 * nr_cpus, sizeof(*traits));
	int r = 0;

	*k = (struct cpukinds){ .nr_cpus = nr_cpus, .kind = calloc(nr_cpus, sizeof(int)) };
	if (!traits || !k->kind) {
		free(traits);
		return -ENOMEM;
	}
	for (unsigned int cpu = 0; cpu < nr_cpus; cpu++)
		k->kind[cpu] = TOPOLOGY_NONE;
	read_traits(root, hw, traits, nr_cpus);
	k->nr_kinds = distinct_traits(traits, traits + nr_cpus, nr_cpus);
	if (k->nr_kinds > 1)
		r = fill_kinds(k, hw, traits, traits + nr_cpus);
	else
		k->nr_kinds = 0;
	free(traits);
	return r;
}

void cpukinds_release(struct cpukinds *k)
{
	free(k->kind);
	free(k->kinds);
}
