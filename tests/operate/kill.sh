# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by guest.sh: SIGKILL at each system call of an edit, from the opening of the journal to
# the end, one run a call. After each the journal must be readable, and undo must bring the value
# of before back; what the journal said and what undo left is printed for each call.

# killed_at CALL NUMBER - one run; prints call, journal state, value, value after undo.
killed_at()
{
	local state value after status=0

	rm -rf /tmp/state
	echo 0 >$cg/main/cpu.idle
	echo 250 >$cg/main/cpu.weight
	strace -o /dev/null -e trace="$1" -e inject="$1:signal=KILL:when=$2" \
		headroom-top set main cpu.idle 1 >/dev/null 2>&1
	headroom-top journal >/tmp/out 2>&1 || status=1
	! grep -q damaged /tmp/out || status=1
	state=$(sed -n 's/.*\[\(.*\)\]$/\1/p' /tmp/out)
	value=$(cat $cg/main/cpu.idle)
	[ "${state:-none}" = none ] || headroom-top undo >/tmp/out 2>&1 || status=1
	after="$(cat $cg/main/cpu.idle) $(cat $cg/main/cpu.weight)"
	note "killed at $1 $2: journal '${state:-none}', cpu.idle $value, after undo $after"
	[ "$after" = "0 250" ] || status=1
	# A value that was changed without a word in the journal is the fault that this is about.
	[ "$value" = 0 ] || [ -n "$state" ] || status=1
	return $status
}

# The same for the undo: killed in it, a second undo must finish it.
undo_killed_at()
{
	local value after status=0

	rm -rf /tmp/state
	echo 0 >$cg/main/cpu.idle
	echo 250 >$cg/main/cpu.weight
	headroom-top set main cpu.idle 1 >/dev/null 2>&1
	strace -o /dev/null -e trace="$1" -e inject="$1:signal=KILL:when=$2" \
		headroom-top undo >/dev/null 2>&1
	value="$(cat $cg/main/cpu.idle) $(cat $cg/main/cpu.weight)"
	headroom-top undo >/tmp/out 2>&1 || grep -q "nothing to take back" /tmp/out || status=1
	after="$(cat $cg/main/cpu.idle) $(cat $cg/main/cpu.weight)"
	note "undo killed at $1 $2: idle and weight $value, after another undo $after"
	[ "$after" = "0 250" ] || status=1
	return $status
}

# calls WORD... - "CALL NUMBER" for each system call from the journal's opening on.
calls()
{
	strace -o /tmp/calls headroom-top "$@" >/dev/null 2>&1
	awk '{ name = $0; sub(/\(.*/, "", name); n[name]++ }
	     /journal.ndjson/ { on = 1 }
	     on && name ~ /^[a-z0-9_]+$/ && name != "exit_group" { print name, n[name] }' /tmp/calls
}

bad=0 total=0
rm -rf /tmp/state
calls set main cpu.idle 1 >/tmp/points
while read -r call number; do
	total=$((total + 1))
	killed_at "$call" "$number" || { bad=$((bad + 1)); note "FAILED at $call $number"; }
done </tmp/points
[ $total -ge 20 ] && [ $bad -eq 0 ]
result $? "kill: an edit killed at each of its $total system calls can be taken back"

bad=0 total=0
rm -rf /tmp/state
echo 250 >$cg/main/cpu.weight
headroom-top set main cpu.idle 1 >/dev/null
calls undo >/tmp/points
while read -r call number; do
	total=$((total + 1))
	undo_killed_at "$call" "$number" || { bad=$((bad + 1)); note "FAILED at $call $number"; }
done </tmp/points
[ $total -ge 20 ] && [ $bad -eq 0 ]
result $? "kill: an undo killed at each of its $total system calls is finished by the next"
rm -rf /tmp/state
echo 100 >$cg/main/cpu.weight
