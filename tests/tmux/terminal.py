# SPDX-License-Identifier: GPL-2.0-only
"""A real terminal for tests: a tmux server of its own, keys in, the screen read back, TAP out."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(TOP, os.environ.get("HEADROOM_TOP", "build/tui/headroom-top"))
PATIENCE_S = 20  # for a screen to show something; a slow machine only makes the test slower


class Failure(Exception):
    """What was wanted and what was seen instead."""


class Skip(Exception):
    """Why a test cannot be run here."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def wait_for(what, question):
    """Asks until the answer is true and returns it."""
    end = time.monotonic() + PATIENCE_S
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failure("waited %d s for %s" % (PATIENCE_S, what))
        time.sleep(0.05)


def clean_env(home, **more):
    """An environment that brings no settings of the caller's."""
    env = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"}
    env["NCURSES_GPM_TERMS"] = ""  # no libgpm: it leaks a few bytes, and no test has a gpm daemon
    env.update(more)
    return {k: v for k, v in env.items() if v is not None}


class Terminal:
    """One tmux session; the shell in it keeps the screen alive when the program has ended."""

    def __init__(self, cols=80, rows=24, term=None, **env):
        self.home = tempfile.mkdtemp(prefix="headroom-tmux-")
        self.socket = os.path.join(self.home, "tmux")
        self.env = clean_env(self.home, PS1="$ ", **env)
        self.calls = 0
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(cols), "-y", str(rows),
                  "env -u TMUX %s bash --norc --noprofile" % ("TERM=" + term if term else ""))
        self.wait_text(r"\$")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server", check=False)
        shutil.rmtree(self.home, ignore_errors=True)

    def tmux(self, *args, check=True):
        r = subprocess.run(["tmux", "-u", "-S", self.socket, *args], env=self.env,
                           capture_output=True, check=False)
        if check and r.returncode:
            raise Failure("tmux %s: %s" % (args[0], r.stderr.decode()))
        return r.stdout.decode("utf-8", "replace")

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options).rstrip("\n").split("\n")

    def ask(self, what):
        return self.tmux("display-message", "-p", "#{%s}" % what).strip()

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def wait_text(self, pattern):
        """The screen, once a line of it matches."""
        seen = []

        def look():
            seen[:] = self.screen()
            return any(re.search(pattern, line) for line in seen)
        try:
            wait_for("/%s/" % pattern, look)
        except Failure as f:
            raise Failure("%s; the screen:\n%s" % (f, "\n".join(seen))) from None
        return seen

    def shell(self, command):
        """Types a command line and waits for its end; what it printed and its status."""
        self.calls += 1
        mark = "[%d status" % self.calls
        self.keys("C-l")
        self.type("clear; %s; echo \"%s $?]\"" % (command, mark))
        self.keys("Enter")
        lines = self.wait_text(re.escape(mark) + r" \d+\]\s*$")
        text = "\n".join(lines)
        text = text[:text.rindex(mark)]
        return text, int(re.findall(re.escape(mark) + r" (\d+)\]", "\n".join(lines))[-1])

    def start(self, *arguments):
        """Starts headroom-top and waits until its first figures stand on the screen."""
        self.keys("C-l")
        self.type("%s %s; echo \"[status $?]\"" % (PROGRAM, " ".join(arguments)))
        self.keys("Enter")
        return self.wait_text(r"cost \d|END OF RECORDING")

    def wait_end(self):
        """The status it ended with."""
        lines = self.wait_text(r"\[status \d+\]")
        return int(re.findall(r"\[status (\d+)\]", "\n".join(lines))[-1])

    def pid(self):
        """Of the program in this terminal."""
        waiting = [int(self.ask("pane_pid"))]
        while waiting:
            pid = waiting.pop()
            with open("/proc/%d/comm" % pid, encoding="ascii", errors="replace") as f:
                if f.read().strip() == "headroom-top":
                    return pid
            with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as f:
                waiting += [int(child) for child in f.read().split()]
        raise Failure("headroom-top does not run")

    def expect_restored(self):
        """The terminal is as a shell wants it."""
        wait_for("the main screen", lambda: self.ask("alternate_on") == "0")
        expect(self.ask("cursor_flag") == "1", "the cursor is hidden")
        expect(self.ask("mouse_any_flag") == "0", "the mouse is still reported")
        expect(self.ask("keypad_flag") == "0", "the keypad still sends application codes")


def cpu_seconds(pid):
    with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(tests):
    """Runs (name, function) pairs and exits with the status TAP wants."""
    failed = 0
    print("1..%d" % len(tests))
    for n, (name, function) in enumerate(tests, 1):
        try:
            function()
            print("ok %d - %s" % (n, name))
        except Skip as s:
            print("ok %d - %s # SKIP %s" % (n, name, s))
        except (Failure, OSError, subprocess.SubprocessError, ValueError) as f:
            failed += 1
            print("not ok %d - %s" % (n, name))
            for line in str(f).split("\n"):
                print("# " + line)
        sys.stdout.flush()
    sys.exit(1 if failed else 0)
