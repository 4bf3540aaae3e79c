#!/usr/bin/env python3
"""Cross-validation of the judges, grouped so that no server is on both sides.

    cross_validate.py TRAINER PROGRAM [--by group|source] [--folds N] [--show] [--out FILE]

For each fold the weights are learned without it and its rows are judged by the program's own judges with those weights.
Prints and writes the recall of the rules, of the panel and of both, and the false alarms of each.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import dataset
from scoring import RISKY, median, tool_score

sys.path.insert(0, os.path.join(dataset.ROOT, "tools", "quality"))
import scanning  # noqa: E402

JUDGES = ("characters", "sequence", "concepts", "grammar", "contract")


def judged(trainer, rows_file, tables=None):
    command = [trainer, "judge", rows_file] + ([tables] if tables else [])
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in answer.stdout.decode().split("\n") if line]


def held_out(trainer, rows, folds):
    """Judgements of each row by weights that never saw its group."""
    with tempfile.TemporaryDirectory(prefix="judges-") as work:
        return held_out_in(work, trainer, rows, folds)


def held_out_in(work, trainer, rows, folds):
    answers = {}
    for fold in range(folds):
        train, test = os.path.join(work, "train"), os.path.join(work, "test")
        dataset.write([r for r in rows if dataset.trainable(r) and dataset.fold_of(r["fold_group"], folds) != fold], train)
        dataset.write([r for r in rows if dataset.fold_of(r["fold_group"], folds) == fold], test)
        tables = os.path.join(work, "tables")
        subprocess.run([trainer, "learn", train, tables], check=True)
        answers.update((a["id"], a) for a in judged(trainer, test, tables))
    return answers


def rule_alarms(program, rows):
    """Ids of the rows on which a rule gives an alarm, as `make quality` counts them."""
    found = set()
    for entry, findings in zip(rows, scanning.batch(program, [{"tool": r["tool"]} for r in rows], may_fail=True)):
        entry["findings"] = findings or []
        if any(f["kind"] == "malice" and scanning.SEVERITY[f["severity"]] >= 2 and "precise" in f["counts_in"]
               for f in findings or []):
            found.add(entry["id"])
    return found


def counts(rows, flagged, kinds):
    members = [r for r in rows if r["kind"] in kinds]
    return sum(r["id"] in flagged for r in members), len(members)


def summary(rows, rules, panel):
    out = {}
    both = rules | panel
    for name, kinds in (("corpus attacks", ["attack"]), ("twin attacks", ["twin attack"])):
        members = [r for r in rows if r["kind"] in kinds]
        missed = [r for r in members if r["id"] not in rules]
        out[name] = {"rows": len(members), "rules": counts(rows, rules, kinds)[0], "panel": counts(rows, panel, kinds)[0],
                     "both": counts(rows, both, kinds)[0], "missed_by_rules": len(missed),
                     "of_these_found_by_panel": sum(r["id"] in panel for r in missed)}
    for name, kinds in (("live tools", ["live"]), ("captured tools", ["captures"]), ("registry and crawled", ["registry", "crawled"]),
                        ("hard negatives", ["hard_negative"]), ("look-alikes", ["look-alike"]),
                        ("harmless twins", ["twin harmless"]), ("nothing to see", ["ignored code", "ignored output"])):
        out[name] = {"rows": counts(rows, rules, kinds)[1], "rules": counts(rows, rules, kinds)[0],
                     "panel": counts(rows, panel, kinds)[0], "both": counts(rows, both, kinds)[0]}
    return out


GROUPS = (("corpus attacks", ["attack"]), ("twin attacks", ["twin attack"]), ("own attacks", ["own attack"]),
          ("live tools", ["live"]), ("captured tools", ["captures"]), ("registry and crawled", ["registry", "crawled"]),
          ("hard negatives", ["hard_negative"]), ("look-alikes", ["look-alike"]), ("harmless twins", ["twin harmless"]),
          ("own harmless", ["own harmless"]))


def measured_rows(trainer, program, by, folds=5):
    """Every row with its scores; `by` None: judged with the built-in weights, which have seen it."""
    rows = dataset.grouped(dataset.load(dataset.data_folder()), by or "group")
    if by is None:
        with tempfile.TemporaryDirectory(prefix="judges-") as work:
            path = os.path.join(work, "rows")
            dataset.write(rows, path)
            answers = {a["id"]: a for a in judged(trainer, path)}
    else:
        answers = held_out(trainer, rows, folds)
    rules = rule_alarms(program, rows)
    for entry in rows:
        entry["answer"] = answers[entry["id"]]
        entry["scores"] = [tool_score(vectors) for vectors in entry["answer"]["vectors"]]
    panel = {entry["id"] for entry in rows if median(entry["scores"]) >= RISKY}
    return rows, rules, panel


def result_of(rows, rules, panel):
    judges = {}
    for number, judge in enumerate(JUDGES):
        alone = {entry["id"] for entry in rows if entry["scores"][number] >= RISKY}
        judges[judge] = {name: list(counts(rows, alone, kinds)) for name, kinds in GROUPS}
    return {"panel": summary(rows, rules, panel), "judges": judges}


def measure(trainer, program, by, folds=5):
    return result_of(*measured_rows(trainer, program, by, folds))


def print_result(result):
    for name, numbers in result["panel"].items():
        print(f"{name:24} " + "  ".join(f"{key} {value}" for key, value in numbers.items()))
    for judge, numbers in result["judges"].items():
        print(f"{judge:12} " + "  ".join(f"{key} {found}/{total}" for key, (found, total) in numbers.items()))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("trainer")
    options.add_argument("program")
    options.add_argument("--by", default="group", choices=("group", "source"))
    options.add_argument("--folds", type=int, default=5)
    options.add_argument("--show", action="store_true", help="list what was found, missed and wrongly flagged")
    options.add_argument("--dump", help="every row with its scores, a line each")
    options.add_argument("--out")
    chosen = options.parse_args()
    rows, rules, panel = measured_rows(chosen.trainer, chosen.program, chosen.by, chosen.folds)
    result = result_of(rows, rules, panel)
    print_result(result)
    if chosen.show:
        show(rows, rules, panel)
    if chosen.dump:
        with open(chosen.dump, "w", encoding="utf-8") as out:
            for entry in rows:
                out.write(json.dumps({**entry, "rule": entry["id"] in rules, "panel": entry["id"] in panel}) + "\n")
    if chosen.out:
        with open(chosen.out, "w", encoding="utf-8") as out:
            json.dump(result, out, indent=1)
            out.write("\n")


def show(rows, rules, panel):
    for entry in rows:
        attack = entry["kind"] in ("attack", "twin attack")
        if attack and entry["id"] not in rules or not attack and entry["label"] == 0 and entry["id"] in panel and entry["id"] not in rules:
            word = ("FOUND" if entry["id"] in panel else "missed") if attack else "ALARM"
            text = json.dumps(entry["tool"].get("description", ""))[:300]
            print(word, entry["id"], entry["kind"], entry["scores"], entry["answer"]["margins"], text)
            if word == "ALARM":
                print("     ", [r for r, s in zip(entry["answer"]["reasons"], entry["scores"]) if s >= RISKY])


if __name__ == "__main__":
    main()
