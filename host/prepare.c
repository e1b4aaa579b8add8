// SPDX-License-Identifier: GPL-2.0-only
/* Preparing an edit: rules checked, folders opened, values read; writes nothing. See apply.h. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/apply_state.h"
#include "host/fsroot.h"
#include "host/stanza.h"
#include "host/target.h"

static struct edit *new_edit(void)
{
	struct edit *edit = calloc(1, sizeof(*edit));

	for (int i = 0; edit && i < PLAN_STEPS_MAX; i++)
		edit->dirs[i] = -1;
	return edit;
}

static int no_memory(struct fault *f)
{
	return fault_set(f, -ENOMEM, "no memory");
}

/* The path of a group below the mount; a copy of the name for everything else. */
static int object_path(const struct apply *a, const struct knob *k, const char *text, char *buf,
		       size_t size, struct fault *f)
{
	int r;

	if (k && k->place != KNOB_CGROUP)
		return snprintf(buf, size, "%s", text) < (int)size
			       ? 0
			       : fault_usage(f, "\"%s\" is too long for a name", text);
	if (!a->mount[0])
		return fault_set(f, -EOPNOTSUPP, "there is no cgroup v2 hierarchy here");
	r = target_cgroup_path(a->mount, text, buf, size);
	return r < 0 ? fault_usage(f, "\"%s\" is no path of a cgroup", text) : 0;
}

static int explain_open(const struct apply *a, const struct knob *k, const char *object, int error,
			struct fault *f)
{
	int mounting = 0;

	if (k->place == KNOB_CGROUP && error == -ENOENT)
		return fault_set(f, error, "there is no cgroup \"%s\" below %s", object, a->mount);
	if (k->place != KNOB_CGROUP && error == -ENOENT) {
		if (fsroot_debugfs(a->root, &mounting) == FSROOT_DEBUGFS_NONE)
			return fault_set(f, -EOPNOTSUPP,
					 "%s: debugfs is not mounted, and mounting one failed: %s",
					 object, strerror(-mounting));
		return fault_set(f, -EOPNOTSUPP, "%s: this kernel has no such folder of debugfs",
				 object);
	}
	return fault_set(f, error, "%s: %s", object, strerror(-error));
}

static int explain_read(const struct knob *k, const char *object, int error, struct fault *f)
{
	struct step step = { .knob = k, .object = (char *)object, .error = error };

	if (error == -ENOENT && k->place == KNOB_FEATURE)
		return fault_usage(f, "this kernel has no scheduler feature \"%s\"", object);
	if (error == -ENOENT && k->place != KNOB_CGROUP)
		return fault_usage(f, "this kernel has no tunable \"%s\"", object);
	if (error == -EINVAL)
		return fault_usage(f, "\"%s\" is not the name of a tunable", object);
	if (error == -ENOENT && object[0] == '\0')
		return fault_set(f, -EOPNOTSUPP, "the root group has no %s", k->name);
	if (error == -ENOENT)
		return fault_set(f, -EOPNOTSUPP,
				 "%s has no %s: this kernel does not have it, or its parent does "
				 "not give it the controller",
				 object, k->name);
	return step_explain(&step, f);
}

int apply_read(struct apply *a, const struct knob *k, const char *object, char *buf, size_t size,
	       struct fault *f)
{
	char path[PATH_MAX];
	uint64_t inode;
	int dir, r;

	r = object_path(a, k, object, path, sizeof(path), f);
	if (r < 0)
		return r;
	dir = target_open(a->root, a->mount, k, path, &inode);
	if (dir < 0)
		return explain_open(a, k, path, dir, f);
	r = target_read(dir, k, path, buf, size);
	close(dir);
	return r < 0 ? explain_read(k, path, r, f) : 0;
}

struct other_file {
	int dir;
};

static int read_other(void *ctx, const char *name, char *buf, size_t size)
{
	const struct other_file *other = ctx;

	return target_read_file(other->dir, name, buf, size);
}

