"""Capability detectors against 300 tools of captured servers that a person read and labelled.

The labels (tests/quality/capability_labels.json) name package and tool and hold no texts; the sample was drawn
so that rare capabilities are in it, at most four tools of a server, and labelled from the definitions alone.
"""
import collections
import json
import os

import figures
from figures import Counts
from scanning import batch, detectors_of

CORPUS = "300 hand-labelled tools of captured servers"
LABELS = "capability_labels.json"
# Says something about a whole server; a single tool cannot be labelled with it.
OF_SERVERS = {"toxic-flow"}


def labelled(own, rows):
    """[(package, tool, definition, capabilities)] of the labelled tools whose capture is there."""
    path = os.path.join(own, LABELS)
    if not os.path.exists(path):
        return []
    tools = {(row.package, tool["name"]): tool for row in rows if row.corpus == "captures"
             for tool in row.line.get("tools") or []}
    with open(path, encoding="utf-8") as text:
        return [(entry["package"], entry["tool"], tools[entry["package"], entry["tool"]],
                 frozenset(entry["capabilities"])) for entry in json.load(text)
                if (entry["package"], entry["tool"]) in tools]


def measure(program, own, rows, catalogue):
    """Counts for each capability, in total, and the wrong ones; None when no labelled tool is there."""
    sample = labelled(own, rows)
    if not sample:
        return None
    names = {entry["id"] for entry in catalogue if entry["kind"] == "capability"} - OF_SERVERS
    counts = {name: Counts(misses=0) for name in sorted(names)}
    wrong = []
    for (package, tool, _, labels), findings in zip(sample, batch(program, [{"tool": s[2]} for s in sample])):
        if labels - names:
            raise SystemExit(f"quality: {LABELS} names no capability: {', '.join(sorted(labels - names))}")
        said = detectors_of(findings) & names
        for name in said & labels:
            counts[name].true_positives += 1
        for name in said - labels:
            counts[name].false_positives += 1
            wrong.append(("wrong", name, package, tool))
        for name in labels - said:
            counts[name].misses += 1
            wrong.append(("missed", name, package, tool))
    total = Counts(sum(c.true_positives for c in counts.values()), sum(c.false_positives for c in counts.values()),
                   sum(c.misses for c in counts.values()))
    return {"tools": len(sample), "servers": len({s[0] for s in sample}), "counts": counts, "total": total,
            "wrong": sorted(wrong)}


def code_execution(rows):
    """Rows of the development corpora that honestly describe running code: (found by runs-code, all)."""
    asked = [row for row in rows if row.group == "capability" and row.label == "code_execution"
             and not row.wrong_label]
    return sum("runs-code" in detectors_of(row.findings) for row in asked), len(asked)


def print_figures(measured, rows):
    found, asked = code_execution(rows)
    if asked:
        figures.rate_head("Capability: rows labelled code_execution, found by runs-code", "label", "found")
        figures.rate_line("capability: code_execution", found, asked)
    if measured is None:
        print("\nCapability: no labelled tool at hand; not measured")
        return
    figures.head(f"Capability, medium confidence or more in precise: {measured['tools']} hand-labelled tools of "
                 f"{measured['servers']} servers")
    for name, counts in measured["counts"].items():
        figures.line(name, counts)
    figures.line("all of them", measured["total"])
    print("not measured (a finding about whole servers): " + ", ".join(sorted(OF_SERVERS)))


def print_wrong(measured, which):
    groups = collections.defaultdict(list)
    for how, name, package, tool in (measured or {"wrong": []})["wrong"]:
        if how == which:
            groups[name].append(f"{package} {tool}")
    for name, tools in sorted(groups.items()):
        print(figures.wrapped(f"{which.upper()} {name}: ", tools))
