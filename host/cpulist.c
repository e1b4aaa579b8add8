// SPDX-License-Identifier: GPL-2.0-only
/* Reads lists of CPUs; see cpulist.h. */
#include "host/cpulist.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "host/scan.h"

static int take_range(const char **at, uint64_t *ret_first, uint64_t *ret_last)
{
	if (!scan_u64(at, ret_first))
		return -EINVAL;
	*ret_last = *ret_first;
	if (scan_word(at, "-") && !scan_u64(at, ret_last))
		return -EINVAL;
	if (*ret_last < *ret_first)
		return -EINVAL;
	return *ret_last > CPULIST_CPU_MAX ? -ERANGE : 0;
}

static void set_range(bool *set, unsigned int size, uint64_t first, uint64_t last)
{
	for (uint64_t cpu = first; cpu <= last && cpu < size; cpu++)
		set[cpu] = true;
}

int cpulist_parse(const char *text, bool *set, unsigned int size)
{
	uint64_t first, last;
	int r, end = 0;

	if (scan_is_line_end(text) || !strncmp(text, "(null)", 6))
		return 0;
	do {
		r = take_range(&text, &first, &last);
		if (r < 0)
			return r;
		set_range(set, size, first, last);
		if ((int)last + 1 > end)
			end = last + 1;
	} while (scan_word(&text, ","));
	return scan_is_line_end(text) ? end : -EINVAL;
}
