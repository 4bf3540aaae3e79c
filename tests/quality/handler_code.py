#!/usr/bin/env python3
"""Measures the handler-code checks on labelled cases: each flaw and its safe twin is one file.

usage: handler_code.py FLOW_FACTS [--minimum F1]

FLOW_FACTS is the program of that name: given a file, it prints one JSON object a line for each fact found.
Counted are facts with confidence high or medium; what is by design, or lies behind a check that only its name
vouches for, is "low" and counts for nothing. Exit 1 when F1 over all facts is below the minimum.
"""
import argparse
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "handler_code"


def found_in(program, path):
    done = subprocess.run([program, str(path)], capture_output=True, text=True, timeout=60, check=True)
    facts = [json.loads(line) for line in done.stdout.splitlines()]
    return {fact["fact"] for fact in facts if fact["confidence"] in ("high", "medium")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--minimum", type=float, default=0.0)
    options = parser.parse_args()
    cases = json.loads((FOLDER / "manifest.json").read_text())["cases"]
    counts = {}
    verdicts = {}
    for case in cases:
        found = found_in(options.program, FOLDER / case["file"])
        expected = {case["expected"]} if case["expected"] else set()
        verdicts[case["file"]] = found == expected
        for fact in found | expected:
            row = counts.setdefault(fact, {"tp": 0, "fp": 0, "fn": 0})
            row["tp" if fact in found and fact in expected else "fp" if fact in found else "fn"] += 1
        if found != expected:
            print(f"wrong: {case['file']}: expected {sorted(expected)}, found {sorted(found)} ({case['note']})")
    apart = sum(verdicts[c["file"]] and verdicts[c["file"].replace("_flaw.", "_safe.")]
                for c in cases if "_flaw." in c["file"])
    pairs = len(cases) // 2
    print(f"{'fact':32} {'tp':>4} {'fp':>4} {'fn':>4}")
    total = {"tp": 0, "fp": 0, "fn": 0}
    for fact in sorted(counts):
        row = counts[fact]
        print(f"{fact:32} {row['tp']:4} {row['fp']:4} {row['fn']:4}")
        for key in total:
            total[key] += row[key]
    f1 = 2 * total["tp"] / max(1, 2 * total["tp"] + total["fp"] + total["fn"])
    print(f"pairs told apart: {apart} of {pairs}; F1 {f1:.3f}")
    return 0 if f1 >= options.minimum else 1


if __name__ == "__main__":
    sys.exit(main())
