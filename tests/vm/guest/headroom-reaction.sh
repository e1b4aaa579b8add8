#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# How many bandwidth periods the controller takes: after main drops from 80 % to 30 % until the
# side has its share back, after main jumps back until the side is at the minimum. Periods are
# counted by the side's own nr_periods in this machine; median of three, held again like a row.
. /vm/common.sh
. /vm/judge.sh

limit=10
headroom=30
control=/run/load/main

react()
{
	meter --periods 270 --steer $control=30@30 --steer $control=80@70 --steer $control=30@110 \
		--steer $control=80@150 --steer $control=30@190 --steer $control=80@230 \
		side=side1+side2 main=main idle >/tmp/periods
}

# A reading has the grain of a tick: two periods in a row must be there. A steer line carries the
# period that was last seen, the next one is the first after it. The side's share is what the
# headroom, main's measured use and others leave. Others is what was neither idle nor theirs:
# meter's own reading, which a slow host stretches, interrupts and switching. It is the mean of the
# time until main changes again, and counts up to lost_most points.
judge()
{
	awk -v cpus="$(cpus_online)" -v limit=$limit -v headroom=$headroom \
		-v points=$tolerance_points -v most=$lost_most '
	$1 == "period" {
		side[$2] = $4; used[$2] = $6; last = $2
		rest[n] += 100 - $4 - $6 - $8; periods[n]++
	}
	$1 == "steer" { at[++n] = $2; to[n] = $3 }
	function others(i, mean) {
		mean = rest[i] / periods[i]
		return mean < 0 ? 0 : mean > most ? most : mean
	}
	function there(k, i, share, main) {
		share = (side[k] + side[k + 1]) / 2
		main = (used[k] + used[k + 1]) / 2
		if (to[i] == 30)
			return main <= 45 && share >= 100 - headroom - main - others(i) - points
		return share <= 2 / cpus + points
	}
	function median(a, b, c) {
		return a + b + c - (a > b ? (a > c ? a : c) : (b > c ? b : c)) \
			- (a < b ? (a < c ? a : c) : (b < c ? b : c))
	}
	function judge(name, main, i, k, r, shares, found) {
		for (i = 1; i <= n; i++) {
			if (to[i] != main)
				continue
			for (k = at[i] + 1; k < last && !there(k, i); k++)
				;
			r[++found] = k - at[i]
			shares = shares sprintf("%s%.1f", found > 1 ? ", " : "", others(i))
		}
		printf "# reaction, %s: %d, %d and %d periods (others: %s)\n",
			name, r[1], r[2], r[3], shares
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
echo "$headroom 0" >$cg/main/cpu.headroom
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
