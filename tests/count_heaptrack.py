#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""count_heaptrack.py < TEXT: what a heaptrack recording holds, in one line: raw or interpreted, formats 0 to 3.

Written for the tests from the definition of the format alone and in the plainest way, as a second
opinion on the reader in workloads/formats/."""
import sys

modules = []  # (begin, end, name, load)
program, form = "", 0
numbers_of = {}  # equal stacks have one number
stack = [0]
live, count = {}, {}  # by address; by class
classes, allocations = [], []
dead_bytes = frees = unknown = implied = zero = clock = 0


def frame(address):
    for begin, end, name, load in modules:
        if begin <= address < end:
            return f"{name}+{address - load:x}"
    return f"{address:x}"


def numbers(text):
    return [int(n, 16) for n in text.split()]


def add_module(rest):
    if form >= 3:
        length, rest = rest.split(" ", 1)
        path, rest = rest[:int(length, 16)], rest[int(length, 16):]
    else:
        path, rest = rest.split(" ", 1) if " " in rest else (rest, "")
    if path == "-":
        modules.clear()
        return
    name = (program if path == "x" else path).rsplit("/", 1)[-1]
    load, *parts = numbers(rest)
    for address, size in zip(parts[::2], parts[1::2]):
        modules.append((load + address, load + address + size, name, load))


raw = False
for line in sys.stdin.buffer:
    if not line.endswith(b"\n"):
        break  # half a line
    line = line.decode().rstrip("\n")
    kind, rest = line[:1], line[2:]
    if kind == "v":
        tool, *second = numbers(rest)
        form = second[0] if second else int(tool == 0x10200)
    elif kind == "x":
        raw, program = True, rest.split(" ", 1)[1] if form >= 3 else rest
    elif kind == "m":
        raw = True
        add_module(rest)
    elif kind == "t":
        address, parent = numbers(rest)
        whole = (frame(address) if raw else address, stack[parent])
        stack.append(numbers_of.setdefault(whole, len(numbers_of) + 1))
    elif kind == "a":
        size, node = numbers(rest)
        classes.append((size, stack[node]))
    elif kind == "+" and classes:
        block = classes[int(rest, 16)]
        clock += 1
        count[block] = count.get(block, 0) + 1
        allocations.append(block)
        zero += block[0] == 0
    elif kind == "-" and classes:
        block = classes[int(rest, 16)]
        if count.get(block, 0):
            count[block] -= 1
            dead_bytes += block[0]
            frees += 1
            clock += 1
        else:
            unknown += 1
    elif kind == "+":
        size, node, pointer = numbers(rest)
        clock += 1
        if pointer in live:
            dead_bytes += live[pointer]
            implied += 1
            frees += 1
            clock += 1
        live[pointer] = size
        allocations.append((size, stack[node]))
        zero += size == 0
    elif kind == "-":
        pointer = int(rest, 16)
        if pointer in live:
            dead_bytes += live.pop(pointer)
            frees += 1
            clock += 1
        else:
            unknown += 1

total = sum(size for size, _ in allocations)
print(f"allocations {len(allocations)} bytes {total} live {total - dead_bytes} frees {frees} unknown {unknown} "
      f"implied {implied} zero {zero} sites {len({s for _, s in allocations})} "
      f"classes {len(set(allocations))} clock {clock}")
