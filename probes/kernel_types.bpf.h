/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's types, only the fields used, declared by us: the loader finds each field in the
 * running kernel's BTF. Every name that any supported kernel had may stand here side by side; the
 * programs ask for its presence before they read it (core_fixes.bpf.h).
 */
#ifndef HEADROOM_PROBES_KERNEL_TYPES_BPF_H
#define HEADROOM_PROBES_KERNEL_TYPES_BPF_H

#include <linux/types.h>
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>

#define MAX_RT_PRIO     100 /* include/linux/sched/prio.h */
#define DEFAULT_PRIO    120
#define SCHED_IDLE      5 /* include/uapi/linux/sched.h */
#define SCX_TASK_QUEUED 1 /* include/linux/sched/ext.h: the task is an ext task on a queue */

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct list_head {
	struct list_head *next, *prev;
};

struct rb_node {
	unsigned long __rb_parent_color;
};

struct cfs_rq {
	unsigned int h_nr_queued, h_nr_runnable, h_nr_idle;         /* 6.14 and newer */
	unsigned int h_nr_running, idle_h_nr_running, h_nr_delayed; /* before; 6.12.y mixes them */
	struct rq *rq;
	int idle;
	int throttle_count;
};

struct rt_rq {
	unsigned int rt_nr_running;
	int rt_queued;
};

struct dl_rq {
	unsigned int dl_nr_running;
};

struct scx_rq {
	__u32 nr_running;
};

struct sched_dl_entity {
	struct rb_node rb_node;
};

struct sched_ext_entity {
	__u32 flags;
};

struct sched_entity {
	struct list_head group_node;
	unsigned char sched_delayed;
	struct sched_entity *parent;
	struct cfs_rq *cfs_rq;
};

struct sched_info {
	unsigned long pcount;         /* arrivals on a CPU */
	unsigned long long run_delay; /* nanoseconds waited for them */
	unsigned long long last_arrival, last_queued;
};

struct kernfs_node {
	__u64 id; /* of a cgroup's folder: its inode number */
};

struct cgroup_subsys_state;

struct cgroup {
	struct kernfs_node *kn;
	struct cgroup_subsys_state *subsys[1]; /* by enum cgroup_subsys_id */
};

enum cgroup_subsys_id {
	cpu_cgrp_id, /* the kernel's number is put in by the loader */
};

struct cgroup_subsys_state {
	struct cgroup *cgroup;
};

/* The headroom-top kernel series. */
struct tg_headroom {
	__u32 configured_headroom, configured_tolerance;
	__u32 allowed_headroom, allowed_tolerance;
	__u32 effective_headroom, effective_tolerance;
	__u32 target_idle, min_runtime;
	_Bool online, has_tasks, tasks_stale;
};

struct task_group {
	struct cgroup_subsys_state css;
	struct tg_headroom headroom;
};

struct css_set {
	struct cgroup *dfl_cgrp; /* the group in the v2 hierarchy */
};

struct task_struct {
	int on_rq;
	int prio, static_prio;
	unsigned int policy;
	int nr_cpus_allowed;
	_Bool throttled; /* 6.18 and newer: taken off by its group's bandwidth limit */
	struct sched_entity se;
	struct sched_ext_entity scx;
	struct sched_info sched_info;
	__u64 start_time; /* CLOCK_MONOTONIC */
	struct css_set *cgroups;
	int pid, tgid;
	char comm[16];
	unsigned long core_cookie;
};

/* The headroom-top kernel series; no released kernel has these fields. */
struct sched_domain_shared {
	int nr_overloaded;
	unsigned long overloaded[1];
};

typedef struct {
	int counter;
} atomic_t;

struct sched_domain_shared___atomic {
	atomic_t nr_overloaded;
};

struct sched_domain {
	struct sched_domain *parent;
	struct sched_domain_shared *shared;
	unsigned int sib_peeked, sib_pulled, sib_failed; /* the headroom-top kernel series */
};

struct rq {
	unsigned int nr_running;
	struct cfs_rq cfs;
	struct rt_rq rt;
	struct dl_rq dl;
	struct scx_rq scx;
	struct sched_dl_entity fair_server;
	struct task_struct *curr, *idle, *stop;
	struct sched_domain *sd;
	__u64 clock;
	int cpu, online;
	struct list_head cfs_tasks;
	struct rq *core;
	struct task_struct *core_pick;
	unsigned int core_enabled, core_forceidle_count;
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

#pragma clang attribute pop

#endif
