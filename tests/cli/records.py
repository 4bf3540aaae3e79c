"""Scan records: written, recomputed from the raw parts alone, compared with a second look."""
import json
import pathlib

from program import Case, EXAMPLES, main, run

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "golden" / "servers"
TABLES = {"cvss": lambda raw: 0 if raw >= 90 else 40 if raw >= 70 else 70 if raw >= 40 else 90 if raw > 0 else 100,
          "count": lambda raw: 20 if raw >= 4 else 60 if raw >= 2 else 80 if raw == 1 else 100,
          "boolean": lambda raw: 100 if raw else 0,
          "percent": lambda raw: raw // 10,
          "level": lambda raw: [0, 50, 80, 100][min(raw, 3)]}
WORDS = {"info": 0, "low": 1, "medium": 40, "high": 70, "critical": 90}


def number(engine):
    raw = engine["raw"]
    kind = engine["normaliser"]
    if kind == "cvss":
        return max([one.get("cvss_tenths", WORDS.get(one.get("severity"), 0)) for one in raw["findings"]], default=0)
    if kind == "count":
        return len(raw["counted"])
    if kind == "level":
        return raw["slsa_level"]
    if kind == "boolean":
        return not raw["matches"] if "matches" in raw else raw["pass"]
    if "checks" in raw:
        return 1000 * sum(check["passed"] for check in raw["checks"]) // len(raw["checks"])
    return raw["percent_tenths"]


class Records(Case):
    def record(self, path):
        file = self.folder / "scan-record.json"
        done = run("scan", path, "-o", f"record={file}")
        self.assertIn(done.returncode, (0, 4), done.stderr)
        return file, json.loads(file.read_text(encoding="utf-8"))

    def test_an_independent_recomputation_gives_the_same(self):
        for path in (FIXTURES / "source-clean.json", FIXTURES / "source-flawed.json", EXAMPLES / "notes-poisoned.json"):
            _, record = self.record(path)
            self.assertEqual(len(record["engines"]), 16)
            self.assertEqual(sum(engine["weight_bp"] for engine in record["engines"]), 10000)
            total = coverage = 0
            for engine in record["engines"]:
                if engine["state"] != "ok":
                    self.assertTrue(engine["reason"], engine["id"])
                    self.assertIsNone(engine["raw"])
                    continue
                self.assertEqual(engine["sub_score"], TABLES[engine["normaliser"]](number(engine)), engine["id"])
                total += engine["weight_bp"] * engine["sub_score"]
                coverage += engine["weight_bp"]
            self.assertEqual(record["coverage_bp"], coverage)
            critical = [one for engine in record["engines"] for one in engine["critical"]]
            mean = (2 * total + coverage) // (2 * coverage) if coverage else None
            if critical:
                self.assertEqual((record["score"], record["light"], record["score_before_floor"]), (0, "red", mean))
            elif coverage < 3000:
                self.assertIsNone(record["score"])
                self.assertEqual(record["light"], "grey")
            else:
                self.assertEqual(record["score"], mean)

    def test_grade_recomputes_a_record(self):
        file, record = self.record(FIXTURES / "source-flawed.json")
        done = run("grade", file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith(b"HOLDS"), done.stdout)
        self.assertTrue(json.loads(run("grade", file, "-o", "json").stdout)["holds"])
        record["score"] = 99
        file.write_text(json.dumps(record), encoding="utf-8")
        done = run("grade", file)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"does not hold", done.stderr)
        self.assertIn(b"wrong: score", done.stdout)
        self.assertEqual(run("rescan", file).returncode, 2)

    def test_rescan_of_a_changed_tool_list(self):
        path = self.folder / "list.json"
        path.write_bytes((EXAMPLES / "weather-benign.json").read_bytes())
        file, _ = self.record(path)
        done = run("rescan", file)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertTrue(done.stdout.startswith(b"SAME"), done.stdout)
        path.write_bytes((EXAMPLES / "notes-poisoned.json").read_bytes())
        done = run("rescan", file, "--format", "json")
        self.assertEqual(done.returncode, 1, done.stderr)
        answer = json.loads(done.stdout)
        self.assertFalse(answer["same"])
        changed = [engine["id"] for engine in answer["engines"] if not engine["same"]]
        self.assertIn("mcp-tool-surface", changed)
        self.assertTrue(any("digest" in line for line in answer["versions"]), answer["versions"])

    def test_other_files_are_no_records(self):
        self.assert_one_line(run("rescan", EXAMPLES / "notes-poisoned.json"), 3)
        self.assert_one_line(run("rescan", self.folder / "none.json"), 2)


if __name__ == "__main__":
    main()
