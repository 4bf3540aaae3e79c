"""The other commands, the places output goes to, and colour."""
import json
import os
import re
import subprocess

import program
from program import Case, EXAMPLES, main, run

POISONED = EXAMPLES / "notes-poisoned.json"


class Commands(Case):
    def test_version_and_help(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout.decode(), r"\Amcpjury \d+\.\d+\.\d+.*\ncatalogue \S+ \([0-9a-f]{12}\)\n\Z")
        for words in (["--help"], ["help"], ["scan", "--help"], ["explain", "-h"]):
            self.assertEqual(run(*words).returncode, 0)
            self.assertIn(b"mcpjury", run(*words).stdout)

    def test_wrong_commands(self):
        self.assert_one_line(run(), 2)
        self.assert_one_line(run("scna", "x"), 2)
        self.assertIn(b"did you mean scan", run("scna").stderr)
        self.assert_one_line(run("scan"), 2)
        self.assert_one_line(run("scan", POISONED, "-o", "pdf"), 2)
        self.assert_one_line(run("scan", POISONED, "-o", "json", "-o", "text"), 2)
        self.assert_one_line(run("scan", POISONED, "--config"), 2)
        self.assert_one_line(run("scan", "-", "-"), 2)
        self.assert_one_line(run("scan", "--"), 2)

    def test_every_rule_can_be_explained(self):
        detectors = json.loads(run("rules", "--format", "json").stdout)
        self.assertGreater(len(detectors), 10)
        for detector in detectors:
            done = run("explain", detector["id"])
            self.assertEqual(done.returncode, 0, done.stderr)
            text = done.stdout.decode()
            for heading in ("What\n", "Why it matters\n", "How it is found\n", "What to do\n", "Known false alarms\n",
                            "Measured\n", "Feeds\n"):
                self.assertIn(heading, text, detector["id"])
            self.assertEqual("Fires on\n" in text, bool(detector["fires"]), detector["id"])
            self.assertEqual("Stays quiet on\n" in text, bool(detector["quiet"]), detector["id"])
            for field in ("what", "why", "fix", "citations", "known_false_alarms", "fires", "quiet", "feeds"):
                self.assertIn(field, detector)
        self.assertEqual(json.loads(run("explain", detectors[0]["id"], "--format", "json").stdout), detectors[0])

    def test_published_rules_too(self):
        for method in json.loads(run("methodologies", "--format", "json").stdout):
            for rule in method["rules"]:
                done = run("explain", rule["id"])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(rule["id"].encode(), done.stdout)
        self.assertIn(b"Fed by", run("explain", "as-001").stdout)

    def test_unknown_ids(self):
        first = json.loads(run("rules", "--format", "json").stdout)[0]["id"]
        done = run("explain", first[:-1] + "x")
        self.assert_one_line(done, 2)
        self.assertIn(first.encode(), done.stderr)
        self.assert_one_line(run("rules", "no-such-rule-anywhere"), 2)
        self.assert_one_line(run("methodologies", "none"), 2)

    def test_methodologies(self):
        ids = [method["id"] for method in json.loads(run("methodologies", "--format", "json").stdout)]
        self.assertEqual(sorted(ids), ["agentreserve", "aivss", "ampel", "mcpbundles", "tooltrust"])
        for name in ids:
            text = run("methodologies", name).stdout.decode()
            for heading in ("Bands\n", "Rules\n", "What the score is not\n", "Decisions\n", "Changelog\n"):
                self.assertIn(heading, text, name)

    def test_chosen_methodologies(self):
        report = json.loads(run("scan", POISONED, "-o", "json", "--methodology", "tooltrust,aivss").stdout)
        self.assertEqual(sorted(report["assessments"]), ["aivss", "tooltrust"])

    def test_files_are_whole_or_absent(self):
        out = self.folder / "r.json"
        done = run("scan", POISONED, "-o", f"json={out}", "-o", f"sarif={self.folder}/r.sarif")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["r.json", "r.sarif"])
        self.assertEqual(out.read_bytes(), run("scan", POISONED, "-o", "json").stdout)
        link = self.folder / "link.json"
        link.symlink_to("r.json")
        run("scan", EXAMPLES / "weather-benign.json", "-o", f"json={link}")
        self.assertTrue(link.is_symlink())
        self.assertIn("weather-example", out.read_text(encoding="utf-8"))
        done = run("scan", POISONED, "-o", f"json={self.folder}/no/such/place.json")
        self.assert_one_line(done, 2)
        self.assertEqual(run("scan", POISONED, "-o", "json=/dev/null").returncode, 0)

    def test_colour(self):
        plain = run("scan", POISONED).stdout
        self.assertNotIn(b"\x1b", plain)
        for env, words, coloured in [({"CLICOLOR_FORCE": "1"}, [], True), ({}, ["--color", "always"], True),
                                     ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, [], False),
                                     ({"CLICOLOR_FORCE": "1"}, ["--color", "never"], False),
                                     ({"TERM": "dumb"}, [], False)]:
            done = run("scan", POISONED, *words, env=env)
            self.assertEqual(b"\x1b[" in done.stdout, coloured, (env, words))
            self.assertEqual(re.sub(rb"\x1b\[[0-9;]*m", b"", done.stdout), plain)

    def test_the_screen_has_80_columns(self):
        for path in sorted(EXAMPLES.glob("*.json")):
            for words in ([], ["-v"], ["-q"]):
                for line in run("scan", path, *words).stdout.decode().splitlines():
                    self.assertLessEqual(len(line), 80, line)
            ascii_only = run("scan", path, "-v", env={"LC_ALL": "C"}).stdout
            self.assertTrue(ascii_only.isascii(), path)

    def test_a_reader_that_leaves(self):
        with subprocess.Popen([program.PROGRAM, "rules", "--format", "json"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=program.ENVIRONMENT) as child:
            child.stdout.close()
            self.assertEqual(child.stderr.read(), b"")
            self.assertEqual(child.wait(timeout=30), 0)

    def test_a_full_disk(self):
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([program.PROGRAM, "scan", POISONED], stdout=full, stderr=subprocess.PIPE,
                                      env=program.ENVIRONMENT, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"cannot write to stdout", done.stderr)


if __name__ == "__main__":
    main()
