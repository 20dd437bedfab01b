# SPDX-License-Identifier: GPL-3.0-or-later
"""What the style tests share: which files there are, and how a test reports (TAP)."""
import os
import subprocess
import sys

OUTSIDE = ("build", "subprojects", "__pycache__")


def paths(root):
    """The files of the project, relative to root: what git knows or would add, else all there are."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        found = set(listed.stdout.split("\0"))
    else:
        found = {os.path.relpath(os.path.join(folder, name), root)
                 for folder, _, names in os.walk(root) for name in names}
    return sorted(path for path in found if os.path.isfile(os.path.join(root, path))
                  and not any(part.startswith(OUTSIDE) for part in path.split("/")[:-1])
                  and not path.startswith(".git/"))


def read(root, path):
    """The text of a file; None for what is no text."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    try:
        return None if b"\0" in data else data.decode()
    except UnicodeDecodeError:
        return None


def is_part(text):
    """Whether a header says that it is a piece of one source file, such as a generated table."""
    return "includes this file" in text[:400]


def plant(root, path, text):
    """Writes a file into a scratch tree."""
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Report:
    """Numbered TAP lines on standard output; call done() for the plan and the exit status."""

    def __init__(self):
        self.number = self.failed = 0

    def test(self, name, complaints):
        """One test: passed when there is no complaint."""
        self.number += 1
        self.failed += bool(complaints)
        print(("not ok" if complaints else "ok"), self.number, "-", name)
        for complaint in complaints:
            print("  #", complaint)

    def skip(self, name, reason):
        self.number += 1
        print("ok", self.number, "-", name, "# SKIP", reason)

    def done(self):
        print(f"1..{self.number}")
        sys.exit(1 if self.failed else 0)
