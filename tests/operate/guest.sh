#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# headroom-top changes knobs as root; every value is judged by reading the kernel's file here, not
# by what the program says. Runs in a virtual machine, with the names of tests or with none: all.
. /vm/common.sh

export HEADROOM_STATE_DIR=/tmp/state

# run STATUS COMMAND... - headroom-top must exit with it; what it said is in /tmp/out.
run()
{
	local want=$1 status=0
	shift

	headroom-top "$@" >/tmp/out 2>&1 || status=$?
	[ $status -eq "$want" ] && return
	note "headroom-top $*: exit status $status, expected $want"
	sed 's/^/# /' /tmp/out
	return 1
}

says()
{
	grep -q "$1" /tmp/out && return
	note "expected '$1' in:"
	sed 's/^/# /' /tmp/out
	return 1
}

# reads FILE TEXT - what the kernel has in a file of a cgroup.
reads()
{
	local got

	got=$(cat "$cg/$1" 2>&1)
	[ "$got" = "$2" ] && return
	note "$1 reads '$got', expected '$2'"
	return 1
}

entries()
{
	grep -c '"record":"intent"' /tmp/state/journal.ndjson 2>/dev/null || true
}

# edit KNOB VALUE READ - set, read from outside, undo, read again.
edit()
{
	local before status=0

	before=$(cat "$cg/main/$1")
	run 0 set main "$1" "$2" && reads "main/$1" "$3" && run 0 undo && reads "main/$1" "$before" ||
		status=1
	result $status "edit: $1 '$2' and back"
}

test_edit()
{
	edit cpu.max 50000 "50000 100000"
	edit cpu.max "20000 50000" "20000 50000"
	edit cpu.weight 250 250
	edit cpu.weight.nice -5 -5
	edit cpu.idle 1 1
	edit cpuset.cpus 0,1 0-1
	echo "50000 100000" >$cg/main/cpu.max
	edit cpu.max.burst 30000 30000
	echo max >$cg/main/cpu.max
	[ ! -e $cg/main/cpu.headroom ] || edit cpu.headroom "30.5 5" "30.50 5.00"
	run 0 set main cpu.weight 111 && run 0 set main cpu.weight 112 && run 0 set main cpu.idle 1 &&
		run 0 undo all && reads main/cpu.idle 0 && reads main/cpu.weight 100
	result $? "edit: undo all goes back through every change"
	run 1 undo && says "nothing to take back"
	result $? "edit: then nothing is left to undo"
}

# The kernel forgets the weight when cpu.idle is set; undo knows it.
test_weight()
{
	echo 250 >$cg/main/cpu.weight
	run 0 set main cpu.idle 1 && run 2 set main cpu.weight 50 &&
		says "while cpu.idle is 1" && run 0 undo && reads main/cpu.idle 0 &&
		reads main/cpu.weight 250
	result $? "weight: undo of cpu.idle brings the weight back"
	echo 1 >$cg/main/cpu.idle
	run 0 set main cpu.idle 0 && reads main/cpu.weight 100 && run 0 undo && reads main/cpu.idle 1
	result $? "weight: cpu.idle cleared and set again"
	echo 0 >$cg/main/cpu.idle
	echo 333 >$cg/main/cpu.weight
	run 0 set main cpu.weight.nice 3 && run 0 undo && reads main/cpu.weight 333
	result $? "weight: undo of cpu.weight.nice brings the exact weight back"
	echo 100 >$cg/main/cpu.weight
}

# refused STATUS SENTENCE WORD... - and nothing is changed, noted or locked.
refused()
{
	local status=0 before after count sentence=$2 want=$1
	shift 2

	count=$(entries)
	before=$(cat $cg/main/cpu.* $cg/main/cpuset.cpus $features | grep -v _usec)
	run "$want" "$@" && says "$sentence" || status=1
	after=$(cat $cg/main/cpu.* $cg/main/cpuset.cpus $features | grep -v _usec)
	[ "$before" = "$after" ] || { status=1; note "values changed"; }
	[ "$count" = "$(entries)" ] || { status=1; note "the journal has a new entry"; }
	result $status "refused: $*"
}

