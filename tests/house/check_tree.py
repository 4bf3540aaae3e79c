#!/usr/bin/env python3
"""The manner of the sources, as far as a program can see it.

Each file in src/ has at most 600 lines, opens with a comment that says what it is (a source may
include a header of its own folder instead, which says it), and holds no note of unfinished work and
no path of somebody's machine.

    check_tree.py [SRC]
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_LINES = 600
# Written in parts, so that this file may be read by its own kind.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
MACHINE = re.compile(r"(?<![\w.~-])/(?:home|Users)/(?!(?:user|username|you|me|name|alice|bob|victim|dev)\b)[a-z]\w+"
                     r"|(?<![\w.~-])/root/(?!\.(?:ssh|aws|gnupg|kube|docker|bash|netrc|npmrc|env|config)\b)[\w.]")


def opens_well(name, text):
    if text.lstrip().startswith(("//", "/*")):
        return True
    folder = re.escape(name.removeprefix("src/").rpartition("/")[0])
    return name.endswith(".cpp") and bool(re.search(rf'^#include "{folder}/\w+\.h"$', text, re.MULTILINE))


def complaints(name, text):
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{name}: {len(lines)} lines; at most {MAX_LINES}"
    if not name.endswith("_test.cpp") and not opens_well(name, text):
        yield f"{name}:1: does not open with a comment that says what it is"
    for number, line in enumerate(lines, 1):
        if found := UNFINISHED.search(line):
            yield f"{name}:{number}: {found.group()}"
        # Unit tests quote attacks, and attacks name home folders.
        if not name.endswith("_test.cpp") and (found := MACHINE.search(line)):
            yield f"{name}:{number}: path of a machine: {found.group()}"


def self_test():
    header = "// What this is.\n"
    bad = {"a.h": "#pragma once\n", "b.cpp": header + "int a;\n" * 600, "c.cpp": header + "// TO" + "DO later\n",
           "src/text/e.cpp": '#include "base/x.h"\n', "d.cpp": header + 'open("/ho' + 'me/fred/x");\n'}
    good = {"a.h": header + "int a;\n", "b.cpp": header + '"/home/user/.ssh", "/ro' + 'ot/.ssh"\n',
            "src/observe/files/d.cpp": '#include <string>\n#include "observe/files/d.h"\n',
            "c_test.cpp": header + 'quote("/ho' + 'me/fred/.ssh");\n'}
    wrong = [name for name, text in bad.items() if not list(complaints(name, text))]
    wrong += [name for name, text in good.items() if list(complaints(name, text))]
    for name in wrong:
        print(f"check_tree: built-in sample {name} is judged wrongly", file=sys.stderr)
    return not wrong


def main():
    if not self_test():
        return 1
    src = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src"
    count = wrong = 0
    for file in sorted(src.rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        count += 1
        text = file.read_text(encoding="utf-8")
        for line in complaints(file.relative_to(src.parent).as_posix(), text):
            print(line)
            wrong += 1
    print(f"tree: {count} files read, {wrong} complaints")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
