#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""format.py ROOT: the sources are laid out as clang-format would, and the scripts please shellcheck."""
import os
import re
import shutil
import subprocess
import sys

import tree


def run(command, root, text=None):
    return subprocess.run(command, cwd=root, input=text, capture_output=True, text=True, check=False)


def clang_format(root):
    """One complaint a file, naming the first line to change."""
    found = []
    for path in tree.paths(root):
        if path.endswith((".c", ".h", ".cc")) and not tree.is_part(tree.read(root, path)):
            ran = run(["clang-format", "--dry-run", "-Werror", path], root)
            if ran.returncode != 0:
                first = re.search(r"^\S+?:\d+", ran.stderr, re.MULTILINE)
                found.append(f"{first.group() if first else path}: run clang-format -i {path}")
    return found


def shellcheck(root):
    scripts = [path for path in tree.paths(root)
               if re.match(r"#!/.*\b(?:ba)?sh\n", tree.read(root, path) or "")]
    if not scripts:
        return ["no script found: nothing was checked"]
    return run(["shellcheck", "-S", "warning", "-f", "gcc", *scripts], root).stdout.splitlines()


def formatter_works(root):
    config = "--style=file:" + os.path.join(root, ".clang-format")
    ran = run(["clang-format", "--dry-run", "-Werror", config, "--assume-filename=a.c"], root, "int f() { return 1;}\n")
    return [] if ran.returncode != 0 else ["a planted fault is not found"]


def main():
    root = sys.argv[1]
    report = tree.Report()
    for tool, tests in (("clang-format", (clang_format, formatter_works)), ("shellcheck", (shellcheck,))):
        for test in tests:
            if shutil.which(tool):
                report.test(f"format::{test.__name__}", test(root))
            else:
                report.skip(f"format::{test.__name__}", f"{tool} is not installed")
    report.done()


main()