test_refused()
{
	refused 2 "cpu.max takes" set main cpu.max 10
	refused 2 "cpu.weight takes" set main cpu.weight 0
	refused 2 "cpu.idle takes" set main cpu.idle yes
	refused 2 "cpuset.cpus takes" set main cpuset.cpus 0-x
	refused 2 "no knob" set main memory.max 1
	refused 2 "no path" set ../main cpu.weight 1
	refused 1 "no cgroup" set nothere cpu.weight 1
	refused 3 "root group has no" set / cpu.weight 1
	refused 2 "no scheduler feature" feature NO_SUCH_FEATURE off
	refused 2 "takes on or off" feature PLACE_LAG maybe
	refused 2 "no tunable" tunable nosuchfile 1
	refused 2 "not the name" tunable ../../x 1
	refused 3 "read-only" --read-only set main cpu.weight 7
	refused 0 "wanted  *7" --dry-run set main cpu.weight 7
	if [ -e $cg/main/cpu.headroom ]; then
		refused 2 "cpu.headroom takes" set main cpu.headroom 30
		refused 2 "cpu.headroom takes" set main cpu.headroom "101 0"
	else
		refused 3 "has no cpu.headroom" set main cpu.headroom "30 0"
	fi
	run 1 set main cpuset.cpus 4000 && says "the kernel"
	result $? "refused: what only the kernel can refuse, with its reason"
	reads main/cpuset.cpus 0
	result $? "refused: and the value stays"
	run 1 set main cpuset.cpus "" && says "without a CPU" && reads main/cpuset.cpus 0
	result $? "refused: a list of CPUs is not emptied while tasks are in the group"
}

test_features()
{
	local before preempt=/sys/kernel/debug/sched/preempt other=voluntary

	before=$(cat $features)
	run 0 feature PLACE_LAG off && grep -qw NO_PLACE_LAG $features && run 0 undo &&
		[ "$before" = "$(cat $features)" ]
	result $? "features: off and back"
	run 0 tunable base_slice_ns 4000000 &&
		[ "$(cat /sys/kernel/debug/sched/base_slice_ns)" = 4000000 ] && run 0 undo
	result $? "features: a tunable of debugfs"
	run 0 tunable kernel.sched_schedstats 0 &&
		[ "$(cat /proc/sys/kernel/sched_schedstats)" = 0 ] && run 0 undo &&
		[ "$(cat /proc/sys/kernel/sched_schedstats)" = 1 ]
	result $? "features: a sysctl"
	before=$(cat $preempt)
	case $before in *"($other)"*) other=full ;; esac
	run 0 tunable preempt $other && grep -q "($other)" $preempt && run 0 undo &&
		[ "$before" = "$(cat $preempt)" ]
	result $? "features: the preemption model, which reads back with all its choices"
}

test_foreign()
{
	run 0 set main cpu.weight 50
	echo 77 >$cg/main/cpu.weight
	run 1 undo && says "somebody else changed it" && reads main/cpu.weight 77
	result $? "foreign: somebody's value is not overwritten"
	run 0 journal && says "overwritten by somebody else: 77"
	result $? "foreign: the journal tells it"
	echo 100 >$cg/main/cpu.weight
	run 0 undo
	result $? "foreign: put back by hand, the change counts as undone"
	mkdir $cg/gone
	run 0 set gone cpu.weight 50
	rmdir $cg/gone
	mkdir $cg/gone
	echo 50 >$cg/gone/cpu.weight
	run 0 undo && says "is gone, nothing" && reads gone/cpu.weight 50
	result $? "foreign: a group made anew under the name is left alone"
	rmdir $cg/gone
}

