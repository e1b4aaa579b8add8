#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What changes under the controller's feet: CPUs, periods and bursts, groups that vanish while
# they are throttled, and a storm of random writes. After each the reference row must still hold.
#
# Usage: headroom-churn.sh [SHORTEST_PERIOD]
# In microseconds, 1000 if not given. A kernel with checks is too slow to serve a period of 1 ms: it says so
# while it holds a lock, and lockdep, which ends with its first report, reports that.
. /vm/common.sh
. /vm/judge.sh

# still NAME - the claim is met, whatever main's share is now.
still()
{
	row_hold 6 judge_row any "$(cpus_online)" "$(echo $tops | wc -w)" 30
	result $? "churn: $1"
}

begin()
{
	scene_build "$1"
	echo "30 0" >$cg/main/cpu.headroom
	sides_steer hungry
	steer main "$2"
}

cpu_online()
{
	echo "$2" >/sys/devices/system/cpu/cpu$1/online
}

hotplug()
{
	local last=$(($(cpus_online) - 1)) i

	begin 2 30
	sleep 1
	cpu_online $last 0
	cpu_online 1 0
	still "with two CPUs taken offline"
	cpu_online 1 1
	cpu_online $last 1
	still "with the CPUs back"
	for i in $(seq 10); do
		cpu_online $last 0
		cpu_online $last 1
	done
	still "after a CPU went and came ten times"
	scene_remove
}

periods()
{
	local value

	begin 2 50
	for value in "max $shortest" "max 1000000" "50000 50000" "max $((5 * shortest))" "max 100000"; do
		echo "$value" >$cg/side1/cpu.max
		sleep 0.3
	done
	still "after the period changed five times"
	echo "150000 100000" >$cg/side1/cpu.max
	echo 100000 >$cg/side1/cpu.max.burst
	still "with a burst above the quota's need"
	echo "max 100000" >$cg/side1/cpu.max
	still "with the quota gone and the burst left"
	scene_remove
}

# A group's tasks end and it is removed while it is throttled, again and again.
removal()
{
	local i pid status=0

	begin 2 80
	sleep 1
	for i in $(seq 15); do
		mkdir $cg/gone
		load --cgroup $cg/gone --pin hungry &
		pid=$!
		usleep 250000
		kill -KILL $pid
		wait $pid 2>/dev/null
		groups_remove gone || status=1
	done
	result $status "churn: a throttled group is removed, 15 times"
	grep -q '^nr_throttled [1-9]' $cg/side1/cpu.stat
	result $? "churn: the side was throttled meanwhile"
	steer main 50
	still "after the removals"
	scene_remove
}

# storm_plan SEED - 1,000 lines of a file and a value, valid and not.
storm_plan()
{
	awk -v seed="$1" -v shortest="$shortest" 'BEGIN {
		srand(seed)
		n = split("main side1 side2 side3 side4", group, " ")
		for (i = 0; i < 1000; i++) {
			g = group[1 + int(rand() * n)]
			kind = rand()
			if (kind < 0.6) {
				h = rand() < 0.1 ? "max" : sprintf("%.2f", rand() * 105)
				t = rand() < 0.3 ? "max" : sprintf("%.2f", rand() * 105)
				print g "/cpu.headroom", h, t
			} else if (kind < 0.8) {
				q = rand() < 0.4 ? "max" : int(500 + rand() * 300000)
				r = rand()
				p = r < 0.06 ? rand() * 1000 : shortest + rand() * (r < 0.1 ? 500 : 200000)
				print g "/cpu.max", q, int(p)
			} else if (kind < 0.85) {
				print g "/cpu.max.burst", int(rand() * 50000)
			} else if (kind < 0.9) {
				print g "/cpu.weight", int(1 + rand() * 10000)
			} else if (kind < 0.95) {
				print g "/cpu.idle", int(rand() * 2)
			} else {
				print "feature", rand() < 0.5 ? "on" : "off"
			}
		}
	}'
}

storm()
{
	local file value seed=${SEED:-$(date +%s)} taken=0 refused=0 g

	begin 4 40
	storm_plan "$seed" >/tmp/storm
	while read -r file value; do
		if [ "$file" = feature ]; then
			headroom_switch "$value"
		elif echo "$value" 2>/dev/null >"$cg/$file"; then
			taken=$((taken + 1))
		else
			refused=$((refused + 1))
		fi
	done </tmp/storm
	note "storm with seed $seed: $taken writes taken, $refused refused"
	[ $taken -gt 400 ] && [ $refused -gt 20 ]
	result $? "churn: a storm of 1,000 random writes under load"
	headroom_switch on
	for g in main side1 side2 side3 side4; do
		echo 0 >$cg/$g/cpu.idle
		echo 100 >$cg/$g/cpu.weight
		echo 0 >$cg/$g/cpu.max.burst
		echo "max 100000" >$cg/$g/cpu.max
		echo "0 max" >$cg/$g/cpu.headroom
	done
	echo "30 0" >$cg/main/cpu.headroom
	still "after the storm"
	scene_remove
}

shortest=${1:-1000}
headroom_switch on
hotplug
periods
removal
storm
exit $failed
