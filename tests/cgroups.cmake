# SPDX-License-Identifier: GPL-2.0-only
headroom_add_test(cgroup_model core)
headroom_add_test(cgroup_name core)
headroom_add_test(cgroup_waits core)
headroom_add_test(group_tasks host)
