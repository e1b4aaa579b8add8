#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Random writes to every knob and every scheduler feature of the series while loads of all kinds run:
# first with CPUs that go and come and partitions that rebuild the domains, then with cookies. Not both
# at once: core scheduling and hotplug together make the kernel warn without any patch too. Afterwards
# the masks must hold the truth, and the host judges the kernel's log.
#
# Usage: storm.sh WRITES
. /vm/common.sh

writes=$1
groups="a b c d"

# plan SEED hotplug|cookies - lines of a file below / and the value to write; valid ones and others.
plan()
{
	awk -v seed="$1" -v writes=$((writes / 2)) -v kind="$2" -v cpus="$(cpus_online)" \
		-v groups="$groups" '
	function pick(list, n, at) { n = split(list, at, " "); return at[1 + int(rand() * n)] }
	function hundredths() { return rand() < 0.1 ? "max" : sprintf("%.2f", rand() * 105) }
	BEGIN {
		srand(seed)
		cg = "/sys/fs/cgroup/"
		cpu = "/sys/devices/system/cpu/cpu"
		knob = "/sys/kernel/debug/sched/features"
		features = "CPU_HEADROOM LLC_OVERLOADED SCHED_IDLE_BALANCE KEEP_LAST_TASK" \
			" SIS_OVERLOADED IDLE_TASK_CAPACITY FORCEIDLE_LB"
		for (i = 0; i < writes; i++) {
			r = rand()
			file = cg pick(groups) "/"
			if (r < 0.3)
				print knob, (rand() < 0.5 ? "NO_" : "") pick(features)
			else if (r < 0.5)
				print file "cpu.headroom", hundredths(), hundredths()
			else if (r < 0.65)
				print file "cpu.max", rand() < 0.5 ? "max" : int(rand() * 300000), 100000
			else if (r < 0.75)
				print file "cpu.idle", int(rand() * 2)
			else if (r < 0.85)
				print file "cpu.weight", int(rand() * 10100)
			else if (kind == "cookies")
				print file "cpu.max.burst", int(rand() * 50000)
			else if (r < 0.93)
				print cpu 1 + int(rand() * (cpus - 1)) "/online", int(rand() * 2)
			else if (r < 0.97)
				print cg "part/cpuset.cpus.partition", pick("root isolated member")
			else
				print cg "part/cpuset.cpus", 1 + int(rand() * (cpus - 1))
		}
	}'
}

loads_begin()
{
	local group

	for group in $groups; do
		mkdir $cg/$group
	done
	mkdir $cg/part
	work --cgroup $cg/a --name steady --threads 6 hungry
	work --cgroup $cg/b --name quick --threads 8 --period-ms 11 25
	work --cgroup $cg/c --name slow --threads 6 --period-ms 70 50
	work --cgroup $cg/d --name idler --policy idle --threads 6 hungry
	work --name fifo --policy fifo --threads 1 --period-ms 40 20
}

loads_end()
{
	works_stop
	# shellcheck disable=SC2046
	groups_remove $groups part
}

# All as it was before: CPUs, features, groups.
calm()
{
	local cpu name

	for cpu in /sys/devices/system/cpu/cpu[1-9]*/online; do
		echo 1 >$cpu 2>/dev/null
	done
	for name in $(tr ' ' '\n' <$features | grep -E 'HEADROOM|OVERLOADED|_BALANCE$|CAPACITY$|FORCEIDLE' |
		sed 's/^NO_//'); do
		feature_set $name on
	done
	feature_set KEEP_LAST_TASK off
}

storm()
{
	local file value taken=0 refused=0

	plan "$seed" "$1" >/tmp/plan
	while read -r file value; do
		if echo "$value" 2>/dev/null >"$file"; then
			taken=$((taken + 1))
		else
			refused=$((refused + 1))
		fi
	done </tmp/plan
	calm
	note "$1: seed $seed, $taken writes taken, $refused refused"
	[ $taken -gt $((writes / 4)) ]
	result $? "storm: $1: $((writes / 2)) random writes under load"
}

scene_hotplug()
{
	loads_begin
	storm hotplug
	loads_end
}

scene_cookies()
{
	loads_begin
	work --name red --cookie --threads 4 hungry
	work --name blue --cookie --threads 4 --period-ms 15 60
	storm cookies
	loads_end
}

cpus=$(cpus_online)
seed=${SEED:-$(date +%s)}
scene_hotplug
[ "$(cpus_online)" -eq "$cpus" ]
result $? "storm: all CPUs are back"
scene_cookies
mask_comes_to 0 0
result $? "storm: the masks are empty afterwards, and their counts 0"
exit $failed
