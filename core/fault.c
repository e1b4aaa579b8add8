// SPDX-License-Identifier: GPL-2.0-only
/* Builds the operator's sentence; see fault.h. */
#include "core/fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/text.h"

static enum exit_status status_of_code(int code)
{
	switch (code) {
	case 0:
		return EXIT_STATUS_DONE;
	case -EPERM:
	case -EACCES:
	case -EOPNOTSUPP:
	case -ENOSYS:
		return EXIT_STATUS_DENIED;
	default:
		return EXIT_STATUS_FAILED;
	}
}

static void fault_format(struct fault *f, const char *fmt, va_list args)
{
	char raw[sizeof(f->text)];

	vsnprintf(raw, sizeof(raw), fmt, args);
	text_printable(raw, f->text, sizeof(f->text));
}

int fault_set(struct fault *f, int code, const char *fmt, ...)
{
	va_list args;

	if (!f)
		return code;
	f->code = code;
	f->status = status_of_code(code);
	f->noted = false;
	va_start(args, fmt);
	fault_format(f, fmt, args);
	va_end(args);
	return code;
}

int fault_usage(struct fault *f, const char *fmt, ...)
{
	va_list args;

	if (!f)
		return -EINVAL;
	f->code = -EINVAL;
	f->status = EXIT_STATUS_USAGE;
	f->noted = false;
	va_start(args, fmt);
	fault_format(f, fmt, args);
	va_end(args);
	return -EINVAL;
}

int fault_note(struct fault *f, const char *fmt, ...)
{
	va_list args;

	if (!f)
		return 0;
	f->code = 0;
	f->status = EXIT_STATUS_DONE;
	f->noted = true;
	va_start(args, fmt);
	fault_format(f, fmt, args);
	va_end(args);
	return 0;
}
