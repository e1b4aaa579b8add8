#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The interface changes knobs: headroom-top in a terminal (tmux), by keys alone. Every value is
# judged by reading the kernel's file here, idleness and cycles by /proc/stat and cpu.stat, never by
# what the program says. Runs in a virtual machine, with the names of tests or with none: all.
. /vm/common.sh

export HEADROOM_STATE_DIR=/tmp/state
journal=/tmp/state/journal.ndjson
rows=30 cols=110

mux()
{
	tmux -u -f /dev/null -L hr "$@"
}

screen()
{
	mux capture-pane -p -t hr
}

keys()
{
	mux send-keys -t hr "$@"
}

# seen PATTERN [SECONDS] - waits until a line of the screen matches.
seen()
{
	local try=0

	while ! screen | grep -Eq -e "$1"; do
		try=$((try + 1))
		if [ $try -ge $((${2:-15} * 5)) ]; then
			note "not seen: $1; on the screen:"
			screen | sed 's/^/# | /'
			return 1
		fi
		usleep 200000
	done
}

# gone PATTERN - the same for what has to leave the screen.
gone()
{
	local try=0

	while screen | grep -Eq -e "$1"; do
		try=$((try + 1))
		[ $try -lt 75 ] || { note "still on the screen: $1"; return 1; }
		usleep 200000
	done
}

# comes FILE TEXT - waits until the kernel's file of a cgroup has the text.
comes()
{
	local try=0

	while [ "$(cat "$cg/$1" 2>&1)" != "$2" ]; do
		try=$((try + 1))
		if [ $try -ge 75 ]; then
			note "$1 reads '$(cat "$cg/$1" 2>&1)', expected '$2'; on the screen:"
			screen | sed 's/^/# | /'
			return 1
		fi
		usleep 200000
	done
}

# stays FILE TEXT - it has the text, and still has after two more refreshes.
stays()
{
	sleep 2
	[ "$(cat "$cg/$1" 2>&1)" = "$2" ] && return
	note "$1 reads '$(cat "$cg/$1" 2>&1)', expected '$2'"
	return 1
}

entries()
{
	grep -c '"record":"intent"' $journal 2>/dev/null || true
}

# start [OPTION...] - the interface in a fresh terminal, the Cgroups view in front.
start()
{
	mux kill-server 2>/dev/null
	mux new-session -d -s hr -x $cols -y $rows "$trace headroom-top $*; echo ended \$?; sleep 9999"
	seen 'own cost' 60 || return
	keys 5
	seen '\[5 Cgroups' && seen 'main'
}

leave()
{
	keys q
	seen '^ended 0'
}

# calm - leaves whatever a failed step left open: a list, a prompt, a preview.
calm()
{
	keys Escape
	usleep 300000
	keys Escape
	usleep 300000
}

# pick TEXT - selects a row by searching; one that is new comes with the next refresh.
pick()
{
	local try=0

	while [ $try -lt 10 ]; do
		keys /
		seen '^search:' && keys C-u && keys -l -- "$1" && keys Enter && gone '^search:' || return
		usleep 300000
		! screen | grep -q "^>.*$1" || return 0
		try=$((try + 1))
		sleep 1
	done
	seen "^>.*$1"
}

# choose KNOB - opens the list of knobs of the selected group and takes one.
choose()
{
	local try=0

	keys e
	seen 'What to edit' || return
	while ! screen | grep -q "^>$1 "; do
		try=$((try + 1))
		[ $try -lt 20 ] || { note "no $1 in the list"; keys Escape; return 1; }
		keys Down
		usleep 200000
	done
	keys Enter
}

# ask TITLE VALUE - answers the prompt for a value; the preview is then on the screen.
ask()
{
	seen "^$1.*:" && keys C-u && keys -l -- "$2" && keys Enter
}

previewed()
{
	seen 'This change' && seen "^ *wanted  *$1" && seen 'make this change'
}

yes()
{
	keys y Enter
	gone 'make this change'
}

undo()
{
	keys u
	seen 'make this change' && yes
}

# edit KNOB VALUE READ [KEY] - by the list of knobs or a key of its own; read from outside; undone.
edit()
{
	local before status=0

	before=$(cat "$cg/main/$1")
	if [ -n "${4:-}" ]; then keys "$4"; else choose "$1"; fi &&
		ask "$1" "$2" && previewed "$2" && comes "main/$1" "$before" && yes &&
		comes "main/$1" "$3" && seen 'verified' && undo && comes "main/$1" "$before" || status=1
	[ $status -eq 0 ] || calm
	result $status "edit: $1 '$2' and back"
}

