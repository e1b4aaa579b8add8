/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commands of the shell: one row and one file (tui/cmd_NAME.c) each. --help, the check of the
 * words and the dispatch come from the table. The interface is the row with the name "".
 */
#ifndef HEADROOM_TUI_COMMANDS_H
#define HEADROOM_TUI_COMMANDS_H

#include "config/options.h"

struct command_call {
	const struct options *options;
	const char *replay_path; /* a recording instead of the machine; NULL: none */
	int nr_words;
	char *const *words; /* what stood after the command */
};

struct command {
	const char *name;
	const char *words; /* for --help and messages: "FILE [snapshot | stream]" */
	int min_words, max_words;
	bool replays; /* can work on a recording */
	/* 0, or -errno with f set: its sentence is printed, its status is the exit status. */
	int (*run)(const struct command_call *call, struct fault *f);
	const char *help;
};

extern const struct command command_table[]; /* ends with a NULL run */

/* Finds, checks and runs a command; NULL or "" is the interface. */
int command_run(const char *name, const struct command_call *call, struct fault *f);

/* The text of --help, to be freed; NULL: no memory. */
char *command_help(void);

int cmd_doctor(const struct command_call *call, struct fault *f);
int cmd_feature(const struct command_call *call, struct fault *f);
int cmd_group(const struct command_call *call, struct fault *f);
int cmd_interface(const struct command_call *call, struct fault *f);
int cmd_record(const struct command_call *call, struct fault *f);
int cmd_journal(const struct command_call *call, struct fault *f);
int cmd_replay(const struct command_call *call, struct fault *f);
int cmd_set(const struct command_call *call, struct fault *f);
int cmd_snapshot(const struct command_call *call, struct fault *f);
int cmd_stream(const struct command_call *call, struct fault *f);
int cmd_tunable(const struct command_call *call, struct fault *f);
int cmd_undo(const struct command_call *call, struct fault *f);
int cmd_wait(const struct command_call *call, struct fault *f);

#endif
