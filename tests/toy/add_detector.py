#!/usr/bin/env python3
"""Adds a toy detector to a scratch copy of the catalogue and looks for it everywhere.

    add_detector.py patterns|code SOURCE_DIR BUILD_DIR

`patterns` adds one YAML file, `code` one YAML file and one source file: nothing else is touched. The
generated table (and the source file) are compiled by the very commands of the build tree, and the
programs are linked by theirs, with these objects in front of the libraries, so that only what a
detector changes is built again.
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = {
    "patterns": ("toy-pattern", None, {"tools": [{"name": "pour", "description": "Pours from the purple teapot."}]}),
    "code": ("toy-code", "toy_count", {"tools": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}),
}


def expect(holds, what):
    if not holds:
        raise SystemExit(f"toy detector: {what}")


def run(arguments, cwd, codes=(0,), given=None):
    done = subprocess.run([str(a) for a in arguments], cwd=cwd, capture_output=True, text=True, check=False, input=given)
    expect(done.returncode in codes, f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr[-4000:]}")
    return done.stdout


class BuildTree:
    """Compiles and links as the build tree does, with other inputs and outputs."""

    def __init__(self, build):
        self.build = build
        self.commands = json.loads((build / "compile_commands.json").read_text())

    @staticmethod
    def sources_of(file):
        """The name of what is compiled, and the names of what a joined file includes."""
        path = pathlib.Path(file)
        return path.name, *(re.findall(r'#include "[^"]*?([^"/]+)"', path.read_text(encoding="utf-8"))
                            if path.parent.name == "Unity" else ())

    def compile(self, like, source, output):
        known = [entry for entry in self.commands if like in self.sources_of(entry["file"])]
        expect(len(known) >= 1, f"the build tree does not compile {like}")
        words = shlex.split(known[0]["command"])
        words[words.index("-o") + 1] = str(output)
        words[words.index(known[0]["file"])] = str(source)
        run(words, known[0]["directory"])

    def link(self, target, objects, output):
        lines = run(["ninja", "-t", "commands", "-s", target], self.build).strip().splitlines()
        # ": && COMPILER … && :" for an executable; what follows the link is of no use here.
        words = shlex.split(lines[-1].removeprefix(": && ").split(" && ")[0])
        at = words.index("-o")
        words[at + 1] = str(output)
        words[at:at] = [str(o) for o in objects]
        run(words, self.build)


def build_with_toy(case, source, build, scratch):
    """The three programs with the toy detector in them."""
    name, code, _ = CASES[case]
    catalog = scratch / "catalog"
    shutil.copytree(source / "catalog", catalog)
    shutil.copy(HERE / f"{name}.yaml", catalog / "detectors" / "hygiene" / f"{name}.yaml")
    table, database, functions = (scratch / file for file in ("table.cpp", "patterns.bin", "functions.cpp"))
    run([build / "tools/catalogc/catalogc", catalog, table, database, functions], scratch)
    tree, objects = BuildTree(build), [scratch / "table.o"]
    tree.compile("catalog_table.cpp", table, objects[0])
    if code:
        shutil.copy(HERE / f"{code}.cpp.in", scratch / f"{code}.cpp")
        objects += [scratch / "functions.o", scratch / f"{code}.o"]
        tree.compile("detector_functions.cpp", functions, objects[1])
        tree.compile("secrets.cpp", scratch / f"{code}.cpp", objects[2])
    programs = {}
    for target in ("mcpjury", "mcpjury_docs", "tools/catalog_check/catalog_check"):
        programs[target.split("/")[-1]] = output = scratch / target.split("/")[-1]
        tree.link(target, objects, output)
    return programs


def look_everywhere(case, programs, scratch):
    name, _, server = CASES[case]
    # Its examples hold; what the check says of others is the build's business.
    done = subprocess.run([programs["catalog_check"]], capture_output=True, text=True, check=False)
    expect(done.returncode in (0, 1) and f" {name}:" not in done.stderr, done.stderr)
    expect(name in run([programs["mcpjury"], "rules"], scratch), "not in mcpjury rules")
    expect(name in run([programs["mcpjury"], "explain", name], scratch), "mcpjury explain does not know it")
    docs = scratch / "docs"
    run([programs["mcpjury_docs"], docs], scratch)
    expect((docs / "rules" / f"{name}.md").is_file(), "no page in the docs")
    expect(f"({name}.md)" in (docs / "rules" / "README.md").read_text(), "not in the index of the docs")

    (scratch / "server.json").write_text(json.dumps({"server": {"name": "toy", "version": "1.0.0"}, **server}))
    report = json.loads(run([programs["mcpjury"], "scan", "-o", "json", "server.json"], scratch))
    found = [finding for finding in report["findings"] if finding["detector"] == name]
    expect(len(found) == 1, f"{len(found)} findings in the JSON report")
    expect(found[0]["counts_in"] == ["published", "precise"], "the finding does not count in both strictnesses")
    sarif = json.loads(run([programs["mcpjury"], "scan", "-o", "sarif", "server.json"], scratch))["runs"][0]
    expect(any(rule["id"] == name for rule in sarif["tool"]["driver"]["rules"]), "no rule in SARIF")
    expect(any(result["ruleId"] == name for result in sarif["results"]), "no result in SARIF")
    expect("title" in json.loads(run([programs["mcpjury"], "explain", name, "--format", "json"], scratch)), "no JSON explanation")


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in CASES:
        print(__doc__, file=sys.stderr)
        return 2
    case, source, build = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        look_everywhere(case, build_with_toy(case, source, build, scratch), scratch)
    print(f"toy detector: {CASES[case][0]} is in rules, explain, docs, JSON and SARIF")
    return 0


if __name__ == "__main__":
    sys.exit(main())
