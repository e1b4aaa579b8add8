// SPDX-License-Identifier: GPL-2.0-only
/* Reads /proc/stat and its small neighbours; see procstat.h. */
#include "host/procstat.h"

#include <errno.h>

#include "host/scan.h"

/* user nice system idle iowait irq softirq steal; guest times are already in user and nice */
#define NR_TIMES 8

/* A line "cpuN times..."; 1 with the CPU, 0 when it is another line, -EBADMSG. */
static int take_cpu_line(const char *line, uint64_t *ret_cpu, uint64_t *times)
{
	if (!scan_word(&line, "cpu") || *line < '0' || *line > '9')
		return 0;
	if (!scan_u64(&line, ret_cpu) || *line != ' ')
		return -EBADMSG;
	return scan_numbers(&line, times, NR_TIMES) == NR_TIMES ? 1 : -EBADMSG;
}

static void set_times(struct sample_cpu *cpu, const uint64_t *times, uint64_t tick_ns)
{
	cpu->times = (struct cpu_times){
		.user_ns = times[0] * tick_ns,
		.nice_ns = times[1] * tick_ns,
		.system_ns = times[2] * tick_ns,
		.idle_ns = times[3] * tick_ns,
		.iowait_ns = times[4] * tick_ns,
		.irq_ns = times[5] * tick_ns,
		.softirq_ns = times[6] * tick_ns,
		.steal_ns = times[7] * tick_ns,
	};
	cpu->has |= CPU_HAS_TIMES;
}

/* Walks the lines of CPUs; they come first in the file, so the walk ends at "intr". */
static int walk_cpu_lines(const char *text, unsigned int ticks_hz, struct sample *s)
{
	uint64_t cpu, times[NR_TIMES];
	int r, taken = 0;

	for (const char *line = text; line; line = scan_next_line(line)) {
		r = take_cpu_line(line, &cpu, times);
		if (r < 0)
			return r;
		if (!r && taken)
			break;
		if (!r)
			continue;
		taken++;
		if (s && cpu < s->nr_cpus)
			set_times(&s->cpus[cpu], times, 1000000000u / ticks_hz);
	}
	return taken ? taken : -EBADMSG;
}

int procstat_parse(const char *text, unsigned int ticks_hz, struct sample *s)
{
	int r;

	if (!ticks_hz)
		return -EBADMSG;
	r = walk_cpu_lines(text, ticks_hz, NULL);
	return r < 0 ? r : walk_cpu_lines(text, ticks_hz, s);
}

/* "3.57" as 3570; the kernel prints two decimals. */
static bool take_milli(const char **at, uint64_t *ret_milli)
{
	uint64_t whole, hundredths;
	const char *p = *at;

	if (!scan_u64(&p, &whole) || whole > UINT32_MAX || !scan_word(&p, ".") || *p == ' ' ||
	    !scan_u64(&p, &hundredths) || hundredths > 99)
		return false;
	*ret_milli = whole * 1000 + hundredths * 10;
	*at = p;
	return true;
}

int loadavg_parse(const char *text, struct sample *s)
{
	uint64_t load[3], runnable, total;

	for (int i = 0; i < 3; i++) {
		if (!take_milli(&text, &load[i]))
			return -EBADMSG;
	}
	if (!scan_u64(&text, &runnable) || !scan_word(&text, "/") || !scan_u64(&text, &total))
		return -EBADMSG;
	s->load_1_milli = gauge_known(load[0]);
	s->load_5_milli = gauge_known(load[1]);
	s->load_15_milli = gauge_known(load[2]);
	s->tasks_runnable = gauge_known(runnable);
	s->tasks_total = gauge_known(total);
	return 0;
}

/* The number after "total=" on a line of a pressure file. */
static bool take_total(const char *line, uint64_t *ret_total_us)
{
	for (; *line && *line != '\n'; line++) {
		if (scan_word(&line, " total="))
			return scan_u64(&line, ret_total_us);
	}
	return false;
}

int pressure_parse(const char *text, struct sample *s)
{
	struct gauge some = { .state = GAUGE_UNSUPPORTED }, full = some;
	uint64_t total_us;

	for (const char *line = text; line; line = scan_next_line(line)) {
		bool is_some = scan_word(&line, "some ");

		if (!is_some && !scan_word(&line, "full "))
			continue;
		if (!take_total(line - 1, &total_us))
			return -EBADMSG;
		*(is_some ? &some : &full) = gauge_known(total_us);
	}
	if (!gauge_is_known(some))
		return -EBADMSG;
	s->psi_some_us = some;
	s->psi_full_us = full;
	return 0;
}
