#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Sched-idle balancing: a CPU that only runs idle-policy work pulls a waiting normal task, counts what
# it did, and does neither with the feature off. Times are counted in ticks of the pulling CPU, since
# a busy host stretches everything else.
. /vm/common.sh

repetitions=12
few_ticks=10

# sib_of CPU|all - peeked, pulled and failed: the last three numbers of the CPU's domain lines.
sib_of()
{
	awk -v cpu="cpu$1" '
	/^cpu/ { mine = $1 == cpu || cpu == "cpuall" }
	/^domain/ && mine { peeked += $(NF - 2); pulled += $(NF - 1); failed += $NF }
	END { print peeked + 0, pulled + 0, failed + 0 }' /proc/schedstat
}

# sib_during SECONDS CPU - by how much they grew.
sib_during()
{
	local before after

	before=$(sib_of "$2")
	sleep "$1"
	after=$(sib_of "$2")
	echo "$before $after" | awk '{ print $4 - $1, $5 - $2, $6 - $3 }'
}

# Idle-policy tasks of a heavy group on CPU 3. Their load is far above that of the normal tasks of
# CPU 0, so that ordinary balancing, which goes by load, sees CPU 3 as the busier one for ever. Of three
# tasks one has always waited for longer than a tick: it is not cache-hot.
crowd_build()
{
	mkdir $cg/heavy $cg/waiters
	echo 10000 >$cg/heavy/cpu.weight
	work --cgroup $cg/heavy --name crowd --policy idle --cpus 3 --threads 4 hungry
	echo 0 >$cg/waiters/cpuset.cpus
	work --cgroup $cg/waiters --name waiter --threads 3 hungry
	sleep 1
}

crowd_remove()
{
	works_stop
	groups_remove heavy waiters
}

# One time more: the tasks may run on CPU 3 from the mark on, by one write. By then CPU 3 has had only
# idle-policy work for longer than its balancing waits while it is busy, 31 ticks at most. Prints the
# ticks of CPU 3 until one of them came there, or "never".
time_to_pull()
{
	echo 0 >$cg/waiters/cpuset.cpus
	usleep 200000
	echo >$tracing/trace
	echo widened >$tracing/trace_marker
	echo 0,3 >$cg/waiters/cpuset.cpus
	usleep 500000
	awk '
	/widened/ { from = 1 }
	from && /\[003\].*tick_nohz_handler/ { ticks++ }
	from && /sched_migrate_task: comm=waiter.*dest_cpu=3/ { print ticks + 0; found = 1; exit }
	END { if (!found) print "never" }' $tracing/trace
}

trace_begin()
{
	echo 4096 >$tracing/buffer_size_kb
	echo 1 >$tracing/events/timer/hrtimer_expire_entry/enable
	echo 1 >$tracing/events/sched/sched_migrate_task/enable
	echo 1 >$tracing/tracing_on
}

trace_end()
{
	echo 0 >$tracing/events/enable
	echo >$tracing/trace
}

# times_judge soon|all|none FILE - all of them came, and soon: half of them within a few ticks; or none did.
times_judge()
{
	sort -n "$2" | awk -v must="$1" -v few=$few_ticks '
	{ line = line " " $1; never += $1 == "never"; time[NR] = $1 }
	END {
		print "# ticks of the pulling CPU until a waiting task came:" line
		half = time[int((NR + 1) / 2)]
		exit must == "none" ? never < NR : never > 0 || must == "soon" && half > few
	}'
}

pull_often()
{
	local i

	for i in $(seq $repetitions); do
		time_to_pull
	done >/tmp/times
}

scene_pulled()
{
	local before after

	crowd_build
	trace_begin
	before=$(sib_of 3)
	pull_often
	after=$(sib_of 3)
	times_judge soon /tmp/times
	result $? "balance: a CPU with idle-policy work pulls a waiting task within a few ticks"
	note "sib of CPU 3 before: $before, after $repetitions times: $after"
	echo "$before $after" | awk -v n=$repetitions '{ exit $5 - $2 < n }'
	result $? "balance: sib_pulled counts each of them"
	feature_set SCHED_IDLE_BALANCE off
	pull_often
	times_judge none /tmp/times
	result $? "off, balance: the waiting task never comes"
	feature_set SCHED_IDLE_BALANCE on
	feature_set LLC_OVERLOADED off
	pull_often
	times_judge none /tmp/times
	result $? "off, balance: nor without the mask"
	feature_set LLC_OVERLOADED on
	trace_end
	crowd_remove
}

