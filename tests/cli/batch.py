"""Batches: order, ids, bad lines, exit codes, bounded memory."""
import json
import os
import resource
import subprocess

import program
from program import Case, EXAMPLES, data_folder, main, run

POISONED = json.loads((EXAMPLES / "notes-poisoned.json").read_text(encoding="utf-8"))
BENIGN = json.loads((EXAMPLES / "weather-benign.json").read_text(encoding="utf-8"))


def lines_of(done):
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


class Batch(Case):
    def test_order_and_ids(self):
        ids = ["a", 1, 1.5, None, True, [1, {"x": "y"}], {"z": []}, "\u00e4\n\"", -0, 10**30]
        text = ""
        for i in range(3000):
            text += json.dumps({"id": ids[i % len(ids)], **(POISONED if i % 7 == 0 else BENIGN)}) + "\n"
        one = run("scan", "--batch", "-", "--jobs", "1", stdin=text)
        path = self.write("in.ndjson", text)
        two = run("scan", "--batch", path, "--jobs", "2")
        self.assertEqual(one.returncode, 0, one.stderr)
        self.assertEqual(one.stdout, two.stdout)
        lines = lines_of(one)
        self.assertEqual([line["id"] for line in lines], [ids[i % len(ids)] for i in range(3000)])
        for i, line in enumerate(lines):
            self.assertEqual(set(line), {"id", "server", "findings", "assessments"})
            kinds = {finding["kind"] for finding in line["findings"]}
            self.assertEqual("malice" in kinds, i % 7 == 0)

    def test_the_id_is_not_respelled(self):
        for raw in ["1.0", "1e2", '"\\u0041\\/"', "[ 1 ,2 ]", "123456789012345678901234567890", "-0.0"]:
            done = run("scan", "--batch", "-", stdin='{"tools":[],"id":' + raw + "}\n")
            self.assertTrue(done.stdout.decode().startswith('{"id":' + raw + ","), done.stdout)

    def test_a_line_says_the_same_as_a_scan(self):
        for path in sorted(EXAMPLES.glob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            report = json.loads(run("scan", path, "-o", "json").stdout)
            line = lines_of(run("scan", "--batch", "-", stdin=json.dumps(document) + "\n"))[0]
            key = lambda f: (f["detector"], f["subject"]["name"], f["location"]["pointer"], f["evidence"], f["severity"],
                             f["confidence"])
            self.assertEqual(sorted(map(key, line["findings"])), sorted(map(key, report["findings"])), path)
            for name, field in [("tooltrust", "risk_score"), ("agentreserve", "score"), ("aivss", "safety_score"),
                                ("mcpbundles", "security_score"), ("ampel", "score")]:
                self.assertEqual(line["assessments"][name][field], report["assessments"][name][field], (path, name))

    def test_bad_lines(self):
        text = b"\n".join([b'{"id":1,"tools":[', b"", b"\xff\xfe", b'{"id":"x","mcpServers":{}}', b"[1]", b"7",
                           b'{"id":4,"tools":[{"name":"a","x":1e400}]}', b"[" * 5000 + b"]" * 5000,
                           json.dumps({"id": 9, **BENIGN}).encode()])
        done = run("scan", "--batch", "-", stdin=text)
        lines = lines_of(done)
        self.assertEqual([line.get("line") for line in lines], [1, 3, 4, 5, 6, 7, 8, None])
        self.assertEqual([line["id"] for line in lines], [1, None, "x", None, None, 4, None, 9])
        self.assertEqual(lines[0]["error"]["code"], "not_json")
        self.assertEqual(lines[2]["error"]["code"], "nothing_to_grade")
        self.assertIn("assessments", lines[-1])
        self.assertEqual(done.stderr, b"")
        self.assertIn(done.returncode, (3, 4))

    def test_exit_codes(self):
        benign, poisoned = json.dumps(BENIGN), json.dumps(POISONED)
        for text, words, code in [(benign, [], 0), (poisoned, [], 0), (poisoned, ["--fail-on", "malice"], 1),
                                  (benign + "\n{\n", [], 3), (benign + '\n{"tools":[]}\n', [], 4),
                                  (poisoned + "\n{\n", ["--fail-on", "malice"], 1), ("", [], 0),
                                  (poisoned, ["--fail-on", "malice", "--exit-zero"], 0),
                                  (poisoned, ["--strict-clean"], 5), (benign, ["-o", "json"], 2), (benign, ["x.json"], 2)]:
            self.assertEqual(run("scan", "--batch", "-", *words, stdin=text).returncode, code, (words, text[:60]))
        self.assert_one_line(run("scan", "--batch", "no-such.ndjson"), 2)

    def test_to_a_file(self):
        out = self.folder / "out.ndjson"
        done = run("scan", "--batch", "-", "-o", f"ndjson={out}", stdin=json.dumps(BENIGN))
        self.assertEqual((done.returncode, done.stdout), (0, b""), done.stderr)
        self.assertEqual(json.loads(out.read_text(encoding="utf-8"))["server"]["name"], "weather-example")
        self.assertEqual(os.listdir(self.folder), ["out.ndjson"])

    def test_answers_before_the_input_ends(self):
        child = subprocess.Popen([program.PROGRAM, "scan", "--batch", "-"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, env=program.ENVIRONMENT)
        for i in range(3):
            child.stdin.write(json.dumps({"id": i, **BENIGN}).encode() + b"\n")
            child.stdin.flush()
            self.assertEqual(json.loads(child.stdout.readline())["id"], i)
        child.stdin.close()
        self.assertEqual(child.wait(timeout=30), 0)
        child.stdout.close()

    def test_memory_does_not_grow_with_the_input(self):
        block = "".join(json.dumps({"id": i, **(POISONED if i % 5 == 0 else BENIGN)}) + "\n" for i in range(1000)).encode()

        # Under a sanitizer the program reserves terabytes and keeps what was freed: only the growth is bounded.
        with open(program.PROGRAM, "rb") as binary:
            code = binary.read()
        sanitized = b"__asan_init" in code or b"__tsan_init" in code
        rounds, most = (4, 2000) if sanitized else (40, 150)

        def limit():
            if not sanitized:
                resource.setrlimit(resource.RLIMIT_DATA, (400 << 20, 400 << 20))

        with open(os.devnull, "wb") as nowhere:
            child = subprocess.Popen([program.PROGRAM, "scan", "--batch", "-", "--jobs", "2"], stdin=subprocess.PIPE,
                                     stdout=nowhere, env=program.ENVIRONMENT, preexec_fn=limit)
            for _ in range(rounds):
                child.stdin.write(block)
            child.stdin.close()
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, 0)
        self.assertLess(usage.ru_maxrss, most * 1024, "KiB")

    def test_a_reader_that_leaves(self):
        block = (json.dumps(BENIGN) + "\n").encode() * 5000
        path = self.write("in.ndjson", block)
        with subprocess.Popen([program.PROGRAM, "scan", "--batch", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=program.ENVIRONMENT) as child:
            child.stdout.readline()
            child.stdout.close()
            self.assertEqual(child.stderr.read(), b"")
            self.assertEqual(child.wait(timeout=60), 0)

    def test_corpora(self):
        folder = data_folder("corpus")
        if folder is None:
            return
        for name in ("benign-tools.ndjson", "malicious-tools.ndjson"):
            path = folder / name
            done = run("scan", "--batch", path, timeout=600)
            self.assertIn(done.returncode, (0, 3, 4), done.stderr)
            with path.open(encoding="utf-8") as file:
                self.assertEqual(len(lines_of(done)), sum(1 for line in file if line.strip()))


if __name__ == "__main__":
    main()
