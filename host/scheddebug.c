// SPDX-License-Identifier: GPL-2.0-only
/* Reads sched/debug line by line; see scheddebug.h. */
#include "host/scheddebug.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "host/scan.h"

#define COMM_WIDTH  15 /* "%15s": padded on the left, never longer */
#define MAX_RT_PRIO 100
#define MAX_PRIO    140

/* Which part of a CPU's text the walk is in. */
enum block { BLOCK_NONE, BLOCK_CPU, BLOCK_CFS_ROOT, BLOCK_OTHER, BLOCK_TASKS };

/* A padded field "  .NAME    : VALUE": where it counts and where it goes. */
struct field {
	enum block block;
	const char *text; /* as the kernel pads it: "  .%-30s: " */
	size_t offset;    /* of an int64_t in struct counts */
};

/* All figures of one CPU wide and signed, -1 while not seen. */
struct counts {
	int64_t nr_running, curr_pid;
	int64_t h_nr_runnable, h_nr_queued, h_nr_running, h_nr_idle;
	int64_t rt_nr_running, dl_nr_running;
};

#define AT(name) offsetof(struct counts, name)

static const struct field fields[] = {
	{ BLOCK_CPU, "  .nr_running                    : ", AT(nr_running) },
	{ BLOCK_CPU, "  .curr->pid                     : ", AT(curr_pid) },
	{ BLOCK_CFS_ROOT, "  .h_nr_runnable                 : ", AT(h_nr_runnable) },
	{ BLOCK_CFS_ROOT, "  .h_nr_queued                   : ", AT(h_nr_queued) },
	{ BLOCK_CFS_ROOT, "  .h_nr_running                  : ", AT(h_nr_running) },
	{ BLOCK_CFS_ROOT, "  .h_nr_idle                     : ", AT(h_nr_idle) },
	{ BLOCK_CFS_ROOT, "  .idle_h_nr_running             : ", AT(h_nr_idle) },
	{ BLOCK_OTHER, "  .rt_nr_running                 : ", AT(rt_nr_running) },
	{ BLOCK_OTHER, "  .dl_nr_running                 : ", AT(dl_nr_running) },
};

struct walk {
	struct scheddebug_cpu *cpus;
	unsigned int nr_cpus;
	struct scheddebug_cpu *cpu; /* the one being read, NULL before the first or beyond size */
	uint64_t number;            /* its number */
	struct counts counts;
	enum block block;
	unsigned int prio_column; /* of the task table, counted after the pid */
	int seen;
};

static const struct counts no_counts = { -1, -1, -1, -1, -1, -1, -1, -1 };

static void counts_store(struct walk *w)
{
	struct scheddebug_cpu *cpu = w->cpu;
	const struct counts *c = &w->counts;

	if (!cpu || c->nr_running < 0 || c->curr_pid < 0)
		return;
	if (!cpu->seen)
		w->seen++;
	cpu->seen = true;
	cpu->nr_running = c->nr_running;
	cpu->curr_pid = c->curr_pid;
	cpu->h_nr_runnable = c->h_nr_runnable;
	cpu->h_nr_queued = c->h_nr_queued;
	cpu->h_nr_running = c->h_nr_running;
	cpu->h_nr_idle = c->h_nr_idle;
	cpu->rt_nr_running = c->rt_nr_running;
	cpu->dl_nr_running = c->dl_nr_running;
}

/* "cpu#N, 2596.146 MHz", or "cpu#N" where the clock is not told */
static bool enter_cpu(struct walk *w, const char *line)
{
	uint64_t number;

	if (!scan_word(&line, "cpu#") || !scan_u64(&line, &number))
		return false;
	if (*line != ',' && !scan_is_line_end(line))
		return false;
	counts_store(w);
	w->cpu = number < w->nr_cpus && !w->cpus[number].seen ? &w->cpus[number] : NULL;
	w->number = number;
	w->counts = no_counts;
	w->block = BLOCK_CPU;
	return true;
}

/*
 * "cfs_rq[N]:/" is the root's, as is "cfs_rq[N]:" of a kernel without groups; a path after the
 * slash makes it another group's.
 */
