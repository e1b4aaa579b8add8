// SPDX-License-Identifier: GPL-2.0-only
/* Prints the topology of a tree as text for tests/topology/run: dump FOLDER ("" is this machine). */
#include <stdio.h>
#include <string.h>

#include "host/fsroot.h"
#include "probes/topology.h"

static void print_cpu(const struct topology *t, unsigned int cpu)
{
	const struct topology_cpu *c = &t->cpus[cpu];

	printf("cpu %u core %d cache %d node %d package %d smt %d kind %d present %d online %d "
	       "isolated %d nohz_full %d\n",
	       cpu, c->core, c->cache, c->node, c->package, c->smt, c->kind, c->present, c->online,
	       c->isolated, c->nohz_full);
}

static void print_topology(const struct topology *t)
{
	printf("machine cpus %u cores %u nodes %u packages %u caches %u kinds %u level %s\n",
	       t->nr_cpus, t->nr_cores, t->nr_nodes, t->nr_packages, t->nr_caches, t->nr_kinds,
	       t->cache_level);
	for (unsigned int i = 0; i < t->nr_caches; i++)
		printf("cache %u bytes %llu node %d package %d name %s\n", i,
		       (unsigned long long)t->caches[i].size_bytes, t->caches[i].node,
		       t->caches[i].package, t->caches[i].name);
	for (unsigned int i = 0; i < t->nr_kinds; i++)
		printf("kind %u name %s\n", i, t->kinds[i].name);
	for (unsigned int i = 0; i < t->nr_cpus; i++)
		print_cpu(t, i);
}

int main(int argc, char **argv)
{
	struct topology *topo;
	struct fsroot *root;
	int r;

	r = fsroot_open(argc > 1 ? argv[1] : "", &root);
	if (r < 0) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(-r));
		return 1;
	}
	r = topology_read(root, &topo);
	if (r < 0)
		fprintf(stderr, "topology_read: %s\n", strerror(-r));
	else
		print_topology(topo);
	if (!r)
		topology_unref(topo);
	fsroot_free(root);
	return r < 0;
}
