#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# How many bandwidth periods the controller takes: after main drops from 80 % to 30 % until the
# side has its share back, after main jumps back until the side is at the minimum. Periods are
# counted by the side's own nr_periods in this machine; median of three, held again like a row.
. /vm/common.sh
. /vm/judge.sh

limit=10
control=/run/load/main

react()
{
	meter --periods 270 --steer $control=30@30 --steer $control=80@70 --steer $control=30@110 \
		--steer $control=80@150 --steer $control=30@190 --steer $control=80@230 \
		side=side1+side2 idle >/tmp/periods
}

# A reading has the grain of a tick: two periods in a row must be there. A steer line carries the
# period that was last seen, the next one is the first after it.
judge()
{
	awk -v cpus="$(cpus_online)" -v limit=$limit '
	$1 == "period" { side[$2] = $4; last = $2 }
	$1 == "steer" { at[++n] = $2; to[n] = $3 }
	function there(k, main) {
		if (main == 30)
			return (side[k] + side[k + 1]) / 2 >= 40 - 3
		return (side[k] + side[k + 1]) / 2 <= 2 / cpus + 3
	}
	function median(a, b, c) {
		return a + b + c - (a > b ? (a > c ? a : c) : (b > c ? b : c)) \
			- (a < b ? (a < c ? a : c) : (b < c ? b : c))
	}
	function judge(name, main, i, k, r, found) {
		for (i = 1; i <= n; i++) {
			if (to[i] != main)
				continue
			for (k = at[i] + 1; k < last && !there(k, main); k++)
				;
			r[++found] = k - at[i]
		}
		printf "# reaction, %s: %d, %d and %d periods\n", name, r[1], r[2], r[3]
		printf "%sok - reaction: %s within %d periods\n",
			found == 3 && median(r[1], r[2], r[3]) <= limit ? "" : "not ", name, limit
	}
	END {
		judge("the side has its share back", 30)
		judge("the side is at the minimum", 80)
	}' /tmp/periods >/tmp/verdict
	cat /tmp/verdict
	sed -n '25,45p;65,85p' /tmp/periods | sed 's/^/# /'
	! grep -q '^not ok' /tmp/verdict
}

scene_build 2
echo "30 0" >$cg/main/cpu.headroom
sides_steer hungry
steer main 80
sleep 2
react
# The host may take virtual CPUs away meanwhile, see row_hold().
attempt=1
until judge >/tmp/judged; do
	[ $attempt -lt $attempts ] || break
	attempt=$((attempt + 1))
	sed 's/^/# /' /tmp/judged
	note "held again"
	react
done
scene_remove
cat /tmp/judged
! grep -q '^not ok' /tmp/verdict
