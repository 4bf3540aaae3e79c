"""Malice: what the labelled attacks and the harmless rows say about each detector and label."""
import collections

import figures
from figures import Counts
from scanning import alarms

# Labels and kinds of twins that are one detector's own matter: only there can it be said to have missed.
# Every other attack may rightly be found by any of several detectors.
OWN = {
    "unicode_smuggling": "hidden-characters",
    "encoded_payload": "encoded-instructions",
    "out_of_scope_parameter": "out-of-scope-parameter",
    "preference_manipulation": "prefers-itself",
    "shadowing": "orders-about-other-tools",
    "hiding from the user": "hides-from-user",
    "carrying parameter": "out-of-scope-parameter",
    "consent bypass": "bypasses-consent",
    "fake framing": "fake-system-framing",
    "read and pass along": "orders-secret-access",
    "redirecting": "redirects-data",
    "preference manipulation": "prefers-itself",
}
CORPORA = {"development corpora": ("malicious-tools", "benign-tools"), "captured servers": ("captures",),
           "own twins": ("twins",)}


def judged(rows):
    """Rows that figures are made of: a definition scan can be asked for them and the label is not wrong."""
    return [row for row in rows if row.expected != "ignore" and not row.wrong_label]


def by_detector(rows, corpora):
    """Counts for each detector over the rows of these corpora."""
    counts = collections.defaultdict(Counts)
    for row in judged(rows):
        if row.corpus not in corpora:
            continue
        spoke = {f["detector"] for f in alarms(row)}
        for detector in spoke:
            if row.expected == "attack":
                counts[detector].true_positives += 1
            else:
                counts[detector].false_positives += 1
        own = OWN.get(row.label) if row.expected == "attack" else None
        if own is not None:
            counts[own].note_due(own in spoke)
    return counts


def overall(rows, corpora):
    counts = Counts(misses=0)
    for row in judged(rows):
        if row.corpus in corpora:
            hit = bool(alarms(row))
            counts.true_positives += hit and row.expected == "attack"
            counts.misses += not hit and row.expected == "attack"
            counts.false_positives += hit and row.expected == "clean"
    return counts


def rate(rows, keep):
    """Flagged and all, of the rows that `keep` wants and whose label is not wrong."""
    kept = [row for row in rows if keep(row) and not row.wrong_label]
    return sum(bool(alarms(row)) for row in kept), len(kept)


def pairs(rows):
    """Twins told apart: the attack flagged and its sister not; [(attack, sister, apart)]."""
    sides = collections.defaultdict(dict)
    for row in rows:
        if row.corpus == "twins":
            sides[row.source.rsplit(":", 1)[0]][row.expected] = row
    return [(pair["attack"], pair["clean"], bool(alarms(pair["attack"])) and not alarms(pair["clean"]))
            for pair in sides.values()
            if not pair["attack"].wrong_label and not pair["clean"].wrong_label]


def table(rows, title, keep, name, hit):
    groups = collections.OrderedDict()
    for row in sorted((row for row in rows if keep(row)), key=name):
        groups.setdefault(name(row), []).append(row)
    if not groups:
        return
    figures.rate_head(title, "label" if hit == "found" else "rows of", hit)
    for key, members in groups.items():
        figures.rate_line(key, *rate(members, lambda row: True))
    figures.rate_line("together", *rate(rows, keep))


def print_labels(rows):
    tools = [row for row in rows if row.corpus == "malicious-tools"]
    for templated, word in ((False, "natural"), (True, "templated")):
        table(tools, f"Malice: attacks in the definition, {word} rows",
              lambda row: row.expected == "attack" and row.templated == templated,
              lambda row: f"{row.group}: {row.label}", "found")
    table(tools, "Malice: name and cross_server rows (need a sister tool; apart, not in the totals)",
          lambda row: row.group in ("name", "cross_server"), lambda row: f"{row.group}: {row.label}", "found")
    table(tools, "Malice: rows with nothing to see in the definition (flagging them is guessing)",
          lambda row: row.group in ("code", "output", "capability"), lambda row: row.group, "flagged")
    table(rows, "Malice: harmless rows and captured servers",
          lambda row: row.corpus in ("benign-tools", "captures", "look-alikes", "held look-alikes"),
          lambda row: f"{row.corpus}: {row.group}", "flagged")


def print_twins(rows):
    told = pairs(rows)
    if not told:
        print("\nTwins: none in tests/quality/twins; not measured")
        return
    for title, key in (("Twins told apart, by kind", lambda row: row.label),
                       ("Twins told apart, by language", lambda row: row.language or "en")):
        groups = collections.Counter(key(attack) for attack, _, _ in told)
        apart = collections.Counter(key(attack) for attack, _, ok in told if ok)
        figures.rate_head(title, "pairs of", "apart")
        for name in sorted(groups):
            figures.rate_line(name, apart[name], groups[name])
    figures.rate_line("together", sum(ok for _, _, ok in told), len(told))


def print_detectors(rows, catalogue):
    names = [entry["id"] for entry in catalogue if entry["kind"] == "malice"]
    for title, corpora in CORPORA.items():
        counts = by_detector(rows, corpora)
        figures.head(f"Malice by detector, {title}")
        for name in names:
            if name in counts:
                figures.line(name, counts[name])
        figures.line("any of them (row by row)", overall(rows, corpora))
        silent = [name for name in names if name not in counts]
        if silent:
            print(figures.wrapped("never spoke, not measured: ", silent))
    print("Missed: rows of a label that is the detector's own matter on which it stayed silent, also where")
    print("another detector spoke; a dash where no label is its own.")
