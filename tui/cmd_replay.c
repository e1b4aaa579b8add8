// SPDX-License-Identifier: GPL-2.0-only
/* replay: another command, or the interface, on a recording instead of the machine. */
#include "tui/commands.h"

int cmd_replay(const struct command_call *call, struct fault *f)
{
	struct command_call inner = {
		.options = call->options,
		.replay_path = call->words[0],
	};

	return command_run(call->nr_words > 1 ? call->words[1] : NULL, &inner, f);
}