/* Fills in the only step of an edit whose folder is open. */
static int fill_write(struct edit *edit, const struct knob *k, const char *object, const char *want,
		      struct fault *f)
{
	struct other_file other = { .dir = edit->dirs[0] };
	char now[KNOB_VALUE_SIZE], complete[KNOB_VALUE_SIZE];
	const char *conflict;
	int r = target_read(edit->dirs[0], k, object, now, sizeof(now));

	if (r < 0)
		return explain_read(k, object, r, f);
	conflict = knob_conflict(k, want, read_other, &other);
	if (conflict)
		return fault_usage(f, "%s of %s: %s", k->name, object, conflict);
	if (k->complete) {
		k->complete(want, now, complete, sizeof(complete));
		want = complete;
	}
	r = step_init(&edit->plan.steps[0], k, object, now, want);
	if (r < 0)
		return no_memory(f);
	if (step_is_same(&edit->plan.steps[0], now, want))
		edit->plan.steps[0].state = STEP_UNNEEDED;
	return 0;
}

int apply_prepare_write(struct apply *a, const struct knob *k, const char *object, const char *want,
			struct edit **ret_edit, struct fault *f)
{
	char path[PATH_MAX];
	struct edit *edit;
	uint64_t inode;
	int r;

	if (strlen(want) >= KNOB_VALUE_SIZE || !k->is_valid(k, want))
		return fault_usage(f, "%s takes %s; \"%s\" is not that",
				   k->name[0] ? k->name : object, k->takes, want);
	r = object_path(a, k, object, path, sizeof(path), f);
	if (r < 0)
		return r;
	edit = new_edit();
	if (!edit)
		return no_memory(f);
	edit->plan.nr_steps = 1;
	edit->dirs[0] = target_open(a->root, a->mount, k, path, &inode);
	r = edit->dirs[0] < 0 ? explain_open(a, k, path, edit->dirs[0], f)
			      : fill_write(edit, k, path, want, f);
	if (r < 0) {
		edit_free(edit);
		return r;
	}
	edit->plan.steps[0].inode = inode;
	*ret_edit = edit;
	return 0;
}

/* Why an entry cannot be taken back at all; 0 when it may be tried. */
static int refuse_undo(const struct apply *a, const struct journal_entry *e, uint64_t id,
		       struct fault *f)
{
	if (!e)
		return fault_usage(f, "there is no change %" PRIu64 " in the journal", id);
	if (journal_is_open(e, a->boot))
		return 0;
	return fault_set(f, -EALREADY, "change %" PRIu64 " is not in force: %s", id,
			 journal_status(e, a->boot));
}

static int open_undo_step(struct apply *a, struct step *step, int *ret_dir)
{
	uint64_t inode;
	int dir = target_open(a->root, a->mount, step->knob, step->object, &inode);

	if (dir < 0)
		return dir == -ENOENT && step->inode ? -ENODEV : dir;
	*ret_dir = dir;
	return inode == step->inode ? 0 : -ENOTUNIQ;
}

/* The value now must be ours, or back already; anything else is somebody's own doing. */
static int check_undo_step(struct apply *a, struct step *step, int *ret_dir)
{
	char now[KNOB_VALUE_SIZE];
	int r = open_undo_step(a, step, ret_dir);

	if (r < 0)
		return r;
	r = target_read(*ret_dir, step->knob, step->object, now, sizeof(now));
	if (r < 0)
		return apply_gone_reason(a, step, r);
	if (step->follows)
		return 0;
	if (step_is_same(step, now, step->want)) {
		step->state = STEP_UNNEEDED;
		return step_set(&step->before, now);
	}
	if (step_is_same(step, now, step->before))
		return 0;
	return step_set(&step->after, now) < 0 ? -ENOMEM : -ESTALE;
}

static int fill_undo(struct apply *a, struct edit *edit, struct fault *f)
{
	for (size_t i = 0; i < edit->plan.nr_steps; i++) {
		struct step *step = &edit->plan.steps[i];
		int r;

		if (step->inode)
			step->inode = journal_inode_now(apply_journal(a), step->inode, a->boot);
		if (step->kind != STEP_WRITE)
			r = apply_recheck_group(a, step);
		else if (step->follows && edit->plan.steps[0].kind == STEP_CREATE)
			r = 0; /* its group is yet to be made */
		else
			r = check_undo_step(a, step, &edit->dirs[i]);
		if (r < 0) {
			step->error = r;
			return step_explain(step, f);
		}
	}
	return 0;
}

