// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row `group_headroom` of the probe table: on a kernel with the headroom-top series, what it
 * works with for each cgroup, read at one moment. The files show less, and of many groups they are
 * read in a slow round, which a comparison with the rules must not mistake for a fault.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "probes/bpf_load.h"
#include "probes/group_headroom.shared.h"
#include "probes/group_headroom.skel.h"
#include "probes/rows.h"

#define WHAT "the kernel's values of cpu.headroom"

struct row {
	struct group_headroom_bpf *skel; /* loaded when the first group with the file is seen */
	bool rests;                      /* nobody looks at a group */
};

static int group_headroom_supported(const struct probe_env *env)
{
	return env->replay_path ? -EOPNOTSUPP : 0;
}

static int group_headroom_open(struct probe *p, const struct probe_env *env)
{
	int r = bpf_load_wanted(env, &p->fault);

	if (r)
		return r;
	p->state = calloc(1, sizeof(struct row));
	return p->state ? 0 : fault_set(&p->fault, -ENOMEM, "reading " WHAT " failed: no memory");
}

static int load(struct row *row, struct fault *f)
{
	int r;

	bpf_load_begin();
	row->skel = group_headroom_bpf__open();
	r = bpf_load_opened(WHAT, row->skel ? row->skel->skeleton : NULL, f);
	if (!r)
		return 0;
	group_headroom_bpf__destroy(row->skel);
	row->skel = NULL;
	return r;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static void fill_group(const struct group_headroom *from, struct gauge *fact)
{
	fact[CGROUP_HEADROOM] = gauge_known(from->configured_headroom);
	fact[CGROUP_TOLERANCE] = gauge_known(from->configured_tolerance);
	fact[CGROUP_ALLOWED_HEADROOM] = gauge_known(from->allowed_headroom);
	fact[CGROUP_ALLOWED_TOLERANCE] = gauge_known(from->allowed_tolerance);
	fact[CGROUP_EFFECTIVE_HEADROOM] = gauge_known(from->effective_headroom);
	fact[CGROUP_EFFECTIVE_TOLERANCE] = gauge_known(from->effective_tolerance);
	fact[CGROUP_TARGET_IDLE] = gauge_known(from->target_idle);
	fact[CGROUP_MIN_RUNTIME] = gauge_known(from->min_runtime);
	/* While nothing is configured the kernel does not keep it up to date. */
	if (!from->tasks_stale)
		fact[CGROUP_HAS_TASKS] = gauge_known(from->has_tasks);
}

/* The root has no file: what it has are the bounds that the rules begin with. */
static bool has_file(const struct sample_cgroup *g)
{
	return g->parent != CGROUP_NO_PARENT && gauge_is_known(g->fact[CGROUP_HEADROOM]);
}

static int read_chunk(struct group_headroom_bpf *skel, struct cgroup_tree *tree, size_t first)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);
	size_t nr = tree->nr_groups - first;
	int r;

	if (nr > GROUP_HEADROOM_CHUNK)
		nr = GROUP_HEADROOM_CHUNK;
	for (size_t i = 0; i < nr; i++)
		skel->bss->groups[i].cgroup_id = tree->groups[first + i].id;
	skel->bss->nr_groups = (__u32)nr;
	r = bpf_prog_test_run_opts(bpf_program__fd(skel->progs.group_headroom_read), &opts);
	if (r < 0)
		return -errno;
	if (!skel->bss->has_fields)
		return -EOPNOTSUPP;
	for (size_t i = 0; i < nr; i++) {
		struct sample_cgroup *g = &tree->groups[first + i];

		if (skel->bss->groups[i].known && has_file(g))
			fill_group(&skel->bss->groups[i], g->fact);
	}
	return 0;
}

static int read_tree(struct row *row, struct cgroup_tree *tree, struct fault *f)
{
	int r = row->skel ? 0 : load(row, f);

	if (r)
		return r;
	for (size_t i = 0; !r && i < tree->nr_groups; i += GROUP_HEADROOM_CHUNK)
		r = read_chunk(row->skel, tree, i);
	if (r == -EOPNOTSUPP)
		return fault_set(f, r, "this kernel's task groups have no such fields");
	return r ? fault_set(f, r, "reading them failed: %s", strerror(-r)) : 0;
}

static void miss(struct cgroup_tree *tree, int code)
{
	for (size_t i = 0; i < tree->nr_groups; i++) {
		struct gauge missing = { .state = gauge_state_from_error(code) };

		tree->groups[i].fact[CGROUP_ALLOWED_HEADROOM] = missing;
		tree->groups[i].fact[CGROUP_ALLOWED_TOLERANCE] = missing;
	}
}

static bool is_wanted(const struct cgroup_tree *tree)
{
	for (size_t i = 0; i < tree->nr_groups; i++) {
		if (has_file(&tree->groups[i]))
			return true;
	}
	return false;
}

static int group_headroom_collect(struct probe *p, struct sample *into)
{
	struct row *row = p->state;

	if (!is_wanted(&into->cgroups) || (row && row->rests))
		return 0;
	/* What was refused once is refused again: it is not tried at every sample. */
	if (row && !p->fault.code)
		(void)read_tree(row, &into->cgroups, &p->fault);
	if (!p->fault.code)
		return 0;
	miss(&into->cgroups, p->fault.code);
	sample_set_capability(into, CAP_CPU_HEADROOM, GAUGE_KNOWN, TIER_PROC,
			      "allowed values are not held against the kernel's: %s",
			      p->fault.text);
	return 0;
}

static int group_headroom_prefer(struct probe *p, const struct probe_interest *interest)
{
	struct row *row = p->state;

	if (row)
		row->rests = !interest->in_sight && !interest->all_once;
	return 0;
}

static void group_headroom_close(struct probe *p)
{
	struct row *row = p->state;

	if (row)
		group_headroom_bpf__destroy(row->skel);
	free(row);
	p->state = NULL;
}

const struct probe_ops group_headroom_probe = {
	.name = "group_headroom",
	.supported = group_headroom_supported,
	.open = group_headroom_open,
	.collect = group_headroom_collect,
	.prefer = group_headroom_prefer,
	.close = group_headroom_close,
};
