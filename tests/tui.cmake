# SPDX-License-Identifier: GPL-2.0-only
# Tests of config/ and of what in tui/ needs no terminal; the terminal itself is tests/tmux.
headroom_add_test(keys config)
headroom_add_test(options config)
headroom_add_test(config_file config)
headroom_add_test(config_text config)
headroom_add_test(config_theme config)
headroom_add_test(tui_output tui)
headroom_add_test(tui_manual tui)
foreach(test tui_frame tui_bundle tui_panel tui_prompt)
	headroom_add_test(${test} tui)
	target_link_libraries(test_${test} PRIVATE headroom_screens)
endforeach()
