# SPDX-License-Identifier: GPL-2.0-only
# The pure half of operating a machine: the rules of headroom, knobs, plans, the journal.
target_sources(headroom_core PRIVATE
	bandwidth.c
	expression.c
	feature.c
	headroom.c
	journal.c
	json_journal.c
	knob.c
	lasting.c
	knobvalue.c
	number.c
	plan.c
	preview.c)