static bool enter_queue(struct walk *w, const char *line)
{
	uint64_t number;
	bool is_cfs = scan_word(&line, "cfs_rq[");

	if (!is_cfs && !scan_word(&line, "rt_rq[") && !scan_word(&line, "dl_rq["))
		return false;
	if (!scan_u64(&line, &number) || !scan_word(&line, "]:") || number != w->number)
		return false;
	w->block = BLOCK_OTHER;
	if (is_cfs && (scan_is_line_end(line) || (scan_word(&line, "/") && scan_is_line_end(line))))
		w->block = BLOCK_CFS_ROOT;
	return true;
}

/* The column of "prio" in the table's head, counted in words after "PID". */
static unsigned int find_prio_column(const char *line)
{
	unsigned int column = 0;
	char word[32];
	bool counting = false;

	while (scan_name(&line, word, sizeof(word))) {
		if (counting && !strcmp(word, "prio"))
			return column;
		if (counting)
			column++;
		else
			counting = !strcmp(word, "PID");
	}
	return 0;
}

/*
 * The word of a task line in a column after the pid. 6.12 and newer print a lone S after the
 * deadline of a task with a slice of its own; it has no column in the head.
 */
static bool take_column(const char *at, unsigned int column, int64_t *ret_value)
{
	char word[32];

	for (;;) {
		const char *start = at;

		if (!scan_name(&at, word, sizeof(word)))
			return false;
		if (!strcmp(word, "S"))
			continue;
		if (!column--)
			return scan_i64(&start, ret_value);
	}
}

static void copy_comm(const char *padded, char *comm)
{
	size_t skip = strspn(padded, " ");

	/* a name may itself begin with blanks: they cannot be told from the padding */
	if (skip > COMM_WIDTH - 1)
		skip = COMM_WIDTH - 1;
	memcpy(comm, padded + skip, COMM_WIDTH - skip);
	comm[COMM_WIDTH - skip] = '\0';
}

/* ">R            comm   PID ..." is the current task, " R ..." one that is queued. */
static void take_task(struct walk *w, const char *line)
{
	struct scheddebug_task task = { .found = true };
	struct scheddebug_task *into;
	const char *at;
	int64_t pid, prio;

	if (!w->cpu || strcspn(line, "\n") < 3 + COMM_WIDTH || line[1] != 'R' || line[2] != ' ')
		return;
	at = line + 3 + COMM_WIDTH;
	if (!scan_i64(&at, &pid) || pid <= 0 || pid > INT32_MAX)
		return;
	if (!take_column(at, w->prio_column, &prio) || prio < -1 || prio >= MAX_PRIO)
		return;
	into = pid == w->counts.curr_pid ? &w->cpu->curr : &w->cpu->next;
	if (into->found)
		return;
	task.pid = pid;
	task.prio = prio;
	copy_comm(line + 3, task.comm);
	*into = task;
}

static void take_field(struct walk *w, const char *line)
{
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const struct field *f = &fields[i];
		int64_t *into = (int64_t *)((char *)&w->counts + f->offset);
		const char *at = line;
		uint64_t value;

		if (f->block != w->block || !scan_word(&at, f->text))
			continue;
		/* with real-time groups there is a block for each: one that has a task will do */
		if (scan_u64(&at, &value) && value <= INT32_MAX && (int64_t)value > *into)
			*into = value;
		return;
	}
}

static void walk_line(struct walk *w, const char *line)
{
	if (enter_cpu(w, line) || w->block == BLOCK_NONE)
		return;
	if (w->block == BLOCK_TASKS) {
		if (!w->prio_column)
			w->prio_column = find_prio_column(line);
		else if (line[0] == '>' || line[0] == ' ')
			take_task(w, line);
		return;
	}
	if (enter_queue(w, line))
		return;
	if (scan_word(&line, "runnable tasks:")) {
		counts_store(w);
		w->block = BLOCK_TASKS;
		return;
	}
	take_field(w, line);
}

