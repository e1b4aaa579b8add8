# SPDX-License-Identifier: GPL-2.0-only
# The commands that change something, and wait.
target_sources(headroom_tui PRIVATE
	${CMAKE_CURRENT_LIST_DIR}/change.c
	${CMAKE_CURRENT_LIST_DIR}/cmd_group.c
	${CMAKE_CURRENT_LIST_DIR}/cmd_journal.c
	${CMAKE_CURRENT_LIST_DIR}/cmd_set.c
	${CMAKE_CURRENT_LIST_DIR}/cmd_undo.c
	${CMAKE_CURRENT_LIST_DIR}/cmd_wait.c
	${CMAKE_CURRENT_LIST_DIR}/guard.c)
