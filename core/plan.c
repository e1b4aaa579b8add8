// SPDX-License-Identifier: GPL-2.0-only
/* Steps and plans; see plan.h. */
#include "core/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[STEP_KIND_COUNT] = {
#define X(id, word) [STEP_##id] = word,
	STEP_KIND_TABLE(X)
#undef X
};

static const char *const state_names[STEP_STATE_COUNT] = {
#define X(id, word) [STEP_##id] = word,
	STEP_STATE_TABLE(X)
#undef X
};

const char *step_kind_name(enum step_kind kind)
{
	return kind_names[kind];
}

const char *step_state_name(enum step_state state)
{
	return state_names[state];
}

static int index_of(const char *const *names, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -EINVAL;
}

int step_kind_from_name(const char *name, enum step_kind *ret_kind)
{
	int i = index_of(kind_names, STEP_KIND_COUNT, name);

	if (i < 0)
		return i;
	*ret_kind = (enum step_kind)i;
	return 0;
}

int step_state_from_name(const char *name, enum step_state *ret_state)
{
	int i = index_of(state_names, STEP_STATE_COUNT, name);

	if (i < 0)
		return i;
	*ret_state = (enum step_state)i;
	return 0;
}

int step_set(char **field, const char *text)
{
	char *copy = text ? strdup(text) : NULL;

	if (text && !copy)
		return -ENOMEM;
	free(*field);
	*field = copy;
	return 0;
}

/* A line each: the knob, a space, the value. */
int step_keep(struct step *step, const struct knob *k, const char *value)
{
	char *lines;

	if (asprintf(&lines, "%s%s %s\n", step->lost ? step->lost : "", k->name, value) < 0)
		return -ENOMEM;
	free(step->lost);
	step->lost = lines;
	return 0;
}

void step_clear(struct step *step)
{
	free(step->object);
	free(step->before);
	free(step->want);
	free(step->after);
	free(step->lost);
	*step = (struct step){ 0 };
}

int step_init(struct step *step, const struct knob *knob, const char *object, const char *before,
	      const char *want)
{
	*step = (struct step){ .knob = knob };
	if (step_set(&step->object, object) < 0 || step_set(&step->before, before) < 0 ||
	    step_set(&step->want, want) < 0) {
		step_clear(step);
		return -ENOMEM;
	}
	return 0;
}

bool step_is_same(const struct step *step, const char *a, const char *b)
{
	if (!a || !b)
		return false;
	return step->knob ? step->knob->is_same(a, b) : strcmp(a, b) == 0;
}

void step_judge(struct step *step)
{
	step->state = step_is_same(step, step->after, step->want) ? STEP_VERIFIED : STEP_DRIFTED;
}

static const char *object_name(const struct step *step)
{
	return step->object[0] ? step->object : "the root group";
}

char *step_title(const struct step *step, char *buf, size_t size)
{
	static const char *const prefix[KNOB_PLACE_COUNT] = {
		[KNOB_FEATURE] = "feature ",
		[KNOB_SCHED] = "sched/",
		[KNOB_SYSCTL] = "kernel.",
	};

	if (step->kind == STEP_MOVE)
		snprintf(buf, size, "move of task %s to %s", step->want, object_name(step));
	else if (step->kind != STEP_WRITE)
		snprintf(buf, size, "%s of group %s", step_kind_name(step->kind), step->object);
	else if (step->knob->place == KNOB_CGROUP)
		snprintf(buf, size, "%s of %s", step->knob->name, object_name(step));
	else
		snprintf(buf, size, "%s%s", prefix[step->knob->place], step->object);
	return buf;
}

/* What an errno of the edit path means to somebody who turns a knob. */
static const struct reason {
	int error;
	const char *text;
} reasons[] = {
	{ -EROFS, "the file system is mounted read-only" },
	{ -ENOENT, "the file is not there: the group is gone, or this kernel has no such file" },
	{ -ENODEV, "the group was removed" },
	{ -EINVAL, "the kernel does not take this value" },
	{ -ERANGE, "the value is out of the kernel's range" },
	{ -EBUSY, "the kernel is using it, or tasks or child groups are in it" },
	{ -EOPNOTSUPP, "the kernel does not support it here" },
	{ -ENOSPC, "the kernel leaves no group with tasks without a CPU of its list" },
	{ -ESRCH, "the task is gone" },
	{ -EEXIST, "there is already a group of that name" },
	{ -EAGAIN, "the kernel asks to try again later" },
};