int scheddebug_parse(const char *text, struct scheddebug_cpu *cpus, unsigned int nr_cpus)
{
	struct walk w = { .cpus = cpus, .nr_cpus = nr_cpus, .counts = no_counts };

	memset(cpus, 0, nr_cpus * sizeof(*cpus));
	for (const char *line = text; line; line = scan_next_line(line))
		walk_line(&w, line);
	counts_store(&w);
	return w.seen ? w.seen : -EBADMSG;
}

int scheddebug_features_mask(const char *text, uint64_t *ret_mask)
{
	for (const char *line = text; line; line = scan_next_line(line)) {
		const char *at = line;

		if (!strncmp(line, "cpu#", 4))
			break;
		if (!scan_word(&at, "  .sysctl_sched_features"))
			continue;
		at += strspn(at, " ");
		/* only a whole line: the text may have been cut within the number */
		if (scan_word(&at, ":") && scan_u64(&at, ret_mask) && *at == '\n')
			return 0;
	}
	return -ENOENT;
}

/* Runnable fair tasks: without delayed sleepers where the kernel tells, as it does from 6.14 on. */
static int64_t count_runnable(const struct scheddebug_cpu *cpu)
{
	if (cpu->h_nr_runnable >= 0)
		return cpu->h_nr_runnable;
	if (cpu->h_nr_running >= 0)
		return cpu->h_nr_running;
	/* no block of the root: nothing is queued there */
	return cpu->h_nr_queued >= 0 ? cpu->h_nr_queued : 0;
}

static int64_t at_least_0(int64_t value)
{
	return value > 0 ? value : 0;
}

static enum task_class class_of_prio(const struct scheddebug_task *task)
{
	if (!task->found)
		return TASK_CLASS_UNKNOWN;
	if (task->prio < 0)
		return TASK_CLASS_DL;
	return task->prio < MAX_RT_PRIO ? TASK_CLASS_RT : TASK_CLASS_FAIR;
}

/* Real-time and deadline tasks; the current one counts although its queue may not show it. */
static bool has_higher_class(const struct scheddebug_cpu *cpu, const struct scheddebug_task *curr)
{
	enum task_class class = class_of_prio(curr);

	return cpu->rt_nr_running > 0 || cpu->dl_nr_running > 0 || class == TASK_CLASS_RT ||
	       class == TASK_CLASS_DL;
}

static enum cpu_state derive_state(const struct cpu_now *now, bool is_higher)
{
	if (now->nr_nonidle > 1)
		return CPU_STATE_OVERLOADED;
	if (now->nr_nonidle || is_higher)
		return CPU_STATE_BUSY;
	if (now->nr_idle_class)
		return CPU_STATE_SCHED_IDLE;
	/* a current task of a class that has no count here: stop, or sched_ext */
	return now->pid ? CPU_STATE_BUSY : CPU_STATE_IDLE;
}

void scheddebug_state(const struct scheddebug_cpu *cpu, int32_t own_tid, struct cpu_now *ret_now)
{
	bool is_own = cpu->curr_pid && cpu->curr_pid == own_tid;
	const struct scheddebug_task *curr = is_own ? &cpu->next : &cpu->curr;
	int64_t runnable = count_runnable(cpu) - is_own;
	int64_t idle_class = at_least_0(cpu->h_nr_idle);

	*ret_now = (struct cpu_now){
		.class = TASK_CLASS_UNKNOWN,
		.nr_running = at_least_0((int64_t)cpu->nr_running - is_own),
		.nr_nonidle = at_least_0(runnable - idle_class),
		.nr_idle_class = idle_class,
	};
	if (curr->found && (is_own || curr->pid == cpu->curr_pid)) {
		ret_now->pid = curr->pid;
		memcpy(ret_now->comm, curr->comm, sizeof(ret_now->comm));
		ret_now->class = class_of_prio(curr);
	} else if (!is_own) {
		ret_now->pid = cpu->curr_pid;
	}
	ret_now->state = derive_state(ret_now, has_higher_class(cpu, curr));
	if (!cpu->curr_pid || (is_own && ret_now->state == CPU_STATE_IDLE))
		ret_now->class = TASK_CLASS_IDLE;
}
