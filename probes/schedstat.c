// SPDX-License-Identifier: GPL-2.0-only
/* The row of /proc/schedstat: waits of the CPUs, balancing of their domains, the sib counters. */
#include "host/schedstat.h"

#include <errno.h>
#include <string.h>

#include "host/fsroot.h"
#include "host/scan.h"
#include "probes/rows.h"
#include "probes/textfile.h"

static void say(struct sample *into, enum gauge_state state, const char *reason)
{
	sample_set_capability(into, CAP_SCHEDSTAT, state,
			      state == GAUGE_KNOWN ? TIER_PROC : TIER_NONE, "%s", reason);
}

static void say_failed(struct sample *into, int r, const struct schedstat_notes *notes)
{
	enum gauge_state state = gauge_state_from_error(r);

	if (r == -ENOENT)
		say(into, state,
		    "there is no /proc/schedstat: the kernel has no CONFIG_SCHEDSTATS");
	else if (r == -EPROTONOSUPPORT)
		sample_set_capability(into, CAP_SCHEDSTAT, GAUGE_UNSUPPORTED, TIER_NONE,
				      "version %u of /proc/schedstat is not known, 15 to 17 are",
				      notes->version);
	else if (r == -EBADMSG)
		say(into, state,
		    "/proc/schedstat is damaged: it does not read as the kernel writes "
		    "it");
	else
		sample_set_capability(into, CAP_SCHEDSTAT, state, TIER_NONE,
				      "/proc/schedstat cannot be read: %s", strerror(-r));
}

static void say_known(struct sample *into, const struct schedstat_notes *notes)
{
	bool is_off = gauge_is_known(into->schedstats_on) && !into->schedstats_on.value;

	if (notes->odd_lines)
		sample_set_capability(
			into, CAP_SCHEDSTAT, GAUGE_KNOWN, TIER_PROC,
			"lines of domains passed over: %u, the first with %u numbers, "
			"which no kernel of version %u prints",
			notes->odd_lines, notes->odd_numbers, notes->version);
	else
		say(into, GAUGE_KNOWN,
		    is_off ? "kernel.sched_schedstats is 0: waits are counted, balancing is not"
			   : "");
}

static void read_switch(const struct fsroot *root, struct sample *into)
{
	const char *at;
	char text[16];
	uint64_t on;
	int r;

	r = fsroot_read(root, "/proc/sys/kernel/sched_schedstats", text, sizeof(text));
	at = text;
	if (r >= 0 && scan_u64(&at, &on))
		into->schedstats_on = gauge_known(on);
	else
		into->schedstats_on.state = r < 0 ? gauge_state_from_error(r) : GAUGE_FAILED;
}

static void add_counter(struct gauge *sum, uint32_t count)
{
	*sum = gauge_known((uint32_t)(sum->value + count));
}

/*
 * The counters of an LLC are kept per CPU in the domain that is its LLC; in the others they stay
 * 0, so all may be added. Only where no better source has filled them in.
 */
static void fill_llc_counters(struct sample *into)
{
	for (size_t i = 0; i < into->nr_domains; i++) {
		const struct sample_domain *d = &into->domains[i];
		int llc = into->cpus[d->cpu].sched_llc;

		if (!d->has_sib || llc < 0 || (unsigned int)llc >= into->nr_llcs)
			continue;
		add_counter(&into->llcs[llc].sib_peeked, d->sib_peeked);
		add_counter(&into->llcs[llc].sib_pulled, d->sib_pulled);
		add_counter(&into->llcs[llc].sib_failed, d->sib_failed);
	}
}

static void say_sib(struct sample *into, const struct schedstat_notes *notes)
{
	if (sample_can(into, CAP_SIB_COUNTERS))
		return;
	if (notes->has_sib) {
		sample_set_capability(into, CAP_SIB_COUNTERS, GAUGE_KNOWN, TIER_PROC, "%s",
				      into->caps[CAP_SCHEDSTAT].reason);
		fill_llc_counters(into);
	} else if (into->caps[CAP_SIB_COUNTERS].state == GAUGE_UNREAD) {
		sample_set_capability(into, CAP_SIB_COUNTERS, GAUGE_UNSUPPORTED, TIER_NONE,
				      "the domains of this kernel have no such counters");
	}
}

static int schedstat_collect(struct probe *p, struct sample *into)
{
	struct schedstat_notes notes = { .version = 0 };
	struct textfile *file = p->state;
	ssize_t n;
	int r;

	if (!file)
		return -ENOMEM;
	read_switch(file->root, into);
	n = fsroot_read_all(file->root, "/proc/schedstat", &file->buf, &file->size);
	r = n < 0 ? n : schedstat_parse(file->buf, into, &notes);
	if (r < 0)
		say_failed(into, r, &notes);
	else
		say_known(into, &notes);
	say_sib(into, &notes);
	return r;
}

const struct probe_ops schedstat_probe = {
	.name = "schedstat",
	.supported = textfile_supported,
	.open = textfile_open,
	.collect = schedstat_collect,
	.close = textfile_close,
};
