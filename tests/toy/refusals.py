#!/usr/bin/env python3
"""What the catalogue compiler refuses, each case on a fresh copy of the catalogue, with its message.

    refusals.py SOURCE_DIR CATALOGC
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOY = (HERE / "toy-pattern.yaml").read_text()


def toy(catalog, text, name="toy-pattern"):
    (catalog / "detectors" / "hygiene" / f"{name}.yaml").write_text(text)


def replaced(old, new):
    assert old in TOY, old
    return TOY.replace(old, new)


def without_examples(which):
    """TOY with only one example left under `which`."""
    kept, inside, seen = [], "", 0
    for line in TOY.splitlines():
        if line.strip() in ("fires:", "quiet:"):
            inside, seen = line.strip()[:-1], 0
        elif line.startswith("    - ") and inside == which:
            seen += 1
            if seen > 1:
                continue
        kept.append(line)
    return "\n".join(kept) + "\n"


def rule_without_detector(catalog):
    path = sorted((catalog / "methodologies" / "tooltrust").glob("*.yaml"))[-1]
    text = path.read_text()
    assert "any_of: [" in text
    path.write_text(text.replace("any_of: [", "any_of: [no-such-detector, ", 1))


def twice(catalog):
    toy(catalog, TOY)
    toy(catalog, TOY, "toy-pattern-again")


PATTERNS = "patterns:\n  - '\\bpurple\\s+teapots?\\b'\n"
# name -> (what is done to the catalogue, words the complaint must hold)
CASES = {
    "a detector that is right": (lambda c: toy(c, TOY), None),
    "duplicate id": (twice, ["toy-pattern.yaml", "id is used twice"]),
    "unknown citation": (lambda c: toy(c, replaced("CWE-1427", "CWE-0")), ["toy-pattern.yaml", "cites CWE CWE-0"]),
    "no citation": (lambda c: toy(c, replaced("citations:\n  - {taxonomy: CWE, id: CWE-1427}\n", "")),
                    ["toy-pattern.yaml", "cites nothing"]),
    "missing example that fires": (lambda c: toy(c, without_examples("fires")),
                                   ["toy-pattern.yaml", "at least two examples that fire"]),
    "missing look-alike": (lambda c: toy(c, without_examples("quiet")),
                           ["toy-pattern.yaml", "at least three look-alikes"]),
    "unknown signal": (lambda c: toy(c, replaced(PATTERNS, "combos:\n  - {all: [no-such-signal]}\n")),
                       ["toy-pattern.yaml", "unknown signal 'no-such-signal'"]),
    "unknown role": (lambda c: toy(c, replaced(PATTERNS, PATTERNS + "reads: [nowhere]\n")),
                     ["toy-pattern.yaml", "unknown role 'nowhere'"]),
    "unknown kind": (lambda c: toy(c, replaced("kind: hygiene", "kind: odd")), ["toy-pattern.yaml", "unknown kind 'odd'"]),
    "unknown severity": (lambda c: toy(c, replaced("severity: low", "severity: dire")),
                         ["toy-pattern.yaml", "unknown severity 'dire'"]),
    "unknown key": (lambda c: toy(c, TOY + "colour: purple\n"), ["toy-pattern.yaml", "colour"]),
    "missing key": (lambda c: toy(c, replaced("fix: Say kettle.\n", "")), ["toy-pattern.yaml", "fix"]),
    "nothing to look for": (lambda c: toy(c, replaced(PATTERNS, "")), ["toy-pattern.yaml", "needs patterns, combos or code"]),
    "file under another name": (lambda c: toy(c, TOY, "other"), ["other.yaml", "must stand in detectors/<kind>/<id>.yaml"]),
    "broken YAML": (lambda c: toy(c, TOY + "a: [\n"), ["toy-pattern.yaml"]),
    "methodology rule without detector": (rule_without_detector, ["tooltrust", "no detector 'no-such-detector'"]),
    "look-ahead": (lambda c: toy(c, replaced("purple\\s+", "purple(?=\\s)\\s+")), ["patterns:", "purple(?="]),
    "look-behind": (lambda c: toy(c, replaced("purple\\s+", "(?<!not )purple\\s+")), ["patterns:", "(?<!not"]),
    "back-reference": (lambda c: toy(c, replaced("purple\\s+", "(p)urple\\s+\\1")), ["patterns:", "(p)urple"]),
}


def check(name, change, words, source, catalogc):
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        shutil.copytree(source / "catalog", scratch / "catalog")
        change(scratch / "catalog")
        outputs = [scratch / file for file in ("table.cpp", "patterns.bin", "functions.cpp")]
        done = subprocess.run([catalogc, scratch / "catalog", *outputs], capture_output=True, text=True, check=False)
        if words is None:
            return [] if done.returncode == 0 and not done.stderr else [f"{name}: refused: {done.stderr}"]
        wrong = [] if done.returncode == 1 else [f"{name}: exit code {done.returncode}"]
        if any(output.exists() for output in outputs):
            wrong.append(f"{name}: wrote a table all the same")
        lines = done.stderr.splitlines()
        if not any(all(word in line for word in words) for line in lines):
            wrong.append(f"{name}: no line with {words} in:\n{done.stderr}")
        return wrong


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    source, catalogc = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wrong = []
    for name, (change, words) in CASES.items():
        wrong += check(name, change, words, source, catalogc)
    for line in wrong:
        print(line)
    print(f"refusals: {len(CASES)} cases, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
