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
	bool patched;                 /* counters of sched-idle balancing */
	bool groups;                  /* what can be changed (tests/machine_groups.h) */
};

extern const struct machine_shape machine_shapes[]; /* ends with a row without name */

const struct machine_shape *machine_shape_named(const char *name); /* NULL: there is none */

struct topology *machine_shape_topology(const struct machine_shape *shape);

/* A second under load after the sample before; NULL before the first one. */
struct sample *machine_shape_sample(const struct machine_shape *shape, struct topology *topo,
				    const struct sample *before);

/* A model that has seen so many ticks. */
struct model *machine_shape_model(const struct machine_shape *shape, unsigned int ticks);

/*
 * The model of a shape by name, of "bigN" (tests/bigmachine.h with N CPUs), or after all samples of
 * the sample file of that path. NULL: there is no such machine.
 */
struct model *machine_model(const char *name, unsigned int ticks);

#endif
