# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by the guest tests that measure: what a row of the reference table should give, and
# whether what meter saw is within 3 points of it. Both are printed.

tolerance_points=3

# The scheduler feature that switches the throttling, by whatever full name it has.
headroom_feature()
{
	grep -o '[A-Z_]*HEADROOM[A-Z_]*' $features | sed 's/^NO_//' | head -n 1 | grep .
}

# judge_row MAIN_ASKED CPUS LIMITED_GROUPS CLAIM [FLOOR_PCT] - reads meter's lines for main, side
# and idle. On two CPUs the asked shares are judged. On more, software emulation makes main use
# more than it was asked to, so its measured share is taken and what it leaves is judged. Each
# limited group gets at least 1 ms a period of 100 ms.
judge_row()
{
	awk -v asked="$1" -v cpus="$2" -v groups="$3" -v claim="$4" -v floor="${5:-0}" \
		-v points=$tolerance_points '
	{ mean[$1] = $2; low[$1] = $3; high[$1] = $4 }
	function far(a, b) { return a - b > points || b - a > points }
	END {
		main = cpus == 2 ? asked : mean["main"]
		least = groups / cpus
		if (floor > least)
			least = floor
		side = 100 - claim - main
		if (side < least)
			side = least
		if (side > 100 - main)
			side = 100 - main
		idle = 100 - main - side
		bad = far(mean["side"], side) || far(mean["idle"], idle)
		printf "# asked main %d side %.1f idle %.1f; measured", asked, side, idle
		for (i = 1; i <= split("main side idle", name, " "); i++)
			printf " %s %.1f (%.1f..%.1f)", name[i], mean[name[i]], \
				low[name[i]], high[name[i]]
		printf "%s\n", bad ? "; not within " points " points" : ""
		exit bad
	}'
}
