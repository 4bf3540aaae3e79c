#!/usr/bin/env python3
"""make quality: how often each detector is right, on corpora nobody here wrote and on our own twins.

Runs every labelled row through the batch mode and prints right, wrong and missed with 95 % Wilson intervals, for
malice, capability, weakness and hygiene apart. Fails when a gated figure is worse than the recorded one
(tests/quality/recorded.json) or a bar that was met is broken.

  quality.py PROGRAM [--record] [--misses] [--alarms] [--review]

--record  writes the present figures as those to hold, and catalog/measured.json for the rule pages
--misses  lists attacks that were not found, by cause and by label, and capabilities not seen
--alarms  lists false alarms, twins not told apart and capabilities wrongly seen
--review  prints every malice and critical finding on captured real servers, and nothing else
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OWN = os.path.join(ROOT, "tests", "quality")
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import capabilities  # noqa: E402
import corpora  # noqa: E402
import examples  # noqa: E402
import gate  # noqa: E402
import listings  # noqa: E402
import malice  # noqa: E402
import record  # noqa: E402
import scanning  # noqa: E402

OPTIONS = {"--record", "--misses", "--alarms", "--review"}


def main(arguments):
    if not arguments or not set(arguments[1:]) <= OPTIONS:
        sys.exit(__doc__)
    program, options = arguments[0], set(arguments[1:])
    data = os.environ.get("MCPJURY_DATA", os.path.join(ROOT, "..", "shared", "data"))
    rows = corpora.load(data, OWN)
    whole = {"malicious-tools", "benign-tools", "captures"} <= {row.corpus for row in rows}
    if not whole and not options & {"--misses", "--alarms"}:
        print(f"data absent: not all labelled corpora are below {os.path.relpath(data, ROOT)}; "
              "nothing is measured and nothing is gated")
        return 0
    scanning.scan(program, rows)
    if "--review" in options:
        listings.print_review(rows)
        return 0
    catalogue = scanning.catalogue(program)
    capability = capabilities.measure(program, OWN, rows, catalogue)
    own_examples = examples.measure(program, catalogue)

    malice.print_labels(rows)
    malice.print_twins(rows)
    malice.print_detectors(rows, catalogue)
    capabilities.print_figures(capability, rows)
    for kind in ("weakness", "hygiene"):
        examples.print_figures(kind, own_examples, catalogue, rows)
    listings.print_wrong_labels(rows)
    if "--misses" in options:
        listings.print_misses(rows, OWN)
        capabilities.print_wrong(capability, "missed")
    if "--alarms" in options:
        listings.print_alarms(rows)
        capabilities.print_wrong(capability, "wrong")
    if not whole:
        return 0
    values = gate.present(rows, capability)
    failures = gate.check(values, os.path.join(OWN, "recorded.json"))
    if "--record" in options:
        gate.record(values, os.path.join(OWN, "recorded.json"))
        record.write(os.path.join(ROOT, "catalog", "measured.json"), rows, capability, own_examples, catalogue)
        return 0
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
