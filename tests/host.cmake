# SPDX-License-Identifier: GPL-2.0-only
# Units of host/ and of the probes that read text.
headroom_add_test(host_fsroot host)
headroom_add_test(host_text host)
headroom_add_test(host_schedstat host)
headroom_add_test(host_scheddebug host)
headroom_add_test(host_cgroupfs host)
headroom_add_test(host_fuzz host)
headroom_add_test(probes_text probes)
headroom_add_test(topology_places probes)

# Drivers of tests/topology/run and tests/capture.
add_executable(topology_dump topology/dump.c)
target_link_libraries(topology_dump PRIVATE headroom_probes)
