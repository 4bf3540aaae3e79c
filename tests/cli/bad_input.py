"""Wrong input is an outcome with a clear message, never a crash, never a clean bill."""
import json

from program import Case, data_folder, main, run, scan_text

TOOL = {"name": "get_weather", "description": "Returns the weather.", "inputSchema": {"type": "object"}}


def tools(*entries, **more):
    return json.dumps({"tools": list(entries), **more})


class BadInput(Case):
    def test_not_json(self):
        path = self.write("tools.json", '{"tools": [\n  {"name": "a",}\n]}')
        done = run("scan", path)
        self.assert_one_line(done, 2)
        self.assertIn(f"mcpjury: {path}:2:16: ".encode(), done.stderr)
        for text in ["", "   ", "nonsense", "{", '{"tools":[]} x', "'a'", '{"tools":[NaN]}']:
            self.assert_one_line(scan_text(text), 2)

    def test_missing_and_unreadable(self):
        done = run("scan", "no-such.json")
        self.assert_one_line(done, 2)
        self.assertEqual(done.stderr, b"mcpjury: cannot open no-such.json: No such file or directory\n")
        self.assertEqual(run("observe", self.folder).returncode, 4)  # a folder is source; this one has no tools
        self.assert_one_line(run("grade", self.folder), 2)
        self.assert_one_line(run("scan", ""), 2)

    def test_not_a_tool_list(self):
        cases = {
            '{"mcpServers":{"a":{"command":"x"},"b":{"url":"https://h/mcp"}}}': b"client configuration (2 servers)",
            '{"servers":{"a":{"command":"x"}}}': b"client configuration (1 server)",
            '{"context_servers":{}}': b"client configuration",
            '{"name":"x","version":"1.0.0","dependencies":{}}': b"package.json",
            '{"name":"x","version":"1.0.0","lockfileVersion":3,"packages":{}}': b"package-lock.json",
            '{"name":"io.x/y","version":"1.0.0","packages":[]}': b"registry server.json",
            '{"openapi":"3.1.0","paths":{}}': b"OpenAPI",
            '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}': b"-32601",
            '{"jsonrpc":"2.0","id":1,"method":"tools/list"}': b"request",
            '{"schema_version":1,"assessments":{}}': b"report of mcpjury",
            '{"tools":"all"}': b"is a string",
            '{"tools":{"a":{}}}': b"is an object",
            "null": b"null", "true": b"boolean", "3": b"number", '"text"': b"string", "[1,2]": b"array", "{}": b"empty",
        }
        for text, words in cases.items():
            done = scan_text(text)
            self.assert_one_line(done, 3)
            self.assertIn(words, done.stderr)

    def test_zero_tools_is_incomplete_and_no_best_mark(self):
        for text in ['{"tools":[]}', "[]", '{"tools":[1,"a",null]}']:
            done = scan_text(text, "-o", "json")
            self.assertEqual(done.returncode, 4, done.stderr)
            for name, assessment in json.loads(done.stdout)["assessments"].items():
                self.assertNotEqual(assessment["state"], "complete", name)
                self.assertNotEqual(assessment.get("grade"), "A", name)
                self.assertNotEqual(assessment.get("posture"), "clean", name)
                self.assertNotEqual(assessment.get("light"), "green", name)

    def test_odd_values_are_read_as_absent(self):
        odd = {"name": 3, "description": ["x"], "inputSchema": "none", "annotations": [], "title": {}, "_meta": 1}
        for text in [tools(odd), tools(TOOL, TOOL), tools(TOOL, odd, None, [], 7), tools(TOOL, instructions={"a": 1}),
                     tools(TOOL, server=7, prompts="x", resources=[1], resourceTemplates=[{}]),
                     tools({**TOOL, "inputSchema": {"properties": [], "required": "x", "type": 3}})]:
            done = scan_text(text, "-o", "json")
            self.assertIn(done.returncode, (0, 4), done.stderr)
            json.loads(done.stdout)

    def test_notes_stand_in_the_evidence(self):
        path = self.write("t.json", '{"tools":[{"name":"a","name":"b"},3,{"title":"x"}]}')
        record = json.loads(run("observe", path).stdout)
        self.assertEqual([note["what"] for note in record["notes"]],
                         ["duplicate_key", "tool_not_an_object", "tool_without_name"])

    def test_bytes_that_are_no_text(self):
        self.assert_one_line(run("scan", "-", stdin=b'{"tools":[{"name":"\xff\xfe"}]}'), 2)
        self.assert_one_line(run("scan", "-", stdin=b'{"tools":[{"name":"\xed\xa0\x80"}]}'), 2)
        self.assert_one_line(scan_text(r'{"tools":[{"name":"\ud800"}]}'), 2)
        self.assert_one_line(run("scan", "-", stdin=bytes(range(256)) * 64), 2)
        self.assert_one_line(run("scan", "-", stdin=b"\0" * 5000), 2)
        self.assert_one_line(run("scan", "-", stdin=b"\x1f\x8b\x08" + b"x" * 100), 2)
        self.assert_one_line(run("scan", "-", stdin=b"PK\x03\x04" + b"x" * 100), 3)
        self.assertEqual(run("scan", "-", stdin=b"\xef\xbb\xbf" + tools(TOOL).encode()).returncode, 0)

    def test_numbers_and_nesting(self):
        self.assert_one_line(scan_text('{"tools":[{"name":"a","x":1e400}]}'), 2)
        for text in ["[" * 10_000 + "]" * 10_000, '{"tools":' + "[" * 10_000 + "]" * 10_000 + "}", '{"a":' * 10_000]:
            done = scan_text(text)
            self.assertIn(done.returncode, (2, 3, 4))
            self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_a_hundred_megabytes(self):
        filler = json.dumps({**TOOL, "description": "Returns the weather of a city. " * 160})
        path = self.folder / "big.json"
        with path.open("w", encoding="utf-8") as file:
            file.write('{"tools":[' + filler)
            for _ in range(100 * 1024 * 1024 // len(filler)):
                file.write("," + filler)
            file.write("]}")
        done = run("scan", path, "-q", timeout=600)
        self.assertEqual(done.returncode, 4, done.stderr)  # more tools than are looked at

    def test_hostile_names_do_not_reach_the_terminal(self):
        done = run("scan", "no\x1b[31m\nsuch.json")
        self.assert_one_line(done, 2)
        self.assertNotIn(b"\x1b", done.stderr)
        done = scan_text(json.dumps({"\x1b]0;x\x07": 1}))
        self.assert_one_line(done, 3)
        self.assertNotIn(b"\x1b", done.stderr)
        done = scan_text(tools({**TOOL, "name": "a\x1b[2Jb\r\u202e"}), "-v")
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertNotIn("\u202e".encode(), done.stdout)

    def test_every_robustness_case(self):
        count = 0
        for relative in ("robustness/json", "robustness/schema", "robustness/bombs"):
            folder = data_folder(relative)
            for path in sorted(folder.rglob("*")) if folder else []:
                if not path.is_file() or path.stat().st_size > 50_000_000:
                    continue
                count += 1
                done = run("scan", path, "-q")
                self.assertIn(done.returncode, (0, 2, 3, 4), (path, done.stderr))
                if done.returncode in (2, 3):
                    self.assertEqual(done.stderr.count(b"\n"), 1, path)
                    self.assertEqual(done.stdout, b"", path)
        print(f"{count} robustness files read")


if __name__ == "__main__":
    main()
