# SPDX-License-Identifier: GPL-2.0-only
# The half of this layer for cgroups and knobs: the tree's reader, the one writer, its journal.
pkg_check_modules(CGROUP REQUIRED IMPORTED_TARGET libcgroup)
pkg_check_modules(CAP_NG REQUIRED IMPORTED_TARGET libcap-ng)
target_sources(headroom_host PRIVATE
	${CMAKE_CURRENT_LIST_DIR}/apply.c
	${CMAKE_CURRENT_LIST_DIR}/cgroupfiles.c
	${CMAKE_CURRENT_LIST_DIR}/cgroups.c
	${CMAKE_CURRENT_LIST_DIR}/journalfile.c
	${CMAKE_CURRENT_LIST_DIR}/prepare.c
	${CMAKE_CURRENT_LIST_DIR}/privileges.c
	${CMAKE_CURRENT_LIST_DIR}/stanza.c
	${CMAKE_CURRENT_LIST_DIR}/takeback.c
	${CMAKE_CURRENT_LIST_DIR}/target.c)
target_link_libraries(headroom_host PRIVATE PkgConfig::CGROUP PkgConfig::CAP_NG)
