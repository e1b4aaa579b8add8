#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Short normal tasks beside a crowd of a cgroup with cpu.idle, with sched-idle balancing and without:
# missed idle and the counters as headroom-top shows them, and how long tasks waited after a wake-up,
# by the kernel's trace. All is printed; how much it is depends on the host.
. /vm/common.sh

seconds=5

# mean KEY FILE - over the documents, of the value that the first LLC has under that key.
mean()
{
	awk -v key="\"$1\":" '
	{
		llcs = substr($0, index($0, "\"llcs\":"))
		value = substr(llcs, index(llcs, key) + length(key))
		sub(/[,}].*/, "", value)
		bad += value !~ /^[0-9.]+$/
		sum += value
	}
	END { if (!NR || bad) print "unknown"; else printf "%.2f\n", sum / NR }' "$2"
}

# The time from a wake-up of a short task until it runs, in milliseconds: p50, p99 and how many.
waits()
{
	awk '
	match($0, / [0-9]+\.[0-9]+: /) { now = substr($0, RSTART + 1, RLENGTH - 3) * 1000 }
	/sched_wakeup: comm=short/ {
		match($0, / pid=[0-9]+/)
		woken[substr($0, RSTART + 5, RLENGTH - 5)] = now
	}
	/sched_switch: .*next_comm=short/ {
		match($0, /next_pid=[0-9]+/)
		pid = substr($0, RSTART + 9, RLENGTH - 9)
		if (pid in woken)
			printf "%.3f\n", now - woken[pid]
		delete woken[pid]
	}' $tracing/trace | sort -n | awk '
	{ wait[NR] = $1 }
	END { print wait[int((NR + 1) / 2)] + 0, wait[int((NR * 99 + 99) / 100)] + 0, NR }'
}

# measure on|off - sets pulled and missed, prints all.
measure()
{
	feature_set SCHED_IDLE_BALANCE "$1"
	sleep 1
	echo >$tracing/trace
	echo 1 >$tracing/tracing_on
	headroom-top stream --budget 5 --interval $seconds --count 2 >/tmp/stream 2>/dev/null
	echo 0 >$tracing/tracing_on
	missed=$(mean missed_idle_pct /tmp/stream)
	pulled=$(mean sib_pulled_hz /tmp/stream)
	waited=$(waits)
	note "SCHED_IDLE_BALANCE $1: missed idle $missed % of the LLC, pulls $pulled/s," \
		"peeks $(mean sib_peeked_hz /tmp/stream)/s, fails $(mean sib_failed_hz /tmp/stream)/s"
	echo "$waited" | while read -r half most n; do
		note "SCHED_IDLE_BALANCE $1: wake-up wait p50 $half ms, p99 $most ms of $n wake-ups"
	done
}

mkdir $cg/noisy
echo 1 >$cg/noisy/cpu.idle
work --cgroup $cg/noisy --name noisy --threads 8 hungry
for period in 17 20 23 29; do
	work --name short --threads 2 --period-ms $period 20
done
echo 8192 >$tracing/buffer_size_kb
echo 'comm ~ "short*"' >$tracing/events/sched/sched_wakeup/filter
echo 'next_comm ~ "short*"' >$tracing/events/sched/sched_switch/filter
echo 1 >$tracing/events/sched/sched_wakeup/enable
echo 1 >$tracing/events/sched/sched_switch/enable
measure on
[ "$missed" != unknown ]
result $? "missed: missed idle beside an idle crowd is measured"
echo "$pulled" | awk '{ exit !($1 > 0) }'
result $? "missed: headroom-top shows the kernel's pulls"
echo "$waited" | awk '{ exit !($3 > 100) }'
result $? "missed: waits after wake-ups were seen"
measure off
[ "$missed" != unknown ]
result $? "off, missed: missed idle beside an idle crowd is measured"
[ "$pulled" = 0.00 ]
result $? "off, missed: headroom-top shows no pulls"
feature_set SCHED_IDLE_BALANCE on
works_stop
exit $failed
