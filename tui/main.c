// SPDX-License-Identifier: GPL-2.0-only
/*
 * headroom-top: reads the command line, runs one command, prints the fault's sentence and exits
 * with its status. The only place that does the last two.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/options.h"
#include "core/fault.h"
#include "tui/commands.h"
#include "tui/output.h"

/*
 * Started with a closed descriptor 0, 1 or 2, the next file opened would get its number and receive
 * what is printed. Read-only, so that writing to a closed standard output is still an error.
 */
static void fill_standard_descriptors(void)
{
	for (int fd = 0; fd < 3; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
			return;
	}
}

static int print_text(char *text, struct fault *f)
{
	int r;

	if (!text)
		return fault_set(f, -ENOMEM, "out of memory for a text");
	r = output_document("", text, f);
	free(text);
	return r;
}

static int run(struct options *o, int argc, char *const *argv, struct fault *f)
{
	struct command_line line;
	int r = options_parse(o, argc, argv, &line, f);

	if (!r && line.help) {
		r = print_text(command_help(), f);
	} else if (!r && line.version) {
		r = print_text(strdup("headroom-top " HEADROOM_VERSION), f);
	} else if (!r) {
		struct command_call call = {
			.options = o,
			.nr_words = line.nr_words,
			.words = line.words,
		};

		r = command_run(line.command, &call, f);
	}
	command_line_clear(&line);
	return r;
}

int main(int argc, char **argv)
{
	struct fault f = { 0 };
	struct options o;
	int r;

	fill_standard_descriptors();
	/* Not LC_NUMERIC: numbers are read and written with a point everywhere. */
	setlocale(LC_CTYPE, "");
	/* Both come as the error of a write too, and that one gets a sentence. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	r = options_init(&o);
	if (r < 0)
		fault_set(&f, r, "out of memory for the options");
	else
		r = run(&o, argc, argv, &f);
	options_clear(&o);
	if (r >= 0) {
		if (f.noted)
			fprintf(stderr, "headroom-top: %s\n", f.text);
		return EXIT_STATUS_DONE;
	}
	fprintf(stderr, "headroom-top: %s\n", *f.text ? f.text : strerror(-r));
	return f.status ? (int)f.status : EXIT_STATUS_FAILED;
}