test_edit()
{
	edit cpu.headroom "30.5 5" "30.50 5.00" H
	edit cpu.headroom "12 3" "12.00 3.00"
	edit cpu.max "20000 50000" "20000 50000"
	edit cpu.weight 250 250
	edit cpu.weight.nice -5 -5
	edit cpu.idle 1 1
	edit cpuset.cpus 0 0
	echo "50000 100000" >$cg/main/cpu.max
	edit cpu.max.burst 30000 30000
	echo max >$cg/main/cpu.max
	echo 250 >$cg/main/cpu.weight
	edit cpu.idle 1 1
	comes main/cpu.weight 250
	result $? "edit: undo of cpu.idle brings the weight back"
	echo 100 >$cg/main/cpu.weight
}

# nudged KEY... VALUE - stepping keys write at once.
nudged()
{
	local want status=0
	eval "want=\${$#}"

	while [ $# -gt 1 ]; do
		keys "$1"
		usleep 500000
		shift
	done
	comes main/cpu.headroom "$want max" || status=1
	return $status
}

test_nudge()
{
	local before

	before=$(entries)
	nudged ] 1.00 && nudged } 6.00 && nudged [ 5.00 && nudged { 0.00
	result $? "nudge: steps of 1 and 5, up and down"
	nudged [ 0.00 && [ $(($(entries) - before)) -eq 4 ]
	result $? "nudge: what changes nothing is not written"
	nudged } } 10.00 && keys U && seen 'take back all' && keys y Enter &&
		comes main/cpu.headroom "0.00 max"
	result $? "nudge: all of it taken back"
	keys 8
	seen '\[8 Journal' && seen 'undone' && seen 'cpu.headroom'
	result $? "nudge: the Journal view tells it"
	keys 5
	pick main && mux set-buffer -b paste '}]}]' && mux paste-buffer -p -b paste -t hr &&
		seen 'pasted text was ignored' && stays main/cpu.headroom "0.00 max"
	result $? "nudge: pasted text presses no keys"
}

# has_word FILE WORD
has_word()
{
	local try=0

	while ! grep -qw -e "$2" "$1"; do
		try=$((try + 1))
		[ $try -lt 75 ] || { note "no $2 in $1: $(cat "$1")"; return 1; }
		usleep 200000
	done
}

test_features()
{
	local sched=/sys/kernel/debug/sched before

	keys 7
	seen '\[7 Features' && pick PLACE_LAG && keys Enter && previewed off && yes &&
		has_word $features NO_PLACE_LAG && undo && has_word $features PLACE_LAG
	result $? "features: off and back"
	calm
	keys e
	ask 'feature PLACE_LAG' off && previewed off && yes && has_word $features NO_PLACE_LAG && keys 0 &&
		previewed on && yes && has_word $features PLACE_LAG
	result $? "features: edited, and reset to the start"
	calm
	before=$(cat $sched/base_slice_ns)
	pick base_slice_ns && keys e && ask sched/base_slice_ns 4000000 && previewed 4000000 && yes &&
		has_word $sched/base_slice_ns 4000000 && undo && has_word $sched/base_slice_ns "$before"
	result $? "features: a tunable of debugfs and back"
	calm
	pick sched_schedstats && keys e && ask kernel.sched_schedstats 0 && previewed 0 && yes &&
		has_word /proc/sys/kernel/sched_schedstats 0 && undo &&
		has_word /proc/sys/kernel/sched_schedstats 1
	result $? "features: a sysctl and back"
	keys 5
	seen '\[5 Cgroups'
}

# refused KNOB VALUE SENTENCE - the sentence is shown, nothing is changed or noted.
refused()
{
	local status=0 before after count

	count=$(entries)
	before=$(cat $cg/main/cpu.* $cg/main/cpuset.cpus | grep -Ev "_usec|total=")
	choose "$1" && ask "$1" "$2" && seen "$3" || status=1
	after=$(cat $cg/main/cpu.* $cg/main/cpuset.cpus | grep -Ev "_usec|total=")
	[ "$before" = "$after" ] || { status=1; note "values changed"; }
	[ "$count" = "$(entries)" ] || { status=1; note "the journal has a new entry"; }
	[ $status -eq 0 ] || calm
	result $status "refused: $1 '$2'"
}

