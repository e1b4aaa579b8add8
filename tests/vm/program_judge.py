#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Judges what headroom-top said in a virtual machine against what the machine did.

Usage: program_judge.py DIR SCHEMA - DIR is what guest/program.sh left. Prints TAP results without
numbers. The truth is counted from the kernel's trace (every switch, wake-up and migration), idle
also from /proc/stat; nothing of the program under test is used for it.
"""
import gzip
import json
import os
import re
import sys

POINTS = 3.0            # tolerance of every comparison, in percentage points
STATES = ("idle", "sched_idle", "busy", "overloaded", "forced_idle")
SIBLING = 1             # CPU n and n ^ 1 are threads of one core in our topologies

# What each scene is known to do: CPU -> the state it must be in for over 90 % of the time when that
# is overloaded, over 65 % otherwise (whatever else runs in the machine may visit those CPUs).
# Every CPU that may not be overloaded must be so for less than 10 %.
KNOWN = {
    "idle": {},
    "mixed": {1: "overloaded", 2: "busy", 3: "sched_idle", 4: "busy", 7: "sched_idle"},
    "duty": {},
    "offline": {1: "overloaded"},
    "online": {6: "overloaded"},
    "forced": {},
    "forced_pair": {2: "overloaded"},
    "ext": {1: "overloaded", 2: "busy"},
}
MAY_OVERLOAD = {"mixed": {1, 5}, "duty": {5}, "offline": {1}, "online": {6}, "forced_pair": {2},
                "ext": {1}}
# Real-time tasks hold these CPUs. The kernel's own threads that are bound there wait behind them,
# now and then two at once, and that is overloaded: as often as the trace saw it, it may be said.
BEHIND_RT = {"mixed": {4}}

EVENT = re.compile(r"\[(\d+)\] \S+ +(\d+\.\d+): (sched_\w+): (.*)")
SWITCH = re.compile(r"prev_comm=(.*) prev_pid=(\d+) prev_prio=(\d+) prev_state=(\S+) ==> "
                    r"next_comm=(.*) next_pid=(\d+) next_prio=(\d+)")
WAKEUP = re.compile(r"comm=(.*) pid=(\d+) prio=(\d+) target_cpu=(\d+)")
MIGRATE = re.compile(r"comm=(.*) pid=(\d+) prio=(\d+) orig_cpu=(\d+) dest_cpu=(\d+)")


class Machine:
    """Replays a trace and adds up how long every CPU was in which state inside a window."""

    def __init__(self, cpus, begin, end, cookies):
        self.queued = [set() for _ in range(cpus)]
        self.current = [0] * cpus
        self.idled = [0.0] * cpus       # when each last switched to its idle task
        self.since = [begin] * cpus
        self.seconds = [dict.fromkeys(STATES, 0.0) for _ in range(cpus)]
        self.kind = {}
        self.begin, self.end, self.cookies = begin, end, cookies

    def is_forced_idle(self, cpu):
        """Its tasks are held back by the sibling's. While both idle, the one that went idle last gave
        the core to the other's task, which is on its way."""
        sibling = cpu ^ SIBLING
        if not self.cookies or self.current[cpu] or not self.queued[cpu]:
            return False
        if self.current[sibling]:
            return True
        return bool(self.queued[sibling]) and self.idled[cpu] > self.idled[sibling]

    def states(self, cpu):
        kinds = [self.kind[pid] for pid in self.queued[cpu]]
        normal = kinds.count("fair")
        states = set()
        if self.is_forced_idle(cpu):
            states.add("forced_idle")
            if normal > 1:
                states.add("overloaded")
        elif normal > 1:
            states.add("overloaded")
        elif normal or "rt" in kinds:
            states.add("busy")
        else:
            states.add("sched_idle" if kinds else "idle")
        return states

    def settle(self, cpu, now):
        """Accounts the time since the CPU's last change."""
        begin, end = max(self.since[cpu], self.begin), min(now, self.end)
        if end > begin:
            for state in self.states(cpu):
                self.seconds[cpu][state] += end - begin
        self.since[cpu] = now

    def settle_core(self, cpu, now):
        self.settle(cpu, now)
        if self.cookies and cpu ^ SIBLING < len(self.queued):
            self.settle(cpu ^ SIBLING, now)

    def learn(self, pid, comm, prio):
        self.kind[pid] = "rt" if prio < 100 else "idle" if comm.startswith("sidle") else "fair"

    def place(self, pid, cpu, now):
        for other, queue in enumerate(self.queued):
            if pid in queue and other != cpu:
                self.settle_core(other, now)
                queue.discard(pid)
        self.queued[cpu].add(pid)

    def event(self, cpu, now, name, text):
        if name == "sched_switch":
            prev_comm, prev, prev_prio, state, comm, pid, prio = SWITCH.match(text).groups()
            prev, pid = int(prev), int(pid)
            self.settle_core(cpu, now)
            if prev:
                self.learn(prev, prev_comm, int(prev_prio))
                if state.startswith("R"):
                    self.place(prev, cpu, now)
                else:
                    self.queued[cpu].discard(prev)
            if pid:
                self.learn(pid, comm, int(prio))
                self.place(pid, cpu, now)
            self.current[cpu] = pid
            if not pid:
                self.idled[cpu] = now
        elif name in ("sched_wakeup", "sched_wakeup_new"):
            comm, pid, prio, target = WAKEUP.match(text).groups()
            self.settle_core(int(target), now)
            self.learn(int(pid), comm, int(prio))
            self.place(int(pid), int(target), now)
        elif name == "sched_migrate_task":
            comm, pid, prio, orig, dest = MIGRATE.match(text).groups()
            pid, orig, dest = int(pid), int(orig), int(dest)
            if pid in self.queued[orig]:
                self.settle_core(orig, now)
                self.settle_core(dest, now)
                self.learn(pid, comm, int(prio))
                self.queued[orig].discard(pid)
                self.queued[dest].add(pid)

    def shares(self):
        for cpu in range(len(self.queued)):
            self.settle(cpu, self.end)
        length = self.end - self.begin
        return [{s: 100 * t / length for s, t in one.items()} for one in self.seconds]


