// SPDX-License-Identifier: GPL-2.0-only
/* The table of commands, their check and --help; see commands.h. */
#include "tui/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/help.h"

const struct command command_table[] = {
	{ .name = "",
	  .words = "",
	  .replays = true,
	  .run = cmd_interface,
	  .help = "the interface on this terminal" },
	{ .name = "snapshot",
	  .words = "",
	  .replays = true,
	  .run = cmd_snapshot,
	  .help = "one JSON document, after two samples" },
	{ .name = "stream",
	  .words = "",
	  .replays = true,
	  .run = cmd_stream,
	  .help = "one JSON document a line, at every interval" },
	{ .name = "record",
	  .words = "FILE",
	  .min_words = 1,
	  .max_words = 1,
	  .run = cmd_record,
	  .help = "write samples to FILE, compressed when its name ends in .zst" },
	{ .name = "replay",
	  .words = "FILE [snapshot | stream | doctor]",
	  .min_words = 1,
	  .max_words = 2,
	  .run = cmd_replay,
	  .help = "the interface, or that command, on a recording" },
	{ .name = "set",
	  .words = "CGROUP KNOB VALUE",
	  .min_words = 3,
	  .max_words = 4,
	  .run = cmd_set,
	  .help = "change a knob of a cgroup: cpu.headroom, cpu.max, cpu.weight ..." },
	{ .name = "feature",
	  .words = "NAME on|off",
	  .min_words = 2,
	  .max_words = 2,
	  .run = cmd_feature,
	  .help = "switch a scheduler feature" },
	{ .name = "tunable",
	  .words = "NAME VALUE",
	  .min_words = 2,
	  .max_words = 2,
	  .run = cmd_tunable,
	  .help = "change a file of debugfs's sched folder or a kernel.sched_* sysctl" },
	{ .name = "group",
	  .words = "create|delete CGROUP | move TASK CGROUP",
	  .min_words = 2,
	  .max_words = 3,
	  .run = cmd_group,
	  .help = "make or remove a cgroup, or move a task" },
	{ .name = "undo",
	  .words = "[NUMBER | last | run | all]",
	  .max_words = 1,
	  .run = cmd_undo,
	  .help = "take back a change, the last, those of its run, or all since boot" },
	{ .name = "journal",
	  .words = "[confirm NUMBER | confirm last]",
	  .max_words = 2,
	  .run = cmd_journal,
	  .help = "what was changed and how it stands; keep a change made with --for" },
	{ .name = "wait",
	  .words = "CONDITION",
	  .min_words = 1,
	  .max_words = 1,
	  .run = cmd_wait,
	  .help = "whether a condition over the JSON fields holds, as "
		  "'global_idle_pct >= 30'; with --for until it does" },
	{ .name = "doctor",
	  .words = "",
	  .replays = true,
	  .run = cmd_doctor,
	  .help = "what can be observed here, what not, why, and how to enable it" },
	{ .run = NULL },
};

static const struct command *command_by_name(const char *name)
{
	for (const struct command *c = command_table; c->run; c++) {
		if (!strcmp(c->name, name))
			return c;
	}
	return NULL;
}

int command_run(const char *name, const struct command_call *call, struct fault *f)
{
	const struct command *c = name && !*name ? NULL : command_by_name(name ? name : "");
	int r;

	if (!c)
		return fault_usage(f, "'%.60s' is not a command; 'headroom-top --help' lists them",
				   name);
	if (call->replay_path && !c->replays)
		return fault_usage(f, "'%s' does not work on a recording", c->name);
	if (call->nr_words < c->min_words)
		return fault_usage(f, "'%s' needs more words: headroom-top %s %s", c->name, c->name,
				   c->words);
	if (call->nr_words > c->max_words)
		return fault_usage(f, "'%.60s' is too much for '%s': headroom-top %s %s",
				   call->words[c->max_words], c->name, c->name, c->words);
	r = options_suit_command(call->options, *c->name ? c->name : NULL, f);
	return r < 0 ? r : c->run(call, f);
}

static void print_commands(FILE *out)
{
	fputs("Usage: headroom-top [OPTION]... [COMMAND [WORD]...]\n\n"
	      "Shows which CPUs are overloaded, idle, sched-idle or forced idle, per\n"
	      "last-level cache.\n"
	      "\nCommands:\n",
	      out);
	for (const struct command *c = command_table; c->run; c++) {
		char left[64];

		snprintf(left, sizeof(left), "%s%s%s", *c->name ? c->name : "(none)",
			 *c->words ? " " : "", c->words);
		help_put_row(out, left, c->help);
	}
}

char *command_help(void)
{
	char *text = NULL, *options = options_help();
	size_t size;
	FILE *out = options ? open_memstream(&text, &size) : NULL;

	if (out) {
		print_commands(out);
		fprintf(out,
			"\nOptions:\n%s\n"
			"Exit status: 0 done, 1 failed, 2 bad usage, 3 not permitted or not\n"
			"supported here. Keys: press ? in the interface. More: man headroom-top.\n",
			options);
		if (fclose(out)) {
			free(text);
			text = NULL;
		}
	}
	free(options);
	return text;
}
