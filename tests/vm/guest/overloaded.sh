#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's masks of overloaded CPUs against the truth, as maskwatch reads it from every run queue,
# while loads come and go, CPUs go and come, partitions of cpusets rebuild the domains, and core scheduling
# keeps CPUs idle.
. /vm/common.sh

# More tasks than CPUs, all of them coming and going at other times, idle-policy ones among them.
churn_begin()
{
	work --name steady --threads 4 hungry
	work --name quick --threads 8 --period-ms 13 20
	work --name slow --threads 6 --period-ms 90 40
	work --name idler --policy idle --threads 8 hungry
	work --name burst --cpus 1 --threads 3 --period-ms 35 30
}

# The witness is attached while the machine is idle: that changes the kernel's code, and the emulator
# may miss it where other CPUs run that code.
witness_begin()
{
	maskwatch /vm/maskwatch.bpf.o watch >/tmp/watch 2>/tmp/stale &
	watcher=$!
	until grep -q watching /tmp/watch; do
		usleep 50000
	done
}

# Waits for the line that the witness prints when it is asked: what it saw since the one before.
witness_ask()
{
	local lines

	lines=$(wc -l </tmp/watch)
	kill -USR1 $watcher
	while [ "$(wc -l </tmp/watch)" -eq "$lines" ]; do
		usleep 20000
	done
	tail -n 1 /tmp/watch >/tmp/seen
}

# watch NAME FUNCTION - what the witness saw while the function ran.
watch()
{
	witness_ask
	$2
	witness_ask
	note "$1: $(cat /tmp/seen)"
	sed "s/^/# $1, stale: /" /tmp/stale
	: >/tmp/stale
}

# watched NAME FUNCTION - a difference from outside may last two ticks; under the lock there is none.
watched()
{
	watch "$1" "$2"
	seen "updates > 500 && ticks > 500 && looks > 500"
	result $? "mask: $1: looked often enough"
	seen "overloaded > 100 && overloaded < looks"
	result $? "mask: $1: CPUs were overloaded, and were not"
	seen "wrong == 0 && without_update == 0"
	result $? "mask: $1: every tick sets the bit, and sets it right"
	seen "stale == 0 && idle_in_mask == 0"
	result $? "mask: $1: it equals the truth within two ticks"
	seen "count_wrong == 0"
	result $? "mask: $1: the count is that of its bits"
}

# seen EXPRESSION - of the names in maskwatch's line.
seen()
{
	awk -v expression="$1" '
	{
		for (i = 1; i < NF; i += 2)
			value[$i] = $(i + 1)
		n = split(expression, term, " && ")
		for (i = 1; i <= n; i++) {
			split(term[i], t, " ")
			right = t[3] in value ? value[t[3]] : t[3]
			left = value[t[1]]
			ok = t[2] == ">" ? left + 0 > right + 0 : t[2] == "<" ? left + 0 < right + 0 : \
				left + 0 == right + 0
			bad += !ok || !(t[1] in value)
		}
	}
	END { exit !NR || bad > 0 }' /tmp/seen
}

seen_number()
{
	sed -n "s/.*\<$1 \([0-9]*\).*/\1/p" /tmp/seen
}

come_and_go()
{
	sleep 4
}

hotplug()
{
	local cpu

	for cpu in 3 5 1 7 2 6; do
		echo 0 >/sys/devices/system/cpu/cpu$cpu/online
		usleep 200000
		echo 1 >/sys/devices/system/cpu/cpu$cpu/online
		usleep 100000
	done
	sleep 1
}

# A partition takes two CPUs out of their LLC and gives them back; an isolated one has no domain.
partitions()
{
	local kind cpus

	mkdir $cg/part
	for kind in root isolated root; do
		for cpus in 2-3 3,6 5-7; do
			echo $cpus >$cg/part/cpuset.cpus
			echo $kind >$cg/part/cpuset.cpus.partition
			usleep 200000
			echo member >$cg/part/cpuset.cpus.partition
			usleep 100000
		done
	done
	sleep 1
	rmdir $cg/part
}

# A mask that no CPU updates is what the witness must notice: then most looks find another truth, else
# only some of those between two ticks.
feature_off()
{
	feature_set LLC_OVERLOADED off
	sleep 2
	feature_set LLC_OVERLOADED on
}

# A CPU that is kept idle has no tick, and tasks that wait there are taken away by CPUs of their cookie.
cookies()
{
	work --name red --cookie --threads 6 --period-ms 15 60
	work --name blue --cookie --threads 6 --period-ms 23 60
	work --name steady --cookie --threads 2 hungry
	sleep 4
	works_stop
}

witness_begin
watched cookies cookies
churn_begin
watched churn come_and_go
watched hotplug hotplug
watched partitions partitions
watch off feature_off
seen "without_update > 0" && [ $((5 * $(seen_number different))) -gt $((2 * $(seen_number looks))) ]
result $? "off, mask: without the updates it is not the truth"
works_stop
kill $watcher
wait $watcher
mask_comes_to 0 0
result $? "mask: with the loads gone nothing is left in it"
exit $failed
