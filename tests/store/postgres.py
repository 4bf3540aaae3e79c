"""A PostgreSQL server of its own for the tests: made in a temporary folder, with the settings it comes with,
stopped and removed at the end. It cannot run as root; then the user postgres, else nobody, owns it."""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def program(name):
    # Those in the path may be Debian's wrappers, which look for a cluster of the system.
    found = next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None) or shutil.which(name)
    if found is None:
        raise SystemExit(f"PostgreSQL is not installed ({name} is missing): Debian package postgresql")
    return os.path.realpath(found)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """With databases of these names besides the one called postgres."""

    def __init__(self, *databases):
        self.databases = databases

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mcpjury-postgres-"))
        self.owner = None
        if os.geteuid() == 0:
            names = [entry.pw_name for entry in pwd.getpwall()]
            self.owner = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self.port = free_port()
        try:
            # Only the making is not synced to disk; what runs afterwards is.
            self.run("initdb", "--no-sync", "-A", "trust", "-U", "mcpjury", "-E", "UTF8", "--locale=C.UTF-8",
                     "-D", self.data())
            # Before it runs, so that no client program is needed.
            for name in self.databases:
                self.run("postgres", "--single", "-D", self.data(), "postgres", stdin=f"create database {name}\n")
            self.control("start")
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        try:
            self.control("stop", "-m", "immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def data(self):
        return str(self.folder / "data")

    def become(self):
        if self.owner is not None:
            os.setgroups([])
            os.setgid(self.owner.pw_gid)
            os.setuid(self.owner.pw_uid)

    def run(self, name, *words, stdin=""):
        # Output goes to a file: a server that lives on would hold a pipe open.
        with open(self.folder / "log", "ab") as log:
            done = subprocess.run([program(name), *words], input=stdin.encode(), stdout=log, stderr=log,
                                  preexec_fn=self.become, cwd=self.folder, timeout=120, check=False)
        if done.returncode != 0:
            raise SystemExit(f"PostgreSQL: {name} ended with {done.returncode}:\n" +
                             (self.folder / "log").read_text(errors="replace")[-2000:])

    def control(self, action, *words):
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        extra = ("-o", options) if action in ("start", "restart") else ()
        self.run("pg_ctl", action, "-D", self.data(), "-w", "-t", "60", *extra, *words)

    def restart(self):
        """As after a power cut: nobody is asked to finish."""
        self.control("restart", "-m", "immediate")

    def kill(self):
        """SIGKILL for the server and every process of it, then started again."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        others = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False)
        for pid in [first, *map(int, others.stdout.split())]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for attempt in range(20):
            time.sleep(0.1)
            try:
                return self.control("start")
            except SystemExit:
                # The last of the old processes may still hold the memory they shared.
                if attempt == 19:
                    raise
        return None

    def url(self, database="postgres"):
        return f"postgresql://mcpjury@127.0.0.1:{self.port}/{database}"

    def parameters(self, database="postgres"):
        return f"host=127.0.0.1 port={self.port} user=mcpjury dbname={database}"
