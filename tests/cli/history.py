"""scan --store, history and feedback: what is kept, compared and counted. That nothing is lost: tests/store."""
import json

from program import Case, main, run

TOOL = {"name": "search", "description": "Searches all the notes there are in the notebook.", "inputSchema": {"type": "object"}}


class History(Case):
    def server(self, *tools, name="notes", version="1.0.0", file="tools.json"):
        return self.write(file, json.dumps({"server": {"name": name, "version": version}, "tools": list(tools)}))

    def store(self):
        return f"sqlite:{self.folder}/history.sqlite"

    def scan(self, path, at, *words):
        done = run("scan", path, "-o", "json", "--store", self.store(), *words, env={"SOURCE_DATE_EPOCH": str(at)})
        self.assertEqual(done.stderr, b"")
        return json.loads(done.stdout)

    def rule(self, report, name):
        return next(rule for rule in report["assessments"]["agentreserve"]["rules"] if rule["id"] == name)

    def test_the_first_scan_has_nothing_to_compare_with(self):
        report = self.scan(self.server(TOOL), 1767225600)
        self.assertEqual(report["evidence"]["coverage"]["facets"]["prior_surface"]["state"], "absent")
        self.assertEqual(self.rule(report, "tool_surface_unchanged_since_last_scan")["state"], "not_applicable")

    def test_a_rug_pull_is_found_by_every_methodology_that_has_a_rule(self):
        path = self.server(TOOL)
        self.scan(path, 1767225600)
        same = self.scan(path, 1767225700)
        self.assertEqual(self.rule(same, "tool_surface_unchanged_since_last_scan")["state"], "pass")
        self.server({**TOOL, "description": TOOL["description"] + " And more."}, {"name": "wipe"})
        drifted = self.scan(path, 1767225800)
        for rule in ("tool_surface_unchanged_since_last_scan", "no_new_tools_since_last_scan",
                     "tool_descriptions_unchanged_since_last_scan"):
            self.assertEqual(self.rule(drifted, rule)["state"], "fail", rule)
        self.assertIn("changed-without-new-version", {finding["detector"] for finding in drifted["findings"]})
        charged = {entry["rule"] for entry in drifted["assessments"]["tooltrust"]["contributions"]}
        self.assertIn("AS-012", charged)

    def test_a_new_version_is_no_rug_pull(self):
        path = self.server(TOOL)
        self.scan(path, 1767225600)
        self.server({**TOOL, "description": TOOL["description"] + " And more."}, version="1.1.0")
        report = self.scan(path, 1767225700)
        self.assertNotIn("changed-without-new-version", {finding["detector"] for finding in report["findings"]})

    def test_history_shows_the_scans(self):
        path = self.server(TOOL)
        self.scan(path, 1767225600)
        self.server({**TOOL, "description": "Other words."})
        self.scan(path, 1767225700)
        shown = run("history", "notes", "--store", self.store()).stdout.decode()
        self.assertIn("2026-01-01T00:01:40Z", shown)
        self.assertIn(" changed", shown)
        self.assertTrue(all(len(line) <= 80 for line in shown.splitlines()), shown)
        rows = json.loads(run("history", "notes", "--store", self.store(), "--format", "json").stdout)
        self.assertEqual([row["observed_at"] for row in rows], ["2026-01-01T00:01:40Z", "2026-01-01T00:00:00Z"])
        self.assertEqual(run("history", "--store", self.store()).returncode, 0)
        self.assert_one_line(run("history", "nobody", "--store", self.store()), 3)

    def test_feedback_is_counted_per_detector(self):
        report = self.scan(self.server(TOOL), 1767225600)
        finding = report["findings"][0]
        for kind in ("false_positive", "confirmed", "false_positive"):
            done = run("feedback", "add", finding["fingerprint"], kind, "--note", "said so", "--store", self.store())
            self.assertEqual(done.returncode, 0, done.stderr)
        counts = json.loads(run("feedback", "report", "--store", self.store(), "--format", "json").stdout)
        self.assertEqual(counts, [{"confirmed": 1, "detector": finding["detector"], "false_negative": 0,
                                   "false_positive": 2, "missed_share": 0, "wrong_share": 2 / 3}])
        self.assertIn(b" 67 ", run("feedback", "report", "--store", self.store()).stdout)
        self.assert_one_line(run("feedback", "add", "none", "confirmed", "--store", self.store()), 3)
        self.assert_one_line(run("feedback", "add", finding["fingerprint"], "maybe", "--store", self.store()), 2)
        self.assert_one_line(run("feedback", "frobnicate", "--store", self.store()), 2)

    def test_a_store_that_cannot_be_used_is_said(self):
        path = self.server(TOOL)
        self.assert_one_line(run("scan", path, "--store", "sqlite:/proc/none/x.sqlite"), 2)
        self.write("broken.sqlite", "this is no database, whatever its name says" * 100)
        self.assert_one_line(run("scan", path, "--store", f"sqlite:{self.folder}/broken.sqlite"), 2)
        self.assert_one_line(run("history", "--store", "postgresql://127.0.0.1:1/none"), 2)


if __name__ == "__main__":
    main()
