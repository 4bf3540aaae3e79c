"""mcpjury.yaml, suppressions and baselines: what an operator decides, and what every format makes of it."""
import copy
import csv
import io
import json
import os
import subprocess

import jsonschema

import program
from program import Case, EXAMPLES, ENVIRONMENT, ROOT, main, run

SHELL = EXAMPLES / "shell-runner.json"  # runs-code and deletes-data, both high
FORMATS = ["text", "json", "ndjson", "sarif", "html", "markdown", "junit", "csv", "github", "lines", "badge", "shields", "cyclonedx"]
TODAY = "2026-01-01"  # the clock of program.ENVIRONMENT


def suppression(rule="runs-code", **more):
    entry = {"rule": rule, "subject": "*", "reason": "it is a runner", "expires": "2027-06-30", **more}
    return {key: value for key, value in entry.items() if value is not None}


def fits_schema(document):
    schema = json.loads((ROOT / "docs" / "schema" / "report.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(document)


class Decisions(Case):
    def config(self, *suppressions, **sections):
        # JSON is YAML.
        return self.write("settings.yaml", json.dumps({"suppressions": list(suppressions), **sections}))

    def scan(self, *words, config=None, code=0, target=SHELL):
        done = run("scan", target, *(["--config", config] if config else []), *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def report(self, *words, **more):
        return json.loads(self.scan("-o", "json", *words, **more).stdout)

    def test_marks_and_never_changes_a_score(self):
        raw = self.report()
        report = self.report(config=self.config(suppression(owner="ops")))
        fits_schema(report)
        marked = [one for one in report["findings"] if one["suppressed"]]
        self.assertEqual([one["detector"] for one in marked], ["runs-code"])
        self.assertEqual(marked[0]["suppression"], {"rule": "runs-code", "reason": "it is a runner", "owner": "ops",
                                                    "expires": "2027-06-30"})
        for name, assessed in report["assessments"].items():
            without = assessed.pop("with_overrides")
            self.assertEqual(assessed, raw["assessments"][name], name)
            for part in without["contributions"]:
                self.assertNotIn(marked[0]["id"], part["finding_ids"], name)
        self.assertEqual(report["suppressions"][0]["state"], "applied")
        self.assertEqual(report["suppressions"][0]["finding_ids"], [marked[0]["id"]])
        self.assertNotIn("suppressions", raw)

    def test_text_shows_both(self):
        text = self.scan(config=self.config(suppression())).stdout.decode()
        self.assertIn("D block", text)
        self.assertIn("Without what is suppressed: agentreserve C review", text)
        self.assertIn("1 suppressed.", text)
        self.assertIn("Suppressed: 1 of runs-code until 2027-06-30: it is a runner", text)

    def test_the_exit_code_follows_the_overridden_result(self):
        both = self.config(suppression(), suppression("deletes-data"))
        one = self.write("one.yaml", json.dumps({"suppressions": [suppression()]}))
        self.scan("--fail-on", "high", code=1)
        self.scan("--fail-on", "high", config=one, code=1)
        for name in FORMATS:
            self.scan("--fail-on", "high", "-o", name, config=both, code=0)
        self.scan("--fail-on", "agentreserve:block", code=1)
        self.scan("--fail-on", "agentreserve:block", config=both, code=0)

    def test_counted_in_every_format(self):
        config = self.config(suppression())
        for name in FORMATS:
            text = self.scan("-o", name, config=config).stdout.decode()
            self.assertIn("suppress", text, name)
        sarif = json.loads(self.scan("-o", "sarif", config=config).stdout)["runs"][0]
        marked = [one for one in sarif["results"] if "suppressions" in one]
        self.assertEqual([one["ruleId"] for one in marked], ["runs-code"])
        self.assertEqual(marked[0]["suppressions"][0]["justification"], "it is a runner")
        self.assertEqual(sarif["properties"]["findings_suppressed"], 1)
        rows = list(csv.DictReader(io.StringIO(self.scan("-o", "csv", config=config).stdout.decode())))
        self.assertEqual([row["suppressed_because"] for row in rows if row["suppressed"] == "yes"], ["it is a runner"])

    def test_a_fingerprint_is_one_finding(self):
        found = next(one for one in self.report()["findings"] if one["detector"] == "deletes-data")
        config = self.config(suppression("deletes-data", subject=None, fingerprint=found["fingerprint"]))
        report = self.report(config=config)
        self.assertEqual([one["id"] for one in report["findings"] if one["suppressed"]], [found["id"]])
        # Other words are another finding. The id of a tool list is its server's name or its path: keep both.
        document = json.loads(SHELL.read_text())
        listed = document["result"]["tools"] if "result" in document else document["tools"]
        listed[1]["name"] = "delete_everything"
        (self.folder / "changed").mkdir()
        changed = self.write("changed/shell-runner.json", json.dumps(document))
        done = self.scan("-o", "json", config=config, target=changed)
        self.assertFalse(any(one["suppressed"] for one in json.loads(done.stdout)["findings"]))
        self.assertIn(b"covers nothing", done.stderr)

    def test_scopes(self):
        def marked(**scope):
            report = self.report(config=self.config(suppression("incomplete-annotations", **scope)))
            return sorted(one["subject"]["name"] for one in report["findings"] if one["suppressed"])
        self.assertEqual(marked(), ["delete_path", "fetch_url", "run_command"])
        self.assertEqual(marked(subject="run_*"), ["run_command"])
        self.assertEqual(marked(subject=None, pointer="/result/tools/2*"), ["fetch_url"])
        self.assertEqual(marked(target="*shell-runner.json"), ["delete_path", "fetch_url", "run_command"])
        self.assertEqual(marked(target="*other.json"), [])

    def test_a_published_rule_stands_for_its_detectors(self):
        report = self.report(config=self.config(suppression("AS-006")))
        self.assertIn("runs-code", [one["detector"] for one in report["findings"] if one["suppressed"]])

    def test_expired_ones_return(self):
        for day, holds in [(TODAY, True), ("2025-12-31", False)]:
            done = self.scan("--fail-on", "agentreserve:block", config=self.config(suppression(expires=day)),
                             code=0 if holds else 1)
            self.assertEqual(b"expired on 2025-12-31" in done.stderr, not holds)
            self.assertEqual(b"1 finding is back" in done.stdout, not holds)
        report = self.report(config=self.config(suppression(expires="2025-12-31")))
        self.assertEqual(report["suppressions"][0]["state"], "expired")
        self.assertFalse(any(one["suppressed"] for one in report["findings"]))

    def test_unused_ones_are_named(self):
        done = self.scan(config=self.config(suppression("hides-from-user"), suppression("runs-code", target="*other*")))
        self.assertIn(b"settings.yaml:1:19: the suppression of hides-from-user (*) covers nothing", done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1)  # the other one's target was not looked at
        self.assertEqual(self.scan("-q", config=self.config(suppression("hides-from-user"))).stderr, b"")

    def test_wrong_ones_are_errors(self):
        for wrong, said in [(suppression("runs-cod"), b"did you mean runs-code?"),
                            (suppression(reason=None), b"reason is missing"),
                            (suppression(expires=None), b"expires is missing"),
                            (suppression(expires="2027-02-29"), b"must be a day"),
                            (suppression(subject=None), b"says not where"),
                            (suppression(until="x"), b"unknown key until")]:
            done = run("scan", SHELL, "--config", self.config(wrong))
            self.assertEqual((done.returncode, done.stdout), (2, b""), wrong)
            self.assertIn(said, done.stderr)
            self.assertRegex(done.stderr, rb"settings\.yaml:1:\d+: ")

    def test_in_grade_batch_clients_and_several(self):
        config = self.config(suppression())
        record = self.folder / "record.json"
        run("observe", SHELL, "-o", record)
        done = run("grade", record, "--config", config, "-o", "json")
        self.assertTrue(any(one["suppressed"] for one in json.loads(done.stdout)["findings"]))
        tools = json.loads(SHELL.read_text())["result"]["tools"]
        lines = self.write("lines.ndjson", "".join(json.dumps({"id": i, "tools": tools}) + "\n" for i in range(50)))
        done = run("scan", "--batch", lines, "--config", config, "--fail-on", "agentreserve:block", "--jobs", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            self.assertEqual([one["detector"] for one in answer["findings"] if one["suppressed"]], ["runs-code"])
            self.assertIn("with_overrides", answer["assessments"]["tooltrust"])
        self.assertEqual(run("scan", "--batch", lines, "--fail-on", "agentreserve:block").returncode, 1)
        home = self.folder / "home"
        home.mkdir()
        self.write("home/.claude.json", json.dumps({"mcpServers": {"a": {"command": "npx", "args": ["-y", "some-server"]}}}))
        plain = run("scan", "--clients", "-o", "json", env={"HOME": str(home)})
        found = json.loads(plain.stdout)["findings"][0]["detector"]
        done = run("scan", "--clients", "-o", "json", "--config", self.config(suppression(found)), env={"HOME": str(home)})
        self.assertTrue(all(one["suppressed"] for one in json.loads(done.stdout)["findings"] if one["detector"] == found))
        config = self.config(suppression())
        several = json.loads(run("scan", SHELL, EXAMPLES / "notes-poisoned.json", "--config", config, "-o", "json").stdout)
        self.assertEqual([any(one["suppressed"] for one in report["findings"]) for report in several["reports"]],
                         [True, False])

    def test_hostile_reasons_are_escaped(self):
        config = self.config(suppression(reason="\x1b[31m<script>alert(1)</script>\u202e", owner="=cmd()"))
        for name in FORMATS:
            text = self.scan("-o", name, config=config).stdout.decode()
            self.assertNotIn("\x1b[31m", text, name)
            self.assertNotIn("\u202e", text, name)
            if name in ("html", "markdown", "junit"):
                self.assertNotIn("<script>alert", text, name)


class Settings(Case):
    def here(self, *words, text=None):
        if text is not None:
            self.write("mcpjury.yaml", text)
        return subprocess.run([program.PROGRAM, *map(str, words)], capture_output=True, cwd=self.folder, env=ENVIRONMENT,
                              check=False, timeout=60)

    def test_the_file_of_the_folder_is_taken(self):
        done = self.here("scan", SHELL, "-v", text="scan: {fail_on: high}\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"settings from mcpjury.yaml", done.stderr)
        self.assertEqual(self.here("scan", SHELL, "--no-config").returncode, 0)
        self.assertEqual(self.here("scan", SHELL, "--fail-on", "critical").returncode, 0)
        other = self.write("other.yaml", "{}")
        self.assertEqual(self.here("scan", SHELL, "--config", other).returncode, 0)

    def test_excuses_of_a_foreign_folder_are_told(self):
        done = self.here("scan", SHELL, text=json.dumps({"suppressions": [suppression()]}))
        self.assertIn(b"findings are suppressed by ./mcpjury.yaml; --no-config counts them", done.stderr)

    def test_defaults_reach_every_command(self):
        self.write("mcpjury.yaml", "scan: {strictness: published, methodology: [tooltrust, aivss], lock: my.lock}\n")
        report = json.loads(self.here("scan", SHELL, "-o", "json").stdout)
        self.assertEqual(sorted(report["assessments"]), ["aivss", "tooltrust"])
        self.assertEqual(report["assessments"]["aivss"]["strictness"], "published")
        report = json.loads(self.here("scan", SHELL, "-o", "json", "--strictness", "precise", "--methodology", "all").stdout)
        self.assertEqual(len(report["assessments"]), 5)
        self.assertEqual(report["assessments"]["aivss"]["strictness"], "precise")
        self.assertEqual(self.here("pin", SHELL).returncode, 0)
        self.assertTrue((self.folder / "my.lock").exists())
        self.assertEqual(self.here("verify").returncode, 0)

    def test_wrong_files(self):
        for text, said in [("scan: {fail_on: hihg}", b"mcpjury.yaml: scan.fail_on: --fail-on: unknown condition"),
                           ("scan: {methodology: none}", b"scan.methodology"), ("scan: [", b"not YAML"),
                           ("a: 1\na: 2\n", b"mcpjury.yaml:2:1: the key a stands twice"), (b"\xff", b"not UTF-8")]:
            for command in (["scan", SHELL], ["config"], ["grade", SHELL]):
                done = self.here(*command, text=text)
                self.assertEqual((done.returncode, done.stdout), (2, b""), (text, done.stderr))
                self.assertIn(said, done.stderr)
        (self.folder / "mcpjury.yaml").unlink()
        os.mkfifo(self.folder / "mcpjury.yaml")
        self.assertEqual(self.here("scan", SHELL).returncode, 2)
        (self.folder / "mcpjury.yaml").unlink()
        (self.folder / "mcpjury.yaml").symlink_to("mcpjury.yaml")
        self.assertEqual(self.here("scan", SHELL).returncode, 2)
        self.assertEqual(self.here("scan", SHELL, "--config", "missing.yaml").returncode, 2)
        self.assertEqual(self.here("scan", SHELL, "--config", self.folder).returncode, 2)
        self.assertEqual(self.here("scan", SHELL, "--config", "x", "--no-config").returncode, 2)

    def test_printed_and_read_again(self):
        text = json.dumps({"scan": {"fail_on": ["high", "malice"], "timeout": 12.5},
                           "suppressions": [suppression(reason="colon: \"quote\" #hash")]})
        first = self.here("config", "--format", "json", text=text)
        printed = self.here("config").stdout
        again = self.here("config", "--format", "json", text=printed)
        self.assertEqual(json.loads(first.stdout), json.loads(again.stdout))
        self.assertEqual(json.loads(first.stdout)["scan"]["fail_on"], "high,malice")

    def test_printing_shows_no_login(self):
        text = json.dumps({
            "serve": {"store": "postgresql://u:canary@h/db", "public_url": "https://u:canary@h.example/", "judges": [
                "openai:m@https://u:canary@h.example/v1?key=canary"], "webhooks": [
                    {"url": "https://h.example/services/canary/x?token=canary", "secret_env": "NAME"}]},
            "fleet": {"store": "postgresql://u:canary@h/db?password=canary", "queue": "nats://canary@h:4222"}})
        for words in ([], ["--format", "json"], ["-v"]):
            done = self.here("config", *words, text=text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"canary", done.stdout + done.stderr)
            self.assertIn(b"h.example", done.stdout)

    def test_no_value_is_ever_quoted(self):
        canary = "sk-live-canary-0123456789abcdef"
        for text in (f"scan: {{strictness: {canary}}}", f"scan: {{jobs: {canary}, timeout: {canary}, offline: {canary}}}",
                     f"scan: {canary}", f"token: {canary}", f"scan: {{tokn: {canary}}}",
                     f"suppressions: [{{rule: runs-code, subject: x, reason: r, expires: {canary}}}]",
                     f"suppressions: [{{rule: runs-code, fingerprint: {canary}, reason: r, expires: 2027-01-01}}]"):
            for command in (["config"], ["config", "--format", "json"], ["scan", SHELL]):
                done = self.here(*command, text=text)
                self.assertEqual(done.returncode, 2, text)
                self.assertNotIn(b"canary", done.stderr + done.stdout, text)


class Baseline(Case):
    def setUp(self):
        super().setUp()
        self.document = json.loads(SHELL.read_text())
        self.before = self.write("before.json", json.dumps(self.document))
        self.baseline = self.folder / "baseline.json"
        run("scan", self.before, "-o", f"json={self.baseline}")

    def after(self, change):
        document = copy.deepcopy(self.document)
        change(document["result"]["tools"])
        return self.write("before.json", json.dumps(document))

    def report(self, target, *words, code=0):
        done = run("scan", target, "--baseline", self.baseline, "-o", "json", *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_nothing_changed(self):
        report = self.report(self.before, "--fail-on", "info,agentreserve:review", "--strict-clean")
        self.assertEqual({one["baseline"] for one in report["findings"]}, {"unchanged"})
        self.assertEqual((report["baseline"]["new"], report["baseline"]["fixed"]), (0, []))
        self.assertEqual(run("scan", self.before, "--fail-on", "high").returncode, 1)

    def test_new_ones_fail_and_fixed_ones_are_named(self):
        def change(tools):
            del tools[2]  # fetch_url
            tools.append({"name": "run_shell", "description": "Runs a shell command.",
                          "inputSchema": {"type": "object", "properties": {"command": {"type": "string"}}}})
        target = self.after(change)
        report = self.report(target, "--fail-on", "high", code=1)
        fits_schema(report)
        new = {(one["detector"], one["subject"]["name"]) for one in report["findings"] if one["baseline"] == "new"}
        self.assertIn(("runs-code", "run_shell"), new)
        self.assertNotIn(("runs-code", "run_command"), new)
        fixed = {(one["detector"], one["subject"]["name"]) for one in report["baseline"]["fixed"]}
        self.assertIn(("reaches-network", "fetch_url"), fixed)
        text = run("scan", target, "--baseline", self.baseline, "-v").stdout.decode()
        self.assertIn("Against the baseline of 2026-01-01T00:00:00Z:", text)
        self.assertIn("Fixed: medium reaches-network", text)
        markdown = run("scan", target, "--baseline", self.baseline, "-o", "markdown").stdout.decode()
        self.assertIn("Against the baseline", markdown)
        self.assertIn("Against the baseline", run("scan", target, "--baseline", self.baseline, "-o", "html").stdout.decode())
        sarif = json.loads(run("scan", target, "--baseline", self.baseline, "-o", "sarif").stdout)["runs"][0]
        self.assertEqual({one["baselineState"] for one in sarif["results"]}, {"new", "unchanged", "absent"})
        github = run("scan", target, "--baseline", self.baseline, "-o", "github").stdout.decode()
        self.assertIn("run_shell", github)
        self.assertNotIn("delete_path", github)

    def test_a_mark_that_was_reached_before_is_not_new(self):
        self.report(self.before, "--fail-on", "agentreserve:block,tooltrust:C")
        self.report(self.before, "--fail-on", "tooltrust:B")
        poisoned = json.loads((EXAMPLES / "notes-poisoned.json").read_text())
        listed = poisoned["result"]["tools"] if "result" in poisoned else poisoned["tools"]
        self.report(self.after(lambda tools: tools.extend(listed)), "--fail-on", "mcpbundles:dangerous", code=1)

    def test_another_folder_is_the_same_target(self):
        (self.folder / "elsewhere").mkdir()
        moved = self.write("elsewhere/other.json", self.before.read_text())
        self.assertEqual(self.report(moved)["baseline"]["new"], 0)

    def test_several_targets(self):
        done = run("scan", self.before, EXAMPLES / "notes-poisoned.json", "--baseline", self.baseline, "-o", "json")
        fits_schema(json.loads(done.stdout))
        known = [one["baseline"]["known"] for one in json.loads(done.stdout)["reports"]]
        self.assertEqual(known, [True, False])

    def test_a_report_of_another_version_is_still_a_baseline(self):
        saved = json.loads(self.baseline.read_text())
        saved["findings"][0]["detector"] = "a-rule-nobody-has"
        saved["catalog"]["sha256"] = "0" * 64
        self.baseline.write_text(json.dumps(saved))
        self.assertEqual(self.report(self.before)["baseline"]["fixed"][0]["detector"], "a-rule-nobody-has")

    def test_wrong_ones(self):
        for text in ("{", "[]", "{}", '{"reports":[1]}', '{"findings":[],"target":1}'):
            wrong = self.write("wrong.json", text)
            self.assert_one_line(run("scan", self.before, "--baseline", wrong), 2)
        self.assert_one_line(run("scan", self.before, "--baseline", self.folder / "missing"), 2)
        lines = self.write("lines", '{"tools":[]}\n')
        self.assert_one_line(run("scan", "--batch", lines, "--baseline", self.baseline), 2)

    def test_saved_reports_keep_it(self):
        saved = self.folder / "saved.json"
        run("scan", self.after(lambda tools: tools.pop()), "--baseline", self.baseline, "-o", f"json={saved}")
        for name in ("text", "json", "sarif"):
            direct = run("scan", self.before, "--baseline", self.baseline, "-o", name).stdout
            self.assertEqual(run("convert", saved, "-o", name).stdout, direct, name)


class Failed(Case):
    """One of several targets cannot be looked at: the others are reported, and it stands in the report too."""

    def test_in_every_format_that_has_a_place_for_it(self):
        words = ["scan", SHELL, self.folder / "missing.json"]
        done = run(*words, "-o", "json")
        self.assertEqual(done.returncode, 2)
        document = json.loads(done.stdout)
        fits_schema(document)
        self.assertEqual(len(document["reports"]), 1)
        self.assertEqual([(one["target"], one["error"]) for one in document["failed"]],
                         [(str(self.folder / "missing.json"), "unreadable")])
        lines = [json.loads(line) for line in run(*words, "-o", "ndjson").stdout.splitlines()]
        self.assertEqual([line.get("error", {}).get("code") for line in lines], [None, "unreadable"])
        sarif = json.loads(run(*words, "-o", "sarif").stdout)
        told = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        self.assertIn("missing.json", told[0]["message"]["text"])
        self.assertIn("missing.json", run(*words, "-o", "junit").stdout.decode())
        self.assertIn("Not looked at", run(*words, "-o", "markdown").stdout.decode())
        saved = self.write("saved.json", done.stdout)
        self.assertEqual(run("convert", saved, "-o", "sarif").stdout, run(*words, "-o", "sarif").stdout)

    def test_alone_there_is_no_report(self):
        self.assert_one_line(run("scan", self.folder / "missing.json", "-o", "json"), 2)


if __name__ == "__main__":
    main()
