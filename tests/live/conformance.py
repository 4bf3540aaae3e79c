"""The official conformance suite against the program itself, which never calls a tool.

What such a client can show is listed check by check; the rest of the suite is for clients that call tools and
run OAuth (see conformance_full.py).
"""
import json
import pathlib
import subprocess
import tempfile
import unittest

import live
import program

SUITE = live.MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
CLIENT = pathlib.Path(__file__).resolve().parent / "conformance_client.sh"
# scenario -> checks that must succeed, by protocol version
MUST = {
    "2025-11-25": {"initialize": ["mcp-client-initialization"]},
    "2026-07-28": {
        "request-metadata": ["sep-2575-"],
        "json-schema-ref-no-deref": ["sep-2106-no-network-ref-deref"],
        "auth/resource-mismatch": ["resource-mismatch-rejected"],
        "auth/metadata-issuer-mismatch": ["sep-2468-client-validate-metadata-issuer"],
        "http-invalid-tool-headers": ["sep-2243-x-mcp-header-"],
    },
}
NEVER = ("prm-priority-order", "authorization-server-metadata-wrong-path")
METADATA = ("prm-pathbased-requested", "authorization-server-metadata")


def run_suite(version, folder):
    """{scenario: [checks]} of every scenario of the version's requirements."""
    words = [live.node(), str(SUITE), "client", "--command", str(CLIENT), "--requirements", version, "-o", folder,
             "--timeout", "60000"]
    done = subprocess.run(words, capture_output=True, timeout=600, check=False,
                          env={**program.ENVIRONMENT, "MCPJURY_PROGRAM": program.PROGRAM, "HOME": folder})
    found = {}
    for path in pathlib.Path(folder).rglob("checks.json"):
        name = str(path.parent.relative_to(folder))
        scenario = name.rsplit("-20", 1)[0]  # behind it stands the time
        found[scenario] = json.loads(path.read_text())
    return found, done


class Conformance(unittest.TestCase):
    def check(self, version):
        if live.packages_absent():
            return
        with tempfile.TemporaryDirectory() as folder:
            found, done = run_suite(version, folder)
        self.assertTrue(found, done.stdout[-2000:] + done.stderr[-2000:])
        for scenario, wanted in MUST[version].items():
            checks = found.get(scenario, [])
            for prefix in wanted:
                with self.subTest(version=version, scenario=scenario, check=prefix):
                    matching = [c for c in checks if c["id"].startswith(prefix)]
                    self.assertTrue(matching, f"no such check among {[c['id'] for c in checks]}")
                    for one in matching:
                        # A check about a call that is never made is skipped by the suite.
                        self.assertIn(one["status"], ("SUCCESS", "SKIPPED", "INFO"), one)
        for scenario, checks in found.items():
            with self.subTest(version=version, scenario=scenario):
                ids = {c["id"]: c["status"] for c in checks}
                self.assertFalse([i for i in ids if i in NEVER], ids)
                self.assertNotIn("FAILURE", [s for i, s in ids.items() if i == "wire-schema-valid"], checks)
                if scenario.startswith("auth/") and "resource-mismatch" not in scenario and METADATA[0] in ids:
                    self.assertEqual(ids[METADATA[0]], "SUCCESS")
                    if METADATA[1] in ids:
                        self.assertEqual(ids[METADATA[1]], "SUCCESS")
        print(f"{version}: {len(found)} scenarios, "
              f"{sum(c['status'] == 'SUCCESS' for cs in found.values() for c in cs)} checks succeeded")

    def test_2025_11_25(self):
        self.check("2025-11-25")

    def test_2026_07_28(self):
        self.check("2026-07-28")


if __name__ == "__main__":
    program.main()
