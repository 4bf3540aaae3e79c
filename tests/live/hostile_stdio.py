"""The stdio behaviours of tests/data/hostile, in the sandbox: every scan ends, and nothing is left behind."""
import json
import os
import pathlib
import subprocess
import time
import unittest

import live
import program

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE / "hostile_child.py"


def processes_with(marker):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if marker.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


class HostileStdio(unittest.TestCase):
    def scan(self, behaviour, *words, timeout=20):
        self.marker = f"{behaviour}-{os.getpid()}"
        done = program.run("scan", "-o", "json", "--yes", "--timeout", str(timeout), *words, "--", "/usr/bin/python3",
                           str(SCRIPT), behaviour, self.marker, timeout=120)
        deadline = time.monotonic() + 10
        while processes_with(self.marker) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(processes_with(self.marker), [], "a process was left behind")
        return done

    def tools(self, done):
        report = json.loads(done.stdout)
        return report, report["server"]["tools"]

    def test_never_answers(self):
        done = self.scan("never-answers", timeout=30)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"timeout:mcp-response", done.stderr)

    def test_floods_stderr(self):
        done = self.scan("floods-stderr")
        self.assertIn(done.returncode, (0, 3, 4), done.stderr)

    def test_ignores_term(self):
        done = self.scan("ignores-term")
        report, tools = self.tools(done)
        self.assertEqual(tools, 1)

    def test_forks(self):
        report, tools = self.tools(self.scan("forks"))
        self.assertEqual(tools, 1)

    def test_banner_before_json(self):
        report, tools = self.tools(self.scan("banner"))
        self.assertEqual(tools, 1)
        self.assertNotEqual(report["assessments"]["agentreserve"]["state"], "not_run")

    def test_dies_at_once(self):
        done = self.scan("dies")
        self.assertEqual(done.returncode, 3, done.stderr)

    def test_dies_after_the_handshake(self):
        done = self.scan("dies-later")
        report, tools = self.tools(done)
        self.assertEqual((done.returncode, tools), (4, 0))
        self.assertNotEqual(report["assessments"]["agentreserve"]["verdict"], "allow")

    def test_secret_file_and_network_are_out_of_reach(self):
        secret = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"mcpjury-secret-{os.getpid()}"
        secret.write_text("canary-in-a-file")
        try:
            done = self.scan(f"spies:{secret}")
        finally:
            secret.unlink()
        report, tools = self.tools(done)
        self.assertEqual(tools, 1)
        self.assertNotIn(b"canary-in-a-file", done.stdout + done.stderr)
        described = json.dumps(program.run("observe", "--yes", "--", "/usr/bin/python3", str(SCRIPT),
                                           f"spies:{secret}", "again").stdout.decode())
        self.assertIn("file: not seen", described)
        self.assertIn("network: not reached", described)

    def test_without_consent_nothing_starts(self):
        done = program.run("scan", "--", "/usr/bin/python3", str(SCRIPT), "banner", "no-consent")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"--yes", done.stderr)

    def test_killed_hard_leaves_nothing(self):
        marker = f"killed-{os.getpid()}"
        scan = subprocess.Popen([program.PROGRAM, "scan", "--yes", "--", "/usr/bin/python3", str(SCRIPT), "never-answers",
                                 marker], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while len(processes_with(marker)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        scan.kill()
        scan.wait()
        deadline = time.monotonic() + 20
        while processes_with(marker) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(processes_with(marker), [])


if __name__ == "__main__":
    program.main()
