#!/usr/bin/env python3
"""What `make quality` computes, without corpora: intervals, counts, the gate, twins, reviewed files."""
import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "quality"))
sys.dont_write_bytecode = True
import corpora  # noqa: E402
import examples  # noqa: E402
import gate  # noqa: E402
import malice  # noqa: E402
import record  # noqa: E402
from figures import Counts, share, wilson  # noqa: E402

ALARM = {"detector": "hides-from-user", "kind": "malice", "severity": "high", "confidence": "high",
         "counts_in": ["published", "precise"]}
KEYWORD = {**ALARM, "confidence": "low", "counts_in": ["published"]}


def row(corpus, expected, label="x", findings=(), **more):
    made = corpora.Row(corpus, label, expected, more.pop("group", "description"), {}, **more)
    made.findings = list(findings)
    return made


class Figures(unittest.TestCase):
    def test_wilson_as_published(self):
        # Newcombe 1998, table I.
        self.assertAlmostEqual(wilson(81, 263)[0], 0.2553, 4)
        self.assertAlmostEqual(wilson(81, 263)[1], 0.3662, 4)
        self.assertEqual(wilson(0, 20)[0], 0.0)
        self.assertEqual(wilson(20, 20)[1], 1.0)
        self.assertEqual(wilson(0, 0), (0.0, 1.0))

    def test_shares_without_ground_are_dashes(self):
        self.assertEqual(share(0, 0), "-")
        self.assertEqual(share(0, None), "-")
        self.assertIsNone(Counts(3, 1).recall)
        self.assertIsNone(Counts(0, 0, 2).precision)
        self.assertAlmostEqual(Counts(8, 2, 2).f1, 0.8)

    def test_misses_count_only_for_the_detector_whose_matter_it_is(self):
        rows = [row("twins", "attack", "hiding from the user", [ALARM]), row("twins", "attack", "hiding from the user"),
                row("twins", "attack", "conditional"), row("twins", "clean", "conditional", [ALARM])]
        counts = malice.by_detector(rows, ("twins",))["hides-from-user"]
        self.assertEqual((counts.true_positives, counts.false_positives, counts.misses), (1, 1, 1))
        self.assertEqual(counts.recall, 0.5)

    def test_keywords_do_not_count_and_wrong_labels_are_left_out(self):
        rows = [row("malicious-tools", "attack", findings=[KEYWORD]), row("malicious-tools", "ignore"),
                row("malicious-tools", "attack", wrong_label="nothing to see"), row("benign-tools", "clean")]
        total = malice.overall(rows, ("malicious-tools", "benign-tools"))
        self.assertEqual((total.true_positives, total.false_positives, total.misses), (0, 0, 1))

    def test_a_pair_is_told_apart_only_when_both_sides_are_right(self):
        rows = [row("twins", "attack", findings=[ALARM], source="twins/a:0:attack"),
                row("twins", "clean", source="twins/a:0:harmless"),
                row("twins", "attack", findings=[ALARM], source="twins/a:1:attack"),
                row("twins", "clean", findings=[ALARM], source="twins/a:1:harmless")]
        self.assertEqual([apart for _, _, apart in malice.pairs(rows)], [True, False])


class Gate(unittest.TestCase):
    def failures(self, recorded, now):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "recorded.json")
            gate.record(recorded, path)
            return gate.check(now, path)

    def test_worse_fails_and_better_does_not(self):
        self.assertEqual(self.failures({"f1": 0.9}, {"f1": 0.89}), 1)
        self.assertEqual(self.failures({"f1": 0.9}, {"f1": 0.91}), 0)
        self.assertEqual(self.failures({"false_alarm_rate_servers": 0.01}, {"false_alarm_rate_servers": 0.011}), 1)

    def test_a_bar_holds_once_it_is_met(self):
        self.assertEqual(self.failures({"recall": 0.93}, {"recall": 0.91}), 1)
        self.assertEqual(self.failures({"recall": 0.93}, {"recall": 0.925}), 0)
        self.assertEqual(self.failures({"recall": 0.91}, {"recall": 0.90}), 0)
        self.assertEqual(self.failures({}, {"twins_told_apart": 0.5}), 0)

    def test_what_was_not_measured_is_not_gated(self):
        self.assertEqual(self.failures({"twins_told_apart": 0.97}, {"twins_told_apart": None}), 0)


class Files(unittest.TestCase):
    def test_absent_corpora_and_twins_are_no_error(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(corpora.load(folder, folder), [])

    def test_twins_carry_tools_lists_and_servers(self):
        self.assertEqual(corpora.definition_line({"name": "a"}), {"tool": {"name": "a"}})
        self.assertEqual(corpora.definition_line([{"name": "a"}]), {"tools": [{"name": "a"}]})
        self.assertEqual(corpora.definition_line({"prompts": []}), {"prompts": []})

    def test_examples_become_batch_lines(self):
        self.assertIsNone(examples.definition({"definition": {"facets": {}}}))
        line = examples.definition({"definition": {"server": {"name": "n"}, "handshake": True, "templates": []}})
        self.assertEqual(line, {"tools": [], "resourceTemplates": [], "initialize": {"serverInfo": {"name": "n"}}})

    def test_recorded_misses_stand_apart_from_what_was_said(self):
        counts = Counts(5, 1)
        counts.note_due(True)
        counts.note_due(False)
        said, own = record.malice_entries("own twins (pairs)", "2026-11-15", counts)
        self.assertNotIn("false_negatives", said)
        self.assertEqual((own["true_positives"], own["false_negatives"]), (1, 1))
        self.assertNotIn("false_positives", own)


if __name__ == "__main__":
    unittest.main()
