"""Labelled tools for the trained judges: the development corpora, the captured servers and twins of our own.

The corpora and captures are other people's and stay where they are; what the weights were made from is listed in
manifest.json by file, hash and number of rows.
"""
import collections
import glob
import hashlib
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "quality"))
import corpora  # noqa: E402

# What a row of each kind counts for.
WEIGHTS = {
    "attack": 2.0, "templated": 0.5, "live": 1.0, "registry": 1.0, "crawled": 0.6, "authored": 2.0, "hard_negative": 4.0,
    "captures": 1.0, "twin attack": 2.0, "twin harmless": 3.0, "look-alike": 4.0, "text attack": 0.25, "text benign": 0.5,
}
# Texts of these categories are about what a tool may say; others (jailbreaks, slurs) are not a tool's matter.
TEXT_CATEGORIES = {"tool-poisoning", "context-exfiltration", "line_jumping", "tool_output/tool-poisoning",
                   "tool_output/prompt-injection", "tool_output", "skill-compromise", "prompt-injection",
                   "privilege-escalation", "agent-manipulation"}


def server_key(name):
    """A server under whatever name it was collected: the last part of its name."""
    return re.sub(r"[^a-z0-9]", "", (name or "").lower().replace("__", "/").split("/")[-1].removesuffix(".json"))


def tools_of(line):
    if "tool" in line:
        return [line["tool"]]
    tools = line.get("tools")
    if isinstance(tools, dict):
        tools = tools.get("tools")
    return [tool for tool in tools or [] if isinstance(tool, dict)]


def row(identity, group, source, label, weight, tool, kind):
    return {"id": identity, "group": group, "source": source, "label": label, "weight": weight, "tool": tool, "kind": kind}


def load(data, only_own=False):
    rows = []
    malicious = os.path.join(data, "corpus", "malicious-tools.ndjson")
    details = {}
    if os.path.exists(malicious):
        details = {f"malicious-tools:{n}": entry for n, entry in corpora.lines_of(malicious)}
    benign_path = os.path.join(data, "corpus", "benign-tools.ndjson")
    benign = {}
    if os.path.exists(benign_path):
        benign = {f"benign-tools:{n}": entry for n, entry in corpora.lines_of(benign_path)}
    for entry in corpora.load(data, os.path.join(ROOT, "tests", "quality")):
        if entry.wrong_label:
            continue
        if entry.corpus == "malicious-tools":
            detail = details[entry.source]
            group = "server:" + server_key(detail.get("server")) + ":" + detail["source"]
            kind = "attack" if entry.expected == "attack" else "ignored " + entry.group
            rows.append(row(entry.source, group, detail["source"], 1, WEIGHTS["templated" if entry.templated else "attack"],
                            entry.line["tool"], kind))
        elif entry.corpus == "benign-tools":
            detail = benign[entry.source]
            kind = detail["provenance"] if detail["kind"] == "real" else detail["kind"]
            rows.append(row(entry.source, "server:" + server_key(detail["server"]), detail["source"], 0, WEIGHTS[kind],
                            entry.line["tool"], kind))
        elif entry.corpus == "captures" and entry.expected == "clean":
            for number, tool in enumerate(tools_of(entry.line)):
                rows.append(row(f"{entry.source}:{number}", "server:" + server_key(entry.source.split(":")[1]), entry.source,
                                0, WEIGHTS["captures"], tool, "captures"))
        elif entry.corpus == "twins":
            tools = tools_of(entry.line)
            attack = entry.expected == "attack"
            pair = entry.source.rsplit(":", 1)[0]
            if len(tools) == 1 and len(entry.line) == 1:
                rows.append(row(entry.source, pair, pair, int(attack), WEIGHTS["twin attack" if attack else "twin harmless"],
                                tools[0], "twin attack" if attack else "twin harmless"))
        elif entry.corpus == "look-alikes":
            rows.append(row(entry.source, entry.source, entry.source, 0, WEIGHTS["look-alike"], entry.line["tool"],
                            "look-alike"))
    rows += texts(data)
    rows += own_twins()
    return rows


