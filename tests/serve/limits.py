"""The bounds of the service and the smaller promises of its API: each a sentence of docs/service.md, each tried."""
import http.server
import json
import socket
import threading
import time

from serving import LOOPBACK, POISONED, TOOL, Case, main, new_key


class Limits(Case):
    def hook(self):
        """A receiver of webhooks: (its port, the bodies it got)."""
        got = []

        class Hook(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass
        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        self.addCleanup(receiver.server_close)
        self.addCleanup(receiver.shutdown)
        return receiver.server_port, got

    def until(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def metric(self, service, name):
        return float(next(line.split()[-1] for line in service.get("/metrics").body.decode().splitlines() if line.startswith(name + " ")))

    def test_a_key_has_a_rate_of_its_own(self):
        (slow, slow_hash), (fast, fast_hash) = new_key("slow"), new_key("fast")
        service = self.service("  allowed_hosts: [127.0.0.1]\n  scans_per_minute: 5\n  keys:\n"
                               f"    - {{name: slow, sha256: {slow_hash}, scopes: [read, scan], scans_per_minute: 2}}\n"
                               f"    - {{name: fast, sha256: {fast_hash}, scopes: [read, scan]}}\n")

        def statuses(headers, count):
            return [service.ask("POST", "/api/v1/scans", {"tools": [TOOL]}, headers).status for _ in range(count)]
        self.assertEqual(statuses({"Authorization": "Bearer " + slow}, 3), [202, 202, 429])
        self.assertEqual(statuses({"Authorization": "Bearer " + fast}, 6), [202] * 5 + [429])
        self.assertEqual(statuses({}, 6), [202] * 5 + [429])

    def test_a_scan_has_an_end(self):
        service, mcp = self.service(LOOPBACK + "  scan_seconds: 1\n"), self.mcp()
        mcp.gate.clear()
        data = service.wait(service.scan({"url": mcp.url}), 30)
        self.assertEqual((data["status"], data["report"]), ("failed", None))
        self.assertTrue(data["error"]["message"])

    def test_so_many_scans_at_once(self):
        service = self.service(LOOPBACK + "  scans_at_once: 2\n")
        servers = [self.mcp(name=f"n{number}") for number in range(5)]
        for mcp in servers:
            mcp.gate.clear()
        jobs = [service.scan({"url": mcp.url}) for mcp in servers]
        self.until(lambda: sum(bool(mcp.seen) for mcp in servers) == 2, "two begin")
        self.assertEqual((self.metric(service, "mcpjury_scans_observing"), self.metric(service, "mcpjury_scans_waiting")), (2, 3))
        self.assertEqual(sum(bool(mcp.seen) for mcp in servers), 2)
        for mcp in servers:
            mcp.gate.set()
        self.assertEqual([service.wait(job)["status"] for job in jobs], ["done"] * 5)

    def test_slow_bodies_and_readers_who_do_not_read(self):
        service = self.service(LOOPBACK + "  body_seconds: 0.4\n  write_seconds: 0.4\n")
        data = service.done({"tools": [POISONED] * 40})
        with socket.create_connection(("127.0.0.1", service.port), timeout=20) as slow:
            slow.sendall(b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{")
            answer = slow.recv(400)
            self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 408"), answer)
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(20)
            deaf.connect(("127.0.0.1", service.port))
            request = f"GET /api/v1/scans/{data['scan_id']}/report.html HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            deaf.sendall(request * 100)
            # It is given up: nobody reads, so nothing of it stays open.
            self.until(lambda: self.metric(service, "mcpjury_http_connections_open") == 1, "the reader is dropped")

    def test_force_looks_again(self):
        service, mcp = self.service(LOOPBACK + "  force_cooldown: 0\n"), self.mcp()
        first = service.done({"url": mcp.url})
        self.assertEqual(service.ask("POST", "/api/v1/scans", {"url": mcp.url}).json["data"]["cached"], True)
        again = service.ask("POST", "/api/v1/scans", {"url": mcp.url, "force": True})
        self.assertEqual((again.status, again.json["data"]["cached"]), (202, False))
        self.assertNotEqual(service.wait(again.json["data"]["scan_id"])["stored_scan"], first["stored_scan"])

    def test_only_the_chosen_methodologies_and_a_strictness(self):
        service = self.service()
        body = {"tools": [POISONED], "methodologies": ["tooltrust", "ampel"], "strictness": "published", "dcr": True, "timeout_seconds": 20}
        data = service.done(body)
        report = data["report"]
        self.assertEqual(set(report["assessments"]), {"ampel", "tooltrust"})
        self.assertEqual({grade["id"] for grade in data["summary"]["grades"]}, {"ampel", "tooltrust"})
        self.assertEqual(service.get(f"/api/v1/scans/{data['scan_id']}/report.json").json, report)
        one = service.get(f"/api/v1/scans/{data['scan_id']}?methodology=aivss").json["data"]
        self.assertEqual((list(one["report"]["assessments"]), len(one["summary"]["grades"])), (["aivss"], 1))
        self.assertEqual(report["assessments"]["tooltrust"]["strictness"], "published")

    def test_the_short_forms(self):
        service = self.service()
        scan = service.done({"tools": [POISONED], "deep": True})["scan_id"]
        for end in ("", "/consensus", "/evidence", "/report.json", "/report.md", "/report.sarif"):
            long, short = service.get(f"/api/v1/scans/{scan}{end}"), service.get(f"/scan/{scan}{end}")
            self.assertEqual((long.status, short.status), (200, 200), end)
            if end.startswith("/report"):
                self.assertEqual(long.body, short.body, end)
            else:
                self.assertEqual(long.json["data"], short.json["data"], end)
        self.assertEqual(service.get("/scan/s_" + "0" * 32 + "/consensus").status, 404)

    def test_a_webhook_hears_of_its_server_and_of_no_other(self):
        watched, other = self.mcp(name="watched"), self.mcp(name="other")
        port, got = self.hook()
        settings = (LOOPBACK + "  cooldown: 0\n  webhooks:\n"
                    f"    - {{url: 'http://127.0.0.1:{port}/', secret_env: HOOK, servers: ['{watched.url}']}}\n")
        service = self.service(settings, env={"HOOK": "x"})
        for mcp in (other, watched):
            service.done({"url": mcp.url})
            mcp.tools.append(POISONED)
            last = service.done({"url": mcp.url})
        self.until(lambda: got, "the hook is told")
        self.assertEqual([event["scan_id"] for event in got], [last["stored_scan"]])

    def test_a_dead_webhook_holds_up_no_other(self):
        mcp = self.mcp()
        port, got = self.hook()
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            settings = LOOPBACK + "  cooldown: 0\n  webhooks:\n" + "".join(
                f"    - {{url: 'http://127.0.0.1:{number}/', secret_env: HOOK}}\n" for number in (closed.getsockname()[1], port))
            service = self.service(settings, env={"HOOK": "x"})
            service.done({"url": mcp.url})
            mcp.tools.append(POISONED)
            service.done({"url": mcp.url})
            self.until(lambda: got, "the living one is told")
            self.assertEqual(self.metric(service, "mcpjury_webhooks_dropped_total"), 0)   # the dead one is still tried
            self.assertEqual(service.stop(), 0)

    def test_webhooks_go_through_the_guard(self):
        for refused in ("http://127.0.0.1:8080/", "http://169.254.169.254/", "http://elsewhere.localhost/", "http://[::1]/", "file:///etc/passwd",
                        "http://user:pass@localhost/"):
            with self.assertRaisesRegex(AssertionError, "serve.webhooks"):
                self.service(f"  allowed_hosts: [localhost]\n  webhooks:\n    - {{url: '{refused}', secret_env: HOOK}}\n", env={"HOOK": "x"})

    def test_request_ids(self):
        service = self.service()
        ids = {service.get("/healthz").headers["X-Request-Id"] for _ in range(50)}
        self.assertEqual(len(ids), 50)
        for path in ("/nothing", "/api/v1/servers?limit=0", "/api/v1/scans/9999"):
            answer = service.get(path)
            self.assertEqual(answer.json["meta"]["request_id"], answer.headers["X-Request-Id"], path)

    def test_markup_and_sql_of_a_tool_list_end_as_text(self):
        service = self.service()
        evil = "<script>alert(1)</script>'; drop table scans;-- \u202e\u0007"
        tool = {"name": evil, "title": evil, "description": evil, "inputSchema": {"type": "object", "properties": {evil: {"type": evil}}},
                "annotations": {"title": evil}}
        body = {"tools": [tool], "server": {"name": evil, "version": evil}, "instructions": evil, "prompts": [{"name": evil, "description": evil}],
                "resources": [{"uri": evil, "name": evil}], "resourceTemplates": [{"uriTemplate": evil, "name": evil}], "private": False}
        data = service.done(body)
        pages = ["/directory", "/directory?q=%3Cscript%3Ealert(1)%3C/script%3E", f"/servers/{data['server']}", f"/scans/{data['scan_id']}",
                 f"/api/v1/servers/{data['server']}/feed.atom", f"/badge/{data['server']}.svg", f"/scans/{data['scan_id']}/compare"]
        for path in pages + [f"/api/v1/scans/{data['scan_id']}/report.{name}" for name in ("html", "junit.xml", "badge.svg")]:
            answer = service.get(path, Accept="text/html")
            self.assertEqual(answer.status, 200, path)
            self.assertNotIn(b"<script>alert", answer.body, path)
            self.assertNotIn("\u202e".encode(), answer.body, path)
        self.assertEqual(len(service.get("/api/v1/servers").json["data"]), 1)


if __name__ == "__main__":
    main()
