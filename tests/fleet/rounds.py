"""One machine, SQLite: what is submitted, how a round ends, what the next one does, what is shown of it."""
import csv
import html.parser
import io
import json
import signal
import time
import urllib.request

import fleet_case
from fleet_case import FleetCase, Population, main

POISON = ["hang", "garbage", "closed", "endless", "huge"]


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.words.append(data)


class Rounds(FleetCase):
    def test_a_round_and_the_next(self):
        with Population() as population:
            self.settings(population, due_least_hours=0, due_most_hours=0)
            urls = [population.url(number) for number in range(40)]
            self.write("list", "# servers\n" + "\n".join(urls + [urls[0], "ftp://x.example/", "npm:", "nonsense"]) + "\n")
            done = self.run_fleet("fleet", "run", "--list", self.folder / "list", "--round", "one")
            self.assertIn(b"40 due, 40 queued", done.stdout)
            self.assertIn(b"neither a URL", done.stdout)
            status = self.status()
            self.assertEqual((status["round"], status["jobs"], status["outcomes"]),
                             ("one", {"waiting": 0, "taken": 0, "done": 40, "dead": 0}, {"new": 40}))
            self.assertIsNotNone(status["ended"])
            self.assertEqual(len(self.scans()), 40)
            # The same round again: nothing to do.
            self.assertIn(b"40 due, 0 queued", self.run_fleet("fleet", "run", "--list", self.folder / "list", "--round",
                                                              "one").stdout)
            self.assertEqual(len(self.scans()), 40)
            # Unchanged is seen, not graded again.
            self.run_fleet("fleet", "run", "--round", "two")
            self.assertEqual(self.status()["outcomes"], {"unchanged": 40})
            self.assertEqual(len(self.scans()), 40)
            population.tell("change")
            self.run_fleet("fleet", "run", "--round", "three")
            self.assertEqual(self.status()["outcomes"], {"changed": 4, "unchanged": 36})
            self.assertEqual(len(self.scans()), 44)
            requests, most, _ = population.tell("stats")
            self.assertLessEqual(most, 2)
            # The present catalogue judged them all; --all judges anew, without the network, and only once.
            self.assertEqual(json.loads(self.run_fleet("fleet", "regrade", "--json").stdout)["found"], 0)
            again = json.loads(self.run_fleet("fleet", "regrade", "--all", "--json", "--jobs", "2").stdout)
            self.assertEqual((again["regraded"], again["failed"]), (40, 0))
            self.assertEqual(population.tell("stats")[0], requests)
            self.assertEqual(len(self.scans()), 84)
            self.check_report()

    def check_report(self):
        page = self.run_fleet("fleet", "report", "-o", "html").stdout.decode()
        shown = Page(page)
        self.assertEqual([tag for tag, attrs in shown.tags if tag in ("script", "link", "img") or "src" in attrs], [])
        self.assertEqual(sum(tag == "svg" for tag, _ in shown.tags), 5)
        self.assertIn("Where the methodologies disagree", "".join(shown.words))
        rows = list(csv.DictReader(io.StringIO(self.run_fleet("fleet", "report", "-o", "csv").stdout.decode())))
        lines = [json.loads(line) for line in self.run_fleet("fleet", "report", "-o", "ndjson").stdout.splitlines()]
        self.assertEqual((len(rows), len(lines)), (40, 40))
        self.assertEqual({row["target"] for row in rows}, {line["target"] for line in lines})
        self.assertTrue(all(line["tooltrust_grade"] for line in lines))

    def test_what_is_due(self):
        with Population() as population:
            self.settings(population, due_least_hours=20, due_most_hours=168)
            self.write("list", "\n".join(population.url(number) for number in range(5)))
            self.run_fleet("fleet", "run", "--list", self.folder / "list", "--round", "one")
            self.assertIn(b"0 due, 0 queued", self.run_fleet("fleet", "submit", "--round", "two").stdout)
            self.assertIn(b"5 due, 5 queued", self.run_fleet("fleet", "submit", "--round", "two", "--all").stdout)

    def test_poison_ends_and_the_rest_goes_on(self):
        with Population() as population:
            self.settings(population, timeout=5, deliveries=2, lease=10)
            poison = [population.url(number, 200, kind) for number, kind in enumerate(POISON, 100)]
            good = [population.url(number, 200) for number in range(20)] + [population.url(7, 200, "flaky")]
            # A name the guard refuses, whatever a list says.
            bad = ["http://127.0.0.1/mcp", "http://metadata.google.internal/mcp"]
            self.write("list", "\n".join(poison + good + bad))
            self.run_fleet("fleet", "run", "--list", self.folder / "list", "--round", "one")
            dead = json.loads(self.run_fleet("fleet", "dead", "--json", "--limit", 100).stdout)
            names = {letter["target"] for letter in dead}
            self.assertTrue(all(letter["reason"] for letter in dead))
            self.assertLessEqual(set(bad), names)
            status = self.status()
            self.assertEqual(status["jobs"]["dead"], len(dead))
            self.assertEqual(status["outcomes"]["new"] + status["outcomes"]["dead"], len(poison + good + bad))
            kept = {scan["display"]: scan for scan in self.scans()}
            self.assertLessEqual(set(good), set(kept))
            # Poison is a dead letter, or a scan that says it is not whole.
            for url in poison:
                self.assertNotEqual(url in names, url in kept, url)
            self.assertIn(poison[0], names)
            endless = next(url for url in poison if "/endless/" in url)
            if endless in kept:
                self.assertEqual(kept[endless]["truncated"], "1")

    def test_other_inputs(self):
        with Population() as population:
            self.settings(population)
            (self.folder / "records").mkdir()
            for number in range(3):
                self.write(f"records/{number}.json", json.dumps({"server": {"name": f"notes-{number}"}, "tools": [
                    {"name": "read", "description": "Reads a note.", "inputSchema": {"type": "object"}}]}))
            self.write("records/none.json", "{")
            done = json.loads(self.run_fleet("fleet", "submit", "--evidence", self.folder / "records", "--json").stdout)
            self.assertEqual((done["queued"], sum(done["skipped"].values())), (3, 1))
            entry = {"server": {"name": "example.a/b", "remotes": [
                {"type": "streamable-http", "url": population.url(1)}, {"type": "sse", "url": "https://{tenant}.example/sse"}],
                "packages": [{"registryType": "oci", "identifier": "x/y"}]}}
            self.write("lines", "\n".join([json.dumps({"target": population.url(2)}), json.dumps(population.url(3)),
                                           json.dumps(entry), "{", "3"]))
            done = json.loads(self.run_fleet("fleet", "submit", "--ndjson", self.folder / "lines", "--json").stdout)
            self.assertEqual(done["queued"], 3)
            self.assertEqual(done["skipped"], {"templated URL: needs input": 1, "oci image": 1, "not JSON": 1,
                                               "neither an object nor a string": 1})
            self.run_fleet("worker", "--until-ended", "-q")
            self.assertEqual(self.status()["outcomes"], {"new": 6})

    def test_metrics_and_drain(self):
        with Population(50) as population:
            self.settings(population, jobs=4)
            self.write("list", "\n".join(population.url(number, 200) for number in range(150)))
            self.run_fleet("fleet", "submit", "--list", self.folder / "list", "--round", "one")
            worker = self.start("worker", "--metrics", "127.0.0.1:0")
            line = worker.stderr.readline().decode()
            port = int(line.split("port ")[1].split(",")[0])
            for _ in range(200):
                text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5).read().decode()
                if 'state="done"} 0' not in text and "mcpjury_fleet_queue_jobs" in text:
                    break
                time.sleep(0.05)
            self.assertRegex(text, r'mcpjury_fleet_queue_jobs\{state="waiting"\} \d+')
            self.assertIn("# TYPE mcpjury_fleet_jobs_total counter", text)
            worker.send_signal(signal.SIGTERM)
            _, err = worker.communicate(timeout=30)
            self.assertEqual(worker.returncode, 0, err)
            status = self.status()
            # What was under way was finished, nothing is out, the rest waits.
            self.assertEqual(status["jobs"]["taken"], 0)
            self.assertEqual(status["jobs"]["done"], len(self.scans()))
            self.assertEqual(status["jobs"]["dead"], 0)
            self.run_fleet("worker", "--until-ended", "-q")
            self.assertEqual(self.status()["outcomes"], {"new": 150})

    def test_wrong_words(self):
        self.write("fleet.yaml", "fleet: {per_host: 3}\n")
        self.assertIn(b"fleet.per_host", self.run_fleet("fleet", "status", code=2).stderr)
        self.write("fleet.yaml", "{}")
        self.assertIn(b"one of", self.run_fleet("fleet", "submit", "--clients", "--list", "x", code=2).stderr)
        self.assertIn(b"cannot read", self.run_fleet("fleet", "submit", "--list", "absent", code=2).stderr)
        self.assertIn(b"no round", self.run_fleet("fleet", "status", code=3).stderr)
        self.queue = "kafka://x"
        self.assertIn(b"queue:", self.run_fleet("fleet", "status", code=2).stderr)


if __name__ == "__main__":
    assert fleet_case
    main()
