#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What the series costs where nothing uses it: rounds of perf's scheduler benchmarks in a cgroup
# without limits, with every feature of ours off and with the defaults, in turn. A kernel without the
# series has one setting. The host compares the boots (compare_judge.py); nothing here judges a time.
#
# Usage: compare.sh BOOT ROUNDS
. /vm/common.sh

boot=$1
rounds=$2
messaging="-g 4 -l 40"
pipe="-l 20000"
variant=$(uname -r | sed 's/.*-headroom-//')

# features_expected - what this kernel should have of /vm/features, whose lines are: name, default. A
# kernel of another name is not one to compare: it expects what no kernel has.
features_expected()
{
	case $variant in
	plain)		;;
	compare)	awk '{ print $1 }' /vm/features | sort ;;
	*)		echo "$variant" ;;
	esac
}

# features_here - what it has, without regard to the setting.
features_here()
{
	tr ' ' '\n' <$features | sed 's/^NO_//' >/tmp/here
	awk '{ print $1 }' /vm/features | grep -xF -f /tmp/here | sort
}

# features_wanted SETTING - none of ours, or those on by default; as they read back.
features_wanted()
{
	awk -v setting="$1" '
	NR == FNR { ours[$1]; next }
	$1 in ours { print (setting == "defaults" && $2 == "true" ? "" : "NO_") $1 }' /tmp/ours /vm/features
}

features_put()
{
	local word

	for word in $(features_wanted "$1"); do
		echo "$word" >$features
	done
}

features_read_back()
{
	local word

	for word in $(features_wanted "$1"); do
		tr ' ' '\n' <$features | grep -qx "$word" || return 1
	done
}

# bench SETTING ROUND NAME OPTIONS - one line of the result: what was run and the seconds.
bench()
{
	local setting=$1 round=$2 name=$3
	shift 3

	echo "$boot $variant $setting $name $round $(perf bench -f simple sched "$name" "$@")" \
		>>/out/rounds
}

# rounds_run SETTING... - each round runs every setting; the features are read before and after.
rounds_run()
{
	local round setting held=0

	for round in $(seq "$rounds"); do
		for setting; do
			features_put "$setting"
			features_read_back "$setting" || held=1
			# shellcheck disable=SC2086  # lists of options
			bench "$setting" "$round" messaging $messaging
			# shellcheck disable=SC2086
			bench "$setting" "$round" pipe $pipe
			features_read_back "$setting" || held=1
		done
	done
	return $held
}

mkdir $cg/bench
echo $$ >$cg/bench/cgroup.procs
features_expected >/tmp/ours
features_here >/tmp/found
note "features of ours: $(tr '\n' ' ' </tmp/found)"
cmp -s /tmp/ours /tmp/found
result $? "compare, boot $boot: $variant has $(wc -l </tmp/ours) of our $(wc -l </vm/features) features"
if [ "$variant" = plain ]; then
	rounds_run plain
	[ ! -e $cg/bench/cpu.headroom ]
	result $? "compare, boot $boot: without cpu.headroom"
else
	rounds_run off defaults
	result $? "compare, boot $boot: every feature read back off, and as by default, around every round"
fi
exit $failed
