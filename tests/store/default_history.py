"""History without any set-up: in the user's data folder, off where the same bytes are promised, never in the way."""
import json
import subprocess

from kept import program, StoreCase, TOOLS, main, run

CHANGED = [{**TOOLS[0], "description": TOOLS[0]["description"] + " And more."}, *TOOLS[1:]]


class DefaultHistory(StoreCase):
    def plain(self, *words, **settings):
        """As a user runs it: with a home, without a fixed time."""
        environment = {key: value for key, value in program.ENVIRONMENT.items() if key != "SOURCE_DATE_EPOCH"}
        environment["HOME"] = str(self.folder / "home")
        environment.update(settings)
        return subprocess.run([program.PROGRAM, *map(str, words)], capture_output=True, env=environment, check=False,
                              stdin=subprocess.DEVNULL, timeout=120)

    def kept(self):
        return self.folder / "home/.local/share/mcpjury/history.sqlite"

    def facet(self, done, name="prior_surface"):
        return json.loads(done.stdout)["evidence"]["coverage"]["facets"][name]

    def test_two_scans_need_no_set_up(self):
        path = self.server()
        done = self.plain("scan", path, "-o", "json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.facet(done)["state"], "absent")
        self.server(tools=CHANGED)
        done = self.plain("scan", path, "-o", "json")
        self.assertEqual(self.facet(done)["state"], "seen")
        self.assertIn("changed-without-new-version", {finding["detector"] for finding in json.loads(done.stdout)["findings"]})
        self.assertEqual(self.kept().parent.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.plain("history", "notes").returncode, 0)
        self.assertIn(b"2 scans of 1 target", self.plain("db", "status").stdout)

    def test_where_nothing_is_kept(self):
        path = self.server()
        for words, settings in ((("--no-store",), {}), ((), {"MCPJURY_STORE": "none"}), (("--store", "none"), {}),
                                ((), {"CI": "true"}), ((), {"SOURCE_DATE_EPOCH": "1767225600"})):
            done = self.plain("scan", path, "-o", "json", *words, **settings)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(self.facet(done)["state"], "not_looked")
        self.write("batch", json.dumps({"id": 1, "tools": TOOLS}) + "\n")
        self.assertEqual(self.plain("scan", "--batch", self.folder / "batch").returncode, 0)
        self.assertEqual(self.plain("observe", path, "-o", self.folder / "record").returncode, 0)
        self.assertEqual(self.plain("grade", self.folder / "record").returncode, 0)
        one = self.plain("scan", self.folder / "record", "-o", "json")
        self.assertEqual(one.stdout, self.plain("scan", self.folder / "record", "-o", "json").stdout)
        self.assert_one_line(self.plain("history"), 3)
        self.assertIn(b"history: none", self.plain("db", "status").stdout)
        self.assertFalse(self.kept().exists())
        # A build machine that wants history names it.
        self.assertEqual(self.plain("scan", path, "-q", "--store", "default", CI="1").returncode, 0)
        self.assertTrue(self.kept().exists())

    def test_a_setting_chooses_another(self):
        path = self.server()
        self.assertEqual(self.plain("scan", path, "-q", MCPJURY_STORE=self.store()).returncode, 0)
        self.assertFalse(self.kept().exists())
        self.assertEqual(len(self.rows()), 1)
        self.assert_one_line(self.plain("scan", path, MCPJURY_STORE="mysql://x"), 2)

    def test_a_history_that_cannot_be_opened_is_said_and_does_not_fail_the_scan(self):
        path = self.server()
        self.kept().parent.mkdir(parents=True)
        self.kept().write_bytes(b"this is no database, whatever its name says" * 100)
        done = self.plain("scan", path, "-o", "json")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stderr.startswith(b"mcpjury: no history: store "), done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        for name in ("prior_surface", "fingerprints"):
            self.assertEqual(self.facet(done, name)["state"], "could_not_see")
            self.assertIn("store ", self.facet(done, name)["reason"])
        rule = next(rule for rule in json.loads(done.stdout)["assessments"]["agentreserve"]["rules"]
                    if rule["id"] == "tool_surface_unchanged_since_last_scan")
        self.assertNotIn(rule["state"], ("pass", "fail"))
        # Asked for by name it must work.
        self.assert_one_line(self.plain("scan", path, "--store", "default"), 2)
        done = self.plain("scan", path, "-q", HOME="")
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (0, 1), done.stderr)
        self.assertIn(b"no history: ", done.stderr)
        # What fails for another reason says only that.
        self.assert_one_line(self.plain("scan", self.folder / "absent.json", HOME=""), 2)

    def test_the_same_evidence_is_kept_once(self):
        path = self.server()
        for at in range(4):
            run("scan", path, "-q", "--store", self.store(), env={"SOURCE_DATE_EPOCH": str(1767225600 + at)})
        self.assertEqual(len({scan["evidence_sha256"] for scan in self.rows()}), 1)

    def test_two_servers_of_one_name_in_one_run_are_not_one_that_changed(self):
        other = self.server(tools=CHANGED, file="other.json")
        done = self.plain("scan", self.server(), other, "-o", "json")
        self.assertEqual(done.returncode, 0)
        for report in json.loads(done.stdout)["reports"]:
            self.assertEqual(report["evidence"]["coverage"]["facets"]["prior_surface"]["state"], "absent")

    def test_what_was_approved_is_what_later_scans_are_compared_with(self):
        path = self.server()
        lock = self.folder / "x.lock"
        self.assertEqual(self.plain("pin", path, "--lock", lock, "--by", "ann").returncode, 0)
        self.server(tools=CHANGED)
        for _ in range(2):  # with the last scan as the baseline the second would be silent
            done = self.plain("scan", path, "-o", "json")
            found = {finding["detector"] for finding in json.loads(done.stdout)["findings"]}
            self.assertIn("changed-without-new-version", found)
        self.assertEqual(self.plain("pin", path, "--lock", lock).returncode, 0)
        found = json.loads(self.plain("scan", path, "-o", "json").stdout)["findings"]
        self.assertNotIn("changed-without-new-version", {finding["detector"] for finding in found})


if __name__ == "__main__":
    main()