test_for()
{
	setsid sh -c 'headroom-top set main cpu.weight 60 --for 3s; kill -9 $$' >/tmp/out 2>&1
	reads main/cpu.weight 60
	result $? "for: the change is made"
	sleep 5
	reads main/cpu.weight 100 && run 0 journal && says "expire of"
	result $? "for: it takes itself back though its session was killed"
	run 0 set main cpu.weight 61 --for 3s && run 0 journal confirm last
	sleep 5
	reads main/cpu.weight 61
	result $? "for: confirmed, it stays"
	run 0 undo
	run 0 set main cpu.weight 62 --for 60s
	pkill_guard
	sleep 2
	reads main/cpu.weight 100
	result $? "for: the guard takes it back when it is told to end"
	run 0 set main cpu.weight 63 --for 60s && run 0 undo
	sleep 2
	! pidof headroom-guard >/dev/null
	result $? "for: after an undo the guard ends"
}

# Guards are ours alone in this machine.
pkill_guard()
{
	local pid

	for pid in /proc/[0-9]*; do
		[ "$(cat "$pid/comm" 2>/dev/null)" != headroom-guard ] || kill "${pid#/proc/}"
	done
}

test_group()
{
	local task

	run 0 group create made && [ -d $cg/made ]
	result $? "group: create"
	run 1 group create made && says "already"
	result $? "group: twice is refused"
	sleep 100 &
	task=$!
	echo $task >$cg/main/cgroup.procs
	run 0 group move $task made && grep -qx $task $cg/made/cgroup.procs
	result $? "group: a task moves"
	run 1 group delete made && [ -d $cg/made ]
	result $? "group: one with tasks is not removed"
	run 0 undo && grep -qx $task $cg/main/cgroup.procs
	result $? "group: undo moves the task back"
	run 0 group delete made && [ ! -d $cg/made ] && run 0 undo && [ -d $cg/made ]
	result $? "group: delete, and undo makes it again"
	grep '"kind":"delete"' /tmp/state/journal.ndjson | tail -n 1 >/tmp/removal
	[ -s /tmp/removal ] && ! grep '"lost"' /tmp/removal
	result $? "group: one that was just made has no values to keep"
	run 0 set made cpu.weight 250 && run 0 set made cpu.max "5000 20000" && run 0 group delete made
	run 0 undo && reads made/cpu.weight 250 && reads made/cpu.max "5000 20000"
	result $? "group: undo of a removal gives it its values back"
	run 0 undo && run 0 undo && reads made/cpu.weight 100 && reads made/cpu.max "max 100000"
	result $? "group: what was set before the removal can still be taken back"
	kill $task
	wait $task 2>/dev/null
	rmdir $cg/made
	run 0 undo all && says "is gone, nothing"
	result $? "group: what was removed by hand is settled"
}

test_names()
{
	local name status=0

	name=$(printf 'odd \033[31m\377 "x" \\')
	mkdir "$cg/$name"
	run 0 set "$name" cpu.weight 50 && run 0 journal || status=1
	! grep -q "$(printf '\033')" /tmp/out || { status=1; note "an escape was printed"; }
	! grep -q "$(printf '\033')" /tmp/state/journal.ndjson || status=1
	run 0 set "$name" cpu.weight 51 --dry-run || status=1
	! grep -q "$(printf '\033')" /tmp/out || { status=1; note "an escape was printed"; }
	run 0 undo && [ "$(cat "$cg/$name/cpu.weight")" = 100 ] || status=1
	result $status "names: control characters reach neither terminal nor journal"
	rmdir "$cg/$name"
}

