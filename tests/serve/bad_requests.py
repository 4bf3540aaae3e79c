"""Everything a hostile client sends ends with an answer that has a code and a sentence, never with a 5xx: values
generated from the OpenAPI document, the HTTP cases of shared/data, replayed requests. The seed is printed."""
import json
import os
import random
import re
import socket
import urllib.parse

from serving import DATA, POISONED, TOOL, Case, main

SEED = int(os.environ.get("MCPJURY_SEED", "20261115"))
ROUNDS = int(os.environ.get("MCPJURY_FUZZ_ROUNDS", "4"))
TEXTS = ["", " ", "0", "-1", "1", "9" * 18, "9" * 400, "1e400", "NaN", "null", "true", "'", "' OR '1'='1", "'; drop table scans;--",
         "\" or 1=1 --", "%27", "$(id)", "`id`", "{{7*7}}", "../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/", "%00", "\x00",
         "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "%", "%zz", "%c3%28", "\u202eabc",
         "\u200b", "\U0001F600", "a" * 3000, "s_" + "0" * 32, "s_" + "g" * 32, "2026-13-45T99:99:99Z", "2026-11-15T00:00:00Z",
         "bm90ZXM", "bm90ZXM=", "////", "_-_-", "+", "&", "a&b=c", "#", "?", ";", "\r\nX-Evil: 1", "utf-7+ADw-", "K" * 9000]
VALUES = [None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**30, 0.1, -0.0, 1e308, "", "x", "<b>x</b>", "' or 1=1", [], {}, [[]], [{}],
          [None], {"": None}, {"__proto__": {}}, {"a": {"b": {"c": []}}}, ["x"] * 100, "\ud7ff\u202e\u0000", "http://127.0.0.1/",
          "https://example.com/", "npm:", "npm:x@", "file:///etc/passwd"]


def deep(levels):
    return "[" * levels + "]" * levels


def http_cases():
    """The requests of llhttp's test files, as bytes."""
    for path in sorted((DATA / "robustness" / "http" / "test" / "request").glob("*.md")):
        for block in re.findall(r"```http\n(.*?)```", path.read_text(), re.S):
            text = block.replace("\\\n", "").replace("\n", "\r\n")
            for mark, char in (("\\r\r\n", "\r\n"), ("\\r", "\r"), ("\\n", "\n"), ("\\t", "\t"), ("\\f", "\f")):
                text = text.replace(mark, char)
            yield path.name, text.encode("utf-8", "surrogateescape")