# The prompt of a cpuset holds what is configured, nothing here, and tells what is in force beside it.
test_cpuset()
{
	local before

	mkdir $cg/plain
	pick plain && choose cpuset.cpus && seen '^cpuset.cpus of plain .effective 0-1.: *$' &&
		keys Enter && seen 'it is so already' && keys n Enter && gone 'make this change'
	result $? "cpuset: an empty list is shown as empty, the effective one beside it"
	choose cpuset.cpus && ask cpuset.cpus 1 && previewed 1 && yes && comes plain/cpuset.cpus 1 &&
		choose cpuset.cpus && seen '^cpuset.cpus of plain .effective 1.: 1$' && keys Escape &&
		gone '^cpuset.cpus of'
	result $? "cpuset: a configured list is what the prompt begins with"
	rmdir $cg/plain
	pick main
}

test_refused()
{
	refused cpu.headroom "101 0" "cpu.headroom takes"
	refused cpu.headroom "30" "cpu.headroom takes"
	refused cpu.max 10 "cpu.max takes"
	refused cpu.weight 0 "cpu.weight takes"
	refused cpu.idle yes "cpu.idle takes"
	refused cpuset.cpus 0-x "cpuset.cpus takes"
	choose cpuset.cpus && ask cpuset.cpus 4000 && previewed 4000 && yes && seen 'the kernel' &&
		stays main/cpuset.cpus 0-1
	result $? "refused: what only the kernel can refuse, with its reason"
	keys H
	ask cpu.headroom "30 0" && previewed "30 0" && keys n Enter && seen 'nothing was changed' &&
		stays main/cpu.headroom "0.00 max"
	result $? "refused: a change that is answered with n"
	keys H
	ask cpu.headroom "30 0" && previewed "30 0" && keys Escape && gone 'This change' &&
		stays main/cpu.headroom "0.00 max"
	result $? "refused: a change that is left by Escape"
}

test_foreign()
{
	local from to

	choose cpu.weight && ask cpu.weight 150 && previewed 150 && echo 55 >$cg/main/cpu.weight &&
		yes && seen 'since|somebody else|changed' && stays main/cpu.weight 55
	result $? "foreign: changed between preview and confirmation, refused as stale"
	echo 100 >$cg/main/cpu.weight
	choose cpu.weight && ask cpu.weight 150 && previewed 150 && yes && comes main/cpu.weight 150
	echo 77 >$cg/main/cpu.weight
	from=$(cut -d. -f1 /proc/uptime)
	seen 'somebody else has set .*cpu.weight.* to 77' 10
	result $? "foreign: changed after it, said on the screen"
	to=$(cut -d. -f1 /proc/uptime)
	# A refresh is 1 s; the clock here counts whole seconds and the screen is looked at five times a one.
	[ $((to - from)) -le 2 ]
	result $? "foreign: within one refresh ($((to - from)) s, whole ones)"
	keys u
	seen 'somebody else' && stays main/cpu.weight 77
	result $? "foreign: and never overwritten"
	echo 100 >$cg/main/cpu.weight
}

test_group()
{
	mkdir $cg/short
	pick short && choose cpu.weight && ask cpu.weight 150 && previewed 150 &&
		rmdir $cg/short && yes && seen 'gone|no longer|removed'
	result $? "group: removed between preview and confirmation"
	mkdir $cg/short
	pick short && choose cpu.weight && ask cpu.weight 150 && previewed 150 &&
		rmdir $cg/short && mkdir $cg/short && yes && seen 'gone|no longer|anew|another' &&
		stays short/cpu.weight 100
	result $? "group: removed and made anew, the new one is left alone"
	rmdir $cg/short
	pick main
}

# With this many groups settings are read in a slow round of 30 s; what is looked at is not.
test_many()
{
	local i from to

	for i in $(seq 100 500); do
		mkdir $cg/group-$i
	done
	pick group-499 && choose cpu.weight && ask cpu.weight 150 &&
		previewed 150 && yes && comes group-499/cpu.weight 150 && keys e &&
		seen 'cpu.weight  *150' 5
	result $? "many: an edited value shows at once"
	echo 170 >$cg/group-499/cpu.weight
	from=$(cut -d. -f1 /proc/uptime)
	seen 'cpu.weight  *170' 5
	result $? "many: what others do to a group on the screen shows"
	to=$(cut -d. -f1 /proc/uptime)
	[ $((to - from)) -le 2 ]
	result $? "many: within one refresh ($((to - from)) s, whole ones)"
	keys Escape
	for i in $(seq 100 500); do
		rmdir $cg/group-$i
	done
	gone ' group-' && pick main
}

