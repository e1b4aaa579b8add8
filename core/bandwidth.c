// SPDX-License-Identifier: GPL-2.0-only
/* cpu.max as numbers; see bandwidth.h. */
#include "core/bandwidth.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"

static int parse_usec(const char *word, uint64_t max, uint64_t *ret_usec)
{
	uint64_t value;
	int r = number_parse_u64(word, &value);

	if (r < 0)
		return r;
	if (value < BANDWIDTH_MIN_USEC || value > max)
		return -EINVAL;
	*ret_usec = value;
	return 0;
}

int bandwidth_parse(const char *text, struct bandwidth *ret_bw)
{
	/* The kernel keeps both in nanoseconds of 64 bits. */
	static const uint64_t most_usec = UINT64_MAX / 1000 - 1;
	char quota[32], period[32], rest[2];
	struct bandwidth bw = *ret_bw;
	int n = sscanf(text, " %31s %31s %1s", quota, period, rest);

	if (n < 1 || n > 2)
		return -EINVAL;
	if (strcmp(quota, "max") == 0)
		bw.quota_usec = BANDWIDTH_NO_QUOTA;
	else if (parse_usec(quota, most_usec, &bw.quota_usec) < 0)
		return -EINVAL;
	if (n == 2 && parse_usec(period, BANDWIDTH_MAX_PERIOD_USEC, &bw.period_usec) < 0)
		return -EINVAL;
	*ret_bw = bw;
	return 0;
}

char *bandwidth_format(const struct bandwidth *bw, char *buf, size_t size)
{
	if (bw->quota_usec == BANDWIDTH_NO_QUOTA)
		snprintf(buf, size, "max %" PRIu64, bw->period_usec);
	else
		snprintf(buf, size, "%" PRIu64 " %" PRIu64, bw->quota_usec, bw->period_usec);
	return buf;
}

double bandwidth_cpus(const struct bandwidth *bw)
{
	if (bw->quota_usec == BANDWIDTH_NO_QUOTA || bw->period_usec == 0)
		return INFINITY;
	return (double)bw->quota_usec / (double)bw->period_usec;
}

size_t bandwidth_tightest(const struct bandwidth *chain, size_t nr)
{
	double lowest = INFINITY;
	size_t found = nr;

	for (size_t i = 0; i < nr; i++) {
		double cpus = bandwidth_cpus(&chain[i]);

		if (cpus < lowest) {
			lowest = cpus;
			found = i;
		}
	}
	return found;
}
