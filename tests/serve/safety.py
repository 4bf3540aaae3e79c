"""What the service must not do, each with a test: keys, scopes, limits, rebinding, the guard, secrets, TLS."""
import hashlib
import http.client
import json
import pathlib
import signal
import socket
import ssl
import subprocess
import time

from serving import LOOPBACK, POISONED, TOOL, Case, main, new_key

CANARY = "canary-7Q2xVb9LmT4cR8sZ1wKp"


class Safety(Case):
    def key(self, *scopes, name="tester"):
        key, digest = new_key(name)
        return key, f"    - name: {name}\n      sha256: {digest}\n      scopes: [{', '.join(scopes)}]\n"

    def test_addresses_are_refused_at_once_and_no_request_lifts_the_guard(self):
        service = self.service("  scans_per_minute: 0\n")
        for url in ("http://127.0.0.1/mcp", "http://localhost:8080/", "http://[::1]/", "http://169.254.169.254/latest/meta-data",
                    "http://10.0.0.1/mcp", "http://2130706433/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]/",
                    "http://metadata.google.internal/", "http://user:pass@example.com/", "https://example.com:22/"):
            answer = service.ask("POST", "/api/v1/scans", {"url": url})
            self.assertEqual((answer.status, answer.code), (403, "refused_target"), url)
            for extra in ({"allow_private": True}, {"allowed_hosts": ["127.0.0.1"]}, {"resolver": "127.0.0.1:53"}):
                self.assertEqual(service.ask("POST", "/api/v1/scans", {"url": url, **extra}).status, 400)
        self.assertEqual(service.get("/api/v1/servers").json["data"], [])

    def test_no_files_no_commands(self):
        service = self.service()
        for url in ("/etc/passwd", "file:///etc/passwd", "./tools.json", "-", "npx -y server", "stdio:x", "git+ssh://a/b",
                    "npm:../../etc", "npm:a b", "C:\\x", "~/x", "gopher://x", "javascript:alert(1)", "", "\u0000", "a" * 5000):
            answer = service.ask("POST", "/api/v1/scans", {"url": url})
            self.assertIn(answer.status, (400, 403), url)
        for body in ({}, {"command": ["sh"]}, {"url": "npm:x", "tools": []}, {"tools": {}}, {"record": {}}, {"url": 5},
                     {"url": "npm:x", "force": "yes"}, {"url": "npm:x", "deep": 3}, {"url": "npm:x", "methodologies": ["x"]},
                     {"url": "npm:x", "timeout_seconds": 1e9}, {"url": "npm:x", "credentials": {"bearer": 5}},
                     {"url": "https://example.com/", "credentials": {"headers": {"Host": "x"}}},
                     {"url": "https://example.com/", "credentials": {"bearer": "a\r\nb"}}, [], 5, "x", None):
            answer = service.ask("POST", "/api/v1/scans", json.dumps(body))
            self.assertEqual(answer.status, 400, body)
            self.assertIn(answer.code, ("bad_request", "not_json"))

    def test_keys_and_scopes(self):
        reader, one = self.key("read", name="reader")
        scanner, two = self.key("read", "scan", name="scanner")
        full, three = self.key("read", "scan", "judge", "probe", "publish", "feedback", "metrics", name="full")
        service = self.service(LOOPBACK + "  anonymous: read\n  keys:\n" + one + two + three)
        mcp = self.mcp()
        body = {"url": mcp.url}

        def post(key, more=None):
            headers = {"Authorization": "Bearer " + key} if key else {}
            return service.ask("POST", "/api/v1/scans", {**body, **(more or {})}, headers)
        self.assertEqual((post(None).status, post("mj_" + "0" * 64).status, post(reader).status), (401, 401, 403))
        self.assertEqual(post(None).headers["WWW-Authenticate"], "Bearer")
        self.assertEqual(post(scanner).status, 202)
        self.assertEqual(post(scanner, {"deep": "models"}).status, 403)
        self.assertEqual(post(scanner, {"active_probe": True}).status, 403)
        self.assertEqual(post(full, {"deep": "models"}).status, 422)     # none is configured
        self.assertEqual(post(full, {"active_probe": True}).status, 422)  # switched off
        upload = {"tools": [TOOL], "private": False}
        for key, wanted in ((scanner, 403), (full, 202)):
            answer = service.ask("POST", "/api/v1/scans", upload, {"Authorization": "Bearer " + key})
            self.assertEqual(answer.status, wanted)
        self.assertEqual(service.get("/metrics").status, 401)
        self.assertEqual(service.get("/metrics", Authorization="Bearer " + full).status, 200)
        self.assertEqual(service.get("/healthz").status, 200)
        stored = service.config.read_text() + (service.folder / "stderr").read_text()
        self.assertNotIn(full, stored)

    def test_nobody_scans_from_outside_unless_configured(self):
        for anonymous, wanted in (("", 401), ("  anonymous: scan\n", 202), ("  anonymous: none\n", 401)):
            service = self.service(LOOPBACK + anonymous, options=("--listen", "0.0.0.0:0"))
            self.assertEqual(service.ask("POST", "/api/v1/scans", {"tools": [TOOL]}).status, wanted)
            self.assertEqual(service.get("/api/v1/servers").status, 401 if "none" in anonymous else 200)
            self.assertEqual(service.get("/metrics").status, 401)
            service.stop()

    def test_rates(self):
        service = self.service("  allowed_hosts: [127.0.0.1]\n  scans_per_minute: 3\n  requests_per_minute: 20\n")
        statuses = [service.ask("POST", "/api/v1/scans", {"tools": [TOOL]}).status for _ in range(5)]
        self.assertEqual(statuses, [202, 202, 202, 429, 429])
        answers = [service.get("/healthz") for _ in range(20)]
        self.assertEqual((answers[-1].status, answers[-1].code), (429, "rate_limited"))
        self.assertTrue(int(answers[-1].headers["Retry-After"]) > 0)
        # Nobody in front of us is trusted, so the header changes nothing.
        self.assertEqual(service.get("/healthz", X_Forwarded_For="192.0.2.7").status, 429)

    def test_a_trusted_proxy_tells_the_address(self):
        service = self.service(LOOPBACK.replace("requests_per_minute: 0", "requests_per_minute: 5") + "  trusted_proxies: [127.0.0.1]\n")
        for client in ("192.0.2.1", "192.0.2.2"):
            statuses = [service.get("/healthz", X_Forwarded_For="198.51.100.9, " + client).status for _ in range(6)]
            self.assertEqual(statuses, [200] * 5 + [429])

    def test_the_queue_is_bounded(self):
        service = self.service(LOOPBACK + "  queue: 3\n")
        mcp = self.mcp()
        mcp.gate.clear()
        statuses = [service.ask("POST", "/api/v1/scans", {"url": mcp.url, "private": True}).status for _ in range(5)]
        self.assertEqual(statuses, [202, 202, 202, 503, 503])

    def test_other_names_and_other_origins(self):
        service = self.service(LOOPBACK + "  hosts: [jury.example]\n")
        for host, wanted in (("127.0.0.1", 200), ("localhost:1", 200), ("[::1]:80", 200), ("jury.example", 200),
                             ("JURY.example:443", 200), ("evil.example", 421), ("jury.example.evil.example", 421)):
            self.assertEqual(service.get("/healthz", Host=host).status, wanted, host)
        body = {"tools": [TOOL]}
        own = f"http://127.0.0.1:{service.port}"
        for headers, wanted in (({"Origin": own}, 202), ({"Origin": "https://jury.example"}, 202), ({}, 202),
                                ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
                                ({"Origin": own + ".evil.example"}, 403), ({"Sec-Fetch-Site": "cross-site"}, 403),
                                ({"Content-Type": "text/plain"}, 415), ({"Content-Type": "application/x-www-form-urlencoded"}, 415)):
            self.assertEqual(service.ask("POST", "/api/v1/scans", body, headers).status, wanted, headers)
        preflight = service.ask("OPTIONS", "/api/v1/scans", headers={"Origin": "http://evil.example"})
        self.assertEqual(preflight.status, 403)
        self.assertFalse([name for name in preflight.headers if name.lower().startswith("access-control")])

    def test_browsers_are_told_to_be_careful(self):
        service = self.service()
        for path in ("/", "/healthz", "/api/v1/servers", "/directory", "/nothing", "/assets/app.js"):
            answer = service.get(path, Accept="text/html")
            policy = answer.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy, path)
            self.assertNotIn("unsafe", policy, path)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertFalse([name for name in answer.headers if name.lower().startswith("access-control")])

    def test_a_private_scan_shows_nowhere(self):
        service, mcp = self.service(), self.mcp(POISONED, name="hidden-name-8842")
        data = service.done({"url": mcp.url, "private": True})
        public = service.done({"url": mcp.url})
        self.assertNotEqual(data["scan_id"], public["scan_id"])
        history = service.get(f"/api/v1/servers/{public['server']}/history").json["data"]
        self.assertEqual(len(history), 1)
        only = service.done({"tools": [TOOL], "server": {"name": "hidden-name-8843", "version": "1"}})
        for path in ("/api/v1/servers", "/api/v1/servers/counts", "/metrics", "/directory", "/"):
            body = service.get(path).body.decode()
            self.assertNotIn("hidden-name-8843", body, path)
            self.assertNotIn(only["scan_id"], body, path)
            self.assertNotIn(data["scan_id"], body, path)
        self.assertEqual(service.get("/api/v1/scans/s_" + "0" * 32).status, 404)
        self.assertIn("no-store", service.get(f"/api/v1/scans/{only['scan_id']}/report.html").headers["Cache-Control"])

    def test_secrets_of_one_scan_are_nowhere(self):
        service, mcp = self.service(options=("-v",)), self.mcp()
        bodies = ({"url": mcp.url, "credentials": {"bearer": CANARY}},
                  {"url": mcp.url, "credentials": {"headers": {"X-Api-Key": CANARY}}},
                  {"url": mcp.url + f"?api_key={CANARY}"},
                  {"url": mcp.url, "credentials": {"headers": {"Bad Name": CANARY}}},
                  {"url": mcp.url, "credentials": {"bearer": CANARY + "\u00e4"}},
                  {"url": mcp.url, "unknown": CANARY})
        said = b""
        for body in bodies:
            answer = service.ask("POST", "/api/v1/scans", body)
            said += answer.body + str(answer.headers).encode()
            if answer.status == 202:
                scan_id = answer.json["data"]["scan_id"]
                self.assertTrue(answer.json["data"]["private"])
                service.wait(scan_id)
                for end in ("", "/evidence", "/consensus", "/report.json", "/report.html", "/report.txt", "/events"):
                    said += service.get(f"/api/v1/scans/{scan_id}{end}").body
        service.ask("POST", "/api/v1/feedback/rule-result/" + CANARY, {"kind": "confirmed", "note": CANARY})
        for path in ("/metrics", "/api/v1/servers", "/directory"):
            said += service.get(path).body
        self.assertTrue(any(headers.get("Authorization") == "Bearer " + CANARY for _, headers in mcp.seen))
        # A scan that is cut off leaves nothing either.
        mcp.gate.clear()
        cut = service.scan({"url": mcp.url, "credentials": {"bearer": CANARY}})
        service.stop(signal.SIGKILL)
        mcp.gate.set()
        kept = b"".join(path.read_bytes() for path in pathlib.Path(self.folder).rglob("*") if path.is_file())
        for secret in (CANARY.encode(), CANARY.encode().hex().encode(), hashlib.sha256(CANARY.encode()).hexdigest().encode()):
            self.assertNotIn(secret, said)
            self.assertNotIn(secret, kept)
        service.start()
        data = service.wait(cut)
        self.assertEqual((data["status"], data["error"]["code"]), ("failed", "restarted"))

    def test_slow_and_large_clients(self):
        service = self.service(LOOPBACK + "  header_seconds: 0.5\n  body_seconds: 0.5\n  body_bytes: 2000\n")
        slow = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(50)]
        for client in slow:
            client.sendall(b"POST /api/v1/scans HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
        self.assertEqual(service.get("/healthz").status, 200)
        for client in slow:
            client.settimeout(10)
            self.assertEqual(client.recv(100), b"")
            client.close()
        large = service.ask("POST", "/api/v1/scans", b"x" * 3000)
        self.assertEqual((large.status, large.code), (413, "too_large"))
        many = service.ask("GET", "/healthz", headers={f"X-{number}": "y" * 1000 for number in range(30)})
        self.assertEqual((many.status, many.code), (431, "header_too_large"))

    def test_tls(self):
        folder = pathlib.Path(self.folder)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem",
                        "-out", folder / "cert.pem"], check=True, capture_output=True)
        service = self.service(LOOPBACK + f"  tls:\n    certificate: {folder}/cert.pem\n    key: {folder}/key.pem\n")
        context = ssl.create_default_context(cafile=folder / "cert.pem")
        connection = http.client.HTTPSConnection("localhost", service.port, context=context, timeout=30)
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        self.assertEqual((answer.status, json.loads(answer.read())["data"]["status"]), (200, "ok"))
        self.assertTrue(answer.headers["Strict-Transport-Security"])
        connection.close()
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionResetError)):
            old.wrap_socket(socket.create_connection(("127.0.0.1", service.port), timeout=10))
        plain = service.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertNotIn(b"200 OK", plain)

    def test_settings_that_cannot_work_are_told(self):
        from serving import PROGRAM
        for text, word in (("serve:\n  listen: nowhere\n", b"listen"), ("serve:\n  keys:\n  - name: a\n    sha256: zz\n", b"sha256"),
                           ("serve:\n  unknown: 1\n", b"unknown"), ("serve:\n  anonymous: all\n", b"anonymous"),
                           ("serve:\n  tls:\n    certificate: /nonexistent\n    key: /nonexistent\n  listen: 127.0.0.1:0\n", b"certificate")):
            config = pathlib.Path(self.folder) / "bad.yaml"
            config.write_text(text)
            done = subprocess.run([PROGRAM, "serve", "--config", config, "--store", f"sqlite:{self.folder}/h.sqlite"],
                                  capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    main()
