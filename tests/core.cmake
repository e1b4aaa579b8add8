# SPDX-License-Identifier: GPL-2.0-only
headroom_add_test(text core)
headroom_add_test(rates core)
headroom_add_test(model core)
headroom_add_test(json core)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
target_link_libraries(test_json PRIVATE PkgConfig::CJSON)
