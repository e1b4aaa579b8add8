#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs headroom-top as root beside workloads whose states are known, with an independent witness:
# every switch, wake-up and migration from the kernel's own trace, and /proc/stat. What is said
# and what was seen go to /out/SCENE, where the host compares them.
#
# Usage: program.sh SCENE...
. /vm/common.sh

interval=5

trace_begin()
{
	local event

	echo 0 >$tracing/tracing_on
	echo mono >$tracing/trace_clock
	echo 8192 >$tracing/buffer_size_kb
	echo >$tracing/trace
	for event in sched_switch sched_wakeup sched_wakeup_new sched_migrate_task; do
		echo 1 >$tracing/events/sched/$event/enable
	done
	echo 1 >$tracing/tracing_on
}

trace_end()
{
	echo 0 >$tracing/tracing_on
	gzip -1 <$tracing/trace >"/out/$1/trace.gz"
	grep -h overrun $tracing/per_cpu/cpu*/stats >"/out/$1/overrun"
	echo >$tracing/trace
}

# Names that begin with "sidle" are SCHED_IDLE: the trace does not tell the policy.
scene_idle()
{
	:
}

scene_mixed()
{
	work --name pair --cpus 1 --threads 2 hungry
	work --name alone --cpus 2 --threads 1 hungry
	work --name sidle-one --policy idle --cpus 3 --threads 1 hungry
	work --name fifo --policy fifo --cpus 4 --threads 3 hungry
	work --name spinner --cpus 5 --threads 1 hungry
	work --name sleeper --cpus 5 --threads 8 --period-ms 80 1
	work --name sidle-crowd --policy idle --cpus 7 --threads 4 hungry
}

scene_duty()
{
	work --name duty100 --cpus 2 --threads 1 --period-ms 100 25
	work --name duty-pair --cpus 5 --threads 2 --period-ms 100 25
}

scene_offline()
{
	echo 0 >/sys/devices/system/cpu/cpu6/online
	work --name pair --cpus 1 --threads 2 hungry
}

scene_online()
{
	echo 1 >/sys/devices/system/cpu/cpu6/online
	work --name pair --cpus 6 --threads 2 hungry
}

# Two cookies on the two threads of one core: each thread idles while the other runs.
scene_forced()
{
	work --name red --cookie --cpus 2 --threads 1 hungry
	work --name blue --cookie --cpus 3 --threads 1 hungry
}

# While it is forced idle, CPU 2 has two tasks waiting: overloaded as well.
scene_forced_pair()
{
	work --name red --cookie --cpus 2 --threads 2 hungry
	work --name blue --cookie --cpus 3 --threads 1 hungry
}

# A sched_ext scheduler takes every normal task, the idle-class ones too.
scene_ext()
{
	scxload /vm/scx.bpf.o >/out/ext/scx 2>&1 &
	works="$works $!"
	sleep 1
	work --name pair --cpus 1 --threads 2 hungry
	work --name alone --cpus 2 --threads 1 hungry
	cp /sys/kernel/sched_ext/root/ops /out/ext/ops
}

# scene NAME - the workload, the witnesses and the program under test.
scene()
{
	local witness

	mkdir -p "/out/$1"
	trace_begin
	"scene_$1"
	sleep 1
	ps -o pid,comm,args >"/out/$1/tasks"
	statlog >"/out/$1/stat" &
	witness=$!
	# An emulated CPU is slow: the default budget would lower the sampling rate.
	headroom-top stream --budget 5 --interval $interval --count 3 >"/out/$1/stream" 2>"/out/$1/stderr"
	echo $? >"/out/$1/status"
	note "$1: the program ended with status $(cat "/out/$1/status")"
	sleep 1
	kill $witness
	works_stop
	trace_end "$1"
}

# Real-time spinners are hardly held back, so that their CPU stays busy; but a little, or normal
# tasks bound to that CPU would wait behind them for ever and overload it.
echo 990000 >/proc/sys/kernel/sched_rt_runtime_us
mkdir -p /out
uname -r >/out/release
cpus_online >/out/cpus
for name; do
	scene "$name"
done
