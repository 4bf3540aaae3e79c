"""The labelled corpora as rows: an id, what the label expects, and the tool or server to scan."""
import glob
import json
import os
from dataclasses import dataclass, field


@dataclass
class Row:
    corpus: str
    label: str
    expected: str          # "attack", "clean", or "ignore" (code and output rows: nothing to see)
    group: str             # what the figures are reported by
    line: dict             # the batch line without its id
    templated: bool = False
    source: str = ""
    text: str = ""
    findings: list = field(default_factory=list)


SEEN_IN_DEFINITION = {"description", "schema", "annotations"}


def malicious(path):
    for number, line in enumerate(open(path, encoding="utf-8")):
        row = json.loads(line)
        surface = row["surface"]
        expected = "attack" if surface in SEEN_IN_DEFINITION else "ignore"
        yield Row("malicious-tools", row["label"], expected, surface, {"tool": row["tool"]},
                  bool(row.get("templated")), f"malicious-tools:{number}", json.dumps(row["tool"]))


def benign(path):
    for number, line in enumerate(open(path, encoding="utf-8")):
        row = json.loads(line)
        group = row["kind"] if row["kind"] != "real" else f"real/{row['provenance']}"
        yield Row("benign-tools", row["kind"], "clean", group, {"tool": row["tool"], "server": row.get("server")},
                  False, f"benign-tools:{number}", json.dumps(row["tool"]))


def captures(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        capture = json.load(open(path, encoding="utf-8"))
        bad = bool(capture.get("malicious_by_design"))
        if os.path.basename(path).startswith("lab__") and not bad:
            continue
        line = {key: capture.get(key) for key in ("initialize", "tools", "prompts", "resources", "resourceTemplates")}
        yield Row("captures", "lab" if bad else "real", "attack" if bad else "clean",
                  "lab server" if bad else "real server", line, False, f"captures:{os.path.basename(path)}", "")


def twins(folder):
    """Pairs of our own: an attack and its harmless sister; one JSON object a line."""
    for path in sorted(glob.glob(os.path.join(folder, "*.ndjson"))):
        name = os.path.basename(path)[:-7]
        for number, line in enumerate(open(path, encoding="utf-8")):
            pair = json.loads(line)
            for side, expected in (("attack", "attack"), ("harmless", "clean")):
                yield Row("twins", pair["kind"], expected, pair["kind"], {"tools": pair[side]}
                          if isinstance(pair[side], list) else {"tool": pair[side]},
                          False, f"twins/{name}:{number}:{side}", json.dumps(pair[side]))


def load(data, own):
    rows = []
    if data and os.path.isdir(data):
        corpus = os.path.join(data, "corpus")
        if os.path.isdir(corpus):
            rows += malicious(os.path.join(corpus, "malicious-tools.ndjson"))
            rows += benign(os.path.join(corpus, "benign-tools.ndjson"))
        folder = os.path.join(data, "captures")
        if os.path.isdir(folder):
            rows += captures(folder)
    if os.path.isdir(own):
        rows += twins(own)
    return rows
