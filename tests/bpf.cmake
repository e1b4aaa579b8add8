# SPDX-License-Identifier: GPL-2.0-only
# The BPF probes: pure units here; what needs root and a kernel is in tests/host.
headroom_add_test(runq_state core)

if(HEADROOM_HAVE_BPF)
	find_package(Threads REQUIRED)
	headroom_add_test(bpf_load probes)
	target_link_libraries(test_bpf_load PRIVATE PkgConfig::LIBBPF)
	headroom_add_test(btf_features probes)

	add_executable(bpf_watch host/bpf_watch.c host/truth.c)
	target_link_libraries(bpf_watch PRIVATE headroom_probes PkgConfig::LIBBPF)
	headroom_add_probe(host/truth bpf_watch)
	# What a walk over all tasks costs, run by hand: build/tests/group_waits_cost THREADS.
	add_executable(group_waits_cost micro/group_waits.c)
	target_link_libraries(group_waits_cost PRIVATE headroom_probes Threads::Threads)
	add_executable(bpf_sampler host/bpf_sampler.c)
	target_link_libraries(bpf_sampler PRIVATE headroom_probes)
	add_executable(host_load ${PROJECT_SOURCE_DIR}/kernel/lab.d/load.c)
	target_link_libraries(host_load PRIVATE Threads::Threads m)
	target_compile_options(host_load PRIVATE -U_GNU_SOURCE)
endif()
