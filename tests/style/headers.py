#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""headers.py ROOT: every header compiles alone, so that the order of includes never matters."""
import os
import shutil
import subprocess
import sys
import tempfile

import tree

COMPILERS = ["gcc", "clang"]
# The plain runner's side of tests/check.h needs nothing that may not be installed.
FLAGS = ["-std=gnu17", "-D_GNU_SOURCE", "-DHEAPODDS_PLAIN_RUNNER", '-DHEAPODDS_VERSION=""', "-fsyntax-only", "-Wall",
         "-Wextra", "-Wstrict-prototypes", "-Werror"]


def complaints(root, compiler):
    """The header is included twice, so that its guard is tried too."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in tree.paths(root):
            if path.endswith(".h") and not tree.is_part(tree.read(root, path)):
                tree.plant(scratch, "alone.c", f'#include "{path}"\n' * 2)
                ran = subprocess.run([compiler, *FLAGS, "-I", root, os.path.join(scratch, "alone.c")],
                                     capture_output=True, text=True, check=False)
                if ran.returncode != 0:
                    error = [line for line in ran.stderr.splitlines() if "error" in line][:1]
                    found.append(f"{path}: {error[0] if error else ran.stderr}")
    return found


def planted(compiler, text):
    with tempfile.TemporaryDirectory() as root:
        tree.plant(root, "core/a.h", text)
        return complaints(root, compiler)


def main():
    root = sys.argv[1]
    report = tree.Report()
    for compiler in COMPILERS:
        name = f"headers::compile_alone_{compiler}"
        if not shutil.which(compiler):
            report.skip(name, f"{compiler} is not installed")
            continue
        report.test(name, complaints(root, compiler))
        report.test(f"headers::finds_missing_include_{compiler}",
                    [] if planted(compiler, "uint64_t a(void);\n") else ["a planted fault is not found"])
        report.test(f"headers::finds_missing_guard_{compiler}",
                    [] if planted(compiler, "struct a { int b; };\n") else ["a planted fault is not found"])
    report.done()


main()
