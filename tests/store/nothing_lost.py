"""Killed, full, read-only, locked, two at once, restarted: a clear error or another try, nothing corrupted, nothing
acknowledged and gone. MCPJURY_KILLS says how many runs are killed (15; 200 in make test-long)."""
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

from kept import program, StoreCase, main, run
from postgres import Cluster

KILLS = int(os.environ.get("MCPJURY_KILLS", "15"))


class NothingLost(StoreCase):
    def start(self, path, store, at, **more):
        return subprocess.Popen([program.PROGRAM, "scan", str(path), "-q", "--store", store], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env={**program.ENVIRONMENT, "SOURCE_DATE_EPOCH": str(at)}, **more)

    def kill_runs(self, store, count, seed):
        path = self.server()
        began = time.monotonic()
        self.start(path, store, 1767225600).communicate()
        whole = time.monotonic() - began
        chance = random.Random(seed)
        acknowledged, killed = {"2026-01-01T00:00:00Z"}, 0
        for number in range(1, count + 1):
            # Some evidence is new, some is known.
            self.server(version=f"1.{number // 2}.0")
            child = self.start(path, store, 1767225600 + number)
            time.sleep(chance.uniform(0.0, whole * 1.2))
            child.send_signal(signal.SIGKILL)
            out, _ = child.communicate()
            killed += child.returncode == -signal.SIGKILL
            # A verdict on stdout is the acknowledgement: it is written after the scan was kept.
            if out:
                acknowledged.add(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1767225600 + number)))
        kept = [scan["observed_at"] for scan in self.rows(store)]
        self.assertEqual(len(kept), len(set(kept)))
        self.assertLessEqual(acknowledged, set(kept))
        print(f"seed {seed}: {count} runs, {killed} killed before their end, {len(acknowledged)} acknowledged, "
              f"{len(kept)} kept")
        self.assertEqual(run("scan", path, "-q", "--store", store).returncode, 0)

    def test_killed_at_any_moment(self):
        self.kill_runs(self.store(), KILLS, random.randrange(1 << 30))
        with sqlite3.connect(f"{self.folder}/history.sqlite") as database:
            self.assertEqual(database.execute("pragma integrity_check").fetchall(), [("ok",)])

    def test_postgresql_client_killed_and_server_restarted(self):
        with Cluster("kills", "restarts") as cluster:
            self.kill_runs(cluster.url("kills"), max(KILLS // 3, 4), random.randrange(1 << 30))
            store = cluster.url("restarts")
            self.assertEqual(run("db", "vacuum", "--store", store).returncode, 0)
            paths = [self.server(name=f"server{number}", file=f"s{number}.json") for number in range(3)]
            acknowledged, failed, wrong = [], [], []

            def scans(worker):
                for number in range(6):
                    child = self.start(paths[worker], store, 1767225600 + number)
                    out, err = child.communicate()
                    entry = (f"server{worker}", 1767225600 + number)
                    (acknowledged if child.returncode == 0 else failed).append(entry)
                    # The library remarks on a server that goes down while it connects; the last line is ours.
                    if child.returncode != 0 and not err.splitlines()[-1].startswith(b"mcpjury: store "):
                        wrong.append((child.returncode, out, err))

            workers = [threading.Thread(target=scans, args=(number,)) for number in range(3)]
            for worker in workers:
                worker.start()
            for _ in range(2):
                time.sleep(0.2)
                cluster.restart()
            for worker in workers:
                worker.join()
            self.assertEqual(wrong, [])
            kept = {(scan["target_key"], scan["observed_at"]) for scan in self.rows(store)}
            for name, at in acknowledged:
                self.assertIn((name, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))), kept)
            print(f"restarted twice: {len(acknowledged)} acknowledged, {len(failed)} said that they were not kept")
            self.assertEqual(len(self.rows(store)), len(kept))

    def test_no_room_left(self):
        """A real full file system where bubblewrap can make one, and always a limit on the size of files."""
        path = self.server()

        def full():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        self.assertEqual(run("scan", path, "-q", "--store", self.store()).returncode, 0)
        for size in (1 << 12, 200_000, 240_000, 300_000):
            for number in range(3):
                self.server(version=f"{size}.{number}", tools=[{"name": f"t{size}x{number}x{i}", "description": "d" * 300}
                                                               for i in range(100)])
                child = self.start(path, self.store(), 1767225700 + number, preexec_fn=full)
                _, err = child.communicate()
                self.assertIn(child.returncode, (0, 2), err)
                self.assertEqual(child.returncode == 0, err == b"", err)
        self.rows()
        with sqlite3.connect(f"{self.folder}/history.sqlite") as database:
            self.assertEqual(database.execute("pragma integrity_check").fetchall(), [("ok",)])

    def test_a_full_file_system(self):
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            self.fail("bubblewrap is missing: Debian package bubblewrap")
        here = self.folder
        (here / "full").mkdir()
        script = ("n=0; while [ $n -lt 60 ]; do n=$((n+1)); SOURCE_DATE_EPOCH=$((1767225600+n)) "
                  f"{program.PROGRAM} scan {here}/tools.json -q --store sqlite:{here}/full/h.sqlite >/dev/null "
                  f"2>{here}/err && echo $n >>{here}/kept || cat {here}/err >>{here}/errors; done; "
                  f"rm -f {here}/full/filler; {program.PROGRAM} db export {here}/export --store sqlite:{here}/full/h.sqlite")
        self.server()
        done = subprocess.run([bwrap, "--dev-bind", "/", "/", "--size", "900000", "--tmpfs", str(here / "full"), "sh", "-c",
                               f"head -c 300000 /dev/zero >{here}/full/filler; {script}"],
                              capture_output=True, env=program.ENVIRONMENT, check=False, timeout=300)
        if done.stderr.startswith(b"bwrap:"):
            # No new namespaces on this machine: the limit on the size of files above must do.
            print("no full file system can be made here:", done.stderr.decode().strip())
            return
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        acknowledged = [int(line) for line in (self.folder / "kept").read_text().split()]
        errors = (self.folder / "errors").read_text().splitlines()
        self.assertTrue(errors)
        self.assertTrue(all(line.startswith("mcpjury: store ") for line in errors), errors[:3])
        kept = [json.loads(line) for line in (self.folder / "export").read_text().splitlines()]
        kept = {line["observed_at"] for line in kept if line.get("table") == "scans"}
        for number in acknowledged:
            self.assertIn(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1767225600 + number)), kept)
        print(f"full disk: {len(acknowledged)} acknowledged, {len(errors)} said that they were not kept")

    def test_a_folder_that_cannot_be_written(self):
        path = self.server()
        self.folder.chmod(0o755)
        path.chmod(0o644)
        self.assertEqual(run("scan", path, "-q", "--store", self.store()).returncode, 0)
        for file in self.folder.iterdir():
            file.chmod(0o444)
        self.folder.chmod(0o555)

        def nobody():
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)

        try:
            child = self.start(path, self.store(), 1767225700, preexec_fn=nobody)
            out, err = child.communicate()
            # The report is the user's all the same; that it was not kept is said and is the exit code.
            self.assertEqual(child.returncode, 2)
            self.assertTrue(out)
            self.assertTrue(err.startswith(b"mcpjury: store ") and err.count(b"\n") == 1, err)
            shown = subprocess.run([program.PROGRAM, "history", "notes", "--store", self.store()], capture_output=True,
                                   env=program.ENVIRONMENT, preexec_fn=nobody, check=False)
            self.assertEqual((shown.returncode, shown.stderr), (0, b""))
        finally:
            self.folder.chmod(0o755)
        self.assertEqual(len(self.rows()), 1)

    def test_a_locked_database_is_waited_for(self):
        path = self.server()
        self.assertEqual(run("scan", path, "-q", "--store", self.store()).returncode, 0)
        other = sqlite3.connect(f"{self.folder}/history.sqlite", isolation_level=None)
        other.execute("begin immediate")
        child = self.start(path, self.store(), 1767225700)
        time.sleep(0.7)
        self.assertIsNone(child.poll())
        other.execute("rollback")
        _, err = child.communicate(timeout=30)
        self.assertEqual((child.returncode, err), (0, b""))
        self.assertEqual(len(self.rows()), 2)

    def test_several_at_once(self):
        paths = [self.server(name=f"server{number}", file=f"s{number}.json") for number in range(6)]
        running = [self.start(path, self.store(), 1767225600 + number) for number in range(2) for path in paths]
        self.assertEqual([(child.communicate()[1], child.returncode) for child in running], [(b"", 0)] * 12)
        self.assertEqual(len(self.rows()), 12)


if __name__ == "__main__":
    main()
