"""mcpjury db: feeds are imported, shown, replaced; what cannot be read is said."""
import json
import zipfile

from program import Case, main, run


def record(name, package, fixed="2.0.0"):
    return json.dumps({"id": name, "modified": "2026-05-01T00:00:00Z", "affected": [
        {"package": {"ecosystem": "npm", "name": package},
         "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": fixed}]}]}]})


class Feeds(Case):
    def db(self, *words):
        return run("db", *words, "--data-dir", self.folder / "data")

    def zip(self, files):
        path = self.folder / "npm.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
            for name, text in files.items():
                out.writestr(name, text)
        return path

    def test_import_and_status(self):
        self.assertIn(b"no feed", self.db("status").stdout)
        done = self.db("import", self.zip({"a.json": record("GHSA-a", "left"), "b.json": "{"}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, b"osv/npm: 1 advisories as of 2026-05-01, 1 rejected\n")
        self.assertIn(b"rejected: b.json: ", done.stderr)
        status = json.loads(self.db("status", "--format", "json").stdout)
        self.assertEqual([feed["name"] for feed in status["feeds"]], ["osv/npm"])
        self.assertEqual(status["feeds"][0]["rejects"][0]["name"], "b.json")
        self.assertEqual(len(status["feeds"][0]["sha256"]), 64)
        self.assertIn(b"osv/npm", self.db().stdout)
        for line in self.db("status").stdout.decode().splitlines()[1:]:
            self.assertLessEqual(len(line), 80, line)

    def test_bad_input(self):
        self.assert_one_line(self.db("import"), 2)
        self.assert_one_line(self.db("import", self.folder / "absent.zip"), 2)
        broken = self.folder / "broken.zip"
        broken.write_bytes(b"PK\x03\x04 nothing")
        self.assert_one_line(self.db("import", broken), 2)
        self.assert_one_line(self.db("import", self.zip({"a.json": "{}"})), 3)
        self.assert_one_line(self.db("update", "--offline"), 2)
        self.assert_one_line(self.db("update"), 2)
        self.assert_one_line(self.db("update", "--from", "http://127.0.0.1:9/osv", "npm"), 3)
        self.assert_one_line(self.db("export"), 3)
        self.assert_one_line(self.db("drop"), 2)


if __name__ == "__main__":
    main()
