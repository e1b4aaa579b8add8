// SPDX-License-Identifier: GPL-2.0-only
/* The row of /proc/stat, /proc/loadavg and /proc/pressure/cpu. */
#include "host/procstat.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "host/fsroot.h"
#include "probes/rows.h"
#include "probes/textfile.h"

/* Where a machine was captured its USER_HZ is not: every architecture but alpha and ia64 has 100. */
#define USER_HZ_CAPTURED 100

static unsigned int ticks_hz(const struct fsroot *root)
{
	long hz = fsroot_is_live(root) ? sysconf(_SC_CLK_TCK) : USER_HZ_CAPTURED;

	return hz > 0 ? hz : USER_HZ_CAPTURED;
}

static int parse_stat(const char *text, const struct fsroot *root, struct sample *into)
{
	return procstat_parse(text, ticks_hz(root), into);
}

static int parse_loadavg(const char *text, const struct fsroot *root, struct sample *into)
{
	(void)root;
	return loadavg_parse(text, into);
}

static int parse_pressure(const char *text, const struct fsroot *root, struct sample *into)
{
	(void)root;
	return pressure_parse(text, into);
}

struct source {
	enum capability_id capability;
	const char *path;
	int (*parse)(const char *text, const struct fsroot *root, struct sample *into);
	const char *absent; /* what it means when the file is not there */
};

static const struct source sources[] = {
	{ .capability = CAP_PROC_STAT,
	  .path = "/proc/stat",
	  .parse = parse_stat,
	  .absent = "there is no /proc/stat: is /proc mounted?" },
	{ .capability = CAP_LOADAVG,
	  .path = "/proc/loadavg",
	  .parse = parse_loadavg,
	  .absent = "there is no /proc/loadavg: is /proc mounted?" },
	{ .capability = CAP_PRESSURE,
	  .path = "/proc/pressure/cpu",
	  .parse = parse_pressure,
	  .absent = "there is no /proc/pressure: the kernel was built without CONFIG_PSI" },
};

static void say_unreadable(struct sample *into, const struct source *source, int r)
{
	enum gauge_state state = gauge_state_from_error(r);

	if (r == -ENOENT)
		sample_set_capability(into, source->capability, state, TIER_NONE, "%s",
				      source->absent);
	else if (r == -EOPNOTSUPP && source->capability == CAP_PRESSURE)
		sample_set_capability(into, source->capability, state, TIER_NONE,
				      "pressure is switched off (psi=0)");
	else if (r == -EBADMSG)
		sample_set_capability(into, source->capability, state, TIER_NONE,
				      "%s is damaged: it does not read as the kernel writes it",
				      source->path);
	else
		sample_set_capability(into, source->capability, state, TIER_NONE,
				      "%s cannot be read: %s", source->path, strerror(-r));
}

static int read_source(struct textfile *file, const struct source *source, struct sample *into)
{
	ssize_t n = fsroot_read_all(file->root, source->path, &file->buf, &file->size);
	int r = n < 0 ? n : source->parse(file->buf, file->root, into);

	if (r < 0)
		say_unreadable(into, source, r);
	else
		sample_set_capability(into, source->capability, GAUGE_KNOWN, TIER_PROC, "%s", "");
	return r < 0 ? r : 0;
}

/* The gauges of a file that could not be read say why. */
static void mark_gauges(struct sample *into)
{
	enum gauge_state load = into->caps[CAP_LOADAVG].state;
	enum gauge_state psi = into->caps[CAP_PRESSURE].state;

	if (load != GAUGE_KNOWN) {
		into->load_1_milli.state = into->load_5_milli.state = load;
		into->load_15_milli.state = load;
		into->tasks_runnable.state = into->tasks_total.state = load;
	}
	if (psi != GAUGE_KNOWN)
		into->psi_some_us.state = into->psi_full_us.state = psi;
}

static int procstat_collect(struct probe *p, struct sample *into)
{
	int r = -ENODATA;

	if (!p->state)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		if (!read_source(p->state, &sources[i], into))
			r = 0;
	}
	mark_gauges(into);
	if (r < 0)
		fault_set(&p->fault, r, "nothing could be read from /proc: %s",
			  into->caps[CAP_PROC_STAT].reason);
	return r;
}

const struct probe_ops procstat_probe = {
	.name = "procstat",
	.supported = textfile_supported,
	.open = textfile_open,
	.collect = procstat_collect,
	.close = textfile_close,
};