# Twenty edits by each of two writers at once.
test_two()
{
	local i before

	mkdir $cg/other
	before=$(entries)
	(for i in $(seq 1 20); do headroom-top set main cpu.weight $((100 + i)); done) >/tmp/one 2>&1 &
	for i in $(seq 1 20); do headroom-top set other cpu.weight $((200 + i)); done >/tmp/two 2>&1
	wait $!
	[ $(($(entries) - before)) -eq 40 ] && reads main/cpu.weight 120 && reads other/cpu.weight 220 &&
		[ "$(grep -o '"intent","id":[0-9]*' /tmp/state/journal.ndjson | sort | uniq -d)" = "" ]
	result $? "two: writers at once keep one journal"
	run 0 undo all && reads main/cpu.weight 100 && reads other/cpu.weight 100
	result $? "two: and all of it is taken back"
	rmdir $cg/other
}

# What is opened for writing below /sys, /proc and the state folder.
test_read_only()
{
	strace -f -o /tmp/trace -e trace=open,openat,openat2,creat headroom-top --read-only snapshot \
		>/tmp/out 2>&1
	grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC' /tmp/trace | grep -v /dev/null >/tmp/writes
	[ -s /tmp/out ] && [ ! -s /tmp/writes ]
	result $? "read-only: a snapshot opens nothing for writing"
	sed 's/^/# /' /tmp/writes
	strace -f -o /tmp/trace -e trace=open,openat,openat2,creat headroom-top --read-only set main \
		cpu.weight 9 >/tmp/out 2>&1
	! grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC' /tmp/trace | grep -v /dev/null | grep .
	result $? "read-only: a refused edit opens nothing for writing"
}

# What is left of root's capabilities while it runs; 4 is CAP_DAC_READ_SEARCH, c0.. BPF and PERFMON.
capabilities()
{
	local pid got

	headroom-top "$@" stream >/dev/null 2>&1 &
	pid=$!
	sleep 4
	got=$(awk '/^CapEff/ { print $2 }' /proc/$pid/status)
	kill $pid
	wait $pid 2>/dev/null
	echo "$got"
}

test_capabilities()
{
	local got

	got=$(capabilities --read-only)
	[ "$got" = 000000c000000004 ]
	result $? "capabilities: read-only keeps what observing needs ($got)"
	got=$(capabilities)
	[ "$got" = 000000c000a00006 ]
	result $? "capabilities: with edits what writing needs too ($got)"
}

test_wait()
{
	run 0 wait 'global_idle_pct >= 0' --for 10s
	result $? "wait: holds"
	run 1 wait 'global_idle_pct > 100' --for 2s
	result $? "wait: does not hold"
	run 2 wait 'nosuchfield > 1'
	result $? "wait: a field that is not there"
	run 0 set main cpu.weight 150 && run 0 wait 'cgroups[path=main].weight == 150' --for 10s &&
		run 0 undo
	result $? "wait: for an edit, seen in the document"
}

# Idle ticks of all CPUs, and the time that passed on all of them in the same unit. Not the sum of
# all ticks: a virtual CPU that the host does not run loses busy ticks, but no idle time.
idle_now()
{
	echo "$(awk '/^cpu / { print $5 }' /proc/stat) $(awk -v n="$(cpus_online)" \
		'{ print $1 * 100 * n }' /proc/uptime)"
}

# idle_pct SECONDS - of all CPUs, by the kernel's own counts and nothing of ours.
idle_pct()
{
	local before

	before=$(idle_now)
	sleep "$1"
	echo "$before $(idle_now)" | awk '{ printf "%.0f\n", 100 * ($3 - $1) / ($4 - $2) }'
}

# idle_median SECONDS - the median of three windows.
idle_median()
{
	local i

	for i in 1 2 3; do
		idle_pct "$1"
	done | sort -n | sed -n 2p
}

