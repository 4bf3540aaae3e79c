"""Command x format x verdict: one function decides the exit code, so the format never does."""
import concurrent.futures
import json

from program import Case, EXAMPLES, main, run

FORMATS = ["text", "json", "ndjson", "sarif", "record", "html", "markdown", "junit", "csv", "github", "lines", "badge",
           "shields", "cyclonedx"]
SHELL = EXAMPLES / "shell-runner.json"
BENIGN = EXAMPLES / "weather-benign.json"
POISONED = EXAMPLES / "notes-poisoned.json"
SCALES = {"agentreserve": [("verdict", ["allow", "review", "block"]), ("grade", list("ABCDF"))],
          "ampel": [("light", ["green", "amber", "red"])],
          "aivss": [("grade", list("ABCDF"))],
          "mcpbundles": [("posture", ["clean", "caution", "risky", "dangerous"])],
          "tooltrust": [("grade", list("ABCDF")),
                        ("action", ["ALLOW", "ALLOW_RATE_LIMITED", "REQUIRE_APPROVAL", "BLOCK"])]}


class ExitTable(Case):
    def setUp(self):
        super().setUp()
        self.missing = self.folder / "missing.json"
        self.broken = self.write("broken.json", "{")
        self.other = self.write("other.json", '{"hello": 1}')
        self.empty = self.write("empty.json", '{"tools": []}')
        self.partial = self.write("partial.json", '{"tools":[{"name":"a","description":"b"}],"nextCursor":"x"}')
        self.accepted = self.write("accepted.yaml", json.dumps({"suppressions": [
            {"rule": rule, "subject": "*", "reason": "r", "expires": "2027-01-01"} for rule in ("runs-code", "deletes-data")]}))

    def rows(self):
        """What is asked, on which targets, and the code."""
        return [
            (0, [], [BENIGN]), (0, [], [POISONED]), (0, ["--fail-on", "critical"], [SHELL]),
            (1, ["--fail-on", "high"], [SHELL]), (1, ["--fail-on", "malice"], [POISONED]),
            (1, ["--fail-on", "critical,agentreserve:block"], [SHELL]), (1, ["--fail-on", "mcpbundles:dangerous"], [POISONED]),
            (0, ["--fail-on", "high", "--exit-zero"], [SHELL]),
            (0, ["--fail-on", "high", "--config", self.accepted], [SHELL]),
            (1, ["--fail-on", "medium", "--config", self.accepted], [SHELL]),
            (2, [], [self.missing]), (2, [], [self.broken]), (2, ["--fail-on", "hihg"], [SHELL]),
            (2, ["--config", self.broken], [SHELL]),
            (3, [], [self.other]), (3, ["--exit-zero"], [self.other]),
            (4, [], [self.empty]), (4, ["--fail-on", "critical"], [self.partial]), (0, ["--exit-zero"], [self.empty]),
            (5, ["--strict-clean"], [SHELL]), (1, ["--strict-clean", "--fail-on", "high"], [SHELL]),
            (4, ["--strict-clean"], [SHELL, self.empty]),
            # Several: 2, 1, 4, 3, 0 in this order.
            (1, ["--fail-on", "high"], [SHELL, self.empty, self.other, BENIGN]), (4, [], [self.empty, self.other, BENIGN]),
            (3, [], [self.other, BENIGN]), (2, ["--fail-on", "high"], [SHELL, self.missing, BENIGN]),
        ]

    def check(self, runs):
        """Each run is (code, words, stdin)."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for (code, words, stdin), done in zip(runs, pool.map(lambda one: run(*one[1], stdin=one[2]), runs)):
                self.assertEqual(done.returncode, code, (words, done.stderr))

    def test_scan(self):
        self.check([(code, ["scan", *words, *targets, "-o", form], b"")
                    for code, words, targets in self.rows() for form in FORMATS])

    def test_several_formats_at_once(self):
        files = [word for form in FORMATS for word in ("-o", f"{form}={self.folder}/{form}.out")]
        self.check([(code, ["scan", *words, *targets, *files], b"") for code, words, targets in self.rows()])

    def test_grade(self):
        records = {}
        for target in (SHELL, BENIGN, POISONED, self.empty, self.partial):
            records[target] = self.folder / f"{target.stem}.record"
            observed = run("observe", target, "-o", records[target])
            self.assertEqual(observed.returncode, 4 if target in (self.empty, self.partial) else 0, observed.stderr)
        # What was no record yet is wrong input to grade, as a tool list is.
        rows = [row for row in self.rows() if all(target in records or target in (self.missing, self.broken) for target in row[2])]
        self.assertEqual({code for code, _, _ in rows}, {0, 1, 2, 4, 5})
        self.check([(code, ["grade", *words, *[records.get(target, target) for target in targets], "-o", form], b"")
                    for code, words, targets in rows for form in FORMATS])

    def test_batch(self):
        lines = {SHELL: SHELL, BENIGN: BENIGN, POISONED: POISONED, self.empty: self.empty, self.partial: self.partial,
                 self.other: self.other}
        runs = []
        for code, words, targets in self.rows():
            if all(target in lines for target in targets):
                text = "".join(json.dumps(json.loads(target.read_text())) + "\n" for target in targets)
                runs.append((code, ["scan", "--batch", "-", *words], text))
                runs.append((code, ["scan", "--batch", "-", *words, "-o", f"ndjson={self.folder}/lines"], text))
        self.assertEqual({code for code, _, _ in runs}, {0, 1, 2, 3, 4, 5})
        self.check(runs)

    def test_convert(self):
        """Nothing is judged anew: 1 when the saved report reaches what is asked, 2 for what is no report, else 0."""
        saved = {}
        for target in (SHELL, BENIGN, POISONED, self.empty):
            saved[target] = self.folder / f"{target.stem}.report"
            run("scan", target, "-o", f"json={saved[target]}")
        runs = []
        for form in FORMATS:
            bad = 2 if form == "record" else None  # a report does not hold the raw parts
            for code, words, target in ((0, [], BENIGN), (0, [], self.empty), (1, ["--fail-on", "high"], SHELL),
                                        (0, ["--fail-on", "critical"], SHELL), (1, ["--fail-on", "tooltrust:C"], SHELL),
                                        (1, ["--fail-on", "malice"], POISONED)):
                runs.append((bad or code, ["convert", saved[target], *words, "-o", form], b""))
            runs += [(2, ["convert", self.missing, "-o", form], b""), (2, ["convert", self.broken, "-o", form], b""),
                     (2, ["convert", self.other, "-o", form], b"")]
        self.check(runs)

    def test_every_mark_of_every_methodology(self):
        for target in (SHELL, POISONED, BENIGN):
            report = json.loads(run("scan", target, "-o", "json").stdout)
            runs = []
            for methodology, scales in SCALES.items():
                for key, steps in scales:
                    mark = report["assessments"][methodology][key]
                    for i, step in enumerate(steps):
                        reached = mark in steps and steps.index(mark) >= i
                        runs.append((int(reached), ["scan", target, "-q", "--fail-on", f"{methodology}:{step}"], b""))
            self.check(runs)

    def test_every_severity_and_kind(self):
        for target in (SHELL, POISONED):
            counted = [one for one in json.loads(run("scan", target, "-o", "json").stdout)["findings"] if "precise" in one["counts_in"]]
            order = ["info", "low", "medium", "high", "critical"]
            worst = max(order.index(one["severity"]) for one in counted)
            runs = [(int(order.index(name) <= worst), ["scan", target, "-q", "--fail-on", name], b"") for name in order]
            kinds = {one["kind"] for one in counted}
            runs += [(int(name in kinds), ["scan", target, "-q", "--fail-on", name], b"")
                     for name in ("malice", "weakness", "capability", "hygiene")]
            self.check(runs)


if __name__ == "__main__":
    main()
