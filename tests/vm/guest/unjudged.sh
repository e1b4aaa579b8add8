#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs a test for what the kernel's log says of it. A kernel with checks is too slow for what the test
# measures, so each row is held only once and its results become remarks; the host judges the log, and that
# it ran to its end.
#
# Usage: unjudged.sh SCRIPT [ARGUMENT...]
set -o pipefail # the end of the script, not of sed
script=$1
shift
attempts=1 sh "/vm/$script" "$@" | sed 's/^not ok - /# unjudged, failed: /; s/^ok - /# unjudged, passed: /'
