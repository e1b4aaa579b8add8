#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Where tasks are placed and left: the last normal task of a CPU, the search for an idle CPU, and idle
# tasks on the slow wake-up path. Each with its feature and without, where the other must be seen.
#
# Usage: placement.sh SCENE...
. /vm/common.sh

rounds=100

trace_begin()
{
	echo 2048 >$tracing/buffer_size_kb
	for event; do
		echo 1 >$tracing/events/sched/$event/enable
	done
	echo >$tracing/trace
	echo 1 >$tracing/tracing_on
}

trace_end()
{
	echo 0 >$tracing/events/enable
}

# placed EVENT CPU... - how often the task went to one of the CPUs and how often it was placed.
placed()
{
	local event=$1
	shift

	awk -v event="$event:" -v wanted=" $* " '
	index($0, event) && /comm=placement/ {
		match($0, /target_cpu=[0-9]+/)
		cpu = substr($0, RSTART + 11, RLENGTH - 11) + 0
		all++
		hit += index(wanted, " " cpu " ") > 0
	}
	END { print hit + 0, all + 0 }' $tracing/trace
}

# placed_mostly "HIT ALL" yes|no - nine of ten were placed there, or three of four at most.
placed_mostly()
{
	echo "$1" | awk -v all=$rounds -v wanted="$2" '
	{ share = $1 / ($2 + !$2); exit $2 < all / 2 || (wanted == "yes" ? share < 0.9 : share > 0.75) }'
}

# A normal task beside an idle-policy one whose group has the same weight: it waits in half of the
# time, and is the last normal one there. CPU 3 has next to no load, and room for it. Sets moved: in
# how many of ten times it went there.
keep_often()
{
	local i

	mkdir $cg/peer $cg/last
	work --cgroup $cg/peer --name idler --policy idle --cpus 2 --threads 1 hungry
	work --name light --policy idle --cpus 3 --threads 1 hungry
	work --cgroup $cg/last --name last --cpus 2 --threads 1 hungry
	sleep 1
	last=$(tail -n 1 $cg/last/cgroup.threads)
	trace_begin sched_migrate_task
	moved=0
	for i in $(seq 10); do
		taskset -p 4 $last >/dev/null
		usleep 200000
		echo >$tracing/trace
		taskset -p c $last >/dev/null
		usleep 500000
		grep -q 'sched_migrate_task: comm=last .*dest_cpu=3' $tracing/trace &&
			moved=$((moved + 1))
	done
	trace_end
	works_stop
	groups_remove peer last
	note "last normal task, KEEP_LAST_TASK $1: it moved in $moved of 10 times"
}

scene_keep()
{
	feature_set SCHED_IDLE_BALANCE off
	feature_set KEEP_LAST_TASK on
	keep_often on
	[ $moved -le 5 ]
	result $? "placement: the last normal task of a CPU stays"
	feature_set KEEP_LAST_TASK off
	keep_often off
	[ $moved -ge 8 ]
	result $? "off, placement: the last normal task is pulled away"
	feature_set SCHED_IDLE_BALANCE on
}

# Eight CPUs of one LLC, 0 to 4 overloaded. At that use the kernel looks at three CPUs at most when it
# searches for an idle one from CPU 0: these are 1 to 3, unless overloaded ones are left out.
search_once()
{
	echo >$tracing/trace
	placement wake 0 $rounds
	search=$(placed sched_wakeup 5 6 7)
	note "search from an overloaded CPU, SIS_OVERLOADED $1: an idle CPU found in $search wake-ups"
}

scene_search()
{
	work --name pairs --cpus 0-4 --pin --threads 10 hungry
	feature_set SCHED_IDLE_BALANCE off
	sleep 2
	trace_begin sched_wakeup
	feature_set SIS_OVERLOADED on
	search_once on
	placed_mostly "$search" yes
	result $? "placement: the search finds an idle CPU beyond the overloaded ones"
	feature_set SIS_OVERLOADED off
	search_once off
	placed_mostly "$search" no
	result $? "off, placement: the search ends at overloaded CPUs"
	trace_end
	feature_set SIS_OVERLOADED on
	feature_set SCHED_IDLE_BALANCE on
	works_stop
}

# Two LLCs of two CPUs. Three tasks on CPU 1 make the first one overloaded, so the children that an
# idle-policy task has on CPU 0 go to the second, where CPU 2 runs idle work of a little more load than
# the one normal task of CPU 3 (10240 and 9548). This shell stays on CPU 0.
capacity_once()
{
	echo >$tracing/trace
	taskset f placement fork 0 $rounds
	capacity=$(placed sched_wakeup_new 3)
	note "children of an idle task, IDLE_TASK_CAPACITY $1: to CPU 3 in $capacity," \
		"to CPU 2 in $(placed sched_wakeup_new 2)"
}

scene_capacity()
{
	taskset -p 1 $$ >/dev/null
	mkdir $cg/back
	echo 1000 >$cg/back/cpu.weight
	work --name front --cpus 1 --threads 3 hungry
	work --cgroup $cg/back --name idler --policy idle --cpus 2 --threads 1 hungry
	work --name normal --nice -10 --cpus 3 --threads 1 hungry
	sleep 3
	trace_begin sched_wakeup_new
	feature_set IDLE_TASK_CAPACITY on
	capacity_once on
	placed_mostly "$capacity" yes
	result $? "placement: an idle task goes where there is the least load"
	feature_set IDLE_TASK_CAPACITY off
	capacity_once off
	placed_mostly "$capacity" no
	result $? "off, placement: an idle task takes a CPU with idle work for a free one"
	trace_end
	feature_set IDLE_TASK_CAPACITY on
	works_stop
	groups_remove back
	taskset -p f $$ >/dev/null
}

for scene; do
	scene_$scene
done
exit $failed