int apply_prepare_undo(struct apply *a, uint64_t id, enum journal_origin origin,
		       struct edit **ret_edit, struct fault *f)
{
	const struct journal_entry *e = journal_find(apply_journal(a), id);
	int r = refuse_undo(a, e, id, f);
	struct edit *edit;

	if (r < 0)
		return r;
	edit = new_edit();
	if (!edit)
		return no_memory(f);
	edit->origin = origin;
	edit->undoes = id;
	r = plan_undo(&e->step, &edit->plan);
	r = r < 0 ? fault_set(f, r, "change %" PRIu64 " cannot be taken back", id)
		  : fill_undo(a, edit, f);
	if (r < 0) {
		edit_free(edit);
		return r;
	}
	*ret_edit = edit;
	return 0;
}

/* An edit of groups or tasks: one step, no descriptors. */
static int new_group_edit(struct apply *a, enum step_kind kind, const char *path,
			  struct edit **ret_edit, struct fault *f)
{
	char clean[PATH_MAX];
	struct edit *edit;
	int r = object_path(a, NULL, path, clean, sizeof(clean), f);

	if (r < 0)
		return r;
	if (kind != STEP_MOVE && clean[0] == '\0')
		return fault_usage(f, "the root group can be neither made nor removed");
	if (!fsroot_is_live(a->root))
		return fault_set(f, -EOPNOTSUPP, "a captured machine cannot be changed");
	r = stanza_check(a->mount, f);
	if (r < 0)
		return r;
	edit = new_edit();
	if (!edit || step_init(&edit->plan.steps[0], NULL, clean, NULL, NULL) < 0) {
		edit_free(edit);
		return no_memory(f);
	}
	edit->plan.nr_steps = 1;
	edit->plan.steps[0].kind = kind;
	edit->dirs[0] = target_open_cgroup(a->root, a->mount, clean, &edit->plan.steps[0].inode);
	*ret_edit = edit;
	return 0;
}

static int want_group(const struct edit *edit, bool present, struct fault *f)
{
	const char *path = edit->plan.steps[0].object;

	if (present && edit->dirs[0] < 0)
		return fault_set(f, edit->dirs[0], "there is no cgroup \"%s\"", path);
	if (!present && edit->dirs[0] >= 0)
		return fault_set(f, -EEXIST, "there is already a cgroup \"%s\"", path);
	return 0;
}

static int prepare_group(struct apply *a, enum step_kind kind, const char *path,
			 struct edit **ret_edit, struct fault *f)
{
	struct edit *edit;
	int r = new_group_edit(a, kind, path, &edit, f);

	if (r < 0)
		return r;
	r = want_group(edit, kind != STEP_CREATE, f);
	if (r < 0)
		edit_free(edit);
	else
		*ret_edit = edit;
	return r;
}

int apply_prepare_create(struct apply *a, const char *path, struct edit **ret_edit, struct fault *f)
{
	return prepare_group(a, STEP_CREATE, path, ret_edit, f);
}

int apply_prepare_delete(struct apply *a, const char *path, struct edit **ret_edit, struct fault *f)
{
	return prepare_group(a, STEP_DELETE, path, ret_edit, f);
}

int apply_prepare_move(struct apply *a, pid_t pid, const char *path, struct edit **ret_edit,
		       struct fault *f)
{
	char from[PATH_MAX], word[24];
	struct edit *edit;
	int r = prepare_group(a, STEP_MOVE, path, &edit, f);

	if (r < 0)
		return r;
	snprintf(word, sizeof(word), "%ld", (long)pid);
	r = target_read_task_group(a->root, pid, from, sizeof(from));
	if (r < 0)
		r = fault_set(f, r, "task %s: %s", word, strerror(-r));
	else if (step_set(&edit->plan.steps[0].before, from) < 0 ||
		 step_set(&edit->plan.steps[0].want, word) < 0)
		r = no_memory(f);
	if (r < 0)
		edit_free(edit);
	else
		*ret_edit = edit;
	return r;
}
