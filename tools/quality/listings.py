"""The long lists: misses by label and cause, false alarms, and what a person has to review."""
import collections
import os
import textwrap

import corpora
from figures import WIDTH
from malice import judged, pairs
from scanning import SEVERITY, alarms


def quoted(text, width=300):
    # Invisible characters and line breaks of an attack must not act in the reader's terminal.
    text = text.encode("unicode_escape").decode()
    return text if len(text) <= width else text[:width] + "…"


def print_misses(rows, own):
    causes = corpora.reviewed(os.path.join(own, "miss_causes.json"), "cause")
    missed = [row for row in judged(rows) if row.expected == "attack" and not alarms(row)]
    by_cause = collections.defaultdict(list)
    for row in missed:
        by_cause[causes.get(row.source, "cause not reviewed yet")].append(row)
    print(f"\nMisses by cause: {len(missed)}")
    for cause, members in sorted(by_cause.items(), key=lambda item: -len(item[1])):
        print(textwrap.fill(f"{len(members):4}  {cause}: " + ", ".join(row.source for row in members), WIDTH,
                            subsequent_indent="        ", break_on_hyphens=False))
    by_label = collections.defaultdict(list)
    for row in missed:
        by_label[row.corpus, row.label].append(row)
    for (corpus, label), members in sorted(by_label.items()):
        print(f"\n{corpus}, {label}: {len(members)} missed")
        for row in members:
            print(f"MISS {row.source}: {quoted(row.text)}")


def print_alarms(rows):
    print("\nFalse alarms")
    for row in judged(rows):
        if row.expected == "clean":
            for finding in alarms(row):
                print(f"ALARM {row.source} {finding['detector']} {finding['subject']['name']}: "
                      f"{quoted(finding['evidence'])}")
    for attack, _, apart in pairs(rows):
        if not apart:
            print(f"NOT APART {attack.source.rsplit(':', 1)[0]} ({attack.label})")


def print_wrong_labels(rows):
    wrong = [row for row in rows if row.wrong_label]
    print(f"\nWrongly labelled rows (tests/quality/wrong_labels.json), in no figure: {len(wrong)}")
    for row in wrong:
        print(textwrap.fill(f"  {row.source} ({row.label}): {row.wrong_label}", WIDTH, subsequent_indent="    "))


def print_review(rows):
    """All malice and all critical findings on captured real servers, one by one."""
    found = [(row, finding) for row in rows if row.corpus == "captures" and row.expected == "clean"
             for finding in row.findings
             if finding["kind"] == "malice" or SEVERITY[finding["severity"]] >= SEVERITY["critical"]]
    precise = [pair for pair in found if "precise" in pair[1]["counts_in"]]
    keywords = [pair for pair in found if "precise" not in pair[1]["counts_in"]]
    for title, members in (("counted in precise", precise), ("published keywords only, never in precise", keywords)):
        print(f"\nMalice and critical findings on captured real servers, {title}: {len(members)}")
        for number, (row, finding) in enumerate(members, 1):
            print(f"\n{number}. {row.source[len('captures:'):]}: {finding['detector']} ({finding['kind']}, "
                  f"{finding['severity']}, {finding['confidence']} confidence)")
            print(f"   {finding['subject']['type']} {finding['subject']['name']}, at "
                  f"{finding['location']['pointer']}")
            print(f"   \"{quoted(finding['evidence'], 400)}\"")
