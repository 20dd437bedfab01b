#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""checks.py PROGRAM ROOT: the rows of tests/data/checks.tsv that the program can be asked for, asked of it.

unit/checks.c computes every row by the functions; this is the way from the command line to the printed JSON.
One run of `simulate --exact-only` per strategy, estimator, rate and workload."""
import json
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "style"))
import tree  # noqa: E402

PRINTED = 2e-12  # 12 digits, of which a variance takes the square

# From a result of the document to the value of a kind.
KINDS = {
    "samples": lambda result: result["samples"]["exact"],
    "detection": lambda result: result["total"]["detection_exact"],
    "all-detected": lambda result: math.prod(site["detection_exact"] for site in result["sites"]),
    "missed-share": lambda result: result["missed"]["bytes"]["exact"] / result["total"]["true_bytes"],
    "missed-sites": lambda result: result["missed"]["sites"]["exact"],
    "bias": lambda result: result["total"]["bias_exact"],
    "cv": lambda result: result["total"]["cv_exact"],
    "variance": lambda result: (result["total"]["cv_exact"] * result["total"]["true_bytes"]) ** 2,
    "mape": lambda result: result["total"]["mape_exact"],
    "mape-seen": lambda result: result["total"]["mape_seen_exact"],
    "mape-apart": lambda result: result["total"]["mape_seen_exact"] * result["total"]["detection_exact"],
    "deviation": lambda result: result["total"]["mape_exact"] * result["total"]["true_bytes"],
    "objects-bias": lambda result: result["total"]["objects_bias_exact"],
    "objects-cv": lambda result: result["total"]["objects_cv_exact"],
}
# What simulate does not print. A kind in neither list fails.
NOT_PRINTED = {"inclusion", "inclusion-excess", "fresh-excess", "stationary", "stationary-excess", "survival",
               "gap-mean", "variance-ratio", "estimate-bytes", "estimate-objects", "replay-bytes", "replay-bias",
               "count-within", "dkw", "merged-mean", "merged-m2"}
ASKED = 91  # rows: one that is lost, or no longer asked for, fails


def read(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.split("\t") for line in file.read().splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def arguments(inputs):
    """The words of a row as options; None where --rate, which is in whole bytes, cannot say it."""
    words = dict(word.split("=", 1) for word in inputs.split(" "))
    if not words["rate"].isdigit():
        return None
    return tuple(part for key, value in words.items() for part in ("--" + key, value))


def simulate(program, options, answers):
    if options not in answers:
        command = [program, "simulate", "--exact-only", "--format", "json", "--top", "all", *options]
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                             check=False)
        answers[options] = json.loads(ran.stdout)["results"] if ran.returncode == 0 else ran.stderr
    return answers[options]


def complaints(row, results):
    if not isinstance(results, list) or len(results) != 1:
        return [f"{row['inputs']}: {results}"]
    found, expected = KINDS[row["kind"]](results[0]), float(row["value"])
    if abs(found - expected) <= max(float(row["tolerance"]), PRINTED) * abs(expected):
        return []
    return [f"{row['inputs']}: {found!r}, not {row['value']}"]


def main():
    program, root = sys.argv[1:3]
    report, answers, asked = tree.Report(), {}, 0
    for row in read(os.path.join(root, "tests", "data", "checks.tsv")):
        options = arguments(row["inputs"]) if row["kind"] in KINDS else None
        if options:
            asked += 1
            report.test("checks::" + row["id"], complaints(row, simulate(program, options, answers)))
        elif row["kind"] not in KINDS and row["kind"] not in NOT_PRINTED:
            report.test("checks::" + row["id"], [f"the kind {row['kind']} is not known here"])
    report.test("checks::rows", [] if asked == ASKED else [f"{asked} rows were asked for, not {ASKED}"])
    report.done()


main()
