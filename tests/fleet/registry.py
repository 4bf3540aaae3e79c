"""Reading a registry: cursors, what is new since, resuming, politeness, hostile answers, what is skipped and why."""
import http.server
import json
import threading
import time
import urllib.parse

from fleet_case import FleetCase, Population, main

META = "io.modelcontextprotocol.registry/official"


def entry(name, status="active", **server):
    return {"server": {"name": name, "description": "d", "version": "1.0.0", **server}, "_meta": {META: {"status": status}}}


class Registry(http.server.ThreadingHTTPServer):
    """Serves `pages`; `script` holds answers that come first: (status, headers, body)."""

    def __init__(self, pages):
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages, self.script, self.asked, self.etag = pages, [], [], None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self):
        return f"http://registry.fleet.test:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        registry = self.server
        query = {key: values[0] for key, values in urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query).items()}
        registry.asked.append((time.monotonic(), self.path.split("?")[0], query, self.headers.get("If-None-Match")))
        if registry.script:
            return self.answer(*registry.script.pop(0))
        if registry.etag and self.headers.get("If-None-Match") == registry.etag:
            return self.answer(304, {}, b"")
        number = int(query.get("cursor", "page:0").split(":")[1])
        more = {"nextCursor": f"page:{number + 1}"} if number + 1 < len(registry.pages) else {}
        body = {"servers": registry.pages[number], "metadata": {"count": len(registry.pages[number]), **more}}
        return self.answer(200, {"ETag": registry.etag} if registry.etag else {}, json.dumps(body).encode())

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class ReadingARegistry(FleetCase):
    def registry(self, pages):
        registry = Registry(pages)
        self.addCleanup(registry.server_close)
        self.addCleanup(registry.shutdown)
        return registry

    def submit(self, registry, *words, code=0):
        done = self.run_fleet("fleet", "submit", "--registry", registry.url(), "--json", *words, code=code)
        return json.loads(done.stdout) if code == 0 else done.stderr.decode()

    def test_mapping_and_what_is_new(self):
        with Population() as population:
            self.settings(population)
            remote = {"type": "streamable-http", "url": population.url(1)}
            pages = [
                [entry("a.example/one", remotes=[remote, {"type": "sse", "url": population.url(2)}]),
                 entry("a.example/two", packages=[{"registryType": "npm", "identifier": "@a/two", "version": "1.2.3"}])],
                [entry("a.example/three", packages=[{"registry_type": "pypi", "identifier": "three"},
                                                    {"registryType": "oci", "identifier": "a/b:1"},
                                                    {"registryType": "nuget", "identifier": "N"}]),
                 entry("a.example/four", remotes=[{"type": "sse", "url": "https://{tenant}.example/mcp"}]),
                 entry("a.example/five"), entry("a.example/six", remotes=[{"type": "x", "url": "https://x.example/"}]),
                 entry("a.example/seven", remotes=[{"type": "sse", "url": "https://u:p@x.example/"}])],
                [entry("a.example/eight", "deleted", remotes=[{"type": "sse", "url": population.url(8)}]),
                 entry("a.example/again", remotes=[remote]), "no object"]]
            registry = self.registry(pages)
            done = self.submit(registry)
            self.assertEqual((done["due"], done["queued"]), (4, 4))
            self.assertEqual(done["registry"]["pages"], 3)
            self.assertEqual(done["skipped"], {
                "oci image": 1, "nuget package": 1, "templated URL: needs input": 1, "neither remote nor package": 1,
                "unknown transport": 1, "credential in the URL": 1, "deleted from the registry": 1, "not an object": 1})
            paths = {path for _, path, _, _ in registry.asked}
            self.assertEqual(paths, {"/v0.1/servers"})
            self.assertTrue(all(query["version"] == "latest" and query["limit"] == "100" for _, _, query, _ in registry.asked))
            # The second walk asks for what is new.
            registry.asked.clear()
            registry.pages, registry.etag = [[entry("a.example/nine", remotes=[{"type": "sse", "url": population.url(9)}])]], '"v2"'
            done = self.submit(registry)
            self.assertEqual((done["queued"], len(registry.asked)), (1, 1))
            self.assertRegex(registry.asked[0][2]["updated_since"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            # Nothing new: the same question again, and an unchanged answer is none.
            registry.asked.clear()
            registry.pages, registry.etag = [[]], '"v3"'
            self.assertFalse(self.submit(registry)["registry"]["unchanged"])
            self.assertTrue(self.submit(registry)["registry"]["unchanged"])
            self.assertEqual([tag for _, _, _, tag in registry.asked], [None, '"v3"'])
            self.assertEqual(registry.asked[0][2], registry.asked[1][2])
            registry.asked.clear()
            self.submit(registry, "--full")
            self.assertNotIn("updated_since", registry.asked[0][2])

    def test_broken_off_and_resumed(self):
        with Population() as population:
            self.settings(population)
            pages = [[entry(f"a.example/{number}", remotes=[{"type": "sse", "url": population.url(number)}])] for number in range(6)]
            registry = self.registry(pages)
            # Gone for good in the middle.
            registry.script = [(200, {}, json.dumps({"servers": pages[0], "metadata": {"nextCursor": "page:1"}}).encode()),
                               (200, {}, json.dumps({"servers": pages[1], "metadata": {"nextCursor": "page:2"}}).encode()),
                               (403, {}, b"{}")]
            self.assertIn("it answered 403", self.submit(registry, code=3))
            registry.asked.clear()
            done = self.submit(registry)
            self.assertEqual(registry.asked[0][2]["cursor"], "page:2")
            self.assertEqual((done["queued"], done["registry"]["resumed"]), (6, True))

    def test_polite(self):
        with Population() as population:
            self.settings(population, registry_rate=5)
            pages = [[entry(f"a.example/{number}", remotes=[{"type": "sse", "url": population.url(number)}])] for number in range(4)]
            registry = self.registry(pages)
            registry.script = [(429, {"Retry-After": "2"}, b""), (503, {}, b"")]
            self.assertEqual(self.submit(registry)["queued"], 4)
            # Two seconds as it was told, one or more after the error, a fifth of one before every page: never sooner.
            times = [when for when, _, _, _ in registry.asked]
            self.assertEqual(len(times), 6)
            self.assertGreaterEqual(times[-1] - times[0], 2.5)

    def test_hostile_answers_end(self):
        with Population() as population:
            self.settings(population)
            registry = self.registry([[]])
            loop = json.dumps({"servers": [entry("a.example/x")], "metadata": {"nextCursor": "same"}}).encode()
            registry.script = [(200, {}, loop), (200, {}, loop), (200, {}, loop)]
            self.assertIn("same page again", self.submit(registry, code=4))
            for body in (b"[]", b"{\"servers\":{}}", b"\xff", b"{\"servers\":[" + b"1," * 2000 + b"1]}",
                         b"{\"servers\":" + b"[" * 5000):
                other = self.registry([[]])
                other.script = [(200, {}, body)]
                self.assertIn("no page of servers", self.submit(other, code=3))
            # A registry that leads elsewhere is led by the guard too.
            other = self.registry([[]])
            other.script = [(302, {"Location": "http://127.0.0.1:1/v0.1/servers"}, b"")]
            self.assertIn("registry", self.submit(other, code=3))


if __name__ == "__main__":
    main()
