#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run.py PROGRAM ROOT [--accept]: what the program prints is what it printed before.

tests/golden/NAME.cmd holds one command line without the program, as a shell would read it; lines
that begin with '#' are comments, "# status N" says that the exit status is N and not 0. It runs at
ROOT, and its standard output is compared with NAME.out; --accept writes NAME.out instead.
malformed.tsv holds a command line and a text: exit status 2, nothing on standard output, and one
line on standard error that holds the text.

Simulated numbers must be the same to the last bit. Exact ones may differ by 1e-11 between
processors: those are the fields whose name ends in "exact", in JSON and in TSV."""
import json
import math
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "style"))
import tree  # noqa: E402

ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "120",
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", ""), "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", ""),
               "LSAN_OPTIONS": os.environ.get("LSAN_OPTIONS", ""),
               "TSAN_OPTIONS": os.environ.get("TSAN_OPTIONS", "")}


def run(program, root, words):
    return subprocess.run([program, *words], cwd=root, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="backslashreplace", timeout=120, check=False)


def near(a, b):
    if type(a) is bool or type(b) is bool or not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        return a == b
    return math.isclose(a, b, rel_tol=1e-11)


def json_difference(found, expected, where="", exact=False):
    """The first place where two values differ, or None."""
    if isinstance(found, dict) and isinstance(expected, dict):
        if list(found) != list(expected):
            return f"{where}: keys {list(found)}, expected {list(expected)}"
        parts = [(key, found[key], expected[key]) for key in expected]
    elif isinstance(found, list) and isinstance(expected, list):
        if len(found) != len(expected):
            return f"{where}: {len(found)} elements, expected {len(expected)}"
        parts = [(str(i), a, b) for i, (a, b) in enumerate(zip(found, expected))]
    elif near(found, expected) if exact else found == expected and type(found) is type(expected):
        return None
    else:
        return f"{where}: {found!r}, expected {expected!r}"
    differences = (json_difference(a, b, f"{where}.{key}", exact or key.endswith("exact")) for key, a, b in parts)
    return next((difference for difference in differences if difference), None)


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def cell_equal(name, found, expected):
    return found == expected or name.endswith("exact") and near(number(found), number(expected))


def line_difference(found, expected):
    """The first line that differs, or None; a first line with tabs in it names the columns."""
    ours, theirs = found.split("\n"), expected.split("\n")
    names = theirs[0].split("\t")
    for line, (a, b) in enumerate(zip(ours, theirs), 1):
        cells = list(zip(names, a.split("\t"), b.split("\t")))
        if a != b and not (len(names) > 1 and a.count("\t") == b.count("\t") == len(names) - 1
                           and all(cell_equal(*cell) for cell in cells)):
            return f"line {line}: {a!r}, expected {b!r}"
    return None if len(ours) == len(theirs) else f"{len(ours) - 1} lines, expected {len(theirs) - 1}"


def difference(found, expected):
    try:
        return json_difference(json.loads(found), json.loads(expected))
    except ValueError:
        return line_difference(found, expected)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def golden(program, root, path, accept):
    """Complaints about one .cmd file."""
    text = read(path)
    words = shlex.split(" ".join(line for line in text.splitlines() if not line.startswith("#")))
    status = re.search(r"^# status (\d+)$", text, re.MULTILINE)
    ran, out = run(program, root, words), path[:-len("cmd")] + "out"
    if ran.returncode != int(status.group(1) if status else 0):
        return [f"exit status {ran.returncode}", *ran.stderr.splitlines()]
    if accept:
        with open(out, "w", encoding="utf-8") as file:
            file.write(ran.stdout)
    differs = difference(ran.stdout, read(out)) if os.path.exists(out) else "there is no .out file: run with --accept"
    return [differs] if differs else []


def malformed(program, root, command, text):
    """Complaints about one malformed invocation."""
    ran = run(program, root, shlex.split(command))
    complaints = [] if ran.returncode == 2 else [f"exit status {ran.returncode}, not 2"]
    if ran.stdout:
        complaints.append(f"standard output: {ran.stdout[:200]!r}")
    if ran.stderr.count("\n") != 1 or not ran.stderr.endswith("\n"):
        complaints.append(f"{ran.stderr.count(chr(10))} lines on standard error, not 1")
    if text not in ran.stderr:
        complaints.append(f"no {text!r} in {ran.stderr!r}")
    return complaints


def self_test(report):
    """The comparison can fail, and is lenient exactly where it may be."""
    old = '{"a": [{"x": 1.0, "x_exact": 1.0}]}'
    report.test("golden::finds_last_bit", [] if difference(old.replace('"x": 1.0', '"x": 1.0000000000000002'), old)
                else ["a simulated number may not differ"])
    report.test("golden::finds_exact_change", [] if difference(old.replace('t": 1.0', 't": 1.00000000002'), old)
                else ["an exact number may not differ by 2e-11"])
    report.test("golden::allows_exact_rounding", [] if not difference(old.replace('t": 1.0', 't": 1.000000000001'), old)
                else ["an exact number may differ by 1e-12"])
    table = "x\tx_exact\n1\t1\n"
    report.test("golden::compares_columns", [] if not difference("x\tx_exact\n1\t1.000000000001\n", table)
                and difference("x\tx_exact\n1.000000000001\t1\n", table) and difference("x\tx_exact\n", table)
                else ["columns of TSV are not told apart"])


def main():
    program, root = map(os.path.abspath, sys.argv[1:3])
    here, report = os.path.join(root, "tests", "golden"), tree.Report()
    for name in sorted(os.listdir(here)):
        if name.endswith(".cmd"):
            report.test("golden::" + name[:-4], golden(program, root, os.path.join(here, name), "--accept" in sys.argv))
    for line in read(os.path.join(here, "malformed.tsv")).splitlines():
        if line and not line.startswith("#"):
            command, text = line.split("\t")
            report.test("malformed::" + command.replace("#", "\\#"), malformed(program, root, command, text))
    self_test(report)
    report.done()


if __name__ == "__main__":
    main()
