"""db export and import: a store moves from one engine to the other and back with nothing lost, to the byte."""
import json
import subprocess

from kept import program, StoreCase, main, run
from postgres import Cluster


class Moves(StoreCase):
    def filled(self, store):
        for number in range(4):
            path = self.server(name=f"Server {number % 3} \u00fc'\"", version=f"1.{number}", file=f"s{number}.json")
            done = run("scan", path, "-o", "json", "--store", store, env={"SOURCE_DATE_EPOCH": str(1767225600 + number)})
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        finding = json.loads(done.stdout)["findings"][0]["fingerprint"]
        self.assertEqual(run("feedback", "add", finding, "confirmed", "--note", "so\n\u202eit is", "--store", store).returncode, 0)
        done = run("pin", path, "--lock", f"{self.folder}/x.lock", "--by", "ann", "--store", store)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def exported(self, store):
        done = run("db", "export", "--store", store)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def test_from_one_engine_to_the_other_and_back(self):
        self.filled(self.store())
        first = self.exported(self.store())
        tables = {json.loads(line).get("table") for line in first.splitlines()[1:]}
        self.assertLessEqual({"evidence", "scans", "tools", "feedback", "approvals", "catalogs", "end"}, tables)
        with Cluster("moved", "own") as cluster:
            there = cluster.url("moved")
            # As a user does it: one into the other, without a file.
            out = subprocess.Popen([program.PROGRAM, "db", "export", "--store", self.store()], stdout=subprocess.PIPE,
                                   env=program.ENVIRONMENT)
            taken = subprocess.run([program.PROGRAM, "db", "import", "-", "--store", there], stdin=out.stdout,
                                   capture_output=True, env=program.ENVIRONMENT, check=False)
            out.stdout.close()
            self.assertEqual((out.wait(), taken.returncode, taken.stderr), (0, 0, b""))
            self.assertEqual(self.exported(there), first)
            file = self.folder / "moved.ndjson"
            self.assertEqual(run("db", "export", file, "--store", there).returncode, 0)
            self.assertEqual(file.read_bytes(), first)
            back = f"sqlite:{self.folder}/back.sqlite"
            self.assertEqual(run("db", "import", file, "--store", back).returncode, 0)
            self.assertEqual(self.exported(back), first)
            # A second time nothing comes in; the moved store goes on.
            self.assertIn(b"0 rows imported", run("db", "import", file, "--store", there).stdout)
            self.assertEqual(run("scan", self.server(), "-q", "--store", there).returncode, 0)
            self.assertEqual(len(self.rows(there)), 5)
            self.filled(cluster.url("own"))
            self.assertEqual(len(self.rows(cluster.url("own"))), 4)
            status = json.loads(run("db", "status", "--store", there, "--data-dir", self.folder, "--format", "json").stdout)
            self.assertEqual((status["history"]["engine"], status["history"]["scans"]), ("postgresql", 5))
            self.assertEqual((status["history"]["approvals"], status["history"]["feedback"]), (1, 1))
            self.assertEqual(status["history"]["methodologies"], 5)

    def test_what_is_no_export_is_refused(self):
        self.filled(self.store())
        lines = self.exported(self.store()).splitlines(keepends=True)
        other = f"sqlite:{self.folder}/other.sqlite"
        for name, content in (("cut", lines[:-1]), ("empty", lines[:1]), ("half", [*lines[:3], lines[3][:40]]),
                              ("holed", lines[:2] + lines[3:]), ("newer", [b'{"mcpjury_store":99}\n', *lines[1:]])):
            done = run("db", "import", self.write(name, b"".join(content)), "--store", other)
            self.assert_one_line(done, 2)
        self.assertIn(b"newer mcpjury", done.stderr)
        self.assertIn(b"cut", run("db", "import", f"{self.folder}/cut", "--store", other).stderr)
        self.assertEqual(run("db", "import", "-", "--store", other, stdin=b"nonsense\n").returncode, 2)
        self.assertEqual(json.loads(run("history", "--store", other, "--format", "json").stdout or b"[]"), [])
        self.assert_one_line(run("db", "export", f"{self.folder}/none/x", "--store", self.store()), 2)
        self.assert_one_line(run("db", "export", "--store", f"sqlite:{self.folder}/absent.sqlite"), 3)
        self.assertFalse((self.folder / "absent.sqlite").exists())
        self.assert_one_line(run("db", "export", "--store", "frobnicate"), 2)

    def test_vacuum_keeps_what_the_settings_say(self):
        path = self.server()
        for day in range(6):
            run("scan", path, "-q", "--store", self.store(), env={"SOURCE_DATE_EPOCH": str(1767225600 + day * 86400)})
        now = {"SOURCE_DATE_EPOCH": str(1767225600 + 6 * 86400)}
        self.assertEqual(run("db", "vacuum", "--store", self.store(), env=now).stdout, b"0 scans dropped\n")
        done = run("db", "vacuum", "--keep-days", "4", "--store", self.store(), env=now)
        self.assertEqual((done.returncode, done.stdout), (0, b"2 scans dropped\n"))
        done = run("db", "vacuum", "--store", self.store(), env={**now, "MCPJURY_KEEP_SCANS": "3"})
        self.assertEqual(done.stdout, b"1 scan dropped\n")
        done = run("db", "vacuum", "--keep-days", "0", "--store", self.store(), env=now)
        self.assertEqual(done.stdout, b"2 scans dropped\n")
        self.assertEqual(len(self.rows()), 1)
        self.assert_one_line(run("db", "vacuum", "--store", self.store(), env={"MCPJURY_KEEP_DAYS": "many"}), 2)
        self.assert_one_line(run("db", "vacuum", "x", "--store", self.store()), 2)


if __name__ == "__main__":
    main()
