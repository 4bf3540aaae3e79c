"""Runs the built program for the end-to-end tests; not a test itself."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DATA = pathlib.Path(os.environ.get("MCPJURY_DATA", ROOT.parent / "shared" / "data"))
PROGRAM = str(ROOT / "build" / "mcpjury")

# What a user without any setting has, and one clock for all.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "SOURCE_DATE_EPOCH": "1767225600", "LC_ALL": "C.UTF-8"}


def run(*words, stdin=b"", env=None, timeout=120):
    """The finished process; output as bytes."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    return subprocess.run([PROGRAM, *map(str, words)], input=stdin, capture_output=True, timeout=timeout,
                          env={**ENVIRONMENT, **(env or {})}, check=False)


def scan_text(text, *words):
    return run("scan", "-", *words, stdin=text)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assert_one_line(self, done, code):
        """A failure says one line on stderr, nothing on stdout."""
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, b"")
        self.assertTrue(done.stderr.startswith(b"mcpjury: "), done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertTrue(done.stderr.endswith(b"\n"))


def data_folder(relative):
    """A folder of the large data, or None after saying that it is absent."""
    path = DATA / relative
    if path.is_dir():
        return path
    print(f"data absent: {relative}")
    return None


def main():
    global PROGRAM
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = sys.argv.pop(1)
    unittest.main(module="__main__")
