#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""layering.py ROOT: every #include goes down the order of dependence, and none in a circle."""
import re
import sys
import tempfile

import tree

ORDER = [["core"], ["strategies", "estimators", "workloads"], ["sim"], ["profiles", "optimize"], ["bench"],
         ["commands"], ["tests"]]
LEVEL = {folder: level for level, folders in enumerate(ORDER) for folder in folders}
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def includes(root):
    """(file, line, included file) of every quoted include."""
    for path in tree.paths(root):
        if path.endswith((".c", ".h", ".cc", ".c.in", ".h.in")):
            for line, text in enumerate((tree.read(root, path) or "").splitlines(), 1):
                match = INCLUDE.match(text)
                if match:
                    yield path, line, match.group(1)


def complaint(path, target, known):
    """What is wrong with this include, or None."""
    ours, theirs = path.split("/")[0], target.split("/")[0]
    if "/" not in target or theirs not in LEVEL:
        return f'"{target}" is not written from the root'
    if ours not in LEVEL:
        return f"{ours}/ has no place in the order of dependence"
    if target not in known:
        return f'there is no "{target}"'
    if ours == theirs or LEVEL[theirs] < LEVEL[ours]:
        return None
    how = "its sibling" if LEVEL[theirs] == LEVEL[ours] else "what stands above it,"
    return f"{ours}/ includes {how} {theirs}/"


def disorder(root):
    known = set(tree.paths(root))
    found = ((path, line, complaint(path, target, known)) for path, line, target in includes(root))
    return [f"{path}:{line}: {what}" for path, line, what in found if what]


def circles(root):
    edges = {}
    for path, line, target in includes(root):
        edges.setdefault(path, []).append((line, target))
    complaints, state = [], {}

    def visit(path, chain):
        state[path] = "open"
        for line, target in edges.get(path, []):
            if state.get(target) == "open":
                around = chain[[at for at, _ in chain].index(target):] if target != path else []
                steps = around + [(path, line)]
                complaints.append(" includes ".join(f"{at}:{on}" for at, on in steps) + " includes " + target)
            elif target not in state:
                visit(target, chain + [(path, line)])
        state[path] = "done"

    for path in sorted(edges):
        if path not in state:
            visit(path, [])
    return complaints


def planted(check, files, expected):
    """Complaints unless check finds exactly the expected ones in a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            tree.plant(root, path, text)
        found = check(root)
    return [] if found == expected else [f"expected {expected}, found {found}"]


def main():
    root = sys.argv[1]
    report = tree.Report()
    report.test("layering::order_of_dependence", disorder(root))
    report.test("layering::no_circle", circles(root))
    report.test("layering::there_are_includes", [] if any(includes(root)) else ["nothing was checked"])
    a, b = '#include "core/b.h"\n', '\n\n#include "core/a.h"\n'
    report.test("layering::finds_upward", planted(disorder, {"core/a.c": '\n#include "sim/x.h"\n', "sim/x.h": ""},
                                                  ["core/a.c:2: core/ includes what stands above it, sim/"]))
    report.test("layering::finds_sibling", planted(
        disorder, {"strategies/parts/a.c": '# include "workloads/x.h"\n', "workloads/x.h": ""},
        ["strategies/parts/a.c:1: strategies/ includes its sibling workloads/"]))
    report.test("layering::finds_relative", planted(disorder, {"core/a.c": '#include "b.h"\n', "core/b.h": ""},
                                                    ['core/a.c:1: "b.h" is not written from the root']))
    report.test("layering::finds_missing", planted(disorder, {"sim/a.c": a}, ['sim/a.c:1: there is no "core/b.h"']))
    report.test("layering::allows_downward", planted(
        disorder, {"tests/a.c": a, "bench/a.c": a, "core/b.h": "", "bench/b.h": "",
                   "commands/a.c": '#include "bench/b.h"\n'}, []))
    report.test("layering::finds_circle", planted(circles, {"core/a.h": a, "core/b.h": b},
                                                  ["core/a.h:1 includes core/b.h:3 includes core/a.h"]))
    report.test("layering::finds_self_inclusion", planted(circles, {"core/a.h": b},
                                                          ["core/a.h:3 includes core/a.h"]))
    report.done()


main()