# The claim set and taken back by the program, the effect judged by /proc/stat. Two side groups.
# With the mechanism off the same claim must not show.
test_effect()
{
	local free claimed off back name

	if [ ! -e $cg/main/cpu.headroom ]; then
		echo "ok - effect: the claim # SKIP this kernel has no cpu.headroom"
		return
	fi
	name=$(grep -o '[A-Z_]*HEADROOM[A-Z_]*' $features | sed 's/^NO_//' | head -n 1)
	mkdir $cg/side1 $cg/side2
	load_start side1 side1 --pin
	load_start side2 side2 --pin
	steer side1 hungry
	steer side2 hungry
	sleep 1
	free=$(idle_median 2)
	run 0 set main cpu.headroom "30 0"
	sleep 2
	claimed=$(idle_median 2)
	run 0 feature "$name" off
	sleep 1
	off=$(idle_median 2)
	run 0 undo last
	run 0 undo last
	sleep 1
	back=$(idle_median 2)
	note "idle before $free %, claimed $claimed %, with $name off $off %, after undo $back %"
	[ "$free" -le 5 ] && [ "$claimed" -ge 27 ] && [ "$claimed" -le 33 ] && [ "$back" -le 5 ]
	result $? "effect: 30 % stay idle while it is set, and the cycles come back"
	[ "$off" -le 5 ]
	result $? "effect: not with the mechanism off"
	loads_stop
	groups_remove side1 side2
}

