"""Rows through the program's batch mode, and which findings count."""
import json
import subprocess
import sys

SEVERITY = {"info": 0, "low": 1, "medium": 2, "high": 3, "critical": 4}


def batch(program, lines, may_fail=False):
    """The findings for each batch line, in order; None for a line that cannot be scanned, if that may be."""
    text = "".join(json.dumps({"id": i, **line}) + "\n" for i, line in enumerate(lines))
    answer = subprocess.run([program, "scan", "--batch", "-", "-o", "ndjson"], input=text.encode(),
                            stdout=subprocess.PIPE, check=False)
    findings = {}
    for line in answer.stdout.decode().splitlines():
        report = json.loads(line)
        if "findings" not in report and not may_fail:
            sys.exit(f"quality: a row could not be scanned: {line[:200]}")
        findings[report["id"]] = report.get("findings")
    if len(findings) != len(lines):
        sys.exit(f"quality: {len(lines)} rows in, {len(findings)} answers out")
    return [findings[i] for i in range(len(lines))]


def scan(program, rows):
    for row, findings in zip(rows, batch(program, [row.line for row in rows])):
        row.findings = findings


def alarms(row):
    """What blocks: malice of severity medium or more that counts in precise."""
    return [f for f in row.findings
            if f["kind"] == "malice" and SEVERITY[f["severity"]] >= 2 and "precise" in f["counts_in"]]


def detectors_of(findings):
    """Detectors that spoke with more than low confidence and count in precise."""
    return {f["detector"] for f in findings if f["confidence"] != "low" and "precise" in f["counts_in"]}


def catalogue(program):
    answer = subprocess.run([program, "rules", "--format", "json"], stdout=subprocess.PIPE, check=True)
    return [entry for entry in json.loads(answer.stdout) if "kind" in entry]
