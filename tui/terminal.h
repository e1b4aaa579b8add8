/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal as a device: taken for the interface, given back on every way out but SIGKILL, also
 * on a crash. Drawing is in screen.h, keys are in keyinput.h.
 */
#ifndef HEADROOM_TUI_TERMINAL_H
#define HEADROOM_TUI_TERMINAL_H

#include <stdbool.h>

#include "core/fault.h"

/*
 * Whether standard input and output are a terminal that TERM describes and that can place its
 * cursor; else -EOPNOTSUPP with a sentence. Writes nothing to it.
 */
int terminal_check(struct fault *f);

/* Takes the terminal, after terminal_check(). */
int terminal_open(bool mouse, struct fault *f);

/* Gives it back; safe when it was not taken, and when the terminal is dead. */
void terminal_close(void);

/* Gives it back, stops this process as Ctrl-Z does, and takes it again when continued. */
void terminal_suspend(void);

/* Continued by somebody else than terminal_suspend(): sets the terminal up again. */
void terminal_resume(void);

/* The window's size may have changed: tells curses. */
void terminal_resize(void);

/*
 * Sends what changed to the terminal. Where output is stopped that may take for ever, so a signal to
 * end us starts the output again; it is then the result, else 0.
 */
int terminal_flush(void);

/* Whether input ended or the terminal went away, after poll(2) said there is something to read. */
bool terminal_is_dead(short revents);

#endif
