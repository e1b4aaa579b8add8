# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by the guest tests and the lab: TAP lines (the host numbers them), cgroups, and loads that
# can be steered.

cg=/sys/fs/cgroup
features=/sys/kernel/debug/sched/features
tracing=/sys/kernel/tracing
failed=0

# result STATUS NAME - one test; 0 is passed.
result()
{
	if [ "$1" -eq 0 ]; then
		echo "ok - $2"
	else
		echo "not ok - $2"
		failed=1
	fi
}

note()
{
	echo "# $*"
}

# load_start GROUP NAME [OPTION...] - a load in a cgroup, off, that follows /run/load/NAME. Its
# threads are there on return.
load_start()
{
	local group=$1 name=$2 try=0
	shift 2

	echo off >"/run/load/$name"
	load --cgroup "$cg/$group" --control "/run/load/$name" --name "$name" "$@" off &
	loads="$loads $!"
	while [ "$(wc -l <"$cg/$group/cgroup.threads")" -lt 2 ] && [ $try -lt 100 ]; do
		try=$((try + 1))
		usleep 20000
	done
	usleep 50000
}

loads_stop()
{
	local pid

	for pid in $loads; do
		kill "$pid"
	done
	for pid in $loads; do
		wait "$pid" 2>/dev/null
	done
	loads=
	rm -f /run/load/*
}

steer()
{
	echo "$2" >"/run/load/$1"
}

# groups_remove GROUP... - children first; a group whose tasks are just gone is busy for a moment.
groups_remove()
{
	local group try

	for group; do
		try=0
		while ! rmdir "$cg/$group" 2>/dev/null; do
			try=$((try + 1))
			[ $try -lt 50 ] || { note "$group stays busy"; return 1; }
			usleep 20000
		done
	done
}

# feature_set NAME on|off
feature_set()
{
	if [ "$2" = on ]; then
		echo "$1" >$features
	else
		echo "NO_$1" >$features
	fi
}

cpus_online()
{
	grep -c '^cpu[0-9]' /proc/stat
}

# work OPTION... - a load that runs until works_stop.
work()
{
	load "$@" &
	works="$works $!"
}

works_stop()
{
	[ -z "$works" ] || kill $works
	[ -z "$works" ] || wait $works 2>/dev/null
	works=
}

# mask_comes_to MASK COUNT - by BPF, for every CPU of the LLC. Whatever else runs in the machine may
# be in the mask for a moment: looks up to 20 times.
mask_comes_to()
{
	local try=0

	while [ $try -lt 20 ]; do
		maskwatch /vm/maskwatch.bpf.o >/tmp/bpf
		[ "$(grep -c "mask $1 count $2 " /tmp/bpf)" -ne "$(cpus_online)" ] || return 0
		try=$((try + 1))
		usleep 100000
	done
	note "mask: $(tr '\n' ';' </tmp/bpf)"
	return 1
}
