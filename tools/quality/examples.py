"""Each detector against the examples of its own catalogue file, and how often it speaks on real tools.

The examples were written with the detector, so they show that it does what its page says, not how good it is on
the work of others. For weakness and hygiene no corpus has labels: nothing better than this is known, and the
print says so.
"""
import json

import figures
from figures import Counts
from scanning import batch

CORPUS = "own catalogue examples"


def definition(example):
    """The batch line of an example, or None when it is made of facets that a batch line cannot carry.

    Examples are written as the program keeps a definition; a batch line is what a server sends.
    """
    value = example["definition"]
    if isinstance(value, str):
        value = json.loads(value)
    if "facets" in value:
        return None
    line = {key: value[key] for key in ("tools", "prompts", "resources", "server") if key in value}
    line.setdefault("tools", [])
    if "templates" in value:
        line["resourceTemplates"] = value["templates"]
    if value.get("handshake") or "instructions" in value:
        line["initialize"] = {new: value[old] for old, new in (
            ("server", "serverInfo"), ("protocol_version", "protocolVersion"), ("instructions", "instructions"))
            if old in value}
        line.pop("server", None)
    return line


def measure(program, catalogue):
    """Counts for each detector that has examples a batch line can carry."""
    asked = [(entry, fires, line) for entry in catalogue
             for fires, key in ((True, "fires"), (False, "quiet")) for example in entry[key]
             for line in [definition(example)] if line is not None]
    counts = {}
    for (entry, fires, _), findings in zip(asked, batch(program, [line for _, _, line in asked], True)):
        if findings is None:
            continue
        said = {f["detector"] for f in findings if f["confidence"] != "low"} if speaks_up(entry) else \
            {f["detector"] for f in findings}
        entry_counts = counts.setdefault(entry["id"], Counts(misses=0))
        hit = entry["id"] in said
        entry_counts.true_positives += hit and fires
        entry_counts.misses += fires and not hit
        entry_counts.false_positives += hit and not fires
    return counts


def speaks_up(entry):
    """False for detectors that are keyword lists: all they ever say has low confidence."""
    return bool(entry["code"]) or any(combo["confidence"] != "low" for combo in entry["combos"])


def print_figures(kind, counts, catalogue, rows):
    names = [entry["id"] for entry in catalogue if entry["kind"] == kind]
    live = [row for row in rows if row.group == "real/live"]
    figures.head(f"{kind.capitalize()}: no corpus has labels for it; own catalogue examples only")
    total = Counts(misses=0)
    for name in names:
        if name in counts:
            figures.line(name, counts[name])
            total.true_positives += counts[name].true_positives
            total.false_positives += counts[name].false_positives
            total.misses += counts[name].misses
    figures.line("all of them", total)
    missing = [name for name in names if name not in counts]
    if missing:
        print(figures.wrapped("not measured (examples need more than a definition): ", missing))
    if live:
        spoke = {name: 0 for name in names}
        for row in live:
            for name in {f["detector"] for f in row.findings if f["confidence"] != "low"} & spoke.keys():
                spoke[name] += 1
        said = [f"{name} {n}" for name, n in sorted(spoke.items(), key=lambda item: -item[1]) if n]
        print(figures.wrapped(f"real tools it speaks on, of {len(live)} (right or wrong is not known): ", said))
