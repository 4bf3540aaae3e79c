"""convert: a saved report gives what the scan gave, in every format, and wrong input gives a clear message.

    convert.py MCPJURY
"""
import json

from formats import Case, FORMATS, SERVERS, main, run, scan_all


def steady(form, text):
    """A bill of materials of a saved report has only the packages that findings name."""
    if form != "cyclonedx":
        return text
    document = json.loads(text)
    for part in ("components", "dependencies", "vulnerabilities", "compositions"):
        document.pop(part)
    return document


class Convert(Case):
    def compare(self, targets, *words):
        first, second = self.folder / "scan", self.folder / "convert"
        first.mkdir(exist_ok=True)
        second.mkdir(exist_ok=True)
        fresh = scan_all(first, targets, *words)
        again = scan_all(second, [first / "json"], command="convert")
        return [f"{targets[0].name} {words} {form}" for form in FORMATS
                if steady(form, fresh[form]) != steady(form, again[form])]

    def test_the_same_to_the_byte(self):
        wrong = []
        for path in sorted(SERVERS.glob("*.json")):
            wrong += self.compare([path])
        wrong += self.compare([SERVERS / "weather-poisoned.json"], "--strictness", "published")
        wrong += self.compare(sorted(SERVERS.glob("*.json"))[:4])
        self.assertEqual(wrong, [])

    def test_a_part_of_the_methodologies(self):
        report = self.write("r.json", run("scan", SERVERS / "mail.json", "-o", "json", "--methodology", "ampel").stdout)
        done = run("convert", report, "-o", "badge", "--methodology", "ampel")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"MCPAmpel", done.stdout)
        self.assertEqual(run("convert", report, "-o", "json").stdout, report.read_bytes())
        # Coverage is told in AgentReserve's words, which this report does not have.
        self.assertIn(b"tier unknown, level unknown", run("convert", report).stdout)
        self.assert_one_line(run("convert", report, "--methodology", "tooltrust"), 2)

    def test_the_threshold(self):
        report = self.write("r.json", run("scan", SERVERS / "weather-poisoned.json", "-o", "json").stdout)
        self.assertEqual(run("convert", report).returncode, 0)
        self.assertEqual(run("convert", report, "--fail-on", "critical", "-o", "junit").returncode, 1)
        self.assertEqual(run("convert", report, "--fail-on", "mcpbundles:dangerous", "-o", "csv").returncode, 1)
        self.assertEqual(run("convert", report, "--fail-on", "weakness", "-o", "html").returncode, 0)
        self.assert_one_line(run("convert", report, "--fail-on", "nothing"), 2)

    def test_from_stdin(self):
        text = run("scan", SERVERS / "mail.json", "-o", "json").stdout
        self.assertEqual(run("convert", "-", "-o", "json", stdin=text).stdout, text)

    def test_what_is_no_report(self):
        good = json.loads(run("scan", SERVERS / "weather-poisoned.json", "-o", "json").stdout)

        def changed(**members):
            return json.dumps({**good, **members})

        findings = good["findings"]
        cases = {
            "empty": "", "no_json": "{", "array": "[]", "tools": '{"tools": []}', "null": "null", "text": '"x"',
            "version": changed(schema_version=2), "no_findings": changed(findings=None),
            "unknown_detector": changed(findings=[{**findings[0], "detector": "no-such-rule"}, *findings[1:]]),
            "other_kind": changed(findings=[{**findings[0], "kind": "hygiene"}, *findings[1:]]),
            "dangling": changed(findings=findings[:1]), "extra": changed(more=1),
            "severity": changed(findings=[{**findings[0], "severity": "terrible"}, *findings[1:]]),
            "several": json.dumps({"schema_version": 1, "program": good["program"], "catalog": good["catalog"],
                                   "reports": [], "cross_findings": []}),
            "hostile": changed(target={"kind": "\x1b[31m", "id": None, "display": ""}),
        }
        for name, text in cases.items():
            with self.subTest(name):
                self.assert_one_line(run("convert", self.write(f"{name}.json", text), "-o", "html"), 2)
        self.assert_one_line(run("convert", self.folder / "absent.json"), 2)
        self.assert_one_line(run("convert", self.folder), 2)
        saved = self.write("good.json", json.dumps(good))
        self.assert_one_line(run("convert", saved, "-o", "record"), 2)
        self.assert_one_line(run("convert", saved, "-o", "pdf"), 2)
        self.assert_one_line(run("convert", saved, "-o", "html", "-o", "csv"), 2)

    def test_a_report_of_another_catalogue(self):
        good = json.loads(run("scan", SERVERS / "weather.json", "-o", "json").stdout)
        good["catalog"] = {"version": "2020.1", "sha256": "0" * 64}
        good["program"]["version"] = "0.0.1"
        done = run("convert", self.write("old.json", json.dumps(good)), "-o", "json")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"was made with catalogue 2020.1", done.stderr)
        again = json.loads(done.stdout)
        self.assertEqual((again["catalog"], again["program"]), (good["catalog"], good["program"]))
        page = run("convert", self.folder / "old.json", "-o", "html").stdout
        self.assertIn(b"mcpjury 0.0.1", page)
        self.assertIn(b"2020.1", page)


class Threshold(Case):
    def outcome(self, *words):
        from formats import read_junit  # pylint: disable=import-outside-toplevel
        done = run("scan", SERVERS / "weather-poisoned.json", "-o", "junit", *words)
        root, complaints = read_junit(done.stdout.decode())
        self.assertEqual(complaints, [])
        report = json.loads(run("scan", SERVERS / "weather-poisoned.json", "-o", "json").stdout)
        return done.returncode, root, report

    def test_failures_follow_fail_on(self):
        for words, holds in ((("--fail-on", "critical"), lambda f: f["severity"] == "critical"),
                             (("--fail-on", "hygiene"), lambda f: f["kind"] == "hygiene"),
                             ((), lambda f: f["severity"] in ("critical", "high"))):
            code, root, report = self.outcome(*words)
            counted = [f for f in report["findings"] if "precise" in f["counts_in"] and holds(f)]
            self.assertEqual(len(root.findall(".//failure")), len(counted), words)
            self.assertEqual(code, 1 if words and counted else 0)

    def test_a_mark_fails_in_the_suite_of_the_grades(self):
        code, root, _ = self.outcome("--fail-on", "tooltrust:C")
        self.assertEqual(code, 1)
        self.assertEqual([f.get("type") for f in root.iter("failure")], ["grade"])

    def test_what_was_not_seen_is_an_error(self):
        done = run("scan", SERVERS / "empty-tools.json", "-o", "junit")
        self.assertEqual(done.returncode, 4)
        self.assertIn(b"<error message=\"incomplete: ", done.stdout)


if __name__ == "__main__":
    main()
