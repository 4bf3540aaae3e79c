"""The official conformance suite against the program itself, which never calls a tool and asks for no token.

What such a client can show is listed check by check, by the suite's own names; the rest of the suite is for
clients that call tools and run OAuth (conformance_full.py, on the same protocol library).
"""
import pathlib
import unittest

import live
import program
import suite

CLIENT = pathlib.Path(__file__).resolve().parent / "conformance_client.sh"
SCENARIOS = {"2025-11-25": 25, "2026-07-28": 39}  # scored or not, of the pinned release
# scenario -> checks that must be there, every one a success
MUST = {
    "2025-11-25": {
        "initialize": ["mcp-client-initialization"],
        "tools_call": ["wire-schema-valid"],
        "json-schema-2020-12-preservation": ["json-schema-2020-12-client-tool-found", "wire-schema-valid"],
    },
    "2026-07-28": {
        "request-metadata": ["sep-2575-http-client-sends-version-header", "sep-2575-client-populates-meta",
                             "sep-2575-client-sends-client-info", "sep-2575-http-version-header-matches-meta",
                             "sep-2575-client-retry-supported-version"],
        "json-schema-ref-no-deref": ["sep-2106-no-network-ref-deref"],
        "auth/resource-mismatch": ["resource-mismatch-rejected"],
        "auth/metadata-issuer-mismatch": ["sep-2468-client-validate-metadata-issuer"],
        "auth/authorization-server-migration": ["sep-2352-no-reuse-on-as-change",
                                                "sep-2352-no-cross-as-credential-reuse"],
        "http-invalid-tool-headers": ["sep-2243-x-mcp-header-not-empty", "sep-2243-x-mcp-header-primitive-only",
                                      "sep-2243-x-mcp-header-unique", "sep-2243-x-mcp-header-charset"],
        "tools_call": ["wire-schema-valid"],
        "json-schema-2020-12-preservation": ["json-schema-2020-12-client-tool-found", "wire-schema-valid"],
    },
}
# Scenarios that pass outright without a tool call.
OUTRIGHT = {
    "2025-11-25": {"initialize"},
    "2026-07-28": {"request-metadata", "http-standard-headers", "json-schema-ref-no-deref", "auth/resource-mismatch",
                   "auth/metadata-issuer-mismatch"},
}
# Traps: the suite has these checks only when a client asked where it must not.
TRAPS = {"prm-priority-order", "authorization-server-metadata-wrong-path"}
# Only a client that registers, asks for a token or sends one leaves these.
ACTS = {"pkce-code-challenge-sent", "pkce-code-verifier-sent", "valid-bearer-token", "invalid-bearer-token"}


class Conformance(unittest.TestCase):
    maxDiff = None

    def run_suite(self, *choice):
        outcome = suite.run(CLIENT, *choice, env={"MCPJURY_PROGRAM": program.PROGRAM})
        self.assertTrue(outcome.checks, outcome.output[-3000:])
        self.assertNotIn("Client timed out", outcome.output)
        self.assertNotIn("Client exited with code", outcome.output)
        return outcome

    def all_succeed(self, outcome, scenario, check):
        with self.subTest(scenario=scenario, check=check):
            statuses = outcome.of(scenario, check)
            self.assertTrue(statuses, f"no such check among {sorted(outcome.ids(scenario))}")
            self.assertEqual(set(statuses), {"SUCCESS"}, outcome.checks[scenario])

    def check(self, version):
        if live.packages_absent():
            return
        outcome = self.run_suite("--requirements", version)
        self.assertEqual(len(outcome.checks), SCENARIOS[version], sorted(outcome.checks))
        for scenario, wanted in MUST[version].items():
            for check in wanted:
                self.all_succeed(outcome, scenario, check)
        for scenario in OUTRIGHT[version]:
            self.assertIn(scenario, outcome.passed, outcome.checks[scenario])
        for scenario in outcome.checks:
            if "wire-schema-valid" in outcome.ids(scenario):
                self.all_succeed(outcome, scenario, "wire-schema-valid")
            if not scenario.startswith("auth/"):
                continue
            self.all_succeed(outcome, scenario, "prm-pathbased-requested")
            with self.subTest(scenario=scenario):
                self.assertFalse(outcome.ids(scenario) & (TRAPS | ACTS), outcome.checks[scenario])
            if scenario == "auth/resource-mismatch":
                # Nothing is followed from metadata that speaks for somebody else.
                self.assertNotIn("authorization-server-metadata", outcome.ids(scenario))
            else:
                self.all_succeed(outcome, scenario, "authorization-server-metadata")
        # The suite saw no tool call.
        self.assertEqual(outcome.of("tools_call", "tool-add-numbers"), ["FAILURE"])
        self.assertEqual(outcome.of("json-schema-2020-12-preservation", "json-schema-2020-12-client-echo-completed"),
                         ["FAILURE"])
        print(f"{version}: {len(outcome.checks)} scenarios, "
              f"{sum(c['status'] == 'SUCCESS' for cs in outcome.checks.values() for c in cs)} checks succeeded")

    def test_2025_11_25(self):
        self.check("2025-11-25")

    def test_2026_07_28(self):
        self.check("2026-07-28")

    def test_before_resource_metadata(self):
        """2025-03-26: metadata at the server's root is read; the fixed endpoints are never tried."""
        if live.packages_absent():
            return
        outcome = self.run_suite("--suite", "backcompat")
        self.assertEqual(len(outcome.checks), 2)
        self.all_succeed(outcome, "auth/2025-03-26-oauth-metadata-backcompat", "authorization-server-metadata")
        for scenario in outcome.checks:
            for check in ("client-registration", "authorization-request", "token-request"):
                with self.subTest(scenario=scenario, check=check):
                    self.assertEqual(outcome.of(scenario, check), ["FAILURE"])


if __name__ == "__main__":
    program.main()
