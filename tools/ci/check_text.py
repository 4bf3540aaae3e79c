#!/usr/bin/env python3
"""What must not stand in any text file of the tree.

- tabs (but in Makefiles and Go), carriage returns, blanks at line ends, a missing last newline;
- characters a reader cannot see: controls, bidi controls, zero-width and tag characters, blanks
  other than the plain one. Samples of attacks write them as escapes;
- paths of somebody's machine: a home folder, or the place of this checkout;
- hosts of package registries: the program takes them from the user's own clients.

    tools/ci/check_text.py              the tree
    tools/ci/check_text.py --self-test  only the built-in samples (also run before the tree)
"""
import pathlib
import re
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Byte-exact inputs and outputs may hold anything.
RAW = ("tests/golden/", "tests/data/", "fuzz/corpus/")
# Made elsewhere or compared byte by byte; the last newline is theirs to decide.
NO_LAST_NEWLINE = RAW + ("examples/", "catalog/lists/")
# Here a home path is usually the text of an attack, so only this checkout's own place is refused.
ATTACK_TEXT = RAW + ("catalog/", "examples/", "docs/rules/")
# Names nobody's machine has; free to use in samples and patterns.
PLACEHOLDERS = "user|users|username|you|me|name|alice|bob|victim|developer|dev|someone|example"
HOME = re.compile(
    rf"(?<![\w.~$}}\])-])/(?:home|Users)/(?!(?:{PLACEHOLDERS})\b)[A-Za-z][\w.-]*"
    r"|(?<![\w.~$}\])-])/root/(?!\.(?:ssh|aws|gnupg|kube|docker|bash|netrc|npmrc|env|config)\b)[\w.]")

# Written in parts, so that this file is clean by its own rule.
REGISTRIES = [".".join(parts) for parts in (
    ("registry", "npmjs", "org"), ("registry", "npmjs", "com"), ("registry", "npmmirror", "com"),
    ("registry", "yarnpkg", "com"), ("npm", "pkg", "github", "com"), ("pypi", "org"), ("pypi", "python", "org"),
    ("files", "pythonhosted", "org"), ("static", "crates", "io"), ("index", "crates", "io"),
    ("proxy", "golang", "org"), ("sum", "golang", "org"), ("rubygems", "org"), ("repo1", "maven", "org"),
    ("repo", "maven", "apache", "org"), ("api", "nuget", "org"), ("packagist", "org"), ("deb", "debian", "org"))]
REGISTRY = re.compile(r"(?<![\w-])(?:" + "|".join(re.escape(host) for host in REGISTRIES) + r")(?![\w-])", re.I)


def unseen(char):
    if char in "\n\t\r":
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp") or (
        unicodedata.category(char) == "Zs" and char != " ")


def own_places():
    """Where this checkout and the data beside it stand; empty directly under /, which names nothing."""
    return (str(ROOT), str(ROOT.parent / "shared")) if len(ROOT.parts) > 2 else ()


def problems(name, text, places):
    """(line, reason) for each thing wrong with `text`, the content of file `name`."""
    raw = name.startswith(RAW)
    attack = name.startswith(ATTACK_TEXT) or name.endswith("_test.cpp")
    tabs_allowed = pathlib.PurePath(name).name == "Makefile" or name.endswith((".mk", ".go"))
    if text and not text.endswith("\n") and not name.startswith(NO_LAST_NEWLINE):
        yield text.count("\n") + 1, "no newline at the end of the file"
    for number, line in enumerate(text.split("\n"), 1):
        if not raw:
            if "\t" in line and not tabs_allowed:
                yield number, "tab"
            if "\r" in line:
                yield number, "carriage return"
            if line.endswith(" ") and not name.endswith(".md"):
                yield number, "blank at the end of the line"
            for char in sorted({c for c in line if unseen(c)}):
                yield number, f"invisible character U+{ord(char):04X}; write it as an escape"
        if not attack and (found := HOME.search(line)):
            yield number, f"path of a machine: {found.group()}"
        if any(place in line for place in places):
            yield number, "path of this checkout"
        if found := REGISTRY.search(line):
            yield number, f"host of a package registry: {found.group()}"


def self_test():
    bad = {
        "a.cpp": "int a;\t\n", "b.cpp": "x\r\n", "c.md": "no newline", "d.h": "x \n",
        "e.yaml": "a\u200bb\n", "f.md": "a\u202eb\n", "g.md": "a\u00a0b\n",
        "h.py": "open('/ho" + "me/fred/x')\n", "i.sh": "cat /ro" + "ot/work\n",
        "j.json": "https://" + REGISTRIES[0] + "/x\n", "k.md": "see /srv/check/out/file\n",
    }
    good = {
        "Makefile": "a:\n\tb\n", "a.md": "caf\u00e9 \u2026\n", "b.cpp": "// /home/user/.ssh\n",
        "catalog/x.yaml": "read /ro" + "ot/x\n", "c.md": "crates.io is an ecosystem; ../home/fred\n",
        "tests/golden/x.json": "a\u200bb",
    }
    wrong = [n for n, t in bad.items() if not list(problems(n, t, ("/srv/check/out",)))]
    wrong += [n for n, t in good.items() if list(problems(n, t, ("/srv/check/out",)))]
    for name in wrong:
        print(f"check_text: built-in sample {name} is judged wrongly", file=sys.stderr)
    return not wrong


def tree():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"],
                            cwd=ROOT, capture_output=True, check=True)
    return sorted(name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file())


def main():
    if not self_test():
        return 1
    if "--self-test" in sys.argv[1:]:
        return 0
    count = 0
    for name in tree():
        data = (ROOT / name).read_bytes()
        if b"\0" in data:
            if not name.startswith(RAW):
                print(f"{name}: binary file")
                count += 1
            continue
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            if not name.startswith(RAW):
                print(f"{name}: not UTF-8 at byte {error.start}")
                count += 1
            continue
        for line, reason in problems(name, text, own_places()):
            print(f"{name}:{line}: {reason}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
