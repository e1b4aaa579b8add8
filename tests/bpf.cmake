# SPDX-License-Identifier: GPL-2.0-only
# The BPF probes: pure units here; what needs root and a kernel is in tests/host.
add_executable(bpf_watch host/bpf_watch.c)
target_link_libraries(bpf_watch PRIVATE headroom_probes)
headroom_add_test(runq_state core)
