#!/usr/bin/env python3
"""Golden reports: one server in, every format out, compared to the byte.

    run.py MCPJURY SERVER        servers/SERVER.json against expected/SERVER/
    run.py MCPJURY --orphans     no expectation may stand without its server

MCPJURY_UPDATE_GOLDEN=1 writes the expectations instead. A file called NAME.stdin.json has no server
name and is piped in, because its identity would otherwise be the place of this checkout. The commit of
the program and the hash of the catalogue are left out of the comparison: they change with every commit.
"""
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SERVERS = HERE / "servers"
EXPECTED = HERE / "expected"
UPDATE = os.environ.get("MCPJURY_UPDATE_GOLDEN") == "1"
# The other formats, for two servers: one that is all definition, one with source and packages.
MORE_FORMATS = {"html": "report.html", "markdown": "report.md", "junit": "junit.xml", "csv": "findings.csv",
                "github": "annotations.txt", "badge": "badge.svg", "shields": "shields.json", "cyclonedx": "bom.json"}
MORE_SERVERS = ("weather-poisoned", "source-flawed")
FORMATS = {"text": "report.txt", "json": "report.json", "ndjson": "report.ndjson", "sarif": "report.sarif"}
ENVIRONMENT = {"SOURCE_DATE_EPOCH": "1767225600", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb",
               "PATH": os.environ.get("PATH", "")}
# Sanitizer builds take their options from the environment.
ENVIRONMENT.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
FLEETING = [(re.compile(rb'("commit": ?")[^"]*(")'), rb"\1COMMIT\2"),
            (re.compile(rb'("catalog(?:ue)?": ?\{[^{}]*"sha256": ?")[0-9a-f]{64}(")'), rb"\1CATALOG\2"),
            (re.compile(rb'("catalog(?:ue)?_sha256": ?")[0-9a-f]{64}(")'), rb"\1CATALOG\2"),
            (re.compile(rb'("rule_pack": ?\{[^{}]*"sha256": ?")[0-9a-f]{64}(")'), rb"\1CATALOG\2"),
            (re.compile(rb'("build": ?")[^"]*(")'), rb"\1COMMIT\2"),
            (re.compile(rb'("record_sha256": ?")[0-9a-f]{64}(")'), rb"\1RECORD\2"),
            (re.compile(rb'("name": "mcpjury:catalog_sha256",\s*"value": ")[0-9a-f]{64}(")'), rb"\1CATALOG\2"),
            (re.compile(rb"(<dt>Program</dt><dd>mcpjury \S+) [^<]*(<)"), rb"\1 COMMIT\2"),
            (re.compile(rb"(<dt>Catalogue</dt><dd>\S+ <code>)[0-9a-f]{64}(<)"), rb"\1CATALOG\2")]


def steady(data):
    for pattern, replacement in FLEETING:
        data = pattern.sub(replacement, data)
    return data


def run(program, arguments, given=b""):
    done = subprocess.run([program, *arguments], input=given, cwd=SERVERS, env=ENVIRONMENT, capture_output=True,
                          check=False)
    if done.returncode not in (0, 4):
        raise SystemExit(f"golden: {' '.join(arguments)}: exit code {done.returncode}\n"
                         f"{done.stderr.decode('utf-8', 'replace')}")
    return done.returncode, steady(done.stdout)


def batch_line(name, text):
    document = json.loads(text)
    if isinstance(document, list):
        document = {"tools": document}
    return (json.dumps({"id": name, **document}, ensure_ascii=False) + "\n").encode()


def is_evidence(text):
    """A record of an observer: no line of a batch, but a scan record can be made of it."""
    document = json.loads(text)
    return isinstance(document, dict) and "facets" in document


def outputs(program, name):
    """File name -> bytes of everything this server must give."""
    text = (SERVERS / f"{name}.json").read_bytes()
    piped = name.endswith(".stdin")
    found, codes = {}, {}
    formats = {**FORMATS, **MORE_FORMATS} if name in MORE_SERVERS else FORMATS
    for form, file in formats.items():
        arguments = ["scan", "--color", "never", "-o", form, "-" if piped else f"{name}.json"]
        codes[form], found[file] = run(program, arguments, text if piped else b"")
    if is_evidence(text):
        codes["record"], found["record.json"] = run(program, ["scan", "-o", "record", f"{name}.json"])
        found["exit-codes.txt"] = "".join(f"{form} {code}\n" for form, code in codes.items()).encode()
        return found
    codes["batch"], found["batch.ndjson"] = run(program, ["scan", "--batch", "-", "--jobs", "1"],
                                                batch_line(name, text))
    found["exit-codes.txt"] = "".join(f"{form} {code}\n" for form, code in codes.items()).encode()
    return found


def difference(file, expected, got):
    lines = [data.decode("utf-8", "replace").splitlines(keepends=True) for data in (expected, got)]
    return "".join(list(difflib.unified_diff(*lines, f"{file} (expected)", f"{file} (now)"))[:60])


def compare(program, name):
    folder = EXPECTED / name
    found = outputs(program, name)
    if UPDATE:
        folder.mkdir(parents=True, exist_ok=True)
        for file, data in found.items():
            (folder / file).write_bytes(data)
        for stale in set(p.name for p in folder.iterdir()) - set(found):
            (folder / stale).unlink()
        return 0
    wrong = 0
    for file, data in found.items():
        path = folder / file
        expected = path.read_bytes() if path.is_file() else b""
        if data != expected:
            print(difference(f"{name}/{file}", expected, data))
            wrong += 1
    if wrong:
        print(f"golden: {name}: {wrong} files differ; make golden rewrites them, read the difference")
    return 1 if wrong else 0


def orphans():
    servers = {path.name.removesuffix(".json") for path in SERVERS.glob("*.json")}
    expected = {path.name for path in EXPECTED.iterdir()} if EXPECTED.is_dir() else set()
    if UPDATE:
        return 0
    for name in sorted(expected - servers):
        print(f"golden: expected/{name} has no server")
    for name in sorted(servers - expected):
        print(f"golden: servers/{name}.json has no expectation")
    return 0 if servers and servers == expected else 1


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    program = str(pathlib.Path(sys.argv[1]).resolve())
    return orphans() if sys.argv[2] == "--orphans" else compare(program, sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
