#!/usr/bin/env python3
"""clang-tidy over the C++ sources, remembering what was clean.

A file whose own text, project headers and .clang-tidy are as they were at its last clean run is
not checked again (build/tidy/), so an edit costs seconds and only a fresh clone pays for all.
Unit tests are left out unless --all is given: they are compiled with every warning as it is.
With TIDY_SECONDS set, files that changed last are checked first and the rest is left when the time is up; how many
were left is said. CI sets it: what changed is always looked at, and every file was new once.
--deep takes the whole groups of checks instead of the short list of .clang-tidy, and remembers nothing.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
CACHE = BUILD / "tidy"
DATABASE = CACHE / "database"
# What is left out here, .clang-tidy gives the reasons for.
DEEP = ",".join([
    "-*", "bugprone-*", "performance-*", "misc-*", "google-explicit-constructor", "google-global-names-in-headers",
    "cppcoreguidelines-slicing", "cppcoreguidelines-virtual-class-destructor", "modernize-use-override",
    "modernize-use-nullptr", "readability-container-size-empty", "readability-misleading-indentation",
    "readability-redundant-string-cstr", "readability-identifier-naming",
    "-bugprone-easily-swappable-parameters", "-bugprone-narrowing-conversions", "-bugprone-exception-escape",
    "-bugprone-implicit-widening-of-multiplication-result", "-bugprone-reserved-identifier",
    "-performance-inefficient-string-concatenation", "-performance-inefficient-vector-operation",
    "-performance-no-int-to-ptr", "-misc-non-private-member-variables-in-classes", "-misc-no-recursion"])
INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def closure(path, seen):
    """The file and every project header it reaches."""
    if path in seen:
        return
    seen[path] = path.read_bytes()
    for name in INCLUDE.findall(seen[path]):
        header = ROOT / "src" / os.fsdecode(name)
        if header.is_file():
            closure(header, seen)


def key_of(path, config):
    seen = {}
    closure(path, seen)
    digest = hashlib.sha256(config)
    for name in sorted(seen):
        digest.update(str(name.relative_to(ROOT)).encode() + b"\0" + seen[name] + b"\0")
    return digest.hexdigest()


def check(path, deep):
    done = subprocess.run(
        ["clang-tidy-14", "-p", str(DATABASE), "--quiet", "--extra-arg=-Wno-unknown-warning-option",
         *([f"--checks={DEEP}"] if deep else []), str(path)],
        capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + ("" if done.returncode == 0 else done.stderr)


def single_files():
    """How each file would be compiled by itself: the build joins several files of a module. What was generated is
    taken from the finished build."""
    done = subprocess.run(["cmake", "-S", str(ROOT), "-B", str(DATABASE), "-G", "Ninja", "-DCMAKE_UNITY_BUILD=OFF",
                           "-DCMAKE_BUILD_TYPE=RelWithDebInfo"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"tidy: no compile database\n{done.stderr}")
    database = DATABASE / "compile_commands.json"
    database.write_text(database.read_text(encoding="utf-8").replace(str(DATABASE), str(BUILD)), encoding="utf-8")
    return json.loads(database.read_text(encoding="utf-8"))


def last_changes():
    """How many commits ago each file changed; files that are not committed come first."""
    done = subprocess.run(["git", "-C", str(ROOT), "log", "--format=%x00", "--name-only"], capture_output=True, text=True,
                          check=False)
    ages = {}
    for age, names in enumerate(done.stdout.split("\0")[1:], start=1):
        for name in names.split("\n"):
            ages.setdefault(name, age)
    changed = subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain"], capture_output=True, text=True,
                             check=False)
    ages.update({line[3:]: 0 for line in changed.stdout.splitlines()})
    return ages


def main():
    with_tests = "--all" in sys.argv[1:]
    deep = "--deep" in sys.argv[1:]
    if not (BUILD / "build.ninja").is_file():
        print("tidy: nothing is built; run make all", file=sys.stderr)
        return 1
    CACHE.mkdir(parents=True, exist_ok=True)
    commands = single_files()
    files = sorted({pathlib.Path(entry["directory"], entry["file"]).resolve() for entry in commands})
    files = [f for f in files if f.is_relative_to(ROOT) and not f.is_relative_to(BUILD) and
             "node_modules" not in f.parts]
    if not with_tests:
        files = [f for f in files if not f.name.endswith("_test.cpp")]
    config = (ROOT / ".clang-tidy").read_bytes()
    keys = {f: key_of(f, config) for f in files}
    due = [f for f in files if deep or not (CACHE / keys[f]).exists()]
    end = time.monotonic() + float(os.environ.get("TIDY_SECONDS", "inf"))
    if end != float("inf"):
        newest = last_changes()
        due.sort(key=lambda f: newest.get(str(f.relative_to(ROOT)), float("inf")))
    failed = left = 0
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        in_time = lambda f: check(f, deep) if time.monotonic() < end else (None, "")
        for path, (code, output) in zip(due, pool.map(in_time, due)):
            if code is None:
                left += 1
            elif code == 0:
                if not deep:
                    (CACHE / keys[path]).touch()
            else:
                failed += 1
                print(f"tidy: {path.relative_to(ROOT)}\n{output.rstrip()}")
    left_out = f", {left} left for want of time" if left else ""
    print(f"tidy: {len(files)} files, {len(due) - left} checked{left_out}, {failed} with complaints")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
