"""What must not get worse: the recorded figures and the bars of the product, tests/quality/recorded.json."""
import json
import os

import malice

HIGHER = "at least"
LOWER = "at most"
# name -> (which way is good, the bar or None)
HELD = {
    "f1": (HIGHER, None),
    "recall": (HIGHER, 0.92),
    "recall_natural": (HIGHER, None),
    "recall_templated": (HIGHER, None),
    "false_alarm_rate_live_tools": (LOWER, 0.002),
    "false_alarm_rate_hard_negatives": (LOWER, 0.05),
    "false_alarm_rate_look_alikes": (LOWER, 0.05),
    "false_alarm_rate_held_look_alikes": (LOWER, 0.0),
    "false_alarm_rate_servers": (LOWER, 0.02),
    "flagged_code_and_output": (LOWER, 0.05),
    "twins_told_apart": (HIGHER, 0.95),
    "capability_precision": (HIGHER, 0.9),
}
# Worse than recorded fails for these; for all, a bar that was met must stay met.
GATED = {"f1", "false_alarm_rate_live_tools", "false_alarm_rate_servers", "twins_told_apart", "capability_precision"}


def share(hits_and_all):
    hits, total = hits_and_all
    return round(hits / total, 5) if total else None


def present(rows, capability):
    """The figures of this run, by the names of HELD; None where nothing was measured."""
    corpora = ("malicious-tools", "benign-tools", "captures")
    total = malice.overall(rows, corpora)
    attack = [row for row in rows if row.corpus == "malicious-tools" and row.expected == "attack"]
    told = malice.pairs(rows)
    values = {
        "f1": total.f1,
        "recall": share(malice.rate(attack, lambda row: True)),
        "recall_natural": share(malice.rate(attack, lambda row: not row.templated)),
        "recall_templated": share(malice.rate(attack, lambda row: row.templated)),
        "false_alarm_rate_live_tools": share(malice.rate(rows, lambda row: row.group == "real/live")),
        "false_alarm_rate_hard_negatives": share(malice.rate(rows, lambda row: row.group == "hard_negative")),
        "false_alarm_rate_look_alikes": share(malice.rate(rows, lambda row: row.group == "look-alike")),
        "false_alarm_rate_held_look_alikes": share(malice.rate(rows, lambda row: row.group == "held look-alike")),
        "false_alarm_rate_servers": share(malice.rate(rows, lambda row: row.group == "real server")),
        "flagged_code_and_output": share(malice.rate(rows, lambda row: row.corpus == "malicious-tools" and
                                                     row.group in ("code", "output"))),
        "twins_told_apart": share((sum(ok for _, _, ok in told), len(told))),
        "capability_precision": capability["total"].precision if capability else None,
    }
    return {name: None if value is None else round(value, 5) for name, value in values.items()}


def better_or_same(name, value, than):
    return value >= than if HELD[name][0] == HIGHER else value <= than


def meets(name, value):
    bar = HELD[name][1]
    return bar is None or value is None or better_or_same(name, value, bar)


def check(values, path):
    """Prints each figure beside its record and bar; the number of reasons to fail."""
    recorded = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as text:
            recorded = json.load(text)
    failures = 0
    print(f"\n{'gate':36} {'now':>9} {'recorded':>9} {'bar':>14}")
    for name, value in values.items():
        way, bar = HELD[name]
        old = recorded.get(name)
        worse = name in GATED and value is not None and old is not None and not better_or_same(name, value, old)
        broken = not meets(name, value) and old is not None and meets(name, old)
        remark = "WORSE" if worse else "BAR BROKEN" if broken else "" if meets(name, value) else "not met yet"
        failures += worse or broken
        print(f"{name:36} {shown(value):>9} {shown(old):>9} {'' if bar is None else f'{way} {bar}':>14}  {remark}")
    return failures


def shown(value):
    return "-" if value is None else f"{value:.5g}"


def record(values, path):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(values, out, indent=2)
        out.write("\n")
