#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Load balancing beside forced-idle CPUs, on two LLCs of two cores with two threads each: how the
# kernel judges such groups and where new tasks go, with FORCEIDLE_LB and without.
. /vm/common.sh

rounds=60

trace_begin()
{
	echo 2048 >$tracing/buffer_size_kb
	echo 1 >$tracing/events/sched/$1/enable
	echo >$tracing/trace
	echo 1 >$tracing/tracing_on
}

trace_end()
{
	echo 0 >$tracing/events/enable
}

# judged_begin, judged_end - how groups with forced-idle CPUs were judged meanwhile, in /tmp/judged.
judged_begin()
{
	groupwatch /vm/groupwatch.bpf.o >/tmp/judged &
	watcher=$!
	until grep -q watching /tmp/judged; do
		usleep 50000
	done
}

judged_end()
{
	kill $watcher
	wait $watcher
	sed -n 's/^cpus/# groups of CPUs:/p' /tmp/judged
}

# judged_right - the LLC was judged, by the rules, which say something else without the correction;
# one CPU of each core at most is forced idle; and no core was corrected inside.
judged_right()
{
	awk '
	$1 == "cpus" { for (i = 1; i < NF; i += 2) sum[$i] += $(i + 1) }
	$1 == "cpus" && $2 == 4 { llc = $4; other = $10; lost = $12 }
	END {
		exit !(llc > 0 && other > 0 && lost >= 1 && lost <= 2 && sum["wrong"] == 0 &&
			sum["nested"] == 0)
	}' /tmp/judged
}

# Core 0-1 has two tasks of one cookie and one of another: of its two CPUs one is forced idle. CPU 3
# is busy, and so are all of the other LLC. Without the correction the first LLC has CPUs to spare.
scene_placed()
{
	mkdir $cg/cookies
	work --cgroup $cg/cookies --name red --cookie --cpus 0 --threads 2 hungry
	work --cgroup $cg/cookies --name blue --cookie --cpus 1 --threads 1 hungry
	work --name busy --cpus 3-7 --pin --threads 5 hungry
	taskset -p 4 $$ >/dev/null
	sleep 2
	trace_begin sched_wakeup_new
	placed_once on
	judged_right
	result $? "forceidle: the LLC is judged without its forced-idle CPUs"
	[ "$to_other" -ge $((rounds * 6 / 10)) ]
	result $? "forceidle: new tasks go to the other LLC"
	placed_once off
	! grep -q '^cpus' /tmp/judged
	result $? "off, forceidle: no group is corrected"
	[ "$to_other" -le $((rounds * 3 / 10)) ]
	result $? "off, forceidle: new tasks stay in the LLC"
	trace_end
	works_stop
	groups_remove cookies
	taskset -p ff $$ >/dev/null
}

# Forced idle that the two cookies caused, and the time, in microseconds.
forced_now()
{
	echo "$(awk '$1 == "core_sched.force_idle_usec" { print $2 }' $cg/cookies/cpu.stat)" \
		"$(awk '{ print $1 * 1000000 }' /proc/uptime)"
}

# placed_once on|off - sets to_other: the children placed in the other LLC.
placed_once()
{
	feature_set FORCEIDLE_LB "$1"
	echo >$tracing/trace
	judged_begin
	before=$(forced_now)
	taskset ff placement fork 2 $rounds
	after=$(forced_now)
	judged_end
	to_other=$(grep -c 'sched_wakeup_new: comm=placement .*target_cpu=00[4-7]' $tracing/trace)
	note "new tasks, FORCEIDLE_LB $1: $to_other of $rounds went to the other LLC; forced idle" \
		"$(echo "$before $after" | awk '{ print int(($3 - $1) * 100 / ($4 - $2)) }') % of a CPU"
	feature_set FORCEIDLE_LB on
}

scene_placed
exit $failed
