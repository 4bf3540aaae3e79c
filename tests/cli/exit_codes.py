"""Every exit code of product.md, the same in every format."""
import json
import pathlib
import signal
import subprocess
import time

import program
from program import Case, EXAMPLES, main, run

FORMATS = ["text", "json", "ndjson", "sarif"]
POISONED = EXAMPLES / "notes-poisoned.json"
BENIGN = EXAMPLES / "weather-benign.json"


class ExitCodes(Case):
    def each_format(self, code, *words, stdin=b""):
        for name in FORMATS:
            for extra in ([], ["-q"], ["-v"]):
                done = run("scan", *words, "-o", name, *extra, stdin=stdin)
                self.assertEqual(done.returncode, code, (words, name, extra, done.stderr))
        done = run("scan", *words, "-o", f"json={self.folder}/r.json", "-o", f"sarif={self.folder}/r.sarif", stdin=stdin)
        self.assertEqual(done.returncode, code, done.stderr)

    def test_findings_alone_change_nothing(self):
        self.each_format(0, POISONED)
        self.each_format(0, BENIGN)

    def test_threshold(self):
        for condition in ["malice", "high", "info", "tooltrust:B", "agentreserve:review", "mcpbundles:caution", "aivss:B",
                          "hygiene,malice"]:
            self.each_format(1, POISONED, "--fail-on", condition)
        self.each_format(0, BENIGN, "--fail-on", "malice")
        self.each_format(0, BENIGN, "--fail-on", "critical,weakness")

    def test_exit_zero(self):
        self.each_format(0, POISONED, "--fail-on", "malice", "--exit-zero")
        self.each_format(0, "-", "--exit-zero", stdin=b'{"tools":[]}')
        self.each_format(3, "-", "--exit-zero", stdin=b"{}")

    def test_wrong_usage(self):
        self.each_format(2, POISONED, "--fail-on", "hihg")
        self.each_format(2, POISONED, "--methodology", "none")
        self.each_format(2, self.folder / "missing.json")
        self.each_format(2, "-", stdin=b"{")
        self.each_format(2, "gopher://host/")

    def test_nothing_to_grade(self):
        self.each_format(3, "-", stdin=b'{"mcpServers":{}}')
        self.each_format(3, "https://no-such-host.invalid/mcp")
        self.each_format(3, "npm:some-package@1.0.0", "--offline")
        self.each_format(4, self.folder)  # a folder without a tool list
        self.assertEqual(run("scan", "npx", "-y", "some-server").returncode, 3)
        self.assertEqual(run("scan", "--", "some-server").returncode, 3)

    def test_incomplete(self):
        self.each_format(4, "-", stdin=b'{"tools":[]}')
        self.each_format(4, "-", stdin=b'{"tools":[{"name":"a","description":"b"}],"nextCursor":"x"}')

    def test_the_threshold_wins_over_incomplete(self):
        text = json.loads(POISONED.read_text(encoding="utf-8"))
        text["nextCursor"] = ""
        self.each_format(4, "-", stdin=json.dumps(text).encode())
        self.each_format(1, "-", "--fail-on", "malice", stdin=json.dumps(text).encode())

    def test_strict_clean(self):
        self.each_format(5, POISONED, "--strict-clean")
        self.each_format(1, POISONED, "--strict-clean", "--fail-on", "malice")

    def test_several_targets(self):
        empty = self.write("empty.json", '{"tools":[]}')
        other = self.write("other.json", "{}")
        self.each_format(4, BENIGN, empty, other)
        self.each_format(1, BENIGN, empty, other, POISONED, "--fail-on", "malice")
        self.each_format(3, BENIGN, other)
        self.each_format(0, BENIGN, POISONED)
        done = run("scan", BENIGN, other, "-o", "json")
        self.assertIn(b"other.json", done.stderr)
        self.assertIn(b"weather-example", done.stdout)

    def test_interrupted(self):
        child = subprocess.Popen([program.PROGRAM, "scan", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 env=program.ENVIRONMENT)
        # The handler is set before stdin is read: wait until the program sleeps in that read.
        for _ in range(500):
            time.sleep(0.02)
            folder = pathlib.Path(f"/proc/{child.pid}")
            if b"scan" in (folder / "cmdline").read_bytes() and b") S " in (folder / "stat").read_bytes():
                break
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(timeout=30), 130)
        child.stdin.close()
        child.stdout.close()


if __name__ == "__main__":
    main()
