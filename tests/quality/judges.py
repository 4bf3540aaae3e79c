#!/usr/bin/env python3
"""The bars of the embedded judges: make quality runs it.

    judges.py TRAINER PROGRAM [--record]

Learns the weights anew without each fold of servers, lets the judges of the program judge what was left out, and fails
when the panel finds less than a third of the attacks that the rules miss, when it gives more than one alarm more in a
thousand real tools, or when a figure is worse than the recorded one (judges.json). Figures "held out" come from weights
that never saw the server; those of "training data" from the weights the program is built with, which did.
"""
import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "judge_training"))
import cross_validate  # noqa: E402
import dataset  # noqa: E402

RECORDED = os.path.join(HERE, "judges.json")
FOUND_BAR = 1 / 3
ALARM_BAR = 0.001


def bars(panel):
    """[(name, value, bar, whether it holds)] of one summary."""
    corpus, twins = panel["corpus attacks"], panel["twin attacks"]
    live, captured = panel["live tools"], panel["captured tools"]
    rows = []
    for name, missed, found in (
            ("of the corpora's attacks that rules miss", corpus["missed_by_rules"], corpus["of_these_found_by_panel"]),
            ("the same with the twins", corpus["missed_by_rules"] + twins["missed_by_rules"],
             corpus["of_these_found_by_panel"] + twins["of_these_found_by_panel"])):
        share = found / missed if missed else 1.0
        rows.append((f"{name}, found: {found} of {missed}", share, f"at least {FOUND_BAR:.3f}", share >= FOUND_BAR))
    for name, members in (("live tools", [live]), ("live and captured tools", [live, captured])):
        more = sum(m["both"] - m["rules"] for m in members)
        total = sum(m["rows"] for m in members)
        share = more / total if total else 0.0
        rows.append((f"more alarms on {name}: {more} of {total}", share, f"at most {ALARM_BAR}", share <= ALARM_BAR))
    return rows


def worse(now, recorded):
    """Figures of the panel that were better when they were recorded."""
    out = []
    for name, numbers in recorded.items():
        for key in ("panel", "both", "of_these_found_by_panel"):
            if key not in numbers or name not in now:
                continue
            good = name.endswith("attacks")
            if (now[name][key] < numbers[key]) if good else (now[name][key] > numbers[key]):
                out.append(f"{name}, {key}: {now[name][key]}, recorded {numbers[key]}")
    return out


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("trainer")
    options.add_argument("program")
    options.add_argument("--record", action="store_true")
    chosen = options.parse_args()
    if not os.path.isdir(os.path.join(dataset.data_folder(), "corpus")):
        print("data absent: the judges were not measured")
        return 0
    measured = {
        "held out, by server": cross_validate.measure(chosen.trainer, chosen.program, "group"),
        "training data": cross_validate.measure(chosen.trainer, chosen.program, None),
    }
    if chosen.record:
        measured["held out, by source repository"] = cross_validate.measure(chosen.trainer, chosen.program, "source")
    failures = 0
    for title, result in measured.items():
        print(f"\nJudges, {title}")
        cross_validate.print_result(result)
    print("\nBars, held out by server")
    for name, value, bar, holds in bars(measured["held out, by server"]["panel"]):
        failures += not holds
        print(f"  {name:58} {value:.4f}  {bar}{'' if holds else '  BAR BROKEN'}")
    if chosen.record:
        with open(RECORDED, "w", encoding="utf-8") as out:
            json.dump(measured, out, indent=1)
            out.write("\n")
    elif os.path.exists(RECORDED):
        with open(RECORDED, encoding="utf-8") as text:
            recorded = json.load(text)
        for line in worse(measured["held out, by server"]["panel"], recorded["held out, by server"]["panel"]):
            failures += 1
            print(f"  WORSE {line}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
