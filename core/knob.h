/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of everything that can be edited: what a value must look like, how two readings
 * compare (the kernel rewrites what it is given), and what a write does besides. Pure; files are
 * read and written by host/apply.h only.
 */
#ifndef HEADROOM_CORE_KNOB_H
#define HEADROOM_CORE_KNOB_H

#include <stdbool.h>
#include <stddef.h>

#define KNOB_VALUE_SIZE 4096 /* a CPU list of thousands of CPUs is the longest value */

enum knob_place {
	KNOB_CGROUP,  /* a file in a cgroup's folder */
	KNOB_FEATURE, /* one scheduler feature, "on" or "off" */
	KNOB_SCHED,   /* a file below the sched folder of debugfs */
	KNOB_SYSCTL,  /* a kernel.NAME sysctl */
	KNOB_PLACE_COUNT
};

const char *knob_place_name(enum knob_place place); /* "cgroup", "feature", "sched", "sysctl" */
int knob_place_from_name(const char *name, enum knob_place *ret_place); /* 0 or -EINVAL */

struct knob {
	const char *name; /* what is typed, and the file; in the journal: never renamed */
	enum knob_place place;
	const char *help;       /* what it is, in a line */
	const char *takes;      /* the rule a value must obey, to follow "takes" */
	const char *effect;     /* what every write does besides, or NULL */
	const char *loses;      /* knob of the same group whose value a write destroys, or NULL */
	const char *loses_from; /* only when the value before was this; NULL: always */
	const char *fresh;    /* value in a group that was just made, when it is kept; else NULL */
	const char *property; /* systemd's property for it, or NULL */
	long long min, max;   /* bounds of a number */
	bool (*is_valid)(const struct knob *k, const char *text);
	bool (*is_same)(const char *a, const char *b);
	/* Fills in what a short form leaves out, from the value now; NULL: nothing to fill in. */
	void (*complete)(const char *want, const char *now, char *buf, size_t size);
	/* The value in what the file shows, when it shows more: "none (full)"; NULL: all of it. */
	void (*reading)(const char *text, char *buf, size_t size);
	/* The value of the property; NULL: the text itself. False: there is no way to say it. */
	bool (*to_property)(const char *text, char *buf, size_t size);
};

extern const struct knob knob_table[]; /* ends with a row without a name */

/* The knob of a cgroup by its file name, or NULL. */
const struct knob *knob_find_cgroup(const char *name);

/* The row all scheduler features share. */
const struct knob *knob_feature(void);

/*
 * A file below debugfs's sched folder or a kernel.NAME sysctl. One that the table does not know
 * gets a row whose name is "": anything of one line may be tried, the kernel decides.
 */
const struct knob *knob_find_tunable(enum knob_place place, const char *name);

/* The knob of an object by place and name, as the journal keeps them. */
const struct knob *knob_find(enum knob_place place, const char *name);

/*
 * A rule between two files of one group that the kernel would enforce with a bare EINVAL.
 * read(ctx, name, buf, size) gives the value of another file of the group, or -errno.
 * Returns NULL, or the sentence why the value will be refused.
 */
typedef int (*knob_read_fn)(void *ctx, const char *name, char *buf, size_t size);
const char *knob_conflict(const struct knob *k, const char *want, knob_read_fn read, void *ctx);

#endif