def trace_shares(path, cpus, begin, end, cookies):
    machine = Machine(cpus, begin, end, cookies)
    with gzip.open(path, "rt", errors="replace") as lines:
        for line in lines:
            found = EVENT.search(line)
            if found:
                cpu, now, name, text = found.groups()
                machine.event(int(cpu), float(now), name, text)
    return machine.shares()


class Stat:
    """The copies of /proc/stat: jiffies of a CPU, idle and in tasks, at any moment between."""

    def __init__(self, path):
        self.points = []
        with open(path) as lines:
            for line in lines:
                words = line.split()
                if words[0] == "at":
                    self.points.append((int(words[1]) / 1e9, int(words[2]) / 1e9, {}))
                elif words[0].startswith("cpu") and words[0] != "cpu":
                    tasks = sum(map(int, words[1:4]))
                    self.points[-1][2][int(words[0][3:])] = (int(words[4]), tasks)

    def offset(self):
        """Monotonic minus real time."""
        return self.points[0][1] - self.points[0][0]

    def jiffies_at(self, cpu, when):
        for (t0, _, a), (t1, _, b) in zip(self.points, self.points[1:]):
            if t0 <= when <= t1 and cpu in a and cpu in b:
                part = (when - t0) / (t1 - t0)
                return [x + (y - x) * part for x, y in zip(a[cpu], b[cpu])]
        return None

    def idle_pct(self, cpu, begin, end):
        """Idle, and all that was not in tasks; a hundred jiffies a second."""
        first, last = self.jiffies_at(cpu, begin), self.jiffies_at(cpu, end)
        if first is None or last is None:
            return None
        idle, tasks = [(y - x) / (end - begin) for x, y in zip(first, last)]
        return idle, max(idle, 100 - tasks)


def result(passed, name):
    print(("ok - " if passed else "not ok - ") + name)


def mean(documents, cpu, key):
    """Mean of a share over the documents; they cover intervals of one length."""
    values = [c.get(key) for d in documents for c in d["cpus"] if c["cpu"] == cpu]
    return None if not values or None in values else sum(values) / len(values)


def judge_states(scene, said, seen, cpus):
    """Every state of every CPU within the tolerance of what the trace counted."""
    worst, bad = (0.0, ""), []
    for cpu in cpus:
        for state in STATES:
            a, b = said[cpu][state], seen[cpu][state]
            if a is None:
                if b > POINTS:
                    bad.append(f"cpu{cpu} {state} is null, seen {b:.1f}")
                continue
            worst = max(worst, (abs(a - b), f"cpu{cpu} {state} said {a:.1f} seen {b:.1f}"))
            if abs(a - b) > POINTS:
                bad.append(f"cpu{cpu} {state} said {a:.1f} seen {b:.1f}")
    print(f"# {scene}: largest difference {worst[0]:.1f} points: {worst[1]}")
    for line in bad:
        print(f"# {scene}: {line}")
    result(not bad, f"program, {scene}: every state within {POINTS:.0f} points of the trace")


def judge_known(scene, said, seen, cpus):
    """The CPUs that the workload keeps in a state are shown in it, and only they overloaded."""
    bad = []
    waited = {n: seen[n]["overloaded"] for n in BEHIND_RT.get(scene, ())}
    for cpu, state in KNOWN[scene].items():
        wanted = (90 if state == "overloaded" else 65) - waited.get(cpu, 0)
        if not (said[cpu][state] or 0) > wanted:
            bad.append(f"cpu{cpu} must be {state}, said {said[cpu]}")
    for cpu in cpus:
        most = 10 + waited.get(cpu, 0)
        if cpu not in MAY_OVERLOAD.get(scene, ()) and not (said[cpu]["overloaded"] or 0) < most:
            bad.append(f"cpu{cpu} must not be overloaded, said {said[cpu]['overloaded']:.1f}, "
                       f"seen {seen[cpu]['overloaded']:.1f}")
    for line in bad:
        print(f"# {scene}: {line}")
    result(not bad, f"program, {scene}: the right CPUs in the right state, and only those")


