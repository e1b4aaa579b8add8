# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by the guest tests that measure: the scene (main and its side groups), what a row should
# give, and whether what meter saw is within 3 points of it. Asked and measured are printed.

tolerance_points=3
lost_most=8
attempts=${attempts:-5}

# headroom_switch on|off - the scheduler feature, by whatever full name it has.
headroom_switch()
{
	local name

	name=$(grep -o '[A-Z_]*HEADROOM[A-Z_]*' $features | sed 's/^NO_//' | head -n 1)
	if ! feature_set "$name" "$1"; then
		result 1 "the throttling can be switched $1"
		exit 1
	fi
}

# scene_build CONFIGURATION - main, and side groups with a load each: a number of them, or slice,
# which has two limited children. Sets sides (groups with a load) and tops (the topmost ones).
# Waking an emulated CPU takes time that is nobody's, and the more CPUs share the host's the more of
# it: beyond two of them main wakes less often.
scene_build()
{
	local i burst_ms=20

	[ "$(cpus_online)" -le 2 ] || burst_ms=50

	sides= tops=
	mkdir $cg/main
	case $1 in
	slice)	mkdir $cg/slice $cg/slice/a $cg/slice/b
		echo +cpu >$cg/slice/cgroup.subtree_control
		sides="slice/a slice/b" tops=slice ;;
	*)	for i in $(seq "$1"); do
			mkdir "$cg/side$i"
			sides="$sides side$i"
		done
		tops=$sides ;;
	esac
	load_start main main --pin --period-ms $burst_ms
	for i in $sides; do
		load_start "$i" "${i##*/}" --pin
	done
}

scene_remove()
{
	loads_stop
	# shellcheck disable=SC2046
	groups_remove main $sides $([ "$tops" != slice ] || echo slice)
}

sides_steer()
{
	local i

	for i in $sides; do
		steer "${i##*/}" "$1"
	done
}

# scene_measure SECONDS - meter's lines for main, side, tasks and idle in /tmp/row, after ten periods and a
# little more to settle.
scene_measure()
{
	sleep 1.3
	meter --seconds "$1" main=main "side=$(echo $tops | tr ' ' +)" tasks idle >/tmp/row
}

# judge_shares MAIN SIDE IDLE - the measured row against what was asked for, within 3 points;
# "any" for what is not judged. Time that is neither idle nor any task's is lost to interrupts and
# to switching: up to 5 points where eight emulated CPUs share a host's two. On more than two CPUs the
# side may lack that much besides, if it is no more than lost_most points; it never gets more for it.
judge_shares()
{
	awk -v asked="$*" -v points=$tolerance_points -v most=$lost_most -v cpus="$(cpus_online)" '
	{ row[$1] = sprintf("%.1f (%.1f..%.1f)", $2, $3, $4); mean[$1] = $2 }
	function far(name, want, slack, d) {
		d = mean[name] - want
		return want != "any" && (d > points || d < -points - slack)
	}
	END {
		split(asked, want, " ")
		lost = 100 - mean["tasks"] - mean["idle"]
		slack = cpus > 2 && lost > 0 && lost <= most ? lost : 0
		bad = far("main", want[1], 0) || far("side", want[2], slack) || far("idle", want[3], 0)
		printf "# asked main %s side %s idle %s; measured main %s side %s idle %s lost %.1f%s\n",
			want[1], want[2], want[3], row["main"], row["side"], row["idle"], lost,
			bad ? "; not within " points " points" : ""
		exit bad
	}' /tmp/row
}

# judge_row MAIN CPUS GROUPS CLAIM - a row of the reference table with a tolerance of 0. MAIN is what
# was asked of main, or "any": then its measured share is taken, and what it leaves is judged. Each
# limited group gets at least 1 ms in a period of 100 ms.
judge_row()
{
	local want

	want=$(awk -v asked="$1" -v cpus="$2" -v least="$3" -v claim="$4" '
	$1 == "main" {
		main = asked == "any" ? $2 : asked
		least /= cpus
		side = 100 - claim - main
		side = side < least ? least : side
		printf "%s %.1f %.1f", asked, side, 100 - main - side
	}' /tmp/row)
	# shellcheck disable=SC2086
	judge_shares $want
}

# row_hold SECONDS JUDGE [ARGUMENT...] - measures a row and judges it. The host of a virtual machine
# may take its CPUs away for a moment: a row that is off is held again, at most four times, and all are
# printed.
row_hold()
{
	local seconds=$1 attempt=1
	shift

	scene_measure "$seconds"
	while ! "$@"; do
		[ $attempt -lt $attempts ] || return 1
		attempt=$((attempt + 1))
		note "held again"
		scene_measure "$seconds"
	done
}
