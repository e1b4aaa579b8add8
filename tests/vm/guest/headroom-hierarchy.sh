#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Drives the kernel through the trees of hierarchy.table, which were worked out by hand, and
# compares effective headroom and tolerance, target_idle and min_runtime of every group, and the
# claim in force and who set it, after every step.
. /vm/common.sh

base=/vm/hierarchy.table
tree= status=0 groups= block= tries=0

# Values as the kernel prints them: 30 is 30.00, 100 is max.
canonical()
{
	case $1 in
	max|100)	word=max ;;
	*.??)		word=$1 ;;
	*.?)		word=${1}0 ;;
	*)		word=$1.00 ;;
	esac
}

tasks_kill()
{
	[ -z "$sleepers" ] || kill $sleepers
	[ -z "$sleepers" ] || wait $sleepers 2>/dev/null
	sleepers=
}

# The groups of a tree, children last in $groups.
tree_remove()
{
	local group reversed=

	tasks_kill
	for group in $groups; do
		reversed="$group $reversed"
	done
	groups_remove $reversed
	groups=
}

controller_enable()
{
	local parent=${1%/*}

	[ "$parent" != "$1" ] || return 0
	echo +cpu >"$cg/$parent/cgroup.subtree_control"
}

# group_create PATH HEADROOM TOLERANCE CONTROLLER
group_create()
{
	mkdir "$cg/$1" || status=1
	groups="$groups $1"
	if [ "$4" = 1 ]; then
		controller_enable "$1" || status=1
		echo "$2 $3" >"$cg/$1/cpu.headroom" || status=1
	fi
}

group_attach()
{
	sleep 100000 &
	sleepers="$sleepers $!"
	echo $! >"$cg/$1/cgroup.procs" || status=1
}

# All tasks of a group to another by way of the root.
tasks_move()
{
	local pid pids= to=$2

	[ "$to" != / ] || to=
	while read -r pid; do
		pids="$pids $pid"
	done <"$cg/$1/cgroup.procs"
	for pid in $pids; do
		echo "$pid" >$cg/cgroup.procs || status=1
		[ -z "$to" ] || echo "$pid" >"$cg/$to/cgroup.procs" || status=1
	done
}

step_do()
{
	case $1 in
	set)	echo "$3 $4" >"$cg/$2/cpu.headroom" || status=1 ;;
	mkdir)	group_create "$2" 0 max 1 ;;
	rmdir)	groups_remove "$2" || status=1
		groups=$(echo "$groups " | sed "s| $2 | |; s| \$||") ;;
	move)	tasks_move "$2" "$3" ;;
	*)	note "unknown step $1"; status=1 ;;
	esac
}

# group_matches PATH HEADROOM TOLERANCE TASKS CONTROLLER -> AH AT EH ET TARGET MIN
group_matches()
{
	local key value eh= et= target= min= got
	[ "$5" = 1 ] || return 0

	while read -r key value; do
		case $key in
		effective_headroom)	eh=$value ;;
		effective_tolerance)	et=$value ;;
		target_idle)		target=$value ;;
		min_runtime)		min=$value ;;
		esac
	done <"$cg/$1/cpu.headroom.stat"
	got="$eh $et $target $min"
	canonical "$9"; want=$word
	shift 9
	canonical "$1"; want="$want $word"
	canonical "$2"; want="$want $word"
	canonical "$3"; want="$want $word"
	[ "$got" = "$want" ] && return 0
	mismatch="effective values, target_idle, min_runtime: got $got, want $want"
	return 1
}

# global_matches HEADROOM TOLERANCE PATHS - the root's view of the claim.
global_matches()
{
	local key value gh= gt= by= path got

	while read -r key value; do
		case $key in
		global_headroom)	gh=$value ;;
		global_tolerance)	gt=$value ;;
		set_by)			by=$value ;;
		esac
	done <$cg/cpu.headroom.stat
	got="$gh $gt"
	canonical "$1"; want=$word
	canonical "$2"; want="$want $word"
	mismatch="the claim: got $got set by $by, want $want set by $3"
	[ "$got" = "$want" ] || return 1
	[ "$3" != - ] || { [ "$by" = 0 ]; return; }
	for path in $(echo "$3" | tr , ' '); do
		[ "$by" != "$(stat -c %i "$cg/$path")" ] || return 0
	done
	return 1
}

# Every row of the block holds; the kernel may take a moment after tasks came or went.
block_check()
{
	local row try bad

	try=0
	while :; do
		bad=
		while read -r row; do
			[ -n "$row" ] || continue
			group_matches $row || bad="$bad
# $tree, ${row%%[ 	]*}: $mismatch"
		done <<-END
		$block
		END
		global_matches $claim || bad="$bad
# $tree: $mismatch"
		[ -n "$bad" ] || return 0
		try=$((try + 1))
		[ $try -lt 20 ] || break
		tries=$((tries + 1))
		usleep 50000
	done
	echo "$bad" | sed 1d
	status=1
}

# Builds the tree from its first block: groups, controllers and values, then tasks.
block_build()
{
	local path headroom tolerance tasks controller rest

	while read -r path headroom tolerance tasks controller rest; do
		[ -z "$path" ] || group_create "$path" "$headroom" "$tolerance" "$controller"
	done <<-END
	$block
	END
	while read -r path headroom tolerance tasks controller rest; do
		[ "$tasks" != 1 ] || group_attach "$path"
	done <<-END
	$block
	END
}

block_end()
{
	[ -n "$block" ] || return 0
	if [ -n "$step" ]; then
		step_do $step
	else
		block_build
	fi
	block_check
	block=
	rows=$((rows + 1))
}

tree_end()
{
	[ -n "$tree" ] || return 0
	tree_remove || status=1
	result $status "hierarchy: $tree"
	status=0
}

rows=0 step= sleepers=
while read -r line; do
	line=${line%%#*}
	set -- $line
	case ${1:-} in
	'')	;;
	tree)	tree_end
		tree=$2 step= ;;
	step)	shift
		step="$*" ;;
	global)	shift
		claim=$*
		block_end ;;
	*)	block="$block
$*" ;;
	esac
done <$base
tree_end
note "hierarchy: $rows blocks; $tries readings had to be repeated after tasks moved"
[ $rows -gt 20 ]
result $? "hierarchy: the whole table was read"
exit $failed
