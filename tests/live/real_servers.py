"""Real servers from npm, over every transport and both eras; what we list is what an independent client lists."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import live
import program

EVERYTHING = live.MODULES / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
EXAMPLES = live.MODULES / "@modelcontextprotocol" / "sdk" / "dist" / "esm" / "examples" / "server"
HERE = pathlib.Path(__file__).resolve().parent


def bin_of(package):
    """The script behind a package's only or first binary."""
    manifest = json.loads((live.MODULES / package / "package.json").read_text())
    entry = manifest["bin"]
    return str(live.MODULES / package / (entry if isinstance(entry, str) else next(iter(entry.values()))))


def independent(*words):
    done = subprocess.run([live.node(), str(HERE / "independent_client.mjs"), *words], capture_output=True, timeout=120,
                          check=True)
    return json.loads(done.stdout)


def record_of(*words, env=None, code=0):
    done = program.run("observe", *words, env=env, timeout=240)
    if done.returncode != code:
        raise AssertionError(f"{words}: {done.returncode} {done.stderr.decode()}")
    return json.loads(done.stdout)


def data(record, facet):
    return record["facets"][facet].get("data", {})


class Remote(unittest.TestCase):
    def start(self, *words, port, env=None):
        server = live.Server([live.node(), *map(str, words)], port, env, cwd=HERE)
        self.addCleanup(server.stop)

    def same_lists(self, record, other):
        ours = data(record, "definition")
        for key in ("tools", "prompts", "resources"):
            self.assertEqual([item.get("name") for item in ours.get(key, [])], [item["name"] for item in other[key]])
        for mine, theirs in zip(ours["tools"], other["tools"]):
            self.assertEqual(mine.get("description"), theirs.get("description"))
            self.assertEqual(mine["inputSchema"].get("properties"), theirs["inputSchema"].get("properties"))

    def test_everything_streamable_http(self):
        if live.packages_absent():
            return
        port = live.free_port()
        self.start(EVERYTHING, "streamableHttp", port=port, env={"PORT": str(port)})
        url = f"http://127.0.0.1:{port}/mcp"
        record = record_of(url, "--allow-private")
        self.same_lists(record, independent("http", url))
        protocol = data(record, "protocol")
        self.assertEqual((protocol["era"], protocol["wire"]), ("legacy", "streamable_http"))
        self.assertTrue(protocol["session"]["deleted"])
        self.assertGreaterEqual(protocol["session"]["bits"], 120)
        transport = data(record, "transport")
        self.assertEqual(transport["origin_probe"]["outcome"], "fail")   # it checks neither Origin nor Host
        self.assertEqual(transport["host_probe"]["outcome"], "fail")
        self.assertFalse([entry for entry in record["request_log"] if entry.get("label") == "tools/call"])

    def test_everything_sse(self):
        if live.packages_absent():
            return
        port = live.free_port()
        self.start(EVERYTHING, "sse", port=port, env={"PORT": str(port)})
        url = f"http://127.0.0.1:{port}/sse"
        record = record_of(url, "--allow-private")
        self.same_lists(record, independent("sse", url))
        self.assertEqual(data(record, "protocol")["wire"], "http_sse")

    def test_sdk_examples(self):
        if live.packages_absent():
            return
        for script, expected in (("jsonResponseStreamableHttp.js", "streamable_http"),
                                 ("simpleStatelessStreamableHttp.js", "streamable_http"),
                                 ("simpleSseServer.js", "http_sse")):
            with self.subTest(script=script):
                server = live.Server([live.node(), str(EXAMPLES / script)], 3000)
                try:
                    url = "http://127.0.0.1:3000/mcp"
                    record = record_of(url, "--allow-private")
                    self.assertEqual(data(record, "protocol")["wire"], expected)
                    self.same_lists(record, independent("sse" if expected == "http_sse" else "http", url))
                finally:
                    server.stop()

    def test_oauth_example(self):
        if live.packages_absent():
            return
        port, auth_port = live.free_port(), live.free_port()
        self.start(EXAMPLES / "simpleStreamableHttp.js", "--oauth", port=port,
                   env={"MCP_PORT": str(port), "MCP_AUTH_PORT": str(auth_port)})
        record = record_of(f"http://localhost:{port}/mcp", "--allow-private", code=4)  # its tools ask for a login
        auth = data(record, "auth")
        self.assertTrue(auth["required"])
        self.assertEqual(auth["trigger"]["status"], 401)
        self.assertEqual(auth["resource_metadata"]["via"], "challenge")
        self.assertEqual(len(auth["issuers"]), 1)
        self.assertIn("registration_endpoint", auth["issuers"][0]["document"])
        report = live.report_of(f"http://localhost:{port}/mcp", "--allow-private")
        assessment = report["assessments"]["agentreserve"]
        self.assertEqual((assessment["tier"], assessment["verdict"]), ("perimeter", "review"))
        self.assertLessEqual(assessment["score"], 87)

    def test_second_sdk_dual_and_modern_only(self):
        if live.packages_absent():
            return
        for mode in ("", "reject"):
            with self.subTest(mode=mode or "dual"):
                port = live.free_port()
                self.start(HERE / "modern_server.mjs", port, mode, port=port)
                record = record_of(f"http://127.0.0.1:{port}/mcp", "--allow-private")
                protocol = data(record, "protocol")
                self.assertIn(protocol["era"], ("modern", "dual"))
                self.assertEqual(protocol["supported_versions"], ["2026-07-28"])
                definition = data(record, "definition")
                self.assertEqual(definition["server"]["name"], "modern-example")
                self.assertEqual([tool["name"] for tool in definition["tools"]], ["get_weather"])


class Local(unittest.TestCase):
    def check(self, *command, words=()):
        record = record_of("--yes", *words, "--", *command)
        other = independent("stdio", *command)
        ours = data(record, "definition")
        self.assertEqual([t["name"] for t in ours["tools"]], [t["name"] for t in other["tools"]])
        self.assertEqual(ours["server"]["name"], other["server"]["name"])
        self.assertEqual(data(record, "protocol")["wire"], "stdio")
        return record

    def test_servers_from_npm(self):
        if live.packages_absent():
            return
        with tempfile.TemporaryDirectory() as folder:
            for package, words in (("@modelcontextprotocol/server-everything", ["stdio"]),
                                   ("@itseasy21/mcp-knowledge-graph", []),
                                   ("@mantine/mcp-server", []),
                                   ("@modelcontextprotocol/server-filesystem", [folder]),
                                   ("@upstash/context7-mcp", [])):
                with self.subTest(package=package):
                    record = self.check(live.node(), bin_of(package), *words)
                    self.assertIn("seccomp", json.dumps(record["facets"]["protocol"]))

    def test_python_server(self):
        script = HERE / "python_server.py"
        record = record_of("--yes", "--", "/usr/bin/python3", str(script))
        self.assertEqual([t["name"] for t in data(record, "definition")["tools"]], ["get_weather"])
        self.assertEqual(data(record, "protocol")["non_json_lines"], 2)


if __name__ == "__main__":
    program.main()
