# SPDX-License-Identifier: GPL-2.0-only
# What the tests of the views share: a grid to draw on, made-up machines, screens by script.
add_library(headroom_screens STATIC
	${CMAKE_CURRENT_SOURCE_DIR}/grid.c
	${CMAKE_CURRENT_SOURCE_DIR}/machines.c
	${CMAKE_CURRENT_SOURCE_DIR}/machine_groups.c
	${CMAKE_CURRENT_SOURCE_DIR}/screens/screen.c)
target_link_libraries(headroom_screens PUBLIC headroom_views headroom_config headroom_core bigmachine)

add_executable(show screens/show.c)
target_link_libraries(show PRIVATE headroom_screens)
target_compile_definitions(show PRIVATE HEADROOM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")

foreach(test view_draw view_table view_columns view_series view_cpu_grid view_keys view_edits view_screens view_properties)
	headroom_add_test(${test} views)
	target_link_libraries(test_${test} PRIVATE headroom_screens)
endforeach()

# Not a test: prints how long frames take.
add_executable(bench_draw screens/bench_draw.c)
target_link_libraries(bench_draw PRIVATE headroom_screens)
