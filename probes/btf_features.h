/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scheduler features from the kernel's type information: under lockdown their file cannot be read,
 * but BTF names the bits and /sys/kernel/debug/sched/debug prints the mask.
 */
#ifndef HEADROOM_PROBES_BTF_FEATURES_H
#define HEADROOM_PROBES_BTF_FEATURES_H

#include <stddef.h>
#include <stdint.h>

#include "core/sample.h"

/*
 * *ret_features, to be freed by free(), holds *ret_count of them in the order of their bits. 0;
 * -ENOENT when the kernel's types name no features, another -errno when they cannot be read.
 * Reads all types of the running kernel, which takes 12 MB for a moment: keep the result.
 */
int btf_features_decode(uint64_t mask, struct sched_feature **ret_features, size_t *ret_count);

#endif
