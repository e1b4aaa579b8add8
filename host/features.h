/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scheduler features: the one line of /sys/kernel/debug/sched/features, a NO_ before the name of
 * each that is off. Which there are differs with every kernel and is never assumed. Pure.
 */
#ifndef HEADROOM_HOST_FEATURES_H
#define HEADROOM_HOST_FEATURES_H

#include <stddef.h>

#include "core/sample.h"

/*
 * *ret_features, to be freed by free(), holds *ret_count of them in the file's order. 0; -EBADMSG
 * for an empty file or a name that does not fit; -ENOMEM.
 */
int features_parse(const char *text, struct sched_feature **ret_features, size_t *ret_count);

#endif
