/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be changed on a made-up machine: a small cgroup tree with a claim, a throttled group and
 * names that are not to be trusted; features and tunables; and a journal with every way an entry can
 * stand.
 */
#ifndef HEADROOM_TESTS_MACHINE_GROUPS_H
#define HEADROOM_TESTS_MACHINE_GROUPS_H

#include "core/journal.h"
#include "core/sample.h"

/* tick: seconds since the machine was made up. 0 or -ENOMEM. */
int machine_groups_add(struct sample *s, unsigned int tick);

/* The boot that most of its entries are of: context.boot of the views. */
#define MACHINE_BOOT "4f7b2b7e-0000-4000-8000-000000000001"

/* To be freed by journal_clear() and free(); NULL: no memory. */
struct journal *machine_journal_new(void);

#endif
