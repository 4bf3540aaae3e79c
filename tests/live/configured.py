"""--connect and --registry-lookups on a client's configuration, against servers on the loopback interface."""
import http.server
import json
import threading

import live
import program
from program import Case, main

CANARY = "canary-7f3a9c-do-not-print"
TOOLS = [{"name": "list_notes", "description": "Lists the notes of the user.", "inputSchema": {"type": "object", "properties": {}}}]


class Handler(http.server.BaseHTTPRequestHandler):
    """A small MCP server over Streamable HTTP, and a small npm registry, that write down what they are asked."""
    protocol_version = "HTTP/1.1"

    def answer(self, code, document=None):
        body = b"" if document is None else json.dumps(document).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((message.get("method"), self.headers.get("Authorization")))
        results = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                                  "serverInfo": {"name": "notes", "version": "1.0.0"}},
                   "tools/list": {"tools": TOOLS}}
        if message.get("method") in results:
            self.answer(200, {"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]})
        elif "id" in message:
            self.answer(200, {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "unknown"}})
        else:
            self.answer(202)

    def do_GET(self):
        self.server.asked.append(("GET", self.path))
        if self.path.startswith("/known-package"):
            self.answer(200, {"name": "known-package", "version": "1.2.3", "dist-tags": {"latest": "1.2.3"},
                              "versions": {"1.2.3": {"version": "1.2.3"}}})
        else:
            self.answer(404, {"error": "Not found"})

    def do_DELETE(self):
        self.answer(405)

    def log_message(self, *_):
        pass


class Configured(Case):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.asked = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def scan(self, servers, *words):
        config = self.write(".mcp.json", json.dumps({"mcpServers": servers}))
        done = program.run("scan", config, "--no-store", "-o", "json", *words, env={"HOME": str(self.folder)})
        self.assertNotIn(CANARY.encode(), done.stdout + done.stderr)
        return (json.loads(done.stdout) if done.stdout else None), done

    def remote(self):
        return {"notes": {"type": "http", "url": self.url + "/mcp", "headers": {"Authorization": f"Bearer {CANARY}"}}}

    def test_nothing_is_contacted_unasked(self):
        report, done = self.scan(self.remote())
        self.assertEqual(self.server.asked, [], done.stderr)
        self.assertEqual(report["server"]["tools"], 0)

    def test_connect_uses_the_headers_of_the_configuration(self):
        report, done = self.scan(self.remote(), "--connect", "--allow-private")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(report["server"]["name"], "notes")
        self.assertEqual([tool["name"] for tool in report["tools"]], ["list_notes"])
        methods = [method for method, _ in self.server.asked]
        self.assertIn("tools/list", methods)
        self.assertNotIn("tools/call", methods)
        self.assertIn(("tools/list", f"Bearer {CANARY}"), self.server.asked)

    def test_a_private_address_needs_leave(self):
        report, done = self.scan(self.remote(), "--connect")
        self.assertEqual(self.server.asked, [])
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(report["evidence"]["coverage"]["facets"]["definition"]["state"], "could_not_see")

    def test_connect_starts_nothing(self):
        mark = self.folder / "started"
        servers = {**self.remote(), "local": {"command": "touch", "args": [str(mark)]}}
        self.scan(servers, "--connect", "--allow-private")
        self.assertFalse(mark.exists())

    def test_registry_lookups(self):
        self.write(".npmrc", f"registry={self.url}/\n")
        servers = {"known": {"command": "npx", "args": ["-y", "known-package@1.2.3"]},
                   "gone": {"command": "npx", "args": ["-y", "never-published@1.0.0"]}}

        def missing(report):
            return [one["target"]["display"] for one in report["reports"]
                    if any(finding["detector"] == "package-not-in-registry" for finding in one["findings"])]
        report, _ = self.scan(servers)
        self.assertEqual((missing(report), self.server.asked), ([], []))
        report, done = self.scan(servers, "--registry-lookups")
        self.assertEqual(len(missing(report)), 1, (self.server.asked, done.stderr))
        self.assertIn("gone", missing(report)[0])
        asked = [path for _, path in self.server.asked]
        self.assertTrue(any(path.startswith("/known-package") for path in asked), asked)
        self.server.asked.clear()
        self.scan(servers, "--registry-lookups", "--offline")
        self.assertEqual(self.server.asked, [])


if __name__ == "__main__":
    main()
