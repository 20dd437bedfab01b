# SPDX-License-Identifier: GPL-3.0-or-later
"""runner.py ROOT [--all]: builds and tests; started by tests/run.

Without --all: every test of build/. With it, also: clang and gcc with warnings as errors, the
address, undefined-behaviour and thread sanitizers, the installed program, and a fresh clone."""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import traceback

from golden.run import difference
from tally import Tally

ROOT = os.path.realpath(sys.argv[1])
BUILD = os.path.join(ROOT, "build")
SANITIZERS = {"ASAN_OPTIONS": "detect_stack_use_after_return=1", "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
              "TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1"}
SAME = ["simulate", "--strategy=all", "--rate=4K,64K", "--workload=uniform:allocations=20000", "--trials=50",
        "--threads=4", "--format=json", "--reproducible"]
tally = Tally()


def run(command, seconds=900, **more):
    """Runs a command; its output, both streams in one, is in .stdout."""
    more.setdefault("stderr", subprocess.STDOUT)
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False,
                              errors="backslashreplace", timeout=seconds, **more)
    except (subprocess.TimeoutExpired, OSError) as error:
        return subprocess.CompletedProcess(command, 124, str(error), "")


def step(name, ran):
    """Counts one command as one test; returns whether it succeeded."""
    if ran.returncode == 0:
        tally.good(name)
    else:
        tally.bad(f"{name}: exit status {ran.returncode}", "\n".join(ran.stdout.splitlines()[-60:]))
    return ran.returncode == 0


