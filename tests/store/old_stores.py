"""Stores of every earlier schema, made by the statements those versions had (schemas/N.sql, never edited again), are
brought up and lose nothing; a store of a later program is refused with the reason."""
import json
import pathlib
import sqlite3

from kept import StoreCase, main, run

SCHEMAS = sorted(pathlib.Path(__file__).parent.glob("schemas/*.sql"), key=lambda path: int(path.stem))


class OldStores(StoreCase):
    def made(self, path):
        file = self.folder / "history.sqlite"
        for old in self.folder.glob("history.sqlite*"):
            old.unlink()
        database = sqlite3.connect(file)
        database.executescript(path.read_text())
        database.close()

    def test_every_earlier_schema(self):
        newest = json.loads(self.first_line())["mcpjury_store"]
        self.assertEqual([int(path.stem) for path in SCHEMAS], list(range(1, newest)))
        for path in SCHEMAS:
            with self.subTest(schema=path.stem):
                self.made(path)
                shown = json.loads(run("history", "notes", "--store", self.store(), "--format", "json").stdout)
                self.assertEqual([row["observed_at"] for row in shown], ["2025-06-01T00:00:00Z"])
                status = json.loads(run("db", "status", "--store", self.store(), "--data-dir", self.folder, "--format",
                                        "json").stdout)["history"]
                self.assertEqual((status["schema"], status["scans"], status["findings"], status["tools"],
                                  status["evidence"]), (newest, 1, 1, 1, 1))
                self.assertEqual(status["feedback"], 1 if int(path.stem) > 1 else 0)
                done = run("scan", self.server(), "-q", "--store", self.store())
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertEqual(run("db", "export", "--store", self.store()).returncode, 0)

    def first_line(self):
        run("scan", self.server(), "-q", "--store", self.store())
        return run("db", "export", "--store", self.store()).stdout.splitlines()[0]

    def test_a_newer_schema_is_refused(self):
        self.first_line()
        with sqlite3.connect(f"{self.folder}/history.sqlite") as database:
            database.execute("insert into mcpjury_schema values (99)")
        for words in (("scan", self.server()), ("history",), ("db", "export"), ("db", "vacuum"), ("feedback", "report")):
            done = run(*words, "--store", self.store())
            self.assert_one_line(done, 2)
            self.assertIn(b"newer mcpjury (schema 99", done.stderr)
        with sqlite3.connect(f"{self.folder}/history.sqlite") as database:
            self.assertEqual(database.execute("select count(*) from scans").fetchone(), (1,))


if __name__ == "__main__":
    main()
