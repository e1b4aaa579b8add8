// SPDX-License-Identifier: GPL-2.0-only
/* Groups and tasks by libcgroup; see stanza.h. */
#include "host/stanza.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcgroup.h>

#include "core/number.h"

/* libcgroup has errors of its own; a refusal by the kernel stands in the last errno. */
static int to_errno(int error)
{
	switch (error) {
	case 0:
		return 0;
	case ECGOTHER: {
		int last = cgroup_get_last_errno();

		return last > 0 ? -last : -EIO;
	}
	case ECGROUPNOTEXIST:
		return -ENODEV;
	case ECGNONEMPTY:
		return -EBUSY;
	case ECGROUPNOTALLOWED:
	case ECGROUPNOTOWNER:
		return -EACCES;
	case ECGCANTSETVALUE:
	case ECGROUPSUBSYSNOTMOUNTED:
		return -EOPNOTSUPP;
	default:
		return -EIO;
	}
}

int stanza_check(const char *mount, struct fault *f)
{
	char *cpu_mount = NULL;
	bool fits;
	int r = to_errno(cgroup_init());

	if (r == 0)
		r = to_errno(cgroup_get_subsys_mount_point("cpu", &cpu_mount));
	if (r < 0)
		return fault_set(
			f, -EOPNOTSUPP,
			"groups cannot be changed here: libcgroup finds no cpu controller");
	fits = strcmp(cpu_mount, mount) == 0;
	if (!fits)
		fault_set(f, -EOPNOTSUPP,
			  "groups cannot be changed here: the cpu controller is in the cgroup v1 "
			  "tree at %s",
			  cpu_mount);
	free(cpu_mount);
	return fits ? 0 : -EOPNOTSUPP;
}

static struct cgroup *new_group(const char *path)
{
	struct cgroup *group = cgroup_new_cgroup(path);

	if (group && !cgroup_add_controller(group, "cpu"))
		cgroup_free(&group);
	return group;
}

static int move_task(struct cgroup *group, const char *word)
{
	uint64_t pid;

	if (number_parse_u64(word, &pid) < 0 || pid == 0 || pid > INT32_MAX)
		return -ESRCH;
	return to_errno(cgroup_attach_task_pid(group, (pid_t)pid));
}

int stanza_run_step(const struct step *step)
{
	/* libcgroup takes "." for the root of the tree. */
	struct cgroup *group = new_group(step->object[0] ? step->object : ".");
	int r;

	if (!group)
		return -ENOMEM;
	if (step->kind == STEP_CREATE)
		r = to_errno(cgroup_create_cgroup(group, 0));
	else if (step->kind == STEP_DELETE)
		r = to_errno(cgroup_delete_cgroup_ext(group, CGFLAG_DELETE_EMPTY_ONLY));
	else
		r = move_task(group, step->want);
	cgroup_free(&group);
	return r;
}

static bool fits_config(const char *text)
{
	for (; *text; text++)
		if (!isprint((unsigned char)*text) || *text == '"' || *text == '\\')
			return false;
	return true;
}

int stanza_format(const struct step *step, char *buf, size_t size)
{
	const char *controller = strncmp(step->knob->name, "cpuset.", 7) == 0 ? "cpuset" : "cpu";

	if (step->knob->place != KNOB_CGROUP || !fits_config(step->object) ||
	    !fits_config(step->want))
		return -EINVAL;
	snprintf(buf, size, "group \"%s\" {\n\t%s {\n\t\t%s = \"%s\";\n\t}\n}\n",
		 step->object[0] ? step->object : ".", controller, step->knob->name, step->want);
	return 0;
}
