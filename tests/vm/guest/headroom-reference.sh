#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The reference table of cpu.headroom: main at a steered share of the machine, hungry side groups,
# and what the machine is left with, judged by meter. Arguments: the number of seconds a row is
# held, then rows as CONFIGURATION:MAIN_PCT with the configurations 1, 2, 4 (side groups) and
# slice. "off" after the seconds runs them with the throttling switched off: they must fail.
. /vm/common.sh
. /vm/judge.sh

# side_build CONFIGURATION - sets sides (cgroups with a load) and tops (limited top-level groups)
side_build()
{
	local i

	sides= tops=
	mkdir $cg/main
	case $1 in
	slice)	mkdir $cg/slice $cg/slice/a $cg/slice/b
		echo +cpu >$cg/slice/cgroup.subtree_control
		sides="slice/a slice/b" tops=slice ;;
	*)	for i in $(seq "$1"); do
			mkdir "$cg/side$i"
			sides="$sides side$i"
		done
		tops=$sides ;;
	esac
	load_start main main --pin
	for i in $sides; do
		load_start "$i" "${i##*/}" --pin
	done
}

side_remove()
{
	local dirs=$sides

	loads_stop
	[ "$tops" != slice ] || dirs="$sides slice"
	groups_remove main $dirs
}

sides_steer()
{
	local i

	for i in $sides; do
		steer "${i##*/}" "$1"
	done
}

# row CONFIGURATION MAIN - holds one row and judges it.
row()
{
	local config=$1 asked=$2 name status

	steer main "$asked"
	sleep 2
	meter --seconds "$seconds" main=main "side=$(echo $tops | tr ' ' +)" idle >/tmp/row
	judge_row "$asked" "$cpus" "$(echo $tops | wc -w)" 30 </tmp/row
	status=$?
	name="reference: $cpus CPUs, side $config, main $asked %"
	if [ $mode = off ]; then
		[ $status -ne 0 ]
		result $? "off, $name must fail"
	else
		result $status "$name"
	fi
}

seconds=$1 mode=on
shift
[ "$1" != off ] || { mode=off; shift; }
cpus=$(cpus_online)
feature=$(headroom_feature) || { result 1 "reference: the feature can be switched"; exit 1; }
feature_set "$feature" $mode
current=
for item; do
	if [ "${item%:*}" != "$current" ]; then
		[ -z "$current" ] || side_remove
		current=${item%:*}
		side_build "$current"
		echo "30 0" >$cg/main/cpu.headroom
		sides_steer hungry
	fi
	row "$current" "${item#*:}"
done
side_remove
feature_set "$feature" on
exit $failed
