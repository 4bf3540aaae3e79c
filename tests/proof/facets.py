"""Promise 4: what could not be seen is never scored as seen. An honest record of a clean server is changed
facet by facet, and graded again."""
import json

from proof import Case, METHODOLOGIES, STRICTNESSES, best_marks, main, run
from incomplete import CLEAN, SERVER

STATES = ("absent", "not_looked", "could_not_see")


class Facets(Case):
    def setUp(self):
        super().setUp()
        source = self.write("list.json", json.dumps({**SERVER, "tools": [CLEAN]}))
        self.record = json.loads(run("observe", source).stdout)

    def grade(self, record, strictness="precise"):
        path = self.write("record.json", json.dumps(record))
        return run("grade", path, "-o", "json", "--strictness", strictness)

    def changed(self, facet, value):
        return {**self.record, "facets": {**self.record["facets"], facet: value}}

    def no_praise(self, done, what):
        report = json.loads(done.stdout)
        self.assertEqual(best_marks(report["assessments"]), [], what)
        for name in METHODOLOGIES:
            whole = report["assessments"][name]
            self.assertIn(whole["state"], ("not_run", "incomplete"), (what, name))
            self.assertNotEqual(whole["reason"], "", (what, name))
        passed = [rule["id"] for rule in report["assessments"]["agentreserve"]["rules"] if rule["state"] == "pass"]
        self.assertEqual(passed, [], what)
        self.assertIn(report["assessments"]["agentreserve"]["verdict"], ("unknown", "review"), what)
        self.assertIsNone(report["assessments"]["ampel"]["score"], what)
        return report

    def test_the_record_as_it_is(self):
        """Otherwise the tests below could not fail."""
        done = self.grade(self.record)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreaterEqual(len(best_marks(json.loads(done.stdout)["assessments"])), 4)

    def test_the_definition_was_not_seen(self):
        for strictness in STRICTNESSES:
            for state in STATES:
                done = self.grade(self.changed("definition", {"state": state, "reason": "proof"}), strictness)
                self.assertIn(done.returncode, (3, 4), (state, done.stderr))
                if done.stdout:
                    report = self.no_praise(done, state)
                    self.assertEqual(report["evidence"]["coverage"]["facets"]["definition"],
                                     {"state": state, "reason": "proof"})
                    self.assertEqual((report["server"]["tools"], report["tools"]), (0, []), state)

    def test_data_of_a_facet_that_was_not_seen_is_not_used(self):
        whole = self.record["facets"]["definition"]
        for state in STATES:
            done = self.grade(self.changed("definition", {**whole, "state": state, "reason": "proof"}))
            self.assertIn(done.returncode, (3, 4), (state, done.stderr))
            if done.stdout:
                self.no_praise(done, state)

    def test_no_definition_at_all(self):
        rest = {name: value for name, value in self.record["facets"].items() if name != "definition"}
        done = self.grade({**self.record, "facets": rest})
        self.assertIn(done.returncode, (3, 4), done.stderr)
        if done.stdout:
            self.no_praise(done, "left out")
        for value in (None, {}, {"state": "seen"}, {"state": "great"}, {"state": "seen", "data": []}, "seen"):
            done = self.grade(self.changed("definition", value))
            self.assertIn(done.returncode, (2, 3, 4), (value, done.stderr))
            self.assertFalse(done.returncode != 4 and done.stdout, value)
            if done.stdout:
                self.assertEqual(best_marks(json.loads(done.stdout)["assessments"]), [], value)

    def test_a_limit_that_was_hit(self):
        cut = {**self.record, "limits": [{"what": "tools", "limit": 1, "seen": 1, "place": ""}]}
        done = self.grade(cut)
        if done.returncode == 3:  # the members of a limit differ from what stands here
            shape = json.loads(run("observe", self.write("more.json", json.dumps(
                {**SERVER, "tools": [{**CLEAN, "title": "T"}] * 20_001}))).stdout)["limits"]
            self.assertTrue(shape)
            done = self.grade({**self.record, "limits": shape})
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(best_marks(json.loads(done.stdout)["assessments"]), [])

    def test_other_facets_not_seen_pass_nothing(self):
        """A rule that needs a facet is not applicable without it, in every state but seen."""
        needs = {"transport": "transport_uses_https", "tls": "tls_handshake_succeeded", "auth": "auth_issuer_uses_https",
                 "prior_surface": "tool_surface_unchanged_since_last_scan",
                 "fingerprints": "tool_descriptions_unique_across_servers"}
        for facet, rule in needs.items():
            for state in STATES:
                done = self.grade(self.changed(facet, {"state": state, "reason": "proof"}))
                self.assertIn(done.returncode, (0, 4), (facet, state, done.stderr))
                rules = json.loads(done.stdout)["assessments"]["agentreserve"]["rules"]
                known = next(entry for entry in rules if entry["id"] == rule)
                self.assertEqual((known["state"], bool(known["reason"])), ("not_applicable", True), (facet, state))
        for facet in ("source", "dependencies", "provenance", "feeds"):
            done = self.grade(self.changed(facet, {"state": "could_not_see", "reason": "proof"}))
            ampel = json.loads(done.stdout)["assessments"]["ampel"]
            for engine in ampel["engines"]:
                if engine["id"] not in ("vuln-server-advisory", "mcp-tool-surface", "mcp-permissions", "mcp-shadowing"):
                    self.assertNotEqual(engine["state"], "ok", (facet, engine["id"]))


if __name__ == "__main__":
    main()