def texts(data):
    path = os.path.join(data, "corpus", "injection-texts.ndjson")
    if not os.path.exists(path):
        return
    for number, entry in corpora.lines_of(path):
        attack = entry["label"] == "malicious"
        if entry["category"] not in TEXT_CATEGORIES or len(entry["text"]) > 2000:
            continue
        kind = "text attack" if attack else "text benign"
        yield row(f"injection-texts:{number}", "text:" + entry["source"] + ":" + str(entry["server"]), entry["source"],
                  int(attack), WEIGHTS[kind], {"name": "tool", "description": entry["text"]}, kind)


def own_twins():
    """{"tool", "attack", "harmless"} a line: a name and two descriptions. With "parameter" they are those of a
    parameter ("harmless_parameter" when its harmless sister has another name) and "about" is the tool's."""
    for path in sorted(glob.glob(os.path.join(HERE, "twins", "*.jsonl"))):
        name = os.path.basename(path)[:-len(".jsonl")]
        for number, pair in corpora.lines_of(path):
            for side, label in (("attack", 1), ("harmless", 0)):
                if side not in pair:
                    continue
                tool = {"name": pair["tool"], "description": pair[side]}
                if "parameter" in pair:
                    tool["description"] = pair.get("about", "")
                    tool["inputSchema"] = {"type": "object", "properties": {
                        pair.get(side + "_parameter", pair["parameter"]): {"type": "string", "description": pair[side]}}}
                group = f"own/{name}:{number}"
                yield row(f"{group}:{side}", group, group, label, WEIGHTS["twin " + ("attack" if label else "harmless")],
                          tool, "own " + side)


def grouped(rows, by="group"):
    """Rows whose texts are the same are in one group, whatever server they were collected from."""
    parent = {}

    def find(key):
        parent.setdefault(key, key)
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    owner = {}
    for entry in rows:
        own = find(entry[by])
        description = entry["tool"].get("description")
        text = json.dumps(entry["tool"].get("description"), sort_keys=True)
        if entry["label"] == 0 and isinstance(description, str) and len(description) > 40:
            if text in owner:
                parent[own] = find(owner[text])
            else:
                owner[text] = entry[by]
    for entry in rows:
        entry["fold_group"] = find(entry[by])
    return rows


def fold_of(group, folds):
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % folds


def trainable(entry):
    return not entry["kind"].startswith("ignored")


def manifest(data, rows):
    files = {}
    for name in ("corpus/malicious-tools.ndjson", "corpus/benign-tools.ndjson", "corpus/injection-texts.ndjson"):
        path = os.path.join(data, name)
        if os.path.exists(path):
            files[name] = digest([path])
    captures = sorted(glob.glob(os.path.join(data, "captures", "*.json")))
    if captures:
        files["captures/*.json (" + str(len(captures)) + " files)"] = digest(captures)
    for pattern in ("tests/quality/twins/*.ndjson", "tests/quality/look_alikes.ndjson", "tools/judge_training/twins/*.jsonl"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            files[os.path.relpath(path, ROOT)] = digest([path])
    counts = collections.Counter(entry["kind"] for entry in rows if trainable(entry))
    return {"files": files, "rows": dict(sorted(counts.items())), "weights": WEIGHTS}


def digest(paths):
    total = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as content:
            total.update(content.read())
    return total.hexdigest()


def write(rows, path):
    with open(path, "w", encoding="utf-8") as out:
        for entry in rows:
            out.write(json.dumps({key: entry[key] for key in ("id", "label", "weight", "tool")}) + "\n")


def data_folder():
    return os.environ.get("MCPJURY_DATA", os.path.join(os.path.dirname(ROOT), "shared", "data"))
