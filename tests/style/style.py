#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""style.py ROOT: what no compiler and no formatter says about the text of the sources.

A rule is a function of (path, text) that yields (line, complaint). Each rule is also run on a
planted fault, so that a rule that finds nothing is known to be able to."""
import re
import sys

import tree

SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"
C = (".c", ".h", ".cc", ".c.in", ".h.in")
LONGEST = {"README.md": 200, "CONTRIBUTING.md": 80}
DATA = ("tests/data/", "tests/golden/", "tests/fuzz/corpus/")


def is_script(path, text):
    return text.startswith("#!") or path.endswith((".py", ".sh", ".gp"))


def is_source(path, text):
    return path.endswith(C + ("meson.build", "meson_options.txt")) or is_script(path, text)


def lines(text):
    return enumerate(text.splitlines(), 1)


def spdx(path, text):
    wanted = f"/* {SPDX}" if path.endswith(C) else f"# {SPDX}\n"
    if is_source(path, text) and not re.sub(r"\A#!.*\n", "", text).startswith(wanted):
        yield 1, "does not begin with " + wanted.strip()


def blanks(path, text):
    if path.startswith(DATA) or path.endswith(".svg") or path == "LICENSE":  # written by others, or by programs
        return
    for line, content in enumerate(text.split("\n"), 1):
        if content != content.rstrip():
            yield line, "blanks or a carriage return at the end of the line"
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        yield text.count("\n"), "does not end with exactly one newline"


def tabs(path, text):
    if path.endswith(C):
        for line, content in lines(text):
            if re.match(r" +(?!\*)\S", content):
                yield line, "indented with spaces"


def width(path, text):
    if is_source(path, text):
        for line, content in lines(text):
            if len(content.expandtabs(8)) > 120:
                yield line, f"{len(content.expandtabs(8))} columns, more than 120"


def functions(path, text):
    """The brace that opens a function, and only that one, stands alone in the first column."""
    name, start = "", 0
    for line, content in lines(text) if path.endswith(".c") else ():
        if content == "{":
            start = line
        elif content == "}" and start:
            if line - start - 1 > 60:
                yield start, f"{name} has {line - start - 1} lines, more than 60"
            start = 0
        elif not start and re.match(r"\w.*?(\w+)\(", content):
            name = re.match(r"\w.*?(\w+)\(", content).group(1)


def length(path, text):
    limit = 400 if path.endswith(".c") else LONGEST.get(path)
    if limit and text.count("\n") > limit:
        yield limit + 1, f"{text.count(chr(10))} lines, more than {limit}"


def words(path, text):
    if path.startswith(DATA):
        return
    for line, content in lines(text):
        for word in re.findall(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b", content):
            yield line, f'the word "{word}": do it, or open an issue'


def places(path, text):
    """Paths of one machine; a scratch directory is for tests that ask for a name of their own."""
    scratch = r"" if path.startswith("tests/") and re.search(r"mk[sd]?temp|tempfile", text) else r"|/tmp\b"
    for line, content in lines(text) if not path.startswith(DATA) else ():
        found = re.search(r"(?<![\w.$}])(?:/(?:work|home|root|mnt|Users)/" + scratch + ")", content)
        if found:
            yield line, f'the path "{found.group()}" of one machine'


def blank_out(match):
    return re.sub(r"[^\n]", " ", match.group())


def output(path, text):
    """Only commands/ prints or ends the program."""
    folder = path.split("/")[0]
    if path.endswith(C) and folder not in ("commands", "tests") and "/recorder/" not in path:
        code = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', blank_out, text, flags=re.DOTALL)
        for line, content in lines(code):
            found = re.search(r"\b(?:(?:exit|_exit|_Exit|quick_exit|abort|printf|vprintf|puts|putchar|perror)\s*\("
                              r"|stdout\b|stderr\b)", content)
            if found:
                yield line, f'"{found.group().rstrip("(")}" outside commands/'


def guards(path, text):
    if path.endswith(".h") and not tree.is_part(text):
        parts = [re.sub(r"\W", "_", part).upper() for part in path[:-2].split("/")]
        allowed = {"_".join(["HEAPODDS", *parts, "H"]), "_".join(["HEAPODDS", parts[0], parts[-1], "H"])}
        found = re.search(r"\n#ifndef (\w+)\n#define \1\n", text)
        if not found or found.group(1) not in allowed:
            yield 1, f"has no include guard {sorted(allowed)[-1]}"


RULES = [spdx, blanks, tabs, width, functions, length, words, places, output, guards]

HEAD = f"/* {SPDX} */\n"
FAULTS = {
    "spdx": [("core/a.c", "int a;\n", 1), ("tools/x", "#!/bin/sh\ntrue\n", 1), ("a/meson.build", "x = 1\n", 1)],
    "blanks": [("a.md", "a\nb \n", 2), ("a.md", "a", 0), ("a.md", "a\n\n", 2), ("a.c", HEAD + "a\r\n", 2)],
    "tabs": [("core/a.c", HEAD + "    int a;\n", 2)],
    "width": [("core/a.c", HEAD + "\t" * 14 + "123456789\n", 2)],
    "functions": [("core/a.c", HEAD + "int f(int a,\n\tint b)\n{\n" + "\ta++;\n" * 61 + "}\n", 4)],
    "length": [("core/a.c", HEAD + "\n" * 400, 401), ("CONTRIBUTING.md", "\n" * 81, 81)],
    "words": [("a.md", "a\nTO" "DO: b\n", 2), ("core/a.c", "/* XX" "X */\n", 1)],
    "places": [("core/a.c", HEAD + 'f("/ho' 'me/me/x");\n', 2), ("core/a.c", HEAD + "// mktemp /t" "mp/x\n", 2),
               ("tests/a.c", "/t" "mp\n", 1)],
    "output": [("core/a.c", HEAD + "\texit(1);\n", 2), ("sim/a.c", '\n\tprintf ("x");\n', 2),
               ("bench/a.c", "/* a\n */ f(stdout);\n", 2)],
    "guards": [("core/a.h", HEAD + "#ifndef A_H\n#define A_H\n#endif\n", 1)],
}
GOOD = {
    "core/a.h": HEAD + "#ifndef HEAPODDS_CORE_A_H\n#define HEAPODDS_CORE_A_H\n\nint a(void); /* a */\n\n#endif\n",
    "core/a.c": HEAD + '/* exit() and printf() are\n * only named here. */\nint f(FILE *out)\n{\n'
                + '\tfprintf(out, "exit(1)");\n' + "\ta++;\n" * 58 + "}\n\n"
                + "static struct a table[] = {\n" + "\t1,\n" * 80 + "};\n",
    "commands/a.c": HEAD + "\tprintf();\n\texit(0);\n",
    "tests/a.py": f"# {SPDX}\nimport tempfile\nx = '/t" "mp'\n",
    "tools/a": f"#!/bin/sh\n# {SPDX}\nmktemp -d XXXXXX\n",
}


def main():
    root = sys.argv[1]
    texts = {path: text for path in tree.paths(root) if (text := tree.read(root, path)) is not None}
    report = tree.Report()
    for rule in RULES:
        report.test(f"style::{rule.__name__}", [f"{path}:{line}: {what}" for path, text in texts.items()
                                                for line, what in rule(path, text)])
    for rule in RULES:
        name, unfound = rule.__name__, []
        for path, text, line in FAULTS[name]:
            if line not in [at for at, _ in rule(path, text)]:
                unfound.append(f"the fault planted in {path}:{line} is not found: {text[:60]!r}")
        false = [f"{path}:{line}: good text, but: {what}" for path, text in GOOD.items()
                 for line, what in rule(path, text)]
        report.test(f"style::{name}_finds_planted_fault", unfound + false)
    report.done()


main()
