# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts single tests: the TAP lines behind the results that meson reports."""
import json
import re

RESULT = re.compile(r"^(not )?ok\b(?:\s+\d+)?(?:\s+-)?\s*(.*?)\s*(?:\(\d+\.\d+s\))?\s*(?:(?<!\\)#\s*SKIP\b\s*(.*))?$",
                    re.IGNORECASE)

RESULTS = re.compile(r"^(not )?ok\b|^1\.\.", re.MULTILINE)


class Tally:
    def __init__(self):
        self.passed = self.failed = 0
        self.skipped = []

    def good(self, name):
        self.passed += 1
        print("passed:", name)

    def bad(self, name, log=""):
        self.failed += 1
        print("FAILED:", name)
        for line in log.rstrip().splitlines():
            print("    |", line)

    def skip(self, name, reason):
        self.skipped.append((name, reason))

    def tap(self, name, text):
        """Counts what one TAP stream reports; returns how many of it failed."""
        before = (self.passed, self.failed, len(self.skipped))
        lines = text.splitlines()
        for at, line in enumerate(lines):
            match = RESULT.match(line)
            if not match:
                continue
            failed, test, reason = match.groups()
            if failed:
                rest = lines[at + 1:at + 60]
                end = next((i for i, other in enumerate(rest) if RESULT.match(other) or other.startswith("1..")), 60)
                self.bad(f"{name}: {test}", "\n".join(rest[:end]))
            elif reason is not None:
                self.skip(f"{name}: {test}", reason or "no reason given")
            else:
                self.passed += 1
        print(f"{name}: {self.passed - before[0]} passed, {self.failed - before[1]} failed, "
              f"{len(self.skipped) - before[2]} skipped", flush=True)
        return self.failed - before[1]

    def testlog(self, prefix, path):
        """Counts the tests of meson-logs/testlog.json."""
        with open(path, encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
        for entry in entries:
            name = prefix + entry["name"].split(" / ")[-1]
            out = entry.get("stdout", "")
            if not RESULTS.search(out) and entry["result"] == "OK":
                self.good(name)  # a script that reports by its exit status alone
                continue
            failed = self.tap(name, out)
            # A crash, a time limit or a plan not fulfilled: no single test says so.
            if entry["result"] not in ("OK", "SKIP", "EXPECTEDFAIL") and not failed:
                self.bad(f"{name}: {entry['result']}, exit status {entry.get('returncode')}",
                         "\n".join((out + entry.get("stderr", "")).splitlines()[-40:]))
        return bool(entries)

    def last_line(self):
        for name, reason in self.skipped:
            print(f"skipped: {name}: {reason}")
        print(f"{self.passed} passed, {self.failed} failed, {len(self.skipped)} skipped", flush=True)
        return 0 if self.passed and not self.failed else 1
