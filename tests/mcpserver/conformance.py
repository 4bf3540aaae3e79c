"""The official conformance suite's server scenarios against mcpjury mcp, through a bridge from HTTP to stdio.

Most scenarios call tools, prompts and resources of the suite's own example server by name (test_simple_text, …) or are
about HTTP itself; a server without them fails those by design. What applies to a server with tools of its own on stdio
is listed here check by check; and of every scenario, that each message we sent is valid by the official schema.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import bridge
import peer
import program

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "live"))
import live  # noqa: E402

SUITE = live.MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
TIME = re.compile(r"^server-|-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+Z$")
# Scenarios without a failure or warning.
OUTRIGHT = {"2025-11-25": {"server-initialize", "ping", "tools-list"},
            "2026-07-28": {"tools-list", "input-required-result-unsupported-methods", "input-required-result-validate-input"}}
MUST = {
    "2025-11-25": {},
    "2026-07-28": {
        "server-stateless": [
            "sep-2575-request-meta-invalid-missing-meta", "sep-2575-request-meta-invalid-missing-protocol-version",
            "sep-2575-request-meta-invalid-missing-client-capabilities", "sep-2575-request-meta-client-info-optional",
            "sep-2575-server-implements-discover", "sep-2575-server-identifies-in-result-meta",
            "sep-2575-server-declares-prompts-in-discover", "sep-2575-discover-capabilities-match-handlers",
            "sep-2575-server-unsupported-version-error"],
        "caching": ["sep-2549-tools-list-caching-hints"],
    },
}


class Conformance(unittest.TestCase):
    def run_suite(self, version):
        behind = peer.start()
        self.addCleanup(behind.end)
        front = bridge.start(behind)
        self.addCleanup(front.server_close)
        self.addCleanup(front.shutdown)
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([live.node(), str(SUITE), "server", "--url", f"http://127.0.0.1:{front.server_address[1]}/mcp",
                                   "--requirements", version, "-o", folder], capture_output=True, timeout=280, check=False,
                                  env={**program.ENVIRONMENT, "HOME": folder})
            checks = {TIME.sub("", path.parent.name): json.loads(path.read_text(encoding="utf-8"))
                      for path in pathlib.Path(folder).rglob("checks.json")}
        self.assertTrue(checks, done.stdout[-2000:])
        return checks

    def check(self, version):
        if live.packages_absent():
            return
        checks = self.run_suite(version)
        for scenario in OUTRIGHT[version]:
            with self.subTest(scenario=scenario):
                statuses = {one["id"]: one["status"] for one in checks[scenario]}
                self.assertTrue(statuses)
                self.assertEqual(set(statuses.values()) - {"SUCCESS", "INFO", "SKIPPED"}, set(), statuses)
        for scenario, wanted in MUST[version].items():
            for name in wanted:
                with self.subTest(scenario=scenario, check=name):
                    self.assertEqual({one["status"] for one in checks[scenario] if one["id"] == name}, {"SUCCESS"})
        valid = [one["status"] for all_of_it in checks.values() for one in all_of_it if one["id"] == "wire-schema-valid"]
        self.assertGreater(len(valid), 10)
        self.assertEqual(set(valid), {"SUCCESS"})
        print(f"{version}: {len(checks)} scenarios, {len(valid)} of them with every message valid by the schema")

    def test_2025_11_25(self):
        self.check("2025-11-25")

    def test_2026_07_28(self):
        self.check("2026-07-28")


if __name__ == "__main__":
    program.main()
