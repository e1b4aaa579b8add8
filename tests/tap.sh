# SPDX-License-Identifier: GPL-2.0-only
# TAP for shell tests: tap_ok NAME, tap_not_ok NAME, tap_skip NAME REASON, tap_note, tap_done.
tap_count=0
tap_failed=0

tap_ok() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1"
}

tap_not_ok() {
	tap_count=$((tap_count + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_count - $1"
}

tap_skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

tap_note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

# tap_check NAME COMMAND...: ok when the command succeeds; what it printed is shown when not.
tap_check() {
	local name=$1 out
	shift
	if out=$("$@" 2>&1); then
		tap_ok "$name"
	else
		tap_not_ok "$name"
		[ -z "$out" ] || tap_note "$out"
	fi
}

tap_done() {
	echo "1..$tap_count"
	[ "$tap_failed" = 0 ]
}
