# SPDX-License-Identifier: GPL-2.0-only
# Tests of core/, the made-up machine, and what is built on it.
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)

add_library(bigmachine STATIC bigmachine.c)
target_include_directories(bigmachine PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(bigmachine PUBLIC headroom_core)

add_executable(generate generate.c)
target_link_libraries(generate PRIVATE bigmachine)

foreach(test names text rates model model_groups json samplefile samplefile_fuzz memory)
	headroom_add_test(${test} core)
	target_link_libraries(test_${test} PRIVATE bigmachine PkgConfig::CJSON)
endforeach()
target_link_options(test_memory PRIVATE
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc)

headroom_add_test(recording core)
target_link_libraries(test_recording PRIVATE bigmachine headroom_recording)

headroom_add_test(replay probes)
target_link_libraries(test_replay PRIVATE bigmachine)

# What steps cost, run by hand: build/tests/micro_core.
add_executable(micro_core micro/core.c)
target_link_libraries(micro_core PRIVATE bigmachine PkgConfig::CJSON)
