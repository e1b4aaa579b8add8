/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The texts of a cgroup's cpu files into facts. Pure. A key that a file does not have becomes
 * UNSUPPORTED; a text that cannot be understood FAILED.
 */
#ifndef HEADROOM_HOST_CGROUPFILES_H
#define HEADROOM_HOST_CGROUPFILES_H

#include "core/cgroup.h"

/* cpu.stat; core_sched.force_idle_usec is idle time that the group caused, not suffered. */
void cgroupfile_parse_stat(const char *text, struct gauge *facts);

/* cpu.headroom.stat of the kernel series; shares as "30.05" or "max". */
void cgroupfile_parse_headroom_stat(const char *text, struct gauge *facts);

/* The files of settings, by name; NULL at the end. */
struct cgroupfile {
	const char *name;
	/* The facts it fills in; they get the state of a failed read. COUNT: no second one. */
	enum cgroup_fact first, second;
	void (*parse)(const char *text, struct gauge *first, struct gauge *second);
};

extern const struct cgroupfile cgroupfile_settings[];

/* Marks the facts of a round (STAT: true, HEADROOM: false) as missing for one reason. */
void cgroupfile_miss_stat(struct gauge *facts, enum gauge_state state);
void cgroupfile_miss_headroom_stat(struct gauge *facts, enum gauge_state state);

#endif
