/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Machines made up for tests of the views, with a load that is the same at every run: shapes that
 * nobody has at hand, and every state at once.
 */
#ifndef HEADROOM_TESTS_MACHINES_H
#define HEADROOM_TESTS_MACHINES_H

#include "core/model.h"

struct machine_shape {
	const char *name;
	unsigned int packages, nodes_of_package, llcs_of_node, cores_of_llc, threads;
	unsigned int efficient_cores; /* of each LLC, with one thread each */
	bool unequal;                 /* every third LLC has two cores less */
	bool holes;                   /* offline CPUs, isolated and nohz_full ones, odd names */
	bool patched;                 /* counters of sched-idle balancing */
};

extern const struct machine_shape machine_shapes[]; /* ends with a row without name */

const struct machine_shape *machine_shape_named(const char *name); /* NULL: there is none */

/* The topology, and one sample a second under load; tick 0 is the first. */
struct topology *machine_shape_topology(const struct machine_shape *shape);
struct sample *machine_shape_sample(const struct machine_shape *shape, struct topology *topo,
				    unsigned int tick);

/* A model that has seen so many ticks. */
struct model *machine_shape_model(const struct machine_shape *shape, unsigned int ticks);

#endif
