#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Rows beyond the reference table: tolerance, its default, cpu.max on the side as well, unequal
# periods, exempt groups. On two CPUs; the argument is how many seconds a row is held.
. /vm/common.sh
. /vm/judge.sh

# stat_value FILE KEY
stat_value()
{
	sed -n "s/^$2 //p" "$cg/side1/$1"
}

# why NAME WHO - whether cpu.headroom.stat says that headroom, or cpu.max, held side1 back in the
# row that was just measured: limited_usec is the part of throttled_usec for which headroom was the
# reason.
why()
{
	local all limited

	# Both grow on while they are read, by a whole period at a time: the part before the whole.
	limited=$(stat_value cpu.headroom.stat limited_usec)
	all=$(stat_value cpu.stat throttled_usec)
	note "$1: throttled $all us, for headroom $limited us, in $(stat_value cpu.headroom.stat \
		nr_limited) of $(stat_value cpu.stat nr_throttled) periods"
	if [ "$2" = headroom ]; then
		[ "$limited" -gt 100000 ] && [ "$limited" -le "$all" ] &&
			[ $((limited * 10)) -gt $((all * 8)) ]
	else
		[ "$all" -gt 100000 ] && [ $((limited * 10)) -lt "$all" ]
	fi
	result $? "rows: the stat says that $2 held the side back"
}

# row NAME CONFIGURATION CLAIM MAIN SIDE IDLE [COMMAND] - COMMAND runs in the scene before it is
# held. Rows that throttle are repeated with the throttling off and must then fail.
row()
{
	local name="rows: $1" config=$2 claim=$3 main=$4 side=$5 idle=$6 command=${7:-:} status

	scene_build "$config"
	echo "$claim" >$cg/main/cpu.headroom
	eval "$command"
	sides_steer hungry
	steer main "$main"
	row_hold "$seconds" judge_shares "$main" "$side" "$idle"
	result $? "$name"
	[ -z "$reason" ] || why "$1" "$reason"
	if [ -n "$throttles" ]; then
		headroom_switch off
		scene_measure 2
		! judge_shares "$main" "$side" "$idle"
		result $? "off, $name must fail"
		headroom_switch on
	fi
	scene_remove
}

seconds=$1
headroom_switch on
throttles=yes reason=
row "tolerance 5, main 70: the side gets it" 2 "30 5" 70 5 25
row "tolerance 10, main 80: two groups get it together" 2 "30 10" 80 10 10
row "tolerance 10, main 75: a slice as a whole gets it" slice "30 10" 75 10 15
reason=headroom
row "cpu.max above the room: the headroom binds" 2 "30 0" 50 20 30 \
	'for g in side1 side2; do echo "80000 100000" >$cg/$g/cpu.max; done'
reason=
row "unequal periods: 20 ms beside 250 ms" 2 "30 0" 50 20 30 \
	'echo "max 20000" >$cg/side1/cpu.max; echo "max 250000" >$cg/side2/cpu.max'
row "a side with a claim of 10 must leave only 20" 2 "30 0" 40 40 20 \
	'for g in side1 side2; do echo "10 max" >$cg/$g/cpu.headroom; done'
# Unthrottled, three groups of one weight: main gets what it asks for while that is below a third.
throttles=
row "tolerance 80: the floor is above the room" 2 "30 80" 25 75 0
row "tolerance max: nobody is throttled" 2 "30 max" 25 75 0
row "headroom 0: the tolerance is ignored" 2 "0 5" 25 75 0
reason=cpu.max
row "cpu.max below the room binds" 2 "30 0" 30 20 50 \
	'for g in side1 side2; do echo "20000 100000" >$cg/$g/cpu.max; done'
reason=
row "an exempt side is not throttled" 2 "30 0" 25 75 0 \
	'for g in side1 side2; do echo "max 0" >$cg/$g/cpu.headroom; done'
exit $failed
