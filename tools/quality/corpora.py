"""The labelled corpora as rows: an id, what the label expects, and the tool or server to scan."""
import glob
import json
import os
from dataclasses import dataclass, field


@dataclass
class Row:
    corpus: str
    label: str
    expected: str          # "attack", "clean", or "ignore": what no definition scan can be asked for
    group: str             # where the attack shows, or where the harmless tool comes from
    line: dict             # the batch line without its id
    templated: bool = False
    source: str = ""       # what the reviewed files call the row
    text: str = ""
    wrong_label: str = ""  # the reason, when a person found the label to be wrong
    language: str = ""     # of a twin, "" for English
    findings: list = field(default_factory=list)


SEEN_IN_DEFINITION = {"description", "schema", "annotations"}


def lines_of(path):
    with open(path, encoding="utf-8") as text:
        for number, line in enumerate(text):
            if line.strip():
                yield number, json.loads(line)


def malicious(path):
    for number, row in lines_of(path):
        surface = row["surface"]
        expected = "attack" if surface in SEEN_IN_DEFINITION else "ignore"
        yield Row("malicious-tools", row["label"], expected, surface, {"tool": row["tool"]},
                  bool(row.get("templated")), f"malicious-tools:{number}", json.dumps(row["tool"]))


def benign(path):
    for number, row in lines_of(path):
        group = row["kind"] if row["kind"] != "real" else f"real/{row['provenance']}"
        yield Row("benign-tools", row["kind"], "clean", group, {"tool": row["tool"], "server": row.get("server")},
                  False, f"benign-tools:{number}", json.dumps(row["tool"]))


def captures(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as text:
            capture = json.load(text)
        bad = bool(capture.get("malicious_by_design"))
        if os.path.basename(path).startswith("lab__") and not bad:
            continue
        line = {key: capture.get(key) for key in ("initialize", "tools", "prompts", "resources", "resourceTemplates")}
        row = Row("captures", "lab server" if bad else "real server", "attack" if bad else "clean",
                  "lab server" if bad else "real server", line, False, f"captures:{os.path.basename(path)}")
        row.package = capture.get("package", "")
        yield row


def twins(folder):
    """Pairs of our own, one JSON object a line: {"kind", "attack", "harmless"}, each side a tool, a list of
    tools, or a server definition (an object with "tools", "prompts", "resources" or "initialize")."""
    for path in sorted(glob.glob(os.path.join(folder, "*.ndjson"))):
        name = os.path.basename(path)[:-len(".ndjson")]
        for number, pair in lines_of(path):
            language, kind = "", pair["kind"]
            if kind.startswith("language "):
                language, kind = kind[len("language "):].split(": ", 1)
            for side, expected in (("attack", "attack"), ("harmless", "clean")):
                yield Row("twins", kind, expected, side, definition_line(pair[side]), False,
                          f"twins/{name}:{number}:{side}", json.dumps(pair[side], ensure_ascii=False), "", language)


def look_alikes(path, corpus, group):
    """Honest tools of our own that use the words of attacks in harmless roles, one tool a line."""
    name = os.path.basename(path)[:-len(".ndjson")]
    for number, tool in lines_of(path):
        yield Row(corpus, group, "clean", group, {"tool": tool}, False, f"{name}:{number}", json.dumps(tool))


def definition_line(side):
    if isinstance(side, list):
        return {"tools": side}
    if "name" not in side and any(key in side for key in ("tools", "prompts", "resources", "initialize",
                                                          "resourceTemplates")):
        return side
    return {"tool": side}


def reviewed(path, value):
    """A reviewed file of rows: [{"row", value}] as a map from the row's name."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as text:
        return {entry["row"]: entry[value] for entry in json.load(text)}


def load(data, own):
    """Every row that is there; `own` is tests/quality. The data may be absent in whole or in part."""
    rows = []
    for name, reader in (("malicious-tools", malicious), ("benign-tools", benign)):
        path = os.path.join(data, "corpus", name + ".ndjson")
        if os.path.exists(path):
            rows += reader(path)
    rows += captures(os.path.join(data, "captures"))
    rows += twins(os.path.join(own, "twins"))
    # The judges learn from the first file and never see the second.
    for name, corpus, group in (("look_alikes", "look-alikes", "look-alike"),
                                ("look_alikes_held", "held look-alikes", "held look-alike")):
        path = os.path.join(own, name + ".ndjson")
        if os.path.exists(path):
            rows += look_alikes(path, corpus, group)
    wrong = reviewed(os.path.join(own, "wrong_labels.json"), "reason")
    for row in rows:
        row.wrong_label = wrong.pop(row.source, "")
    if wrong and any(row.corpus not in ("twins", "look-alikes", "held look-alikes") for row in rows):
        raise SystemExit(f"quality: wrong_labels.json names rows that do not exist: {', '.join(sorted(wrong))}")
    return rows
