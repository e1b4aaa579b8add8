// SPDX-License-Identifier: GPL-2.0-only
/* The row `waiters` of the probe table: who is queued on a CPU, asked of the kernel on demand. */
#include "core/waiters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bpf/libbpf.h>

#include "probes/bpf_load.h"
#include "probes/rows.h"
#include "probes/task_walk.h"
#include "probes/waiters.shared.h"
#include "probes/waiters.skel.h"

_Static_assert(WAITERS_COMM_SIZE == SAMPLE_COMM_SIZE, "names of both sides");

static int waiters_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int waiters_open(struct probe *p, const struct probe_env *env)
{
	struct waiters_bpf *skel;
	int r = bpf_load_wanted(env, &p->fault);

	if (r)
		return r;
	bpf_load_begin();
	skel = waiters_bpf__open();
	r = bpf_load_opened("the list of waiting tasks", skel ? skel->skeleton : NULL, &p->fault);
	if (r) {
		waiters_bpf__destroy(skel);
		return r;
	}
	p->state = skel;
	return 0;
}

static int waiters_collect(struct probe *p, struct sample *into)
{
	bool is_open = p->state != NULL;

	sample_set_capability(into, CAP_WAITERS,
			      is_open ? GAUGE_KNOWN : gauge_state_from_error(p->fault.code),
			      is_open ? TIER_BPF : TIER_NONE, "%s", is_open ? "" : p->fault.text);
	return 0;
}

static enum task_class class_of(const struct waiters_task *t)
{
	if (t->prio < 0)
		return TASK_CLASS_DL;
	if (t->prio < 100)
		return TASK_CLASS_RT;
	return t->flags & WAITERS_EXT ? TASK_CLASS_EXT : TASK_CLASS_FAIR;
}

struct ask {
	struct waiters_bpf *skel;
	struct waiter_list *list;
};

static void add_task(const void *record, void *arg)
{
	const struct waiters_task *t = record;
	struct waiter_list *list = ((struct ask *)arg)->list;
	struct waiter *w;

	if (list->count == WAITER_LIST_MAX) {
		list->dropped++;
		return;
	}
	w = &list->tasks[list->count++];
	*w = (struct waiter){
		.pid = t->pid,
		.tgid = t->tgid,
		.policy = t->policy,
		.nice = t->nice,
		.class = class_of(t),
		.running = t->flags & WAITERS_RUNNING,
		.idle_class = t->flags & WAITERS_IDLE_CLASS,
		.delayed = t->flags & WAITERS_DELAYED,
		.wait_ns = { .state = GAUGE_UNSUPPORTED },
		.nr_cpus_allowed = t->nr_cpus_allowed,
	};
	if (t->flags & WAITERS_WAIT_KNOWN)
		w->wait_ns = gauge_known(t->wait_ns);
	memcpy(w->comm, t->comm, sizeof(w->comm));
	w->comm[sizeof(w->comm) - 1] = '\0';
}

/* The moment at which the scheduler put this thread onto its CPU, for the walk's clock. */
static void note_arrival(void *arg)
{
	struct ask *a = arg;
	struct timespec moment = { .tv_nsec = 1000 };

	nanosleep(&moment, NULL);
	clock_gettime(CLOCK_MONOTONIC, &moment);
	a->skel->bss->clock_ahead = 0;
	a->skel->bss->arrived_ns = (uint64_t)moment.tv_sec * 1000000000 + (uint64_t)moment.tv_nsec;
}

static int waiters_ask(struct probe *p, unsigned int cpu, struct waiter_list *ret_list)
{
	struct ask a = { .skel = p->state, .list = ret_list };
	struct task_walk walk = {
		.record_size = sizeof(struct waiters_task),
		.begin = note_arrival,
		.take = add_task,
		.arg = &a,
	};

	memset(ret_list, 0, sizeof(*ret_list));
	if (!a.skel)
		return p->fault.code;
	walk.program = a.skel->progs.waiters_walk;
	a.skel->bss->wanted_cpu = cpu;
	return task_walk_run(&walk);
}

static void waiters_close(struct probe *p)
{
	waiters_bpf__destroy(p->state);
	p->state = NULL;
}

const struct probe_ops waiters_probe = {
	.name = "waiters",
	.supported = waiters_supported,
	.open = waiters_open,
	.collect = waiters_collect,
	.waiters = waiters_ask,
	.close = waiters_close,
};
