"""The same record gives the same bytes whatever the machine's language, zone, folder or number of jobs."""
import json
import subprocess

from proof import Case, EXAMPLES, SERVERS, main, own_inputs, run
import program

SETTINGS = [{"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}, {"LC_ALL": ""},
            {"TZ": "Pacific/Kiritimati"}, {"TZ": "America/St_Johns"}, {"TZ": ":nowhere"}, {"HOME": "/nowhere"},
            {"COLUMNS": "40"}, {"MALLOC_PERTURB_": "165"}]


class Determinism(Case):
    def test_surroundings(self):
        for path in (SERVERS / "mail-poisoned.json", SERVERS / "unicode.json", EXAMPLES / "mixed-unicode.json"):
            for form in ("json", "ndjson", "sarif", "text"):
                first = run("scan", path, "-o", form)
                self.assertEqual(first.returncode, 0, first.stderr)
                for setting in SETTINGS:
                    if form == "text" and "LC_ALL" in setting:
                        continue  # a terminal that shows no UTF-8 gets ASCII
                    again = run("scan", path, "-o", form, env=setting)
                    self.assertEqual((again.returncode, again.stdout), (first.returncode, first.stdout), (path, form, setting))

    def test_no_setting_at_all(self):
        path = SERVERS / "unicode.json"
        bare = subprocess.run([program.PROGRAM, "scan", path, "-o", "json"], capture_output=True, check=False,
                              env={"SOURCE_DATE_EPOCH": program.ENVIRONMENT["SOURCE_DATE_EPOCH"]})
        self.assertEqual(bare.stdout, run("scan", path, "-o", "json").stdout)

    def test_address_layout(self):
        """Nothing is ordered by where it lies in memory."""
        path = SERVERS / "mail-poisoned.json"
        results = {run("scan", path, "-o", "json", env={"PAD": "x" * (977 * i)}).stdout for i in range(8)}
        self.assertEqual(len(results), 1)

    def test_the_clock_is_the_only_difference(self):
        path = SERVERS / "mail.json"
        reports = [json.loads(run("scan", path, "-o", "json", env={"SOURCE_DATE_EPOCH": when}).stdout)
                   for when in ("0", "1999999999")]
        times = [report.pop("observed_at") for report in reports]
        self.assertNotEqual(*times)
        self.assertEqual(*reports)

    def test_jobs(self):
        lines = []
        for i in range(40):
            for path in own_inputs():
                document = json.loads(path.read_text(encoding="utf-8"))
                document = {"tools": document} if isinstance(document, list) else document.get("result", document)
                if len(json.dumps(document)) < 100_000:
                    lines.append(json.dumps({**document, "id": [i, path.name]}))
        text = "\n".join(lines)
        one = run("scan", "--batch", "-", "--jobs", "1", stdin=text)
        self.assertEqual(one.stdout.count(b"\n"), len(lines))
        for jobs in ("2", "2", "3", "8"):
            again = run("scan", "--batch", "-", "--jobs", jobs, stdin=text, env={"LC_ALL": "C", "TZ": "Asia/Kolkata"})
            self.assertEqual((again.returncode, again.stdout), (one.returncode, one.stdout), jobs)


if __name__ == "__main__":
    main()
