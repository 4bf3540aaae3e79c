"""catalog/measured.json: the figures that rule pages and `mcpjury rules --format json` show."""
import datetime
import json

import capabilities
import examples
import malice
from figures import Counts

NAMES = {
    "development corpora": "development corpora (labelled attack tools and real, authored and hard-negative tools)",
    "captured servers": "captured servers (real ones, and lab servers poisoned on purpose)",
    "own twins": "own twins (an attack and its harmless sister)",
}


def entry(corpus, date, counts):
    row = {"corpus": corpus, "date": date, "true_positives": counts.true_positives,
           "false_positives": counts.false_positives}
    if counts.misses is not None:
        row["false_negatives"] = counts.misses
    return row


def malice_entries(corpus, date, counts):
    """What it said on the whole corpus; and apart, of the attacks that are its own matter, found and missed."""
    said = entry(corpus, date, Counts(counts.true_positives, counts.false_positives))
    if counts.misses is None:
        return [said]
    return [said, {"corpus": f"attacks of its own kind, {corpus.split(' (')[0]}", "date": date,
                   "true_positives": counts.recalled, "false_negatives": counts.misses}]


def write(path, rows, capability, own_examples, catalogue):
    date = datetime.date.today().isoformat()
    by_corpus = {name: malice.by_detector(rows, corpora) for name, corpora in malice.CORPORA.items()}
    measured = {}
    with open(path, encoding="utf-8") as old:
        before = json.load(old)
    for detector in catalogue:
        name = detector["id"]
        # tests/source/findings.py writes these.
        entries = [row for row in before.get(name, []) if row["corpus"].startswith("source of ")]
        if detector["kind"] == "malice":
            entries += [row for corpus, counts in by_corpus.items() if name in counts
                        for row in malice_entries(NAMES[corpus], date, counts[name])]
        if name == "runs-code":
            found, asked = capabilities.code_execution(rows)
            entries.append({"corpus": "rows of the development corpora labelled code_execution", "date": date,
                            "true_positives": found, "false_negatives": asked - found})
        if capability is not None and name in capability["counts"]:
            entries.append(entry(capabilities.CORPUS, date, capability["counts"][name]))
        if name in own_examples:
            entries.append(entry(examples.CORPUS, date, own_examples[name]))
        if entries:
            measured[name] = entries
    with open(path, "w", encoding="utf-8") as out:
        json.dump(dict(sorted(measured.items())), out, indent=2)
        out.write("\n")
