// SPDX-License-Identifier: GPL-2.0-only
/* Counters into figures; see rates.h. */
#include "core/rates.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define NSEC_PER_SEC 1e9
#define SUSPEND_NS   100000000

int rates_step(uint64_t before, uint64_t now, uint64_t *ret_step)
{
	if (now < before)
		return -ERANGE;
	*ret_step = now - before;
	return 0;
}

int rates_step32(uint32_t before, uint32_t now, uint64_t *ret_step)
{
	uint32_t step = now - before;

	if (step > INT32_MAX)
		return -ERANGE;
	*ret_step = step;
	return 0;
}

struct rate rates_per_second(uint64_t before, uint64_t now, double elapsed_s)
{
	uint64_t step;

	if (elapsed_s <= 0 || rates_step(before, now, &step) < 0)
		return rate_missing(GAUGE_UNREAD);
	return rate_known(step / elapsed_s);
}

struct rate rates_pct_of_time(uint64_t before_ns, uint64_t now_ns, double elapsed_s)
{
	struct rate r = rates_per_second(before_ns, now_ns, elapsed_s);

	r.value *= 100 / NSEC_PER_SEC;
	return r;
}

void rates_shares_missing(enum gauge_state state, struct shares *ret_shares)
{
	for (int i = 0; i < SHARE_COUNT; i++)
		ret_shares->pct[i] = rate_missing(state);
}

/* Growth of all counters of one CPU; false after a reset. */
static bool counts_step(const struct cpu_counts *before, const struct cpu_counts *now,
			struct cpu_counts *ret_step)
{
	for (int i = 0; i < CPU_STATE_COUNT; i++) {
		if (rates_step(before->state[i], now->state[i], &ret_step->state[i]) < 0)
			return false;
	}
	return rates_step(before->overloaded, now->overloaded, &ret_step->overloaded) == 0 &&
	       rates_step(before->missed_idle, now->missed_idle, &ret_step->missed_idle) == 0;
}

static uint64_t counts_seen_online(const struct cpu_counts *step)
{
	return step->state[CPU_STATE_FORCED_IDLE] + step->state[CPU_STATE_OVERLOADED] +
	       step->state[CPU_STATE_BUSY] + step->state[CPU_STATE_SCHED_IDLE] +
	       step->state[CPU_STATE_IDLE];
}

void rates_shares(const struct cpu_counts *before, const struct cpu_counts *now,
		  struct shares *ret_shares)
{
	struct cpu_counts step;
	uint64_t seen;

	rates_shares_missing(GAUGE_UNREAD, ret_shares);
	if (!counts_step(before, now, &step))
		return;
	seen = counts_seen_online(&step);
	if (!seen)
		return;
	const uint64_t part[SHARE_COUNT] = {
		[SHARE_IDLE] = step.state[CPU_STATE_IDLE],
		[SHARE_SCHED_IDLE] = step.state[CPU_STATE_SCHED_IDLE],
		[SHARE_BUSY] = step.state[CPU_STATE_BUSY],
		[SHARE_OVERLOADED] = step.overloaded,
		[SHARE_FORCED_IDLE] = step.state[CPU_STATE_FORCED_IDLE],
		[SHARE_MISSED_IDLE] = step.missed_idle,
	};
	for (int i = 0; i < SHARE_COUNT; i++)
		ret_shares->pct[i] = rate_known(fmin(100, 100.0 * part[i] / seen));
}

void rates_times_missing(enum gauge_state state, struct times_pct *ret_times)
{
#define X(field, may_step_back) ret_times->field = rate_missing(state);
	TIME_TABLE(X)
#undef X
}

static struct rate time_pct(uint64_t before_ns, uint64_t now_ns, bool may_step_back,
			    double elapsed_s)
{
	struct rate r;

	if (may_step_back && now_ns < before_ns)
		before_ns = now_ns;
	r = rates_pct_of_time(before_ns, now_ns, elapsed_s);
	r.value = fmin(100, r.value);
	return r;
}

static bool times_went_back(const struct cpu_times *before, const struct cpu_times *now)
{
#define X(field, may_step_back) || (!may_step_back && now->field##_ns < before->field##_ns)
	return false TIME_TABLE(X);
#undef X
}

void rates_times(const struct cpu_times *before, const struct cpu_times *now, double elapsed_s,
		 struct times_pct *ret_times)
{
	rates_times_missing(GAUGE_UNREAD, ret_times);
	if (times_went_back(before, now))
		return;
#define X(field, may_step_back)                                                                    \
	ret_times->field = time_pct(before->field##_ns, now->field##_ns, may_step_back, elapsed_s);
	TIME_TABLE(X)
#undef X
}

static bool times_equal(const struct cpu_times *a, const struct cpu_times *b)
{
#define X(field, may_step_back) &&a->field##_ns == b->field##_ns
	return true TIME_TABLE(X);
#undef X
}

bool rates_times_stand_still(const struct sample *before, const struct sample *now)
{
	unsigned int common = before->nr_cpus < now->nr_cpus ? before->nr_cpus : now->nr_cpus;
	unsigned int count = 0;

	for (unsigned int i = 0; i < common; i++) {
		const struct sample_cpu *a = &before->cpus[i], *b = &now->cpus[i];

		if (!(a->has & b->has & CPU_HAS_TIMES))
			continue;
		if (!times_equal(&a->times, &b->times))
			return false;
		count++;
	}
	return count > 0;
}

struct rate rates_global_idle(const struct sample *before, const struct sample *now,
			      double elapsed_s)
{
	unsigned int common = before->nr_cpus < now->nr_cpus ? before->nr_cpus : now->nr_cpus;
	unsigned int count = 0;
	double idle_ns = 0;

	for (unsigned int i = 0; i < common; i++) {
		const struct sample_cpu *a = &before->cpus[i], *b = &now->cpus[i];

		if (!a->online || !b->online || !(a->has & b->has & CPU_HAS_TIMES))
			continue;
		count++;
		if (b->times.idle_ns > a->times.idle_ns)
			idle_ns += b->times.idle_ns - a->times.idle_ns;
	}
	if (!count || elapsed_s <= 0)
		return rate_missing(GAUGE_UNREAD);
	return rate_known(fmin(100, 100 * idle_ns / NSEC_PER_SEC / (count * elapsed_s)));
}

double rates_elapsed(const struct sample *before, const struct sample *now)
{
	uint64_t boot_ns, mono_ns;

	if (strcmp(before->host, now->host) || strcmp(before->release, now->release))
		return 0;
	if (rates_step(before->mono_ns, now->mono_ns, &mono_ns) < 0 ||
	    rates_step(before->boot_ns, now->boot_ns, &boot_ns) < 0)
		return 0;
	if (boot_ns >= mono_ns + SUSPEND_NS)
		return 0;
	return mono_ns / NSEC_PER_SEC;
}