# The kernel's values against ours: nested claims, a group whose children have no cpu controller, and
# more groups than are read whole at every sample.
test_agrees()
{
	local i=0 files

	if [ ! -e $cg/main/cpu.headroom ]; then
		echo "ok - agrees: # SKIP this kernel has no cpu.headroom"
		return
	fi
	mkdir -p $cg/main/in $cg/many $cg/plain/deep
	echo +cpu >$cg/main/cgroup.subtree_control
	echo +cpu >$cg/many/cgroup.subtree_control
	while [ $i -lt 400 ]; do
		mkdir $cg/many/$i
		i=$((i + 1))
	done
	sleep 1000 &
	echo $! >$cg/plain/deep/cgroup.procs
	echo "40 5" >$cg/main/cpu.headroom
	echo "20 10" >$cg/plain/cpu.headroom
	echo "30 5" >$cg/many/399/cpu.headroom
	(sleep 4; echo "35 7" >$cg/many/399/cpu.headroom) &
	run 0 stream --count 6 --interval 2
	files=$(find $cg -name cpu.headroom | wc -l)
	tail -n 1 /tmp/out >/tmp/last
	[ "$(grep -o '"kernel_agrees":true' /tmp/last | wc -l)" -eq "$files" ] &&
		grep -q '"configured":{"headroom_pct":35,"tolerance_pct":7}' /tmp/last &&
		! grep -q '"kernel_agrees":false' /tmp/out
	result $? "agrees: the kernel and the rules, for each of $files groups, also while one is changed"
	run 0 doctor && ! says "not held against" >/tmp/said
	result $? "agrees: what no file shows is read from the kernel's fields"
	run 0 doctor --no-bpf && says "not held against the kernel's: BPF is switched off"
	result $? "agrees: and without BPF the doctor says that it is not"
	echo "0 max" >$cg/main/cpu.headroom
	kill $! 2>/dev/null
	rmdir $cg/main/in $cg/many/*/ $cg/many
	echo -cpu >$cg/main/cgroup.subtree_control
	while read -r i; do kill "$i"; done <$cg/plain/deep/cgroup.procs
	sleep 0.2
	rmdir $cg/plain/deep $cg/plain
}

# user and system time of a process, in ticks of 10 ms
ticks_of()
{
	awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"
}

# cost NAME SECONDS ARGUMENT... - what a process of ours takes with the groups that there are.
cost()
{
	local name=$1 seconds=$2 pid before after
	shift 2

	headroom-top "$@" >/dev/null 2>&1 &
	pid=$!
	sleep 5
	before=$(ticks_of $pid)
	sleep "$seconds"
	after=$(ticks_of $pid)
	note "cost with $(groups_now) groups, emulated: $name" \
		"$(awk "BEGIN { print ($after - $before) / $seconds }") % of one CPU," \
		"$(awk '/^VmHWM/ { print int($2 / 1024) }' /proc/$pid/status) MB at its peak"
	kill $pid
	wait $pid 2>/dev/null
}

groups_now()
{
	find $cg -type d | wc -l
}

# Groups that are removed and made anew while the program streams.
churn()
{
	local i

	while :; do
		for i in $(seq 0 49); do
			[ ! -e /tmp/quiet ] || return 0
			rmdir "$cg/many/$i/$((i + 3))" && mkdir "$cg/many/$i/$((i + 3))"
			rmdir "$cg/many/$i/$i" && mkdir "$cg/many/$i/new-$i" &&
				rmdir "$cg/many/$i/new-$i" && mkdir "$cg/many/$i/$i"
		done
	done
}

# documents N - waits until so many more have come.
documents()
{
	local want try=0

	want=$(($(wc -l </tmp/counts) + $1))
	while [ "$(wc -l </tmp/counts)" -lt $want ] && [ $try -lt 120 ]; do
		try=$((try + 1))
		sleep 1
	done
}

# 5,000 groups, each with the cpu controller on.
test_many()
{
	local i j churning counting streaming status=0 path

	rm -f /tmp/quiet
	: >/tmp/counts
	mkdir $cg/many
	echo +cpu >$cg/many/cgroup.subtree_control
	for i in $(seq 0 49); do
		mkdir "$cg/many/$i"
		echo +cpu >"$cg/many/$i/cgroup.subtree_control"
		for j in $(seq 0 98); do
			mkdir "$cg/many/$i/$j"
		done
	done
	mkfifo /tmp/documents
	awk '{ print > "/tmp/last"; close("/tmp/last"); print gsub(/"limited_by":/, ""); fflush() }' \
		</tmp/documents >/tmp/counts &
	counting=$!
	headroom-top stream --interval 3 >/tmp/documents 2>/tmp/error &
	streaming=$!
	churn &
	churning=$!
	documents 5
	touch /tmp/quiet
	wait $churning
	documents 3
	kill $streaming
	wait $streaming || status=1
	wait $counting
	[ $status -eq 0 ] && [ ! -s /tmp/error ] && [ "$(wc -l </tmp/counts)" -ge 8 ]
	result $? "many: a stream goes on while groups are removed and made anew"
	sed 's/^/# /' /tmp/error
	note "groups in the documents: $(tr '\n' ' ' </tmp/counts)there are $(groups_now)"
	[ "$(tail -n 1 /tmp/counts)" -eq "$(groups_now)" ] &&
		awk -v all="$(groups_now)" '$1 < all - 100 || $1 > all { exit 1 }' /tmp/counts
	result $? "many: every document has the groups, all but those that went while it was read"
	# Lines of a group each: busybox finds nothing in one of megabytes.
	tr '{' '\n' </tmp/last >/tmp/groups
	for i in 0 17 49; do
		path="many/$i/$i"
		grep -q "^\"path\":\"$path\",.*\"inode\":$(stat -c %i "$cg/$path")," /tmp/groups ||
			{ status=1; note "$(stat -c %i "$cg/$path"): $(grep "\"path\":\"$path\"" /tmp/groups)"; }
	done
	result $status "many: a group made anew is another group"
	cost "metrics every second" 20 stream --format prometheus -o /tmp/metrics
	cost "documents every 3 s" 20 stream --interval 3
	rmdir $cg/many/*/*/ $cg/many/*/ $cg/many
}

test_kill()
{
	. /vm/kill.sh
}

mkdir $cg/main
echo 0 >$cg/main/cpuset.cpus
# A claim counts only while its group has a task.
sleep 10000 &
echo $! >$cg/main/cgroup.procs
for name in ${*:-edit weight refused features foreign for group names two read_only capabilities wait effect agrees many kill}; do
	"test_$name"
done
exit $failed
