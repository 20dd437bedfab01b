#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""readme.py ROOT: every command that README.md shows does what it says there: it succeeds.

Commands are the lines of ```sh blocks that begin with ./ or build/heapodds; a backslash at the end
continues one. A comment "# not run: REASON" at its end leaves a command out."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "style"))
import tree  # noqa: E402

LONGEST = 120  # seconds that anyone would wait for an example


def commands(text):
    """(command, reason not to run it or None)."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            line = re.sub(r"^\$ ", "", line.strip())
            if re.match(r"\./|build/heapodds\b", line):
                command, _, reason = line.partition("# not run:")
                if "tests/run" in command or ".ci/run" in command:
                    reason = "it runs this test"
                yield command.strip(), reason.strip() or None


def complaints(root, command):
    try:
        # pipefail: the commands before a pipe must succeed too; yet "| head" may end them early.
        ran = subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=root, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, errors="backslashreplace", timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return [f"not done after {LONGEST} s"]
    allowed = (0, 141) if "|" in command else (0,)
    return [] if ran.returncode in allowed else [f"exit status {ran.returncode}", *ran.stderr.splitlines()[-5:]]


def main():
    root, report = sys.argv[1], tree.Report()
    path = os.path.join(root, "README.md")
    found = list(commands(tree.read(root, "README.md") or "")) if os.path.exists(path) else []
    for command, reason in found:
        name = "readme::" + command.replace("#", "\\#")
        if reason:
            report.skip(name, reason)
        else:
            report.test(name, complaints(root, command))
    report.test("readme::shows_commands", [] if found else ["no command found: nothing was run"])
    report.test("readme::finds_failing_command", [] if complaints(root, "./simulate --no-such-option")
                else ["a failing command is not noticed"])
    shown = "```sh\n./a \\\n  b\nbuild/heapodds x # not run: slow\n./tests/run\ncd y\n```\n```\n./c\n```\n"
    report.test("readme::reads_blocks", [] if list(commands(shown)) == [
        ("./a    b", None), ("build/heapodds x", "slow"), ("./tests/run", "it runs this test")]
        else [f"read {list(commands(shown))}"])
    report.done()


main()
