// SPDX-License-Identifier: GPL-2.0-only
/*
 * The row of scheduler features and of sched_ext. Features come from their file; where a locked
 * down kernel refuses it, the names come from the kernel's own types and the states from the mask
 * that sched/debug prints, which it does not refuse.
 */
#include "host/features.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/fsroot.h"
#include "host/scheddebug.h"
#include "probes/btf_features.h"
#include "probes/debugfs.h"
#include "probes/rows.h"
#include "probes/textfile.h"

#define FEATURES_PATH     "/sys/kernel/debug/sched/features"
#define FEATURES_OLD_PATH "/sys/kernel/debug/sched_features" /* before 5.13 */
#define DEBUG_PATH        "/sys/kernel/debug/sched/debug"
#define HEAD_PIECE        32
#define REASON_SIZE       sizeof(((struct capability *)0)->reason)

struct features {
	const struct fsroot *root;
	char text[4096];
	uint64_t mask;              /* of the list kept */
	size_t count;               /* 0: no list is kept */
	struct sched_feature *list; /* by types and mask */
};

static int features_open(struct probe *p, const struct probe_env *env)
{
	struct features *f = textfile_new_state(p, sizeof(*f));

	if (!f)
		return -ENOMEM;
	f->root = env->root;
	return 0;
}

static int read_file(struct features *f, struct sample *into)
{
	int r;

	r = fsroot_read(f->root, FEATURES_PATH, f->text, sizeof(f->text));
	if (r == -ENOENT && fsroot_read(f->root, FEATURES_OLD_PATH, f->text, sizeof(f->text)) >= 0)
		r = 0;
	return r < 0 ? r : features_parse(f->text, &into->features, &into->nr_features);
}

/*
 * The mask stands in the head of sched/debug, which is a record of its own to the kernel: as long
 * as we ask for no byte beyond it, no run queue's lock is taken for us and no task printed. A line
 * of 50 bytes follows the mask's, so small pieces do not reach beyond (14 reads, 10 us; a single
 * large read makes the kernel print a CPU, 50 to 500 us here).
 */
static int read_mask(struct features *f, uint64_t *ret_mask)
{
	size_t done = 0;
	int fd, r = -ENOENT;
	ssize_t n;

	fd = fsroot_openat(f->root, DEBUG_PATH, 0);
	if (fd < 0)
		return fd;
	while (r == -ENOENT && done + 1 < sizeof(f->text) && !strstr(f->text, "\ncpu#")) {
		size_t want = sizeof(f->text) - 1 - done;

		n = read(fd, f->text + done, want < HEAD_PIECE ? want : HEAD_PIECE);
		if (n <= 0)
			break;
		done += n;
		f->text[done] = '\0';
		r = scheddebug_features_mask(f->text, ret_mask);
	}
	close(fd);
	return r;
}

/* Types are searched only when the mask has changed. */
static int decode_mask(struct features *f, uint64_t mask)
{
	int r;

	if (f->count && f->mask == mask)
		return 0;
	free(f->list);
	f->list = NULL;
	f->count = 0;
	r = btf_features_decode(mask, &f->list, &f->count);
	f->mask = mask;
	return r;
}

static int copy_list(const struct features *f, struct sample *into)
{
	into->features = calloc(f->count, sizeof(*f->list));
	if (!into->features)
		return -ENOMEM;
	memcpy(into->features, f->list, f->count * sizeof(*f->list));
	into->nr_features = f->count;
	return 0;
}

static int read_by_types(struct features *f, struct sample *into)
{
	uint64_t mask;
	int r;

	/* our own kernel's types say nothing about a captured machine's bits */
	if (!fsroot_is_live(f->root))
		return -ENOENT;
	f->text[0] = '\0';
	r = read_mask(f, &mask);
	if (!r)
		r = decode_mask(f, mask);
	return r ? r : copy_list(f, into);
}

/* Nothing is opened for writing: the file's mode answers. */
static void say_edit(const struct features *f, struct sample *into)
{
	int fd;
	bool can;

	if (!fsroot_is_live(f->root)) {
		sample_set_capability(into, CAP_SCHED_FEATURES_EDIT, GAUGE_UNSUPPORTED, TIER_NONE,
				      "a captured machine cannot be changed");
		return;
	}
	fd = fsroot_openat(f->root, FEATURES_PATH, O_PATH);
	can = fd >= 0 && !faccessat(fd, "", W_OK, AT_EMPTY_PATH | AT_EACCESS);
	if (fd >= 0)
		close(fd);
	if (can)
		sample_set_capability(into, CAP_SCHED_FEATURES_EDIT, GAUGE_KNOWN, TIER_DEBUGFS,
				      "%s", "");
	else
		sample_set_capability(into, CAP_SCHED_FEATURES_EDIT, GAUGE_DENIED, TIER_NONE,
				      "only root may write " FEATURES_PATH);
}

static int collect_features(struct features *f, struct sample *into)
{
	char reason[REASON_SIZE];
	int r, by_types;

	r = read_file(f, into);
	if (r >= 0) {
		sample_set_capability(into, CAP_SCHED_FEATURES, GAUGE_KNOWN, TIER_DEBUGFS, "%s",
				      debugfs_note(f->root));
		say_edit(f, into);
		return 0;
	}
	into->lockdown = debugfs_is_lockdown(f->root, r);
	debugfs_reason(f->root, FEATURES_PATH, r, reason, sizeof(reason));
	sample_set_capability(into, CAP_SCHED_FEATURES_EDIT, debugfs_state(f->root, r), TIER_NONE,
			      "%s", reason);
	by_types = read_by_types(f, into);
	if (by_types < 0)
		sample_set_capability(into, CAP_SCHED_FEATURES, debugfs_state(f->root, r),
				      TIER_NONE, "%s", reason);
	else
		sample_set_capability(into, CAP_SCHED_FEATURES, GAUGE_KNOWN, TIER_DEBUGFS,
				      "read-only, from the kernel's types and the mask in "
				      "sched/debug: %.100s",
				      reason);
	return by_types;
}

static void collect_sched_ext(const struct features *f, struct sample *into)
{
	char state[32];
	int r;

	r = fsroot_read(f->root, "/sys/kernel/sched_ext/state", state, sizeof(state));
	if (r < 0) {
		sample_set_capability(into, CAP_SCHED_EXT, gauge_state_from_error(r), TIER_NONE,
				      r == -ENOENT ? "this kernel has no sched_ext"
						   : "/sys/kernel/sched_ext/state cannot be read");
		return;
	}
	sample_set_capability(into, CAP_SCHED_EXT, GAUGE_KNOWN, TIER_PROC, "%s", "");
	if (!strcmp(state, "disabled"))
		return;
	r = fsroot_read(f->root, "/sys/kernel/sched_ext/root/ops", into->sched_ext_ops,
			sizeof(into->sched_ext_ops));
	/* between two states the name may be gone: then the state itself is what to show */
	if (r <= 0)
		strcpy(into->sched_ext_ops, state);
}

static int features_collect(struct probe *p, struct sample *into)
{
	struct features *f = p->state;

	if (!f)
		return -ENOMEM;
	collect_sched_ext(f, into);
	return collect_features(f, into);
}

static void features_close(struct probe *p)
{
	struct features *f = p->state;

	if (f)
		free(f->list);
	free(f);
	p->state = NULL;
}

const struct probe_ops features_probe = {
	.name = "features",
	.supported = textfile_supported,
	.open = features_open,
	.collect = features_collect,
	.close = features_close,
};
