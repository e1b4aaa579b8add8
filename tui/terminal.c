// SPDX-License-Identifier: GPL-2.0-only
/* Takes and gives back the terminal; see terminal.h. */
#include "tui/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

#include "tui/keyinput.h"

/*
 * How long the rest of an arrow key's sequence may take. Split by a slow link and cut off here, its
 * bytes would be keys of their own, and "[" is one that changes something. curses' own second makes
 * Escape feel dead.
 */
#define ESCAPE_DELAY_MS 150

/*
 * What a crashing process needs to give the terminal back. A signal handler gets no argument, so
 * this is the one place with state outside of a struct that is passed.
 */
static struct {
	SCREEN *screen;
	struct termios before;
	bool mouse;
	char bytes[256]; /* leave the alternate screen, show the cursor, plain colours */
	size_t len;
	volatile sig_atomic_t taken;
	sigset_t endings;             /* what terminal_flush() lets in */
	volatile sig_atomic_t ending; /* a signal that came in terminal_flush() */
} rescue;

static const int ending_signals[] = { SIGTERM, SIGINT, SIGHUP };
static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGQUIT };

/* Only what is async-signal-safe; then the signal does what it always does. */
static void give_back_in_crash(int signal)
{
	if (rescue.taken) {
		ssize_t n = write(STDOUT_FILENO, rescue.bytes, rescue.len);

		(void)n;
		(void)tcsetattr(STDIN_FILENO, TCSANOW, &rescue.before);
		rescue.taken = 0;
	}
	(void)raise(signal); /* SA_RESETHAND put the default back */
}

/*
 * Stopped output goes on once there is no XON/XOFF. What a reader that does not read has left in the
 * queue is thrown away, or leaving would wait for it. Also called by a signal handler.
 */
static void free_output(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };
	struct termios now;

	if (poll(&out, 1, 0) == 0)
		(void)tcflush(STDOUT_FILENO, TCOFLUSH);
	if (tcgetattr(STDIN_FILENO, &now) < 0)
		return;
	now.c_iflag &= ~(tcflag_t)IXON;
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

static void note_ending(int signal)
{
	int error = errno;

	rescue.ending = signal;
	free_output();
	errno = error;
}

/* Handlers for the time of a flush; else these signals are blocked and come by the ticker's descriptor. */
static void catch_endings(sigset_t *ret_caught)
{
	struct sigaction act = { .sa_handler = note_ending, .sa_flags = SA_RESTART }, old;

	sigemptyset(&act.sa_mask);
	sigemptyset(ret_caught);
	for (size_t i = 0; i < sizeof(ending_signals) / sizeof(ending_signals[0]); i++) {
		if (sigaction(ending_signals[i], NULL, &old) < 0 || old.sa_handler == SIG_IGN)
			continue;
		(void)sigaction(ending_signals[i], &act, NULL);
		sigaddset(ret_caught, ending_signals[i]);
	}
}

static void catch_crashes(void)
{
	struct sigaction act = {
		.sa_handler = give_back_in_crash,
		.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK),
	};
	static char stack_memory[16384];
	stack_t stack = { .ss_sp = stack_memory, .ss_size = sizeof(stack_memory) };

	sigemptyset(&act.sa_mask);
	(void)sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof(crash_signals) / sizeof(crash_signals[0]); i++)
		(void)sigaction(crash_signals[i], &act, NULL);
}

static void rescue_add(const char *text)
{
	size_t len = text && text != (char *)-1 ? strlen(text) : 0;

	if (!len || rescue.len + len > sizeof(rescue.bytes))
		return;
	memcpy(rescue.bytes + rescue.len, text, len);
	rescue.len += len;
}

/* As curses does it: by the extended capability XM, or else in the way of xterm. */
static void rescue_add_mouse(void)
{
	char *xm = tigetstr("XM");

	if (!key_mouse)
		return;
	rescue_add(xm && xm != (char *)-1 ? tiparm(xm, 0) : "\033[?1000l");
}

/*
 * Marks around pasted text, so that its letters do not act as keys: as terminfo has it, or else in
 * the way of xterm where the mouse is xterm's too. NULL: this terminal is not asked.
 */
static const char *paste_marks(bool on)
{
	const char *known = tigetstr(on ? "BE" : "BD");

	if (known && known != (const char *)-1)
		return known;
	if (!key_mouse)
		return NULL;
	return on ? "\033[?2004h" : "\033[?2004l";
}

static void set_paste_marks(bool on)
{
	const char *bytes = paste_marks(on);

	/* By stdio, and so not in order with what curses holds back; for these that does not matter. */
	if (bytes && putp(bytes) == OK)
		(void)fflush(stdout);
}

static void rescue_prepare(bool mouse)
{
	rescue.len = 0;
	rescue.mouse = mouse;
	if (mouse)
		rescue_add_mouse();
	rescue_add(paste_marks(false));
	rescue_add(tigetstr("rmkx"));
	rescue_add(tigetstr("op"));
	rescue_add(tigetstr("sgr0"));
	rescue_add(tigetstr("cnorm"));
	rescue_add(tigetstr("rmcup"));
}

