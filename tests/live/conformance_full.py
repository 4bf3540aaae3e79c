"""Full marks in the official conformance suite, by the test-only client on the program's protocol library.

    conformance_full.py CONFORMANCE_CLIENT
"""
import unittest

import live
import program
import suite

# Scored scenarios of the pinned release, by revision.
SCORED = {"2025-11-25": 18, "2026-07-28": 32}
# Not scored, and passed all the same.
EXTRA = {"json-schema-2020-12-preservation", "auth/client-credentials-basic"}
BAD = ("FAILURE", "WARNING")


class FullMarks(unittest.TestCase):
    maxDiff = None

    def check(self, version):
        if live.packages_absent():
            return
        outcome = suite.run(program.PROGRAM, "--requirements", version)
        scored = (outcome.passed | outcome.failed) - outcome.not_scored
        self.assertEqual(len(scored), SCORED[version], outcome.output[-3000:])
        for scenario in sorted(scored | EXTRA):
            with self.subTest(version=version, scenario=scenario):
                self.assertIn(scenario, outcome.passed,
                              [one for one in outcome.checks.get(scenario, []) if one["status"] in BAD])
        self.assertEqual(outcome.status, 0, outcome.output[-3000:])
        print(f"{version}: {len(scored & outcome.passed)} of {len(scored)} scenarios")

    def test_2025_11_25(self):
        self.check("2025-11-25")

    def test_2026_07_28(self):
        self.check("2026-07-28")

    def test_2025_03_26(self):
        """The authorization of before protected-resource metadata."""
        if live.packages_absent():
            return
        outcome = suite.run(program.PROGRAM, "--suite", "backcompat")
        self.assertEqual(outcome.passed, {"auth/2025-03-26-oauth-metadata-backcompat",
                                          "auth/2025-03-26-oauth-endpoint-fallback"}, outcome.output[-3000:])
        self.assertEqual(outcome.status, 0)


if __name__ == "__main__":
    program.main()
