"""What only shows on a terminal: progress and colours. On a pseudo-terminal, as a user has it."""
import json
import os
import pty
import select
import subprocess
import time

import program
from program import Case, EXAMPLES, ENVIRONMENT, main, run

SHELL = EXAMPLES / "shell-runner.json"
LINE = json.dumps({"id": 1, "tools": [{"name": "a", "description": "Adds two numbers."}]}).encode() + b"\n"
TERMINAL = {**ENVIRONMENT, "TERM": "xterm"}


def drain(terminal, seconds):
    """What comes within `seconds`, or until the other side is gone."""
    seen = b""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([terminal], [], [], left)[0]:
            break
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    return seen


class Progress(Case):
    def batch(self, *words, env=None, until=b""):
        """A batch that goes on until `until` is drawn, or over a second and a half when nothing is to be drawn."""
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        out = self.folder / "out"
        with open(out, "wb") as sink:
            child = subprocess.Popen([program.PROGRAM, "scan", "--batch", "-", *words], stdin=subprocess.PIPE, stdout=sink,
                                     stderr=slave, env={**TERMINAL, **(env or {})})
        os.close(slave)
        seen = b""
        deadline = time.monotonic() + (60 if until else 1.5)
        while time.monotonic() < deadline and (not until or until not in seen):
            child.stdin.write(LINE * 10)
            child.stdin.flush()
            seen += drain(master, 0.1)
        child.stdin.close()
        seen += drain(master, 30)
        self.assertEqual(child.wait(timeout=60), 0)
        self.assertTrue(out.read_bytes().startswith(b'{"id":1'))
        return seen

    def test_counts_and_rate(self):
        seen = self.batch(until=b"/s, ")
        self.assertRegex(seen, rb"\rmcpjury: \d+ lines, [\d.]+/s, \d+ s\x1b\[K")
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen[-80:])
        self.assertNotIn(b"\n", seen)

    def test_not_where_nobody_wants_it(self):
        for words, env in ((["--no-progress"], {}), (["-q"], {}), ([], {"CI": "true"}), ([], {"TERM": "dumb"})):
            self.assertEqual(self.batch(*words, env=env), b"", (words, env))

    def test_never_in_a_file(self):
        done = run("scan", "--batch", "-", stdin=LINE * 1000, env={"TERM": "xterm"})
        self.assertEqual(done.stderr, b"")

    def test_messages_are_not_drawn_into_the_line(self):
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        fifo = self.folder / "slow.json"
        os.mkfifo(fifo)
        child = subprocess.Popen([program.PROGRAM, "scan", "missing.json", fifo, "--no-store", "-o", f"json={self.folder}/r"],
                                 stdout=subprocess.DEVNULL, stderr=slave, env=TERMINAL)
        os.close(slave)
        seen = b""
        end = time.monotonic() + 60
        while b"of 2 targets" not in seen and time.monotonic() < end:
            seen += drain(master, 0.2)
        fifo.write_bytes(SHELL.read_bytes())
        seen += drain(master, 30)
        self.assertEqual(child.wait(timeout=60), 2)
        self.assertIn(b"of 2 targets", seen)
        self.assertIn(b"1 failed", seen)
        for line in seen.split(b"\n"):
            last = line.rstrip(b"\r").split(b"\x1b[K")[-1].lstrip(b"\r")
            self.assertTrue(last == b"" or last.startswith(b"mcpjury: cannot open missing.json"), line)


class Source(Case):
    def test_files_are_counted(self):
        """A tree that takes as long as it takes: it grows until its files are told of."""
        for size in (4000, 16000, 64000):
            tree = self.folder / str(size)
            tree.mkdir()
            for i in range(size):
                (tree / f"f{i}.py").write_text("def f(x):\n    return x\n" * 20)
            master, slave = pty.openpty()
            child = subprocess.Popen([program.PROGRAM, "scan", tree, "--no-store", "-o", f"json={self.folder}/r"],
                                     stdout=subprocess.DEVNULL, stderr=slave, env=TERMINAL)
            os.close(slave)
            seen = drain(master, 120)
            child.wait(timeout=60)
            os.close(master)
            if b"files read" in seen:
                break
        self.assertRegex(seen, rb"\rmcpjury: 0 of 1 targets, \d+ files read, \d+/s, \d+ s\x1b\[K")


class Colours(Case):
    def shown(self, *words, env=None, terminal=True):
        if not terminal:
            return run("scan", SHELL, *words, env=env).stdout
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        child = subprocess.Popen([program.PROGRAM, "scan", SHELL, "--no-store", *words], stdout=slave,
                                 stderr=subprocess.DEVNULL, env={**TERMINAL, **(env or {})})
        os.close(slave)
        seen = drain(master, 30)
        child.wait(timeout=60)
        return seen

    def test_who_decides(self):
        for coloured, words, env, terminal in (
                (True, [], {}, True), (False, [], {"NO_COLOR": "1"}, True), (True, [], {"NO_COLOR": ""}, True),
                (False, [], {"TERM": "dumb"}, True), (False, ["--color", "never"], {}, True), (False, [], {}, False),
                (True, [], {"CLICOLOR_FORCE": "1"}, False), (False, [], {"CLICOLOR_FORCE": "0"}, False),
                (False, [], {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False), (True, ["--color", "always"], {"NO_COLOR": "1"}, False)):
            self.assertEqual(b"\x1b[" in self.shown(*words, env=env, terminal=terminal), coloured, (words, env, terminal))

    def test_colours_take_no_room(self):
        import re
        for line in re.sub(rb"\x1b\[[0-9;]*m", b"", self.shown("--color", "always", terminal=False)).decode().splitlines():
            self.assertLessEqual(len(line), 80, line)


if __name__ == "__main__":
    main()
