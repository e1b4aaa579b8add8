#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# cpu.headroom as a file: the default, every valid form and what it reads back as, every invalid
# form refused with EINVAL and without effect, absent on the root.
. /vm/common.sh

f=$cg/file/cpu.headroom

# form WRITTEN READ - must be accepted and read back so.
form()
{
	local status=1 got=refused

	if echo -n "$1" >"$f" 2>/dev/null; then
		read -r got <"$f"
		[ "$got" != "$2" ] || status=0
	fi
	[ $status -eq 0 ] || note "wrote '$1', expected '$2', got '$got'"
	result $status "file: '$(printf %s "$1" | tr '\n' ' ')' reads back '$2'"
}

# refused TEXT - must fail with EINVAL and change nothing.
refused()
{
	local status=0 got

	echo "12.34 56.78" >"$f"
	if echo -n "$1" >"$f" 2>/tmp/why; then
		status=1
		note "'$1' was accepted"
	elif ! grep -q "Invalid argument" /tmp/why; then
		status=1
		note "'$1' was refused with: $(cat /tmp/why)"
	fi
	read -r got <"$f"
	[ "$got" = "12.34 56.78" ] || { status=1; note "'$1' changed the value to $got"; }
	result $status "file: '$1' is refused"
}

mkdir $cg/file
[ "$(cat "$f")" = "0.00 max" ]
result $? "file: a new group reads 0.00 max"
[ ! -e $cg/cpu.headroom ]
result $? "file: the root has none"
[ -e $cg/file/cpu.headroom.stat ] &&
	! echo 1 2>/dev/null >$cg/file/cpu.headroom.stat
result $? "file: cpu.headroom.stat is there and read-only"

form "0 0" "0.00 0.00"
form "30 5" "30.00 5.00"
form "30.5 0.5" "30.50 0.50"
form "30.05 5.05" "30.05 5.05"
form "99.99 99.99" "99.99 99.99"
form "0.01 0.01" "0.01 0.01"
form "0.00 0.0" "0.00 0.00"
form "100 100" "max max"
form "100.00 100.0" "max max"
form "max 0" "max 0.00"
form "0 max" "0.00 max"
form "max max" "max max"
form "1 99" "1.00 99.00"
form "30 5
" "30.00 5.00"
form "  30   5  " "30.00 5.00"
form "$(printf '30\t5')" "30.00 5.00"
form "030 005.50" "30.00 5.50"

for text in "30" "max" "30 5 1" "30 5 max" "-1 0" "0 -1" "101 0" "0 101" "100.01 0" "0 100.01" \
	"30.555 0" "0 5.555" "30x 0" "30 5x" "30 5 x" "30,5 0" "+30 0" "MAX 0" "maxx 0" "0 maxx" \
	"0x10 0" "1e1 0" "30.5.5 0" "30..5 0" "nan 0" "inf 0" "30% 5%" "30;5" "30/5" ". ." "30. 0" ".5 0" \
	"99999999999999999999 0" "4294967296 0" "4294967326 0" "18446744073709551616 0" \
	"18446744073709551646 0" "0 42949672960" "30.99999999999999999999 0" "a b" " "; do
	refused "$text"
done

echo "7 7" >"$f"
status=0
for n in 0 1 9 10 29 33 50 66 99; do
	for d in 00 01 05 09 10 50 99; do
		echo "$n.$d $n.$d" >"$f" && read -r got <"$f" && [ "$got" = "$n.$d $n.$d" ] ||
			{ status=1; note "$n.$d came back as $got"; }
	done
done
result $status "file: 63 decimals come back exactly"
rmdir $cg/file
exit $failed
