# SPDX-License-Identifier: GPL-2.0-only
#
# Runs in the virtual machine of tests/screens/record: a scene of loads whose states are known, and
# a recording of it in /out. Usage: record-guest.sh mixed|forced
mkdir -p /out

work()
{
	load "$@" &
}

# One CPU overloaded, one busy, one sched-idle, one real-time, one offline, one crowd.
scene_mixed()
{
	echo 0 >/sys/devices/system/cpu/cpu6/online
	work --name pair --cpus 1 --threads 2 hungry
	work --name alone --cpus 2 --threads 1 hungry
	work --name sidle-one --policy idle --cpus 3 --threads 1 hungry
	work --name fifo --policy fifo --cpus 4 --threads 1 hungry
	work --name crowd --cpus 4-5 --threads 5 hungry
	work --name sidle-crowd --policy idle --cpus 7 --threads 4 hungry
}

# Two cookies on the threads of one core: each idles while the other runs.
scene_forced()
{
	work --name red --cookie --cpus 2 --threads 1 hungry
	work --name blue --cookie --cpus 3 --threads 1 hungry
	work --name red-pair --cookie --cpus 4 --threads 2 hungry
	work --name blue-one --cookie --cpus 5 --threads 1 hungry
}

"scene_${1:-mixed}"
sleep 1
# An emulated CPU is slow: the default budget would lower the sampling rate.
headroom-top record --budget 5 --count 12 /out/recording.ndjson
