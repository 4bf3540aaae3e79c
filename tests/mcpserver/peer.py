"""A client of mcpjury mcp (or of any stdio server) for the tests: writes frames, reads frames, nothing more."""
import json
import pathlib
import queue
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"}}


class Peer:
    """One server process; every line it writes is parsed, in order."""

    def __init__(self, words, env=None):
        self.process = subprocess.Popen(list(map(str, words)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env={**program.ENVIRONMENT, **(env or {})})
        self.lines = queue.Queue()
        self.errors = b""
        self.kept = []
        self.threads = [threading.Thread(target=self._read, daemon=True),
                        threading.Thread(target=self._read_errors, daemon=True)]
        for thread in self.threads:
            thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self):
        self.errors = self.process.stderr.read()

    def send(self, frame):
        data = frame if isinstance(frame, bytes) else (json.dumps(frame) + "\n").encode()
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, timeout=30):
        """The next line as bytes; None at the end."""
        return self.lines.get(timeout=timeout)

    def next(self, timeout=30):
        line = self.line(timeout)
        return None if line is None else json.loads(line)

    def answer(self, wanted, timeout=30):
        """The answer with this id; everything else is kept."""
        while True:
            frame = self.next(timeout)
            if frame is None:
                raise AssertionError(f"ended without an answer to {wanted!r}: {self.kept}")
            if isinstance(frame, dict) and frame.get("id") == wanted and "method" not in frame:
                return frame
            self.kept.append(frame)

    def ask(self, wanted, method, params=None, timeout=30):
        frame = {"jsonrpc": "2.0", "id": wanted, "method": method}
        if params is not None:
            frame["params"] = params
        self.send(frame)
        return self.answer(wanted, timeout)

    def call(self, wanted, name, arguments, meta=None, timeout=60):
        params = {"name": name, "arguments": arguments}
        if meta:
            params["_meta"] = meta
        return self.ask(wanted, "tools/call", params, timeout)

    def initialize(self, version="2025-11-25"):
        answer = self.ask("init", "initialize", {"protocolVersion": version, "capabilities": {},
                                                 "clientInfo": {"name": "test", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def end(self, timeout=30):
        """Closes the input; the exit code."""
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        code = self.process.wait(timeout)
        for thread in self.threads:
            thread.join(timeout)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def start(*words, env=None):
    return Peer([program.PROGRAM, "mcp", "--no-store", *words], env)
