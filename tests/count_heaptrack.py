#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""count_heaptrack.py < RAW: what a heaptrack -r recording (format 3, text) holds, in one line.

Written for the tests from the definition of the format alone and in the plainest way, as a second
opinion on workloads/formats/heaptrack.c."""
import sys

modules = []  # (begin, end, name, load)
program = ""
stack = [()]
live = {}
allocations, dead = [], set()
frees = unknown = implied = zero = clock = 0


def frame(address):
    for begin, end, name, load in modules:
        if begin <= address < end:
            return f"{name}+{address - load:x}"
    return f"{address:x}"


for line in sys.stdin.buffer:
    line = line.decode().rstrip("\n")
    kind, rest = line[:1], line[2:]
    if kind == "x":
        program = rest.split(" ", 1)[1]
    elif kind == "m":
        length, rest = rest.split(" ", 1)
        path, numbers = rest[:int(length, 16)], rest[int(length, 16):].split()
        if path == "-":
            modules.clear()
            continue
        name = (program if path == "x" else path).rsplit("/", 1)[-1]
        load, *parts = (int(n, 16) for n in numbers)
        for address, size in zip(parts[::2], parts[1::2]):
            modules.append((load + address, load + address + size, name, load))
    elif kind == "t":
        address, parent = (int(n, 16) for n in rest.split())
        stack.append((frame(address),) + stack[parent])
    elif kind == "+":
        size, node, pointer = (int(n, 16) for n in rest.split())
        clock += 1
        if pointer in live:
            dead.add(live[pointer])
            implied += 1
            frees += 1
            clock += 1
        live[pointer] = len(allocations)
        allocations.append((size, stack[node]))
        zero += size == 0
    elif kind == "-":
        pointer = int(rest, 16)
        if pointer in live:
            dead.add(live.pop(pointer))
            frees += 1
            clock += 1
        else:
            unknown += 1

total = sum(size for size, _ in allocations)
alive = sum(size for row, (size, _) in enumerate(allocations) if row not in dead)
print(f"allocations {len(allocations)} bytes {total} live {alive} frees {frees} unknown {unknown} "
      f"implied {implied} zero {zero} sites {len({s for _, s in allocations})} "
      f"classes {len(set(allocations))} clock {clock}")
