"""A nats-server with JetStream of its own for the tests: on a free port, its files in a temporary folder."""
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time


def program():
    found = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise SystemExit("nats-server is not installed: Debian package nats-server")
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nats:
    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mcpjury-nats-"))
        self.port = free_port()
        self.child = None
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.child = subprocess.Popen([program(), "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", str(self.folder)],
                                          stdout=log, stderr=log)
        for _ in range(200):
            if self.child.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("nats-server did not start:\n" + (self.folder / "log").read_text(errors="replace")[-2000:])

    def kill(self):
        if self.child is not None:
            self.child.kill()
            self.child.wait()

    def restart(self):
        """As after a crash."""
        self.kill()
        self.start()

    def url(self):
        return f"nats://127.0.0.1:{self.port}"
