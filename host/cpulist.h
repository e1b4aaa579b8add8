/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's list form of CPU sets, "0-3,8,10-12", as in /sys/devices/system/cpu/online. */
#ifndef HEADROOM_HOST_CPULIST_H
#define HEADROOM_HOST_CPULIST_H

#include <stdbool.h>

/* Far above any kernel's CONFIG_NR_CPUS (8192 at most); a larger number is a damaged file. */
#define CPULIST_CPU_MAX 65535

/*
 * Sets set[n] for every CPU n of the list below size; the others are left as they are, and set may
 * be NULL with size 0. An empty list is one; so is "(null)", which kernels print for a set that
 * was never made (nohz_full). Returns the highest CPU + 1, 0 for an empty list; -EINVAL when text
 * is no list, -ERANGE when a number exceeds CPULIST_CPU_MAX.
 */
int cpulist_parse(const char *text, bool *set, unsigned int size);

#endif