# still SCENE - with the feature off none of the counters of any CPU moves.
still()
{
	local grown

	feature_set SCHED_IDLE_BALANCE off
	usleep 100000
	grown=$(sib_during 1 all)
	note "$1, off: peeked, pulled and failed of all CPUs grew by $grown in 1 s"
	[ "$grown" = "0 0 0" ]
	result $? "off, balance: $1: the counters stand still"
	feature_set SCHED_IDLE_BALANCE on
}

scene_failed()
{
	local grown

	crowd_build
	grown=$(sib_during 1 3)
	note "pinned tasks: peeked, pulled and failed of CPU 3 grew by $grown in 1 s"
	echo "$grown" | awk '{ exit !($3 > 0 && $2 == 0) }'
	result $? "balance: pinned tasks make sib_failed grow and nothing is pulled"
	still "pinned tasks"
	crowd_remove
}

# CPU 3 looks at few tasks at a time, most of which are pinned: the others' turn must come.
scene_many()
{
	local nr_migrate=/sys/kernel/debug/sched/nr_migrate before

	before=$(cat $nr_migrate)
	echo 2 >$nr_migrate
	crowd_build
	work --name pinned --cpus 0 --threads 8 hungry
	trace_begin
	time_to_pull >/tmp/times
	times_judge all /tmp/times
	result $? "balance: a waiting task comes from behind more pinned ones than a look may take"
	trace_end
	crowd_remove
	echo "$before" >$nr_migrate
}

# An idle-policy task that sleeps has a delayed dequeue, so it counts as an idle task still. The normal
# one beside it must be seen nevertheless.
scene_busy()
{
	local grown

	work --name waiter --cpus 0 --threads 3 hungry
	work --name busy --cpus 3 --threads 1 hungry
	work --name sleeper --policy idle --cpus 3 --threads 12 --period-ms 100 0.1
	sleep 1
	grown=$(sib_during 4 3)
	note "busy: peeked, pulled and failed of CPU 3 grew by $grown in 4 s"
	[ "$grown" = "0 0 0" ]
	result $? "balance: a CPU with a normal task beside idle ones that sleep does not look for more"
	works_stop
}

# CPU 0 is overloaded in less than half of the time, so its bit is up to a tick too old, again and
# again; CPU 3 looks at its ticks and CPU 2 whenever it goes idle.
scene_peeked()
{
	local grown

	work --name steady --cpus 0 --threads 1 hungry
	work --name burst --cpus 0 --threads 1 --period-ms 30 20
	work --name looker --cpus 2 --threads 1 --period-ms 7 30
	work --name idler --policy idle --cpus 1,3 --threads 2 hungry
	sleep 1
	grown=$(sib_during 4 all)
	note "bursts: peeked, pulled and failed of all CPUs grew by $grown in 4 s"
	echo "$grown" | awk '{ exit !($1 > 0) }'
	result $? "balance: a CPU that left overload makes sib_peeked grow"
	still "bursts"
	works_stop
}

# The same counters and the same mask by BPF, from the kernel's own fields.
scene_agree()
{
	local cpu text status=0

	work --name pair --cpus 1 --threads 2 hungry
	sleep 1
	mask_comes_to 2 1
	result $? "balance: the mask holds the one overloaded CPU, for every CPU of the LLC"
	feature_set SCHED_IDLE_BALANCE off
	usleep 100000
	maskwatch /vm/maskwatch.bpf.o >/tmp/bpf
	for cpu in $(seq 0 $(($(cpus_online) - 1))); do
		text=$(sib_of $cpu)
		grep -q "^cpu$cpu .* sib $text\$" /tmp/bpf || status=1
		note "cpu$cpu: schedstat $text, BPF $(sed -n "s/^cpu$cpu .*sib //p" /tmp/bpf)"
	done
	result $status "balance: /proc/schedstat and the fields read by BPF agree"
	feature_set SCHED_IDLE_BALANCE on
	works_stop
	mask_comes_to 0 0
	result $? "balance: nothing is left in the mask"
}

scene_pulled
scene_many
scene_failed
scene_busy
scene_peeked
scene_agree
exit $failed