def judge_idle(scene, documents, said, stat, cpus, begin, end):
    """Idle of every CPU, and of the machine, within the tolerance of /proc/stat.

    An interrupt leaves the run queue as empty as it was, but /proc/stat takes its time off idle, and
    where interrupts are not accounted puts it nowhere. So a CPU's share lies between idle and what
    no task had; the machine's is idle alone.
    """
    bad, total = [], []
    for cpu in cpus:
        seen = stat.idle_pct(cpu, begin, end)
        total.append(seen and seen[0])
        claimed = (said[cpu]["idle"] or 0) + (said[cpu]["forced_idle"] or 0)
        if seen is None or not seen[0] - POINTS <= claimed <= seen[1] + POINTS:
            bad.append(f"cpu{cpu} idle said {claimed:.1f}, /proc/stat {seen}")
    shown = [d["machine"]["global_idle_pct"] for d in documents]
    if None in shown or None in total:
        bad.append(f"global idleness {shown}, /proc/stat {total}")
    else:
        shown, seen = sum(shown) / len(shown), sum(total) / len(total)
        print(f"# {scene}: machine idle said {shown:.1f}, /proc/stat {seen:.1f}")
        if abs(shown - seen) > POINTS:
            bad.append("global idleness")
    for line in bad:
        print(f"# {scene}: {line}")
    result(not bad, f"program, {scene}: idle within {POINTS:.0f} points of /proc/stat")


def judge_offline(scene, documents):
    cpu6 = [c for c in documents[-1]["cpus"] if c["cpu"] == 6]
    state = cpu6[0]["state"] if cpu6 else "absent"
    print(f"# {scene}: cpu6 is shown as {state}")
    result(state == "offline", f"program, {scene}: the CPU taken offline is shown so")


def judge_ext(scene, documents, path):
    """The loaded scheduler is shown by the name that the kernel gives it."""
    with open(os.path.join(path, "ops")) as file:
        name = file.read().strip()
    result(name and name in json.dumps(documents[-1]["kernel"]),
           f"program, {scene}: the sched_ext scheduler is shown by its name")


def judge_schema(scene, documents, schema):
    name = f"program, {scene}: the documents fit the schema"
    if not os.path.exists(schema):
        print(f"# {schema} is not there")
        result(False, name)
        return
    import jsonschema
    with open(schema) as file:
        validator = jsonschema.Draft202012Validator(json.load(file))
    errors = [e for d in documents for e in validator.iter_errors(d)]
    for error in errors[:5]:
        print(f"# {scene}: {error.json_path}: {error.message}"[:200])
    result(not errors, name)


def judge_scene(root, scene, schema):
    path = os.path.join(root, scene)
    with open(os.path.join(path, "stream")) as file:
        documents = [json.loads(line) for line in file if line.strip()]
    with open(os.path.join(path, "status")) as file:
        status = int(file.read())
    with open(os.path.join(path, "stderr")) as file:
        complaint = file.read().strip()
    if status or len(documents) != 3:
        print(f"# status {status}, {len(documents)} documents: {complaint}")
        result(False, f"program, {scene}: ran and gave three documents")
        return
    result(True, f"program, {scene}: ran and gave three documents")
    judge_schema(scene, documents, schema)

    # The first document covers the program's start; the window is that of the others.
    begin, end = documents[0]["time_unix_ns"] / 1e9, documents[2]["time_unix_ns"] / 1e9
    stat = Stat(os.path.join(path, "stat"))
    documents = documents[1:]
    cpus = [c["cpu"] for c in documents[-1]["cpus"] if c["state"] != "offline"]
    said = {n: {s: mean(documents, n, s + "_pct") for s in STATES} for n in cpus}
    offset = stat.offset()
    seen = trace_shares(os.path.join(path, "trace.gz"), max(cpus) + 2, begin + offset,
                        end + offset, scene.startswith("forced"))
    judge_states(scene, said, seen, cpus)
    judge_known(scene, said, seen, cpus)
    judge_idle(scene, documents, said, stat, cpus, begin, end)
    if scene == "offline":
        judge_offline(scene, documents)
    if scene == "ext":
        judge_ext(scene, documents, path)
    print(f"# {scene}: own cost {documents[-1]['self']}")


def main():
    root, schema = sys.argv[1:3]
    scenes = [s for s in KNOWN if os.path.isdir(os.path.join(root, s))]
    with open(os.path.join(root, "release")) as file:
        print(f"# program on {file.read().strip()}")
    for scene in scenes:
        judge_scene(root, scene, schema)
    result(bool(scenes), "program: there is something to judge")


if __name__ == "__main__":
    main()
