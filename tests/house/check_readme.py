#!/usr/bin/env python3
"""The sample output in the README and the detector in CONTRIBUTING are real.

check_readme.py PROGRAM ROOT; MCPJURY_UPDATE_GOLDEN=1 writes them again.
"""
import os
import subprocess
import sys

BLOCKS = [
    ("README.md", "<!-- sample:begin -->", "<!-- sample:end -->", "sample"),
    ("CONTRIBUTING.md", "<!-- detector-example -->", "<!-- /detector-example -->", "detector"),
]
SAMPLE = "examples/notes-poisoned.json"
DETECTOR = "catalog/detectors/weakness/logs-secrets-wording.yaml"


def wanted(kind, program, root):
    if kind == "sample":
        text = subprocess.run([program, "scan", SAMPLE, "--no-store"], cwd=root, stdout=subprocess.PIPE, check=False,
                              env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}).stdout.decode()
        return f"    $ mcpjury scan {SAMPLE} --no-store\n" + "".join(
            ("    " + line).rstrip() + "\n" for line in text.splitlines())
    return f"```yaml\n# {DETECTOR}\n" + open(os.path.join(root, DETECTOR), encoding="utf-8").read() + "```\n"


def main():
    program, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    wrong = 0
    for name, begin, end, kind in BLOCKS:
        path = os.path.join(root, name)
        text = open(path, encoding="utf-8").read()
        head, rest = text.split(begin)
        _, tail = rest.split(end)
        fresh = head + begin + "\n" + wanted(kind, program, root) + end + tail
        if fresh == text:
            continue
        if os.environ.get("MCPJURY_UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as out:
                out.write(fresh)
        else:
            print(f"{name}: the block after {begin} is not what the program gives; run make golden")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
