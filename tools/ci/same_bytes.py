#!/usr/bin/env python3
"""Two builds of the program must give the same bytes.

Each input is observed by both builds (the evidence hash must agree; times are no part of it), and
one record is then graded by both in every format: output and exit code must agree to the byte.
Inputs are examples/*.json and, when that data is present, the captures of ../shared/data
(or of the folder in MCPJURY_DATA).

    tools/ci/same_bytes.py build/mcpjury build-clang/mcpjury
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATS = ("json", "ndjson", "sarif", "text")
GRADED = (0, 4)  # graded, or graded from a partial view


def inputs():
    data = pathlib.Path(os.environ.get("MCPJURY_DATA", ROOT / ".." / "shared" / "data"))
    found = sorted((ROOT / "examples").rglob("*.json"))
    captures = sorted((data / "captures").rglob("*.json")) if data.is_dir() else []
    if not captures:
        print("same bytes: data absent: captures; only the examples are compared")
    return found + captures


def run(program, *arguments):
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout


def evidence_hash(program, record):
    code, out = run(program, "grade", str(record), "-o", "json")
    return json.loads(out)["evidence"]["sha256"] if code in GRADED else f"exit code {code}"


def compare(first, second, path, scratch):
    """The differences of the two builds on one input, as lines; None when neither can observe it."""
    records = [scratch / "first.json", scratch / "second.json"]
    codes = [run(program, "observe", str(path), "-o", str(record))[0]
             for program, record in zip((first, second), records)]
    if codes[0] != codes[1]:
        return [f"observe: exit codes {codes[0]} and {codes[1]}"]
    if codes[0] not in GRADED:
        return None
    different = []
    if evidence_hash(first, records[0]) != evidence_hash(first, records[1]):
        different.append("observe: another evidence hash")
    for output in FORMATS:
        arguments = ("grade", str(records[0]), "-o", output)
        if run(first, *arguments) != run(second, *arguments):
            different.append(f"grade -o {output}: other bytes or another exit code")
    return different


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    first, second = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:])
    compared = wrong = unread = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in inputs():
            different = compare(first, second, path, pathlib.Path(scratch))
            if different is None:
                unread += 1
                continue
            compared += 1
            for line in different:
                print(f"{path.name}: {line}")
            wrong += bool(different)
    print(f"same bytes: {compared} inputs compared, {wrong} differ, {unread} hold no tool list")
    if compared == 0:
        print("same bytes: nothing was compared", file=sys.stderr)
    return 1 if wrong or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