/* Which right is missing depends on the place; k is NULL for groups and tasks. */
static const char *right_text(const struct knob *k, int error)
{
	if (k && k->place == KNOB_SYSCTL)
		return "it takes root, and CAP_SYS_ADMIN for some";
	if (k && k->place != KNOB_CGROUP && error == -EPERM)
		return "the kernel is locked down (Secure Boot), which closes these files to root "
		       "too";
	if (k && k->place != KNOB_CGROUP)
		return "it takes root";
	if (!k)
		return "it takes root, with CAP_SYS_NICE to move tasks of others";
	return "it takes the owner of the file (root as a rule) or CAP_DAC_OVERRIDE";
}

static const char *reason_text(const struct knob *k, int error)
{
	if (error == -EPERM || error == -EACCES)
		return right_text(k, error);
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].error == error)
			return reasons[i].text;
	return "the kernel refused";
}

int step_explain(const struct step *step, struct fault *f)
{
	char title[512];

	step_title(step, title, sizeof(title));
	if (step->error == -ESTALE)
		return fault_set(f, step->error,
				 "%s: not written, somebody else changed it to \"%s\" after it was "
				 "shown as \"%s\"",
				 title, step->after ? step->after : "", step->before);
	if (step->error == -ENOTUNIQ)
		return fault_set(f, step->error,
				 "%s: not written, the group was removed and made anew", title);
	return fault_set(f, step->error, "%s: %s (%s)", title, reason_text(step->knob, step->error),
			 strerror(-step->error));
}

void plan_clear(struct plan *plan)
{
	for (size_t i = 0; i < plan->nr_steps; i++)
		step_clear(&plan->steps[i]);
	plan->nr_steps = 0;
}

static int undo_write(const struct step *step, struct plan *plan)
{
	const char *now = step->after ? step->after : step->want;
	struct step *back = &plan->steps[0], *lost = &plan->steps[1];

	if (step_init(back, step->knob, step->object, now, step->before) < 0)
		return -ENOMEM;
	back->inode = step->inode;
	plan->nr_steps = 1;
	if (!step->lost)
		return 0;
	if (step_init(lost, knob_find_cgroup(step->knob->loses), step->object, NULL, step->lost) <
	    0)
		return -ENOMEM;
	lost->inode = step->inode;
	lost->follows = true;
	plan->nr_steps = 2;
	return 0;
}

static int undo_create(const struct step *step, struct plan *plan)
{
	if (step_init(&plan->steps[0], NULL, step->object, NULL, NULL) < 0)
		return -ENOMEM;
	plan->steps[0].kind = STEP_DELETE;
	plan->steps[0].inode = step->inode;
	plan->nr_steps = 1;
	return 0;
}

/* Plans to write back a line of step_keep(); one that this program does not know is passed over. */
static int put_back(const struct step *step, const char *line, struct plan *plan)
{
	size_t length = strcspn(line, " \n");
	char name[64], value[KNOB_VALUE_SIZE];
	const struct knob *k;
	struct step *back;

	snprintf(name, sizeof(name), "%.*s", (int)length, line);
	k = knob_find_cgroup(name);
	if (!k || line[length] != ' ' || plan->nr_steps == PLAN_STEPS_MAX)
		return 0;
	line += length + 1;
	snprintf(value, sizeof(value), "%.*s", (int)strcspn(line, "\n"), line);
	back = &plan->steps[plan->nr_steps];
	if (step_init(back, k, step->object, NULL, value) < 0)
		return -ENOMEM;
	back->follows = true;
	plan->nr_steps++;
	return 0;
}

static int undo_delete(const struct step *step, struct plan *plan)
{
	int r = step_init(&plan->steps[0], NULL, step->object, NULL, NULL);

	if (r < 0)
		return r;
	plan->steps[0].kind = STEP_CREATE;
	plan->nr_steps = 1;
	for (const char *line = step->lost; r == 0 && line && *line;) {
		const char *end = strchr(line, '\n');

		r = put_back(step, line, plan);
		line = end ? end + 1 : NULL;
	}
	return r;
}

static int undo_move(const struct step *step, struct plan *plan)
{
	if (step_init(&plan->steps[0], NULL, step->before, step->object, step->want) < 0)
		return -ENOMEM;
	plan->steps[0].kind = STEP_MOVE;
	plan->nr_steps = 1;
	return 0;
}

int plan_undo(const struct step *step, struct plan *ret_plan)
{
	int r = -EINVAL;

	*ret_plan = (struct plan){ 0 };
	if (step->kind == STEP_CREATE)
		r = undo_create(step, ret_plan);
	else if (step->kind == STEP_DELETE)
		r = undo_delete(step, ret_plan);
	else if (step->before && step->kind == STEP_WRITE && step->knob)
		r = undo_write(step, ret_plan);
	else if (step->before && step->kind == STEP_MOVE)
		r = undo_move(step, ret_plan);
	if (r < 0)
		plan_clear(ret_plan);
	return r;
}
