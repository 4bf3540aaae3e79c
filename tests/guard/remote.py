"""mcpjury guard --url: the gateway in front of a remote server."""
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys

import behind
import peer
import program
from behind import A, B, C, F, POISON
from scripted_http import Remote

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "live"))
import live  # noqa: E402


class Case(program.Case):
    def start(self, pages, *words, policy=None, env=None, url=None):
        self.remote = Remote(pages)
        self.addCleanup(self.remote.stop)
        self.log_file = self.folder / "guard.log"
        options = ["--log", self.log_file, "--allow-private", "--url", url or self.remote.url, *words]
        if policy is not None:
            options += ["--policy", self.write("policy.yaml", policy)]
        self.process = subprocess.Popen([program.PROGRAM, "guard", *map(str, options)], stderr=subprocess.PIPE,
                                        stdin=subprocess.DEVNULL, env={**program.ENVIRONMENT, **(env or {})})
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.port = int(re.search(rb"http://127.0.0.1:(\d+)/mcp", self.process.stderr.readline()).group(1))

    def request(self, method, body=None, path="/mcp", **headers):
        """Status, headers, body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        sent.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection.request(method, path, body if isinstance(body, (bytes, type(None))) else json.dumps(body), sent)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()

    def ask(self, wanted, method, params=None, **headers):
        frame = {"jsonrpc": "2.0", "id": wanted, "method": method}
        if params is not None:
            frame["params"] = params
        _, _, body = self.request("POST", frame, **headers)
        if body.startswith((b"id:", b"event:", b"data:", b"retry:")):
            messages = [json.loads(line[6:]) for line in body.split(b"\n") if line.startswith(b"data: {")]
            return next(one for one in messages if one.get("id") == wanted)
        return json.loads(body)

    def call(self, wanted, name, **headers):
        return self.ask(wanted, "tools/call", {"name": name, "arguments": {}}, **headers)


class Guarding(Case):
    def test_each_grade_has_its_way(self):
        for sse in (False, True):
            with self.subTest(sse=sse):
                self.start([[A, B], [C, POISON, F]])
                self.remote.sse = sse
                status, headers, _ = self.request("POST", {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})
                self.assertEqual((status, headers["Mcp-Session-Id"]), (200, "session-1"))
                session = {"Mcp_Session_Id": "session-1"}
                tools = {tool["name"]: tool for tool in self.ask(1, "tools/list", **session)["result"]["tools"]}
                self.assertEqual(list(tools), ["get_time", "fetch_page", "run_command", "poison"])
                self.assertEqual(tools["get_time"], A)
                self.assertIn("mcpjury guard: grade C", tools["run_command"]["description"])
                self.assertEqual(self.call(2, "get_time", **session)["result"]["content"][0]["text"], "get_time")
                self.assertEqual(self.call(3, "get_weather", **session)["error"]["data"]["action"], "BLOCK")
                self.assertIn("no tool of this name", self.call(4, "x", **session)["error"]["message"])
                self.assertEqual(self.remote.methods().count("tools/call"), 1)
                self.assertTrue(all(headers.get("mcp-session-id") == "session-1" for headers, frame in self.remote.seen[1:]))
                self.assertEqual(self.request("DELETE", **session)[0], 200)

    def test_a_call_before_any_list_and_the_modern_headers(self):
        self.start([[A], [F]])
        headers = {"Mcp_Method": "tools/call", "Mcp_Name": "get_weather", "MCP_Protocol_Version": peer.MODERN}
        answer = self.ask(1, "tools/call", {"name": "get_weather", "_meta": peer.META}, **headers)
        self.assertIn("error", answer)
        self.assertEqual(self.remote.methods(), ["tools/list", "tools/list"])
        for sent, frame in self.remote.seen:
            self.assertEqual((sent["mcp-method"], sent["mcp-protocol-version"]), ("tools/list", peer.MODERN))
            self.assertNotIn("mcp-name", sent)
            self.assertEqual(frame["params"]["_meta"], peer.META)

    def test_rate_limit_counts_over_sessions(self):
        self.start([[B]], policy="rate: {per_minute: 1, burst: 2}\n")
        answers = [self.call(number, "fetch_page", Mcp_Session_Id=f"s{number}") for number in range(4)]
        self.assertEqual(["result" in answer for answer in answers], [True, True, False, False])

    def test_pins(self):
        self.start([[A]])
        lock = self.folder / "mcpjury.lock"
        done = program.run("pin", "--allow-private", "--no-store", "--lock", lock, self.remote.url)
        self.assertEqual(done.returncode, 0, done.stderr)
        url = self.remote.url
        first = self.remote
        self.start([[A]], policy=f"pin: {{file: {lock}, unpinned: refuse}}\n", url=url)
        self.assertIn("result", self.call(1, "get_time"))
        first.pages = [[{**A, "description": "Returns the time of day."}]]
        self.assertIn("not the one that was approved", self.ask(2, "tools/list")["error"]["message"])
        self.assertIn("error", self.call(3, "get_time"))


class Hostile(Case):
    def test_only_this_machine(self):
        self.start([[A]])
        frame = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"},
                        {"Host": "127.0.0.1.evil.example"}, {"Origin": "http://localhost.evil.example"}):
            self.assertEqual(self.request("POST", frame, **headers)[0], 403, headers)
        self.assertEqual(self.request("POST", frame, Origin="http://localhost:3000")[0], 200)
        self.assertEqual(self.request("POST", frame, path="/other")[0], 404)
        self.assertEqual(self.request("PUT", frame)[0], 405)
        self.assertEqual(self.remote.methods(), ["ping"])

    def test_credentials_are_added_and_never_logged(self):
        canary = "canary-token-77123"
        self.start([[A]], "--bearer-env", "TOKEN", "--header", "X-Tenant: acme", env={"TOKEN": canary})
        self.call(1, "get_time", Authorization="Bearer of-the-client", Cookie="a=b")
        for headers, _ in self.remote.seen:
            self.assertEqual((headers["authorization"], headers["x-tenant"]), (f"Bearer {canary}", "acme"))
            self.assertNotIn("cookie", headers)
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.process.wait(30), 143)
        self.assertNotIn(canary, self.log_file.read_text(encoding="utf-8"))
        self.assertNotIn(canary.encode(), self.process.stderr.read())

    def test_a_list_nobody_asked_for(self):
        self.start([[A]])
        self.remote.sse = True
        evil = {"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "evil", "inputSchema": {}}]}}
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}
        self.remote.before = {"tools/call": [evil, note]}
        self.ask(1, "tools/list")
        _, _, body = self.request("POST", {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_time"}})
        self.assertNotIn(b"evil", body)
        self.assertIn(b"notifications/message", body)
        self.assertIn(b"retry: 700", body)
        self.remote.sse = False
        self.remote.raw = json.dumps(evil).encode()
        status, _, body = self.request("POST", {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "get_time"}})
        self.assertEqual((status, body), (502, b""))

    def test_the_stream_of_the_server(self):
        self.start([[A]])
        self.call(1, "get_time")
        self.remote.notes = [{"jsonrpc": "2.0", "id": 5, "result": {"tools": []}},
                             {"jsonrpc": "2.0", "id": "s", "method": "roots/list"},
                             {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/mcp", headers={"Accept": "text/event-stream"})
        answer = connection.getresponse()
        lines = []
        while len(lines) < 2:
            line = answer.readline()
            if line.startswith(b"data: {"):
                lines.append(json.loads(line[6:])["method"])
        self.assertEqual(lines, ["roots/list", "notifications/tools/list_changed"])
        self.remote.pages = [[{**F, "name": "get_time"}]]
        self.assertIn("grade F", self.call(2, "get_time")["error"]["message"])

    def test_bad_frames_and_bad_answers(self):
        self.start([[A]])
        for body in (b"{", b"[]", b'{"jsonrpc":"2.0","id":1,"method":"a","method":"tools/call"}',
                     b'[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time"}}]'):
            self.assertEqual(self.request("POST", body)[0], 400, body)
        self.assertEqual(self.remote.seen, [])
        self.call(1, "get_time")
        frame = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_time"}}
        for raw in (b"<html>", b'{"a":1}', b"x" * (11 << 20)):
            self.remote.raw = raw
            status, _, body = self.request("POST", frame)
            self.assertEqual(status, 502, raw[:10])
            self.assertNotIn(raw[:4], body)
        self.remote.status = 401
        status, headers, body = self.request("POST", {"jsonrpc": "2.0", "id": 3, "method": "ping"})
        self.assertEqual((status, headers["WWW-Authenticate"], body), (401, "Bearer realm=x", b""))
        self.assertIn("could not be read", self.ask(4, "tools/list")["error"]["message"])

    def test_the_server_is_not_there(self):
        self.start([[A]], url="http://127.0.0.1:1/mcp")
        self.assertEqual(self.request("POST", {"jsonrpc": "2.0", "id": 1, "method": "ping"})[0], 502)
        self.assertIn("error", self.call(2, "get_time"))

    def test_wrong_usage(self):
        for words, code in ((("--url", "https://127.0.0.1/mcp"), 3), (("--url", "ftp://example.com/"), 2),
                            (("--url", "https://example.com/", "--listen", "0.0.0.0:0"), 2),
                            (("--url", "https://example.com/", "--listen", "nonsense"), 2),
                            (("--url", "https://example.com/", "--", "true"), 2),
                            (("--url", "http://example.com/", "--bearer-env", "HOME"), 3)):
            done = program.run("guard", *words, env={"HOME": "/nonexistent"})
            self.assert_one_line(done, code)


class Real(Case):
    def test_the_official_server_and_client(self):
        if live.packages_absent():
            return
        port = live.free_port()
        server = live.Server([live.node(), str(live.MODULES / "@modelcontextprotocol/server-everything/dist/index.js"),
                              "streamableHttp"], port, {"PORT": str(port)})
        self.addCleanup(server.stop)
        self.start([[A]], url=f"http://127.0.0.1:{port}/mcp")
        client = str(live.HERE / "independent_client.mjs")
        done = subprocess.run([live.node(), client, "http", f"http://127.0.0.1:{self.port}/mcp"], capture_output=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        out = json.loads(done.stdout)
        self.assertEqual((len(out["tools"]), len(out["prompts"]), len(out["resources"])), (13, 4, 7))


if __name__ == "__main__":
    program.main()