def lacking(name, *programs):
    """Skips by name when a program is not there."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        tally.skip(name, f"{', '.join(missing)} not installed (tools/install all)")
    return missing


def meson_test(build, prefix, suites, environment, wrapper=None):
    log = os.path.join(build, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.unlink(log)
    command = ["meson", "test", "-C", build, "--no-rebuild", "--timeout-multiplier", "10" if prefix else "1"]
    command += [f"--suite={suite}" for suite in suites] + (["--wrapper", wrapper] if wrapper else [])
    ran = run(command, 3600, env={**os.environ, **environment})
    if not os.path.exists(log) or not tally.testlog(prefix, log):
        tally.bad(f"{prefix}meson test", ran.stdout)


def same_numbers(name, build, environment, wrapper):
    """Same seed, same bits: whatever the compiler, its options, and the number of threads."""
    command = [*(wrapper or "").split(), os.path.join(build, "heapodds"), *SAME]
    ours = run(command, env=environment, stderr=subprocess.PIPE)
    theirs = run([os.path.join(BUILD, "heapodds"), *SAME], stderr=subprocess.PIPE)
    if ours.returncode == 0 and theirs.returncode == 0:
        ours.stdout = difference(ours.stdout, theirs.stdout) or ""
        ours.returncode = 1 if ours.stdout else 0
    else:
        ours.stdout, ours.returncode = ours.stderr + theirs.stderr, ours.returncode or theirs.returncode
    step(f"{name}: same numbers as build/", ours)


def variant(name, compiler, options, suites, environment=None, wrapper=None):
    """One more build, in build/variants/, with tests of its own."""
    if lacking(name, *compiler):
        return
    build = os.path.join(BUILD, "variants", name.replace(" ", "-"))
    environment = {**os.environ, "CC": compiler[0], "CXX": compiler[1], **(environment or {})}
    setup = ["meson", "setup", build, ROOT, *options]
    if os.path.exists(build):
        setup.append("--wipe")
    ran = run(setup, env=environment)
    ran = run(["ninja", "--quiet", "-C", build], env=environment) if ran.returncode == 0 else ran
    if step(f"{name}: builds", ran):
        meson_test(build, name + " ", suites, environment, wrapper)
        same_numbers(name, build, environment, wrapper)


def thread_sanitizer():
    """By clang, whose OpenMP tells the sanitizer about its barriers; that of gcc does not. Criterion cannot run."""
    name = "thread sanitizer"
    if lacking(name, "clang", "clang++"):
        return
    with tempfile.TemporaryDirectory() as scratch:
        probe = os.path.join(scratch, "probe")
        with open(probe + ".c", "w", encoding="utf-8") as file:
            file.write("#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n")
        built = run(["clang", "-fsanitize=thread", "-fopenmp", probe + ".c", "-o", probe])
        # Where addresses are too random for the sanitizer's shadow memory, they can be made less so.
        wrapper = next((way for way in ("", "setarch -R") if built.returncode == 0
                        and run([*way.split(), probe]).returncode == 0), None)
    if wrapper is None:
        tally.skip(name, "a program under it does not build or run here (libclang-rt-dev, libomp-dev)")
        return
    variant(name, ("clang", "clang++"), ["-Db_sanitize=thread", "-Db_lundef=false", "-Dcriterion=disabled"],
            ["unit", "golden"], SANITIZERS, wrapper)


def version():
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
        return re.search(r"version: '([^']+)'", file.read()).group(1)


def installed():
    with tempfile.TemporaryDirectory() as scratch:
        if not step("install: meson install", run(["meson", "install", "-C", BUILD, "--no-rebuild"],
                                                  env={**os.environ, "DESTDIR": scratch})):
            return
        found = [os.path.join(folder, "heapodds") for folder, _, names in os.walk(scratch)
                 if "heapodds" in names and folder.endswith("bin")]
        ran = run([*found, "--version"], cwd="/")
        if version() not in ran.stdout:
            ran.returncode = ran.returncode or 1
        step("install: heapodds --version", ran)


def clone(to):
    """A fresh clone, whoever owns this tree. Returns the finished command."""
    settings = to + ".gitconfig"
    with open(settings, "w", encoding="utf-8") as file:
        file.write("[safe]\n\tdirectory = *\n")
    return run(["git", "clone", "--quiet", ROOT, to], env={**os.environ, "GIT_CONFIG_GLOBAL": settings})


def launched(processes, name):
    for number, process in enumerate(processes, 1):
        out, err = process.communicate(timeout=900)
        ran = subprocess.CompletedProcess(process.args, process.returncode, out + err, "")
        if not out:
            ran.returncode = ran.returncode or 1
        step(f"{name} {number}", ran)


def fresh_clone():
    name = "fresh clone"
    if lacking(name, "git"):
        return
    if not os.path.exists(os.path.join(ROOT, ".git")):
        tally.skip(name, "this is no git checkout")
        return
    with tempfile.TemporaryDirectory() as scratch:
        tree = os.path.join(scratch, "a clone")
        if not step("fresh clone: git clone", clone(tree)):
            return
        command = [os.path.join(tree, "simulate"), "--trials", "10"]
        launched([subprocess.Popen(command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True) for _ in range(2)],
                 "fresh clone: ./simulate, two at once:")
        command = [os.path.join(tree, "tools", "build"), "heapodds"]
        times = []
        for _ in range(11):
            start = time.monotonic()
            ran = run(command, cwd="/")
            times.append(1000 * (time.monotonic() - start))
        step("fresh clone: nothing to build", ran)
        print(f"the launcher costs {statistics.median(times):.0f} ms when nothing is to be built")


def main():
    ran = run([os.path.join(ROOT, "tools", "build"), "--reconfigure"], 3600)
    if step("builds", ran):
        meson_test(BUILD, "", [], {})
    if "--all" in sys.argv[2:]:
        variant("clang", ("clang", "clang++"), ["-Dwerror=true"],
                ["unit", "statistical", "golden", "commands"])
        variant("gcc -O3", ("gcc", "g++"), ["-Dwerror=true", "--buildtype=release"], ["golden"])
        variant("address and undefined sanitizers", ("gcc", "g++"), ["-Db_sanitize=address,undefined"],
                ["unit", "golden", "commands"], SANITIZERS)
        thread_sanitizer()
        installed()
        fresh_clone()


try:
    main()
except Exception:  # whatever happens, the last line must count
    tally.bad("tests/runner.py", traceback.format_exc())
sys.exit(tally.last_line())
