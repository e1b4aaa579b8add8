/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One sentence for the operator: what was tried and on what, why it failed, what to do about it.
 * Built where the cause is known, printed only by tui/; libraries never print or exit.
 */
#ifndef HEADROOM_CORE_FAULT_H
#define HEADROOM_CORE_FAULT_H

#include <stdbool.h>

/* The documented exit statuses of the program. */
enum exit_status {
	EXIT_STATUS_DONE = 0,
	EXIT_STATUS_FAILED = 1,
	EXIT_STATUS_USAGE = 2,
	EXIT_STATUS_DENIED = 3, /* not permitted or not supported here */
};

struct fault {
	int code;                /* -errno, 0 while nothing is wrong */
	enum exit_status status; /* what the program exits with because of it */
	bool noted;              /* no fault: a sentence to tell although all went well */
	char text[512];          /* UTF-8 without control characters, no final newline */
};

/*
 * Fills in f (when not NULL) and returns code, so that a caller can `return fault_set(...)`.
 * The exit status follows from the code: EPERM, EACCES, EOPNOTSUPP, ENOSYS give DENIED, any other
 * FAILED. The text is made printable: bytes from outside may be passed in as they came.
 */
__attribute__((format(printf, 3, 4))) int fault_set(struct fault *f, int code, const char *fmt,
						    ...);

/* What the operator should know of something that worked: code 0, status DONE. Returns 0. */
__attribute__((format(printf, 2, 3))) int fault_note(struct fault *f, const char *fmt, ...);

/* The same for bad usage: code -EINVAL, exit status USAGE. */
__attribute__((format(printf, 2, 3))) int fault_usage(struct fault *f, const char *fmt, ...);

#endif
