# SPDX-License-Identifier: GPL-2.0-only
# Tests of the operator's half: headroom rules, knobs, plans, the journal.
headroom_add_test(headroom core)
headroom_add_test(knob core)
headroom_add_test(journal core)
headroom_add_test(apply host)
headroom_add_test(cgroups host)
headroom_add_test(preview core)
headroom_add_test(expression core)
target_link_libraries(test_expression PRIVATE PkgConfig::CJSON)
pkg_check_modules(CGROUP REQUIRED IMPORTED_TARGET libcgroup)
headroom_add_test(stanza host)
target_link_libraries(test_stanza PRIVATE PkgConfig::CGROUP)
# What reading the tree costs, run by hand as root: build/tests/micro_cgroups.
add_executable(micro_cgroups micro/cgroups.c)
target_link_libraries(micro_cgroups PRIVATE headroom_host)