class BadRequests(Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)

    def assert_refused_well(self, answer, what):
        self.assertLess(answer.status, 500, (what, answer.body[:300], SEED))
        if answer.status >= 400 and answer.headers["Content-Type"] == "application/json":
            error = answer.json["error"]
            self.assertRegex(error["code"], r"^[a-z_]+$", what)
            self.assertTrue(error["message"], what)
            self.assertNotIn("\n", error["message"], what)

    def test_values_made_from_the_document(self):
        service, mcp = self.service(self.settings + "  cooldown: 0\n"), self.mcp(POISONED)
        scan = service.done({"url": mcp.url})
        document = service.get("/api/v1/openapi.json").json
        good = {"id": scan["scan_id"], "server": scan["server"], "format": "json"}
        count = 0
        for path, item in document["paths"].items():
            for method, operation in item.items():
                places = [parameter for parameter in operation["parameters"] if parameter["in"] != "header"]
                body = json.dumps({"kind": "confirmed"} if "feedback" in path else {"tools": [TOOL]}) if method == "post" else None
                for place in places:
                    for text in TEXTS:
                        encoded = urllib.parse.quote(text, safe="") if self.random.random() < 0.6 else re.sub(r"[^!-~]|[#?]", "_", text)
                        values, query = dict(good), ""
                        if place["in"] == "path":
                            values[place["name"]] = encoded or "_"
                        else:
                            query = f"?{place['name']}={encoded}"
                        answer = service.ask(method.upper(), path.format(**values) + query, body)
                        self.assert_refused_well(answer, (path, place["name"], text[:60]))
                        self.assertNotIn("X-Evil", answer.headers)
                        count += 1
        self.assertGreater(count, 1000)

    def test_bodies_of_wrong_types(self):
        service = self.service()
        document = service.get("/api/v1/openapi.json").json
        members = list(document["components"]["schemas"]["ScanRequest"]["properties"])
        bodies = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"url":"\\ud800"}', b'{"url":1e400}', b'{"a":1,"a":2}',
                  deep(100000).encode(), b'{"url":' + deep(200).encode() + b"}", b'{"tools":' + deep(120).encode() + b"}",
                  b'{"url":"npm:x","url":"http://127.0.0.1/"}', b"\x00" * 100, b'{"tools":[' + b"{}," * 20000 + b"{}]}",
                  json.dumps({"tools": [{"name": "x" * 100000, "description": "\u202e" * 1000}]}).encode()]
        for member in members:
            for value in VALUES:
                bodies.append(json.dumps({member: value}).encode())
                bodies.append(json.dumps({"tools": [TOOL], member: value}).encode())
        for _ in range(100 * ROUNDS):
            chosen = self.random.sample(members, self.random.randint(1, 5))
            bodies.append(json.dumps({member: self.random.choice(VALUES) for member in chosen}).encode())
        accepted = []
        for body in bodies:
            answer = service.ask("POST", "/api/v1/scans", body)
            if answer.status == 503 and answer.code == "busy":    # the queue is full: a bound that works
                service.wait(accepted[-1])
                answer = service.ask("POST", "/api/v1/scans", body)
            self.assert_refused_well(answer, body[:200])
            if answer.status in (200, 202):
                accepted.append(answer.json["data"]["scan_id"])
        for scan_id in accepted:
            service.wait(scan_id)
        for body in bodies[:200]:
            self.assert_refused_well(service.ask("POST", "/api/v1/feedback/rule-result/" + "a" * 64, body), body[:200])
        self.assertEqual(service.get("/healthz").status, 200)

    def test_http_cases_of_others(self):
        cases = list(http_cases())
        if not cases:
            print(f"no {DATA}/robustness/http here: only our own cases are played")
        cases += [("own", text) for text in (
            b"\r\n\r\n", b"GET / HTTP/1.1\r\n", b"\x00" * 4096, b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")]
        service = self.service(self.settings + "  header_seconds: 0.4\n  body_seconds: 0.4\n  idle_seconds: 0.4\n")
        for name, text in cases:
            got = service.raw(text)
            statuses = [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3})", got, re.M)]
            self.assertTrue(all(status < 500 or status == 505 for status in statuses), (name, text, got[:300]))
        # The same with the Host a real client sends, so that more of it reaches the routes.
        for name, text in cases:
            head, line, rest = text.partition(b"\r\n")
            got = service.raw(head + line + b"Host: 127.0.0.1\r\nConnection: close\r\n" + rest) if line else b""
            statuses = [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3})", got, re.M)]
            self.assertTrue(all(status < 500 or status == 505 for status in statuses), (name, text, got[:300]))
        self.assertEqual(service.get("/healthz").status, 200)

    def test_broken_off_and_replayed_requests(self):
        service = self.service()
        body = json.dumps({"tools": [TOOL]}).encode()
        whole = (b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nIdempotency-Key: one\r\n"
                 b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)) + body
        for length in range(0, len(whole), 7):
            with socket.create_connection(("127.0.0.1", service.port)) as client:
                client.sendall(whole[:length])
        ids = {re.search(rb'"scan_id":"(s_\w+)"', service.raw(whole)).group(1) for _ in range(10)}
        self.assertEqual(len(ids), 1)
        garbage = [bytes(self.random.randrange(256) for _ in range(self.random.randrange(1, 400))) for _ in range(50 * ROUNDS)]
        for text in garbage:
            with socket.create_connection(("127.0.0.1", service.port)) as client:
                client.sendall(text)
                client.shutdown(socket.SHUT_WR)
                got = client.recv(4096)
                self.assertTrue(got == b"" or got.startswith(b"HTTP/1.1 4"), got[:200])
        self.assertEqual(service.get("/healthz").status, 200)


if __name__ == "__main__":
    print(f"seed {SEED}")
    main()
