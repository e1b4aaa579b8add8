/* SPDX-License-Identifier: GPL-2.0-only */
/* The witness of the sampler's tests, see truth.bpf.c. */
#ifndef HEADROOM_TESTS_HOST_TRUTH_H
#define HEADROOM_TESTS_HOST_TRUTH_H

#include "tests/host/truth.shared.h"

struct truth;

int truth_open(struct truth **ret_truth);
void truth_close(struct truth *t);

/* Time in each state up to this moment. */
void truth_read(const struct truth *t, unsigned int nr_cpus, struct truth_cpu *ret_cpus);

#endif
