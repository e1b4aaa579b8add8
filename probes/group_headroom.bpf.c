// SPDX-License-Identifier: GPL-2.0-only
/*
 * The values of cpu.headroom that the kernel works with, some of which no file shows. Runs when user
 * space asks, over the groups whose ids it has put into the array. No hook, no lock. Only for
 * kernels with the headroom-top series; nothing else loads it.
 */
#include "probes/group_headroom.shared.h"
#include "probes/kernel_types.bpf.h"

extern struct cgroup *bpf_cgroup_from_id(__u64 cgroup_id) __ksym;
extern void bpf_cgroup_release(struct cgroup *cgroup) __ksym;

struct group_headroom groups[GROUP_HEADROOM_CHUNK];
__u32 nr_groups;
__u32 has_fields; /* 0 after a run: this kernel has no such fields */

/* The task group of the cgroup's own cpu controller. */
static __always_inline const struct task_group *group_of(const struct cgroup *cgroup)
{
	__u32 at = bpf_core_enum_value(enum cgroup_subsys_id, cpu_cgrp_id);
	const char *states = __builtin_preserve_access_index((const char *)&cgroup->subsys);
	const char *css = NULL;

	bpf_probe_read_kernel(&css, sizeof(css), states + at * sizeof(css));
	return css ? (const void *)(css - bpf_core_field_offset(struct task_group, css)) : NULL;
}

#define READ(tg, field) BPF_CORE_READ(tg, headroom.field)

static __always_inline void read_group(struct group_headroom *to, const struct task_group *tg)
{
	to->configured_headroom = READ(tg, configured_headroom);
	to->configured_tolerance = READ(tg, configured_tolerance);
	to->allowed_headroom = READ(tg, allowed_headroom);
	to->allowed_tolerance = READ(tg, allowed_tolerance);
	to->effective_headroom = READ(tg, effective_headroom);
	to->effective_tolerance = READ(tg, effective_tolerance);
	to->target_idle = READ(tg, target_idle);
	to->min_runtime = READ(tg, min_runtime);
	to->has_tasks = READ(tg, has_tasks);
	to->tasks_stale = READ(tg, tasks_stale);
	to->known = READ(tg, online);
}

static long read_one(__u32 at, void *unused)
{
	const struct task_group *tg;
	struct group_headroom *to;
	struct cgroup *cgroup;

	if (at >= GROUP_HEADROOM_CHUNK)
		return 1;
	to = &groups[at];
	to->known = 0;
	cgroup = bpf_cgroup_from_id(to->cgroup_id);
	if (!cgroup)
		return 0;
	tg = group_of(cgroup);
	if (tg)
		read_group(to, tg);
	bpf_cgroup_release(cgroup);
	return 0;
}

SEC("syscall")
int group_headroom_read(void *unused)
{
	has_fields = bpf_core_field_exists(struct task_group, headroom);
	if (has_fields)
		bpf_loop(nr_groups, read_one, NULL, 0);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
