#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The reference table of cpu.headroom: main at a steered share of the machine, hungry side groups,
# and what the machine is left with, judged by meter.
#
# Usage: headroom-reference.sh SECONDS [off] CONFIGURATION:MAIN_PCT...
# SECONDS is how long a row is held; a configuration is 1, 2 or 4 (side groups) or slice. "off"
# runs the rows with the throttling switched off: then they must fail.
. /vm/common.sh
. /vm/judge.sh

# row CONFIGURATION MAIN - holds one row and judges it. On more than two CPUs software emulation may
# make main use more than it was asked to.
row()
{
	local name="reference: $cpus CPUs, side $1, main $2 %" status asked=$2

	[ "$cpus" -eq 2 ] || asked=any
	steer main "$2"
	row_hold "$seconds" judge_row "$asked" "$cpus" "$(echo $tops | wc -w)" 30
	status=$?
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
headroom_switch $mode
[ $mode = on ] || attempts=1
current=
for item; do
	if [ "${item%:*}" != "$current" ]; then
		[ -z "$current" ] || scene_remove
		current=${item%:*}
		scene_build "$current"
		echo "30 0" >$cg/main/cpu.headroom
		sides_steer hungry
	fi
	row "$current" "${item#*:}"
done
scene_remove
headroom_switch on
exit $failed
