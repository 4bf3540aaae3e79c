#!/usr/bin/env python3
"""Findings of the source detectors on real packages, against what a person said of each.

    findings.py [BINARY] [--list] [--record]

Scans every package of packages.json as the registry serves it (`BINARY scan ARCHIVE --offline`, nothing of it is
run) and looks each finding that counts in precise up in tests/quality/source_labels.json. Prints right, wrong and
doubtful for each detector with the interval of the precision, right / (right + wrong). Fails when the precision
over all detectors is below the recorded one or a finding has no label. --list prints the findings instead, as
labels to be judged; --record writes the figures into catalog/measured.json and the precision into the labels.
"""
import argparse
import collections
import datetime
import json
import math
import os
import subprocess
import sys

import fetching
from fetching import ROOT

LABELS = os.path.join(ROOT, "tests/quality/source_labels.json")
MEASURED = os.path.join(ROOT, "catalog/measured.json")


def wilson(right, wrong, z=1.96):
    n = right + wrong
    if n == 0:
        return 0.0, 1.0
    share, square = right / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z * math.sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def place_of(finding):
    """What tells a finding from others of its detector in a package: file and line, else what is quoted."""
    where = finding["location"]
    if where.get("line"):
        return f"{where['file']}:{where['line']}"
    return " ".join(part for part in (where.get("file"), finding.get("evidence")) if part)


def scanned(binary, package, folder, detectors):
    path, reason = fetching.archive(package, folder)
    if path is None:
        return None, reason
    done = subprocess.run([binary, "scan", path, "--offline", "--exit-zero", "--no-progress", "-o", "json"],
                          capture_output=True, text=True, timeout=300)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return None, "scan failed: " + (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    rows = []
    for finding in report["findings"]:
        if finding["detector"] in detectors and "precise" in finding["counts_in"]:
            rows.append({"package": fetching.label(package), "detector": finding["detector"],
                         "place": place_of(finding), "message": finding["message"]})
    return rows, ""


def record(counts, labels, precision, size):
    with open(MEASURED, encoding="utf-8") as file:
        measured = json.load(file)
    corpus = f"source of {size} published packages, labelled findings"
    for detector, row in counts.items():
        if row["right"] + row["wrong"] == 0:
            continue
        kept = [one for one in measured.get(detector, []) if not one["corpus"].startswith("source of ")]
        kept.append({"corpus": corpus, "date": datetime.date.today().isoformat(),
                     "true_positives": row["right"], "false_positives": row["wrong"]})
        measured[detector] = sorted(kept, key=lambda one: one["corpus"])
    with open(MEASURED, "w", encoding="utf-8") as file:
        file.write(json.dumps(dict(sorted(measured.items())), indent=2, ensure_ascii=False) + "\n")
    labels["precision"] = math.floor(precision * 1000) / 1000
    with open(LABELS, "w", encoding="utf-8") as file:
        rows = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in labels["labels"])
        head = ",\n".join(f" {json.dumps(key)}: {json.dumps(labels[key])}" for key in ("about", "detectors", "precision"))
        file.write("{\n" + head + ',\n "labels": [\n' + rows + "\n ]\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", nargs="?", default=os.path.join(ROOT, "build/mcpjury"))
    parser.add_argument("--folder", default=fetching.default_folder(), help="where packages are kept")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    with open(LABELS, encoding="utf-8") as file:
        labels = json.load(file)
    os.makedirs(options.folder, exist_ok=True)
    wanted = fetching.packages()
    results = fetching.each(lambda one: scanned(options.binary, one, options.folder, set(labels["detectors"])), wanted)
    rows, measured = [], 0
    for package, (found, reason) in zip(wanted, results):
        if found is None:
            print(f"{fetching.label(package)}: {reason}")
            if reason.startswith("scan failed"):
                return 1
            continue
        measured += 1
        rows += found
    if options.list:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return 0
    if measured == 0:
        print("no package could be fetched; source findings were not measured")
        return 0
    verdicts = {(one["package"], one["detector"], one["place"]): one["verdict"] for one in labels["labels"]}
    counts = collections.defaultdict(collections.Counter)
    unlabelled = []
    for row in rows:
        verdict = verdicts.get((row["package"], row["detector"], row["place"]))
        counts[row["detector"]][verdict or "unlabelled"] += 1
        if verdict is None:
            unlabelled.append(row)
    print(f"findings in the source of {measured} published packages")
    print(f"{'detector':32} {'right':>6} {'wrong':>6} {'doubt':>6} {'none':>6}  precision")
    total = collections.Counter()
    for detector in sorted(counts) + ["all"]:
        row = total if detector == "all" else counts[detector]
        if detector != "all":
            total.update(row)
        low, high = wilson(row["right"], row["wrong"])
        share = row["right"] / max(1, row["right"] + row["wrong"])
        print(f"{detector:32} {row['right']:6} {row['wrong']:6} {row['doubtful']:6} {row['unlabelled']:6}  "
              f"{share:.3f} [{low:.3f}, {high:.3f}]")
    for row in unlabelled:
        print(f"no label: {row['package']} {row['detector']} {row['place']}: {row['message'][:200]}")
    precision = total["right"] / max(1, total["right"] + total["wrong"])
    if options.record and not unlabelled:
        record(counts, labels, precision, measured)
    if precision < labels["precision"] or unlabelled:
        print(f"worse than recorded: precision {precision:.3f} of {labels['precision']:.3f}, "
              f"{len(unlabelled)} findings without a label")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
