#!/usr/bin/env python3
"""make quality: how often the malice detectors are right, on corpora nobody here wrote and on our own twins.

Runs every labelled row through the batch mode of the program and prints, for each group and each
detector, hits, false alarms and misses with 95 % Wilson intervals. Fails when recall or the false-alarm
rate on real servers is worse than the recorded last value (tests/quality/recorded.json).

  quality.py PROGRAM [--record] [--misses] [--alarms]

--record writes the present figures as the ones to hold, and catalog/measured.json for the rule pages.
"""
import collections
import datetime
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import corpora  # noqa: E402

RECORDED = os.path.join(ROOT, "tests", "quality", "recorded.json")
MEASURED = os.path.join(ROOT, "catalog", "measured.json")
SEVERITY = {"info": 0, "low": 1, "medium": 2, "high": 3, "critical": 4}


def wilson(hits, total):
    if total == 0:
        return 0.0, 1.0
    z = 1.96
    share = hits / total
    middle = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - spread) / (1 + z * z / total), (middle + spread) / (1 + z * z / total)


def scan(program, rows):
    text = "\n".join(json.dumps({"id": i, **row.line}) for i, row in enumerate(rows)) + "\n"
    answer = subprocess.run([program, "scan", "--batch", "-", "-o", "ndjson"], input=text.encode(),
                            stdout=subprocess.PIPE, check=False)
    seen = 0
    for line in answer.stdout.decode().splitlines():
        report = json.loads(line)
        if "findings" not in report:
            sys.exit(f"quality: a row could not be scanned: {line[:200]}")
        rows[report["id"]].findings = report["findings"]
        seen += 1
    if seen != len(rows):
        sys.exit(f"quality: {len(rows)} rows in, {seen} answers out")


def alarms(row, kind="malice"):
    return [f for f in row.findings if f["kind"] == kind and SEVERITY[f["severity"]] >= 2 and "precise" in f["counts_in"]]


def group_figures(rows):
    groups = collections.OrderedDict()
    for row in rows:
        name = f"{row.corpus}/{row.group}" + (" (templated)" if row.templated else "")
        entry = groups.setdefault(name, {"expected": row.expected, "rows": 0, "flagged": 0})
        entry["rows"] += 1
        entry["flagged"] += bool(alarms(row))
    return groups


def detector_figures(rows):
    figures = collections.defaultdict(lambda: {"true_positives": 0, "false_positives": 0, "ignored": 0})
    for row in rows:
        for detector in {f["detector"] for f in alarms(row)}:
            key = {"attack": "true_positives", "clean": "false_positives"}.get(row.expected, "ignored")
            figures[detector][key] += 1
    return figures


def totals(rows):
    attacks = [r for r in rows if r.expected == "attack" and r.corpus != "twins"]
    clean = [r for r in rows if r.expected == "clean" and r.corpus != "twins"]
    found = sum(bool(alarms(r)) for r in attacks)
    false = sum(bool(alarms(r)) for r in clean)
    recall = found / len(attacks) if attacks else 0.0
    precision = found / (found + false) if found + false else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    servers = [r for r in rows if r.corpus == "captures" and r.expected == "clean"]
    live = [r for r in rows if r.group == "real/live"]
    return {
        "attacks": len(attacks), "found": found, "clean": len(clean), "false_alarms": false,
        "recall": round(recall, 4), "precision": round(precision, 4), "f1": round(f1, 4),
        "false_alarm_rate_live_tools": round(sum(bool(alarms(r)) for r in live) / len(live), 5) if live else None,
        "false_alarm_rate_servers": round(sum(bool(alarms(r)) for r in servers) / len(servers), 5) if servers else None,
    }


def print_figures(rows, total):
    print(f"{'group':46} {'rows':>6} {'flagged':>8} {'share':>7}   95 % interval")
    for name, entry in group_figures(rows).items():
        low, high = wilson(entry["flagged"], entry["rows"])
        share = entry["flagged"] / entry["rows"]
        print(f"{name + ' [' + entry['expected'] + ']':46} {entry['rows']:6} {entry['flagged']:8} {share:7.4f}   {low:.4f}-{high:.4f}")
    print()
    print(f"{'detector (malice, medium or more, precise)':44} {'right':>6} {'wrong':>6} {'precision':>10}   95 % interval")
    for name, entry in sorted(detector_figures(rows).items()):
        right, wrong = entry["true_positives"], entry["false_positives"]
        low, high = wilson(right, right + wrong)
        share = right / (right + wrong) if right + wrong else 0.0
        print(f"{name:44} {right:6} {wrong:6} {share:10.3f}   {low:.3f}-{high:.3f}")
    print()
    for kind in ("malice", "weakness", "capability", "hygiene"):
        counts = collections.Counter(row.corpus for row in rows if alarms(row, kind))
        print(f"rows with a finding of kind {kind}: " + ", ".join(f"{k} {v}" for k, v in sorted(counts.items())))
    print(f"recall {total['recall']}, precision {total['precision']}, F1 {total['f1']} over {total['attacks']} attacks "
          f"and {total['clean']} harmless rows")


def gate(total):
    if not os.path.exists(RECORDED):
        print("no recorded figures yet")
        return 0
    recorded = json.load(open(RECORDED, encoding="utf-8"))
    worse = []
    if total["f1"] < recorded["f1"]:
        worse.append(f"F1 {total['f1']} is below the recorded {recorded['f1']}")
    for key in ("false_alarm_rate_live_tools", "false_alarm_rate_servers"):
        if total[key] is not None and total[key] > recorded[key]:
            worse.append(f"{key} {total[key]} is above the recorded {recorded[key]}")
    for line in worse:
        print(f"quality: {line}")
    return 1 if worse else 0


def record(rows, total):
    os.makedirs(os.path.dirname(RECORDED), exist_ok=True)
    with open(RECORDED, "w", encoding="utf-8") as out:
        json.dump(total, out, indent=2)
        out.write("\n")
    today = datetime.date.today().isoformat()
    measured = {
        name: [{"corpus": "development corpora and captured servers, per row", "date": today,
                "true_positives": entry["true_positives"], "false_positives": entry["false_positives"]}]
        for name, entry in sorted(detector_figures(rows).items())
    }
    with open(MEASURED, "w", encoding="utf-8") as out:
        json.dump(measured, out, indent=2)
        out.write("\n")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    data = os.environ.get("MCPJURY_DATA", os.path.join(ROOT, "..", "shared", "data"))
    rows = corpora.load(data, os.path.join(ROOT, "tests", "quality", "twins"))
    if not any(row.corpus == "captures" for row in rows):
        print(f"data absent: no labelled corpora below {os.path.relpath(data, ROOT)}; nothing is measured and nothing is gated")
        return 0
    scan(sys.argv[1], rows)
    total = totals(rows)
    print_figures(rows, total)
    for row in rows:
        if "--misses" in sys.argv and row.expected == "attack" and not alarms(row):
            print("MISS", row.source, row.label, row.text[:400])
        if "--alarms" in sys.argv and row.expected == "clean":
            for finding in alarms(row):
                print("ALARM", row.source, finding["detector"], finding["subject"]["name"], finding["evidence"][:300])
    if "--record" in sys.argv:
        record(rows, total)
        return 0
    return gate(total)


if __name__ == "__main__":
    sys.exit(main())