# tiny ROWS COLS - a whole edit on a small screen.
tiny()
{
	mux resize-window -t hr -x "$2" -y "$1"
	sleep 1
	choose cpu.weight && ask cpu.weight 120 && seen 'wanted' && seen 'make this change' && yes &&
		comes main/cpu.weight 120 && undo && comes main/cpu.weight 100
	result $? "sizes: a whole edit on $2x$1"
	mux resize-window -t hr -x $cols -y $rows
}

test_sizes()
{
	tiny 24 80
	tiny 10 40
	leave
	result $? "sizes: and it ends as it should"
}

test_read_only()
{
	local count

	count=$(entries)
	trace="strace -f -o /tmp/trace -e trace=open,openat,openat2,creat"
	start --read-only && pick main && keys H && seen 'read-only is set' && keys ] &&
		seen "step-up.*read-only" && keys e && seen 'read-only is set' && keys U &&
		seen 'read-only is set' && stays main/cpu.headroom "0.00 max" && keys c &&
		seen '^>.x. CGROUP' && keys Down Down Space Enter && seen 'hold until the end' && leave
	result $? "read-only: every key that changes something says why it does not"
	trace=
	grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC' /tmp/trace |
		grep -Ev '/dev/(null|tty|pts)' >/tmp/writes
	[ -s /tmp/trace ] && [ ! -s /tmp/writes ] && [ "$count" = "$(entries)" ]
	result $? "read-only: nothing is opened for writing"
	sed 's/^/# /' /tmp/writes
}

test_restore()
{
	start --restore-on-exit && pick main && keys H && ask cpu.headroom "20 0" &&
		previewed "20 0" && yes && comes main/cpu.headroom "20.00 0.00" && choose cpu.weight &&
		ask cpu.weight 222 && previewed 222 && yes && comes main/cpu.weight 222 && leave &&
		comes main/cpu.headroom "0.00 max" && comes main/cpu.weight 100
	result $? "restore: leaving takes all changes back"
	start --restore-on-exit && pick main && choose cpu.weight && ask cpu.weight 223 &&
		previewed 223 && yes && comes main/cpu.weight 223 && mux kill-session -t hr &&
		comes main/cpu.weight 100
	result $? "restore: so does a terminal that goes away"
}

# measure - shares of the machine over six seconds by /proc/stat and cpu.stat, in /tmp/row.
measure()
{
	meter --seconds 6 side=side idle >/tmp/row
}

# share NAME - of what was measured last, in percent.
share()
{
	awk -v name="$1" '$1 == name { print $2 }' /tmp/row
}

# within VALUE LOW HIGH
within()
{
	awk -v v="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(v >= low && v <= high) }'
}

# minus A B
minus()
{
	awk -v a="$1" -v b="$2" 'BEGIN { print a - b }'
}

# Main at 50 %, a hungry side; the claim is set and taken back in the view. Ten periods are 1 s.
test_effect()
{
	local idle side idle_held side_held idle_back side_back

	load_start main main --pin
	load_start side side --pin
	steer main 50
	steer side hungry
	start && pick main || { result 1 "effect: the interface comes up beside the loads"; return; }
	measure
	idle=$(share idle) side=$(share side)
	keys H
	ask cpu.headroom "30 0" && previewed "30 0" && yes && comes main/cpu.headroom "30.00 0.00"
	sleep 1
	measure
	idle_held=$(share idle) side_held=$(share side)
	undo && comes main/cpu.headroom "0.00 max"
	sleep 1
	measure
	idle_back=$(share idle) side_back=$(share side)
	note "idle $idle %, 30 % claimed: $idle_held %, after undo $idle_back %"
	note "side $side %, 30 % claimed: $side_held %, after undo $side_back %"
	within "$idle" 0 5 && within "$idle_held" 27 33
	result $? "effect: 30 % set in the view are idle within 3 points after ten periods"
	within "$idle_back" 0 5 && within "$side_held" 0 "$(minus "$side" 20)" &&
		within "$side_back" "$(minus "$side" 5)" 100
	result $? "effect: undo gives the side its cycles back"
	leave
	loads_stop
}

trace=
mkdir $cg/main $cg/side
echo 0-1 >$cg/main/cpuset.cpus
# A claim counts only while its group has a task.
sleep 10000 &
echo $! >$cg/main/cgroup.procs
start && pick main
result $? "start: the interface comes up and finds a group"
for name in ${*:-edit nudge features cpuset refused foreign group many sizes read_only restore effect}; do
	calm 2>/dev/null
	"test_$name"
done
mux kill-server 2>/dev/null
exit $failed
