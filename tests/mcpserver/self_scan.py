"""The program scans itself as an MCP server and must get the best mark of every methodology that applies."""
import json
import unittest

import peer
import program


class SelfScan(unittest.TestCase):
    def test_best_marks_in_precise(self):
        done = program.run("scan", "--yes", "--no-store", "-o", "json", "--", program.PROGRAM, "mcp")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        given = report["assessments"]
        self.assertEqual(report["server"]["name"], "mcpjury")
        self.assertEqual(report["server"]["tools"], 6)
        for name in ("agentreserve", "aivss", "mcpbundles", "tooltrust"):
            self.assertEqual(given[name]["state"], "complete", name)
            self.assertEqual(given[name]["strictness"], "precise", name)
        self.assertEqual((given["agentreserve"]["score"], given["agentreserve"]["grade"]), (100, "A"))
        self.assertEqual((given["aivss"]["safety_score"], given["aivss"]["grade"]), (100, "A"))
        self.assertEqual((given["mcpbundles"]["posture"], given["mcpbundles"]["security_score"]), ("clean", 100))
        self.assertEqual((given["tooltrust"]["risk_score"], given["tooltrust"]["grade"], given["tooltrust"]["action"]),
                         (0, "A", "ALLOW"))
        # The light needs source and packages, which a process on a pipe does not show: no score, no best mark, no worst.
        self.assertIsNone(given["ampel"]["score"])
        self.assertEqual(given["ampel"]["light"], "grey")
        counted = [f["detector"] for f in report["findings"] if "precise" in f["counts_in"]]
        self.assertEqual(counted, ["dependencies-unknown"])


if __name__ == "__main__":
    program.main()