int terminal_check(struct fault *f)
{
	const char *term = getenv("TERM");
	bool can_draw;
	int error = 0;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return fault_set(
			f, -EOPNOTSUPP,
			"the interface needs a terminal, standard %s is none; use 'snapshot' "
			"or 'stream' for files and pipes",
			isatty(STDIN_FILENO) ? "output" : "input");
	if (!term || !*term)
		return fault_set(f, -EOPNOTSUPP,
				 "TERM is not set, so the terminal is unknown; set it to what the "
				 "terminal is, such as xterm-256color, or use 'snapshot'");
	if (setupterm(term, STDOUT_FILENO, &error) == ERR)
		return fault_set(
			f, -EOPNOTSUPP,
			error < 0 ? "TERM=%.60s: there is no terminfo database here; install "
				    "ncurses-base, or use 'snapshot'"
				  : "TERM=%.60s: terminfo does not know it; set TERM to what the "
				    "terminal is, such as xterm-256color, or use 'snapshot'",
			term);
	can_draw = cursor_address && clear_screen;
	del_curterm(cur_term); /* newterm() reads it again */
	if (!can_draw)
		return fault_set(f, -EOPNOTSUPP,
				 "TERM=%.60s: such a terminal cannot place its cursor; use "
				 "'snapshot' or 'stream', or set TERM to what the terminal is",
				 term);
	return 0;
}

/* Ctrl-C arrives as a key, so that it can be remapped; Ctrl-Z and Ctrl-\ stay signals. */
static void take_interrupt_key(void)
{
	struct termios now;

	if (tcgetattr(STDIN_FILENO, &now) < 0)
		return;
	now.c_cc[VINTR] = _POSIX_VDISABLE;
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
	def_prog_mode();
}

static void set_modes(void)
{
	cbreak();
	noecho();
	nonl();
	take_interrupt_key();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	if (rescue.mouse)
		mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED,
			  NULL);
	mouseinterval(0);
	set_paste_marks(true);
}

int terminal_open(bool mouse, struct fault *f)
{
	struct sigaction stop;

	if (tcgetattr(STDIN_FILENO, &rescue.before) < 0)
		return fault_set(f, -errno, "cannot read the settings of the terminal: %s",
				 strerror(errno));
	if (!getenv("ESCDELAY"))
		set_escdelay(ESCAPE_DELAY_MS);
	use_extended_names(TRUE);
	(void)sigaction(SIGTSTP, NULL, &stop);
	rescue.screen = newterm(NULL, stdout, stdin);
	if (!rescue.screen)
		return fault_set(f, -EOPNOTSUPP, "curses cannot use the terminal TERM=%.60s",
				 getenv("TERM"));
	rescue_prepare(mouse);
	rescue.taken = 1;
	catch_crashes();
	catch_endings(&rescue.endings);
	/* curses has put its own handler there; stopping is ours (terminal_suspend). */
	(void)sigaction(SIGTSTP, &stop, NULL);
	/* curses ends the process by itself when it runs out of memory. */
	(void)atexit(terminal_close);
	set_modes();
	keyinput_prepare();
	return 0;
}

/*
 * Output that was stopped by Ctrl-S would keep us from leaving; the settings from before come back
 * with everything else.
 */
static void restart_output(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

	if (poll(&out, 1, 0) == 0)
		free_output();
}

int terminal_flush(void)
{
	int ending;

	(void)sigprocmask(SIG_UNBLOCK, &rescue.endings, NULL);
	refresh();
	(void)sigprocmask(SIG_BLOCK, &rescue.endings, NULL);
	ending = rescue.ending;
	rescue.ending = 0;
	return ending;
}

void terminal_close(void)
{
	if (!rescue.screen)
		return;
	restart_output();
	/* The mouse first: endwin() leaves it on, and then the shell gets clicks as text. */
	mousemask(0, NULL);
	set_paste_marks(false);
	endwin();
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &rescue.before);
	rescue.taken = 0;
	delscreen(rescue.screen);
	rescue.screen = NULL;
}

void terminal_suspend(void)
{
	sigset_t stop;

	restart_output();
	mousemask(0, NULL);
	set_paste_marks(false);
	endwin();
	rescue.taken = 0;
	/*
	 * By the signal itself and not SIGSTOP: in an orphaned process group nobody could continue
	 * us, and the kernel then ignores it.
	 */
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	(void)raise(SIGTSTP);
	(void)sigprocmask(SIG_UNBLOCK, &stop, NULL);
	(void)sigprocmask(SIG_BLOCK, &stop, NULL);
	terminal_resume();
}

void terminal_resume(void)
{
	reset_prog_mode();
	rescue.taken = 1;
	terminal_resize();
	set_modes();
	clearok(stdscr, TRUE);
}

void terminal_resize(void)
{
	struct winsize size = { 0 };

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_row || !size.ws_col)
		return;
	if (resizeterm(size.ws_row, size.ws_col) == OK)
		clearok(stdscr, TRUE);
}

bool terminal_is_dead(short revents)
{
	int waiting = 0;

	if (revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	/* Readable with nothing to read is the end of input. */
	return revents & POLLIN && (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || !waiting);
}
