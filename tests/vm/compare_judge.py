#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""The rounds of the comparison kernel and of the patched one, put side by side.

Usage: compare_judge.py ROUNDS_FILE. Each line: boot, kernel, setting, benchmark, round, seconds.
Prints medians, the ratios to the kernel without the series and what that one differs from itself
between its boots. It judges whether all rounds were run, and no time.
"""

import collections
import statistics
import sys


def read_rounds(path):
    """{benchmark: {(boot, kernel, setting): [seconds]}} of the rounds with a time; the last round."""
    benches = collections.defaultdict(lambda: collections.defaultdict(list))
    last = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            boot, kernel, setting, bench, number, *seconds = line.split()
            last = max(last, int(number))
            if len(seconds) == 1 and float(seconds[0]) > 0:
                benches[bench][int(boot), kernel, setting].append(float(seconds[0]))
    return benches, last


def print_boots(bench, boots):
    for (boot, kernel, setting), seconds in sorted(boots.items()):
        name = kernel if kernel == setting else f"{kernel} {setting}"
        print(
            f"# {bench}: boot {boot} {name}: median {statistics.median(seconds):.3f} s "
            f"({min(seconds):.3f}..{max(seconds):.3f}), {len(seconds)} rounds"
        )


def neighbours_mean(boot, plain):
    """Of the plain kernel's boots just before and after, so that a slow drift cancels out."""
    before = [b for b in plain if b < boot][-1:]
    after = [b for b in plain if b > boot][:1]
    return statistics.mean(plain[b] for b in before + after)


def print_ratios(bench, boots):
    medians = {cell: statistics.median(seconds) for cell, seconds in sorted(boots.items())}
    plain = {boot: median for (boot, kernel, _), median in medians.items() if kernel == "plain"}
    middle = statistics.median(plain.values())
    low, high = min(plain.values()) / middle, max(plain.values()) / middle
    print(
        f"# {bench}: plain {middle:.3f} s, the medians of its {len(plain)} boots "
        f"{low:.3f}..{high:.3f} of that"
    )
    ratios = collections.defaultdict(list)
    for (boot, kernel, setting), median in medians.items():
        if kernel != "plain":
            ratios[kernel, setting].append(median / neighbours_mean(boot, plain))
    for (kernel, setting), values in ratios.items():
        mean = statistics.mean(values)
        by_boot = " ".join(f"{value:.3f}" for value in values)
        print(f"# {bench}: {kernel} {setting} / plain {mean:.3f}, by boot {by_boot}")


def is_complete(benches, last):
    """The same rounds everywhere, and two boots at least of the plain kernel and of another."""
    boots = [set(boots) for boots in benches.values()]
    counts = {len(seconds) for cells in benches.values() for seconds in cells.values()}
    kernels = collections.Counter(kernel for _, kernel, setting in boots[0] if setting != "defaults")
    return (
        len(boots) == 2
        and boots[0] == boots[1]
        and counts == {last}
        and len(kernels) > 1
        and min(kernels.values()) > 1
        and kernels["plain"] > 1
    )


def main():
    benches, last = read_rounds(sys.argv[1])
    good = bool(benches) and is_complete(benches, last)
    for bench, boots in benches.items():
        print_boots(bench, boots)
    if good:
        for bench, boots in benches.items():
            print_ratios(bench, boots)
    print("ok" if good else "not ok", "- compare: all rounds were run on every kernel")


if __name__ == "__main__":
    main()
