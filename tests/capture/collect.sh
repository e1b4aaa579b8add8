#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Usage: collect.sh FOLDER
#
# Copies what headroom-top reads below /proc and /sys into FOLDER, names and all: the result is
# raw and for tests/capture/capture to scrub. Needs a POSIX shell, cat, find and readlink, so it
# also runs in a guest that has only busybox. What cannot be read is left out.
set -u
into=${1:?usage: collect.sh FOLDER}

take()
{
	[ -f "$1" ] || return 0
	mkdir -p "$into${1%/*}"
	cat "$1" >"$into$1" 2>/dev/null || rm -f "$into$1"
}

take_link()
{
	[ -L "$1" ] || return 0
	mkdir -p "$into${1%/*}"
	ln -s "$(readlink "$1")" "$into$1"
}

for file in /proc/stat /proc/loadavg /proc/pressure/cpu /proc/schedstat /proc/mounts \
	/proc/cpuinfo /proc/meminfo /proc/sys/kernel/osrelease /proc/sys/kernel/ostype \
	/proc/sys/kernel/arch /proc/sys/kernel/sched_schedstats \
	/sys/kernel/debug/sched/features /sys/kernel/debug/sched/debug \
	/sys/kernel/sched_ext/state /sys/kernel/sched_ext/root/ops; do
	take "$file"
done

# The machine's shape: only the files that tell of it, a machine has thousands of others there.
cpus=/sys/devices/system/cpu
for file in possible present online offline isolated nohz_full kernel_max; do
	take "$cpus/$file"
done
find "$cpus" -type f | grep -E '/cpu[0-9]+/(topology|cache/index[0-9]+|regs/identification)/|/(cpu_capacity|online|cpuinfo_max_freq|base_frequency|acpi_cppc/nominal_freq)$' |
	while read -r file; do take "$file"; done
nodes=/sys/devices/system/node
for file in "$nodes"/* "$nodes"/node*/cpumap "$nodes"/node*/cpulist "$nodes"/node*/distance \
	"$nodes"/node*/meminfo; do
	take "$file"
done
for link in /sys/bus/cpu/devices/* /sys/bus/node/devices/* "$nodes"/node*/cpu*; do
	take_link "$link"
done

# cgroup v2, its cpu files only
mount=$(grep ' cgroup2 ' /proc/mounts | { read -r _ point _; echo "${point:-}"; })
[ -z "$mount" ] || find "$mount" -type f \( -name 'cpu.*' -o -name cgroup.controllers \
	-o -name cgroup.subtree_control -o -name cgroup.type -o -name 'cpuset.cpus*' \) |
	while read -r file; do take "$file"; done
