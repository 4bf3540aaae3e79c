"""The API as a program uses it: scans, reports, directory, history, diff, badges, feed, feedback, events."""
import json
import time
import xml.etree.ElementTree as xml

from serving import POISONED, TOOL, Case, main


class Api(Case):
    def test_a_scan_from_the_first_request_to_the_badge(self):
        mcp, service = self.mcp(), self.service()
        answer = service.ask("POST", "/api/v1/scans", {"url": mcp.url})
        self.assertEqual(answer.status, 202)
        self.assertRegex(answer.json["data"]["scan_id"], r"^s_[0-9a-f]{32}$")
        self.assertEqual(answer.json["meta"]["request_id"], answer.headers["X-Request-Id"])
        data = service.wait(answer.json["data"]["scan_id"])
        self.assertEqual((data["status"], data["private"]), ("done", False))
        self.assertEqual(data["report"]["server"]["name"], "notes")
        self.assertIn(data["summary"]["verdict"]["word"], ("stop", "caution", "allow", "unknown"))
        self.assertEqual(len(data["summary"]["grades"]), 5)
        methods = {method for method, _ in mcp.seen}
        self.assertNotIn("tools/call", methods)
        stored = service.get(f"/api/v1/scans/{data['stored_scan']}").json["data"]
        self.assertEqual(stored["report"], data["report"])
        listed = service.get("/api/v1/servers").json
        self.assertEqual([item["server"] for item in listed["data"]], [data["server"]])
        self.assertIsNone(listed["meta"]["next_cursor"])
        server = service.get(f"/api/v1/servers/{data['server']}").json["data"]
        self.assertEqual((server["name"], server["tools"], len(server["history"])), ("notes", 1, 1))
        self.assertEqual(server["verdict"], data["summary"]["verdict"]["word"])
        svg = service.get(server["badge"]["svg"])
        self.assertEqual(svg.headers["Content-Type"], "image/svg+xml")
        self.assertEqual(xml.fromstring(svg.body).tag, "{http://www.w3.org/2000/svg}svg")
        self.assertEqual(svg.headers["Cross-Origin-Resource-Policy"], "cross-origin")
        self.assertEqual(service.get(server["badge"]["json"]).json["schemaVersion"], 1)
        self.assertEqual(service.get(server["badge"]["svg"] + "?methodology=nonsense").status, 400)

    def test_every_format(self):
        mcp, service = self.mcp(POISONED), self.service()
        data = service.done({"url": mcp.url})
        kinds = {"json": "application/json", "ndjson": "application/x-ndjson", "html": "text/html", "md": "text/markdown",
                 "sarif": "application/sarif+json", "csv": "text/csv", "junit.xml": "application/xml", "txt": "text/plain",
                 "github.txt": "text/plain", "cyclonedx.json": "application/vnd.cyclonedx+json", "badge.svg": "image/svg+xml",
                 "badge.json": "application/json"}
        for name, kind in kinds.items():
            answer = service.get(f"/api/v1/scans/{data['scan_id']}/report.{name}")
            self.assertEqual(answer.status, 200, name)
            self.assertTrue(answer.headers["Content-Type"].startswith(kind), name)
            self.assertTrue(answer.body, name)
        self.assertEqual(service.get(f"/api/v1/scans/{data['scan_id']}/report.json").json, data["report"])
        self.assertEqual(service.get(f"/api/v1/scans/{data['scan_id']}/report.pdf").status, 404)
        one = service.get(f"/api/v1/scans/{data['scan_id']}/report.json?methodology=tooltrust").json
        self.assertEqual(list(one["assessments"]), ["tooltrust"])
        evidence = service.get(f"/api/v1/scans/{data['scan_id']}/evidence").json["data"]
        self.assertEqual(evidence["target"]["id"], data["report"]["target"]["id"])
        page = service.get(f"/scans/{data['scan_id']}", Accept="text/html")
        self.assertEqual(page.status, 200)
        self.assertIn(b"add", page.body)
        again = service.ask("GET", f"/scans/{data['scan_id']}", headers={"If-None-Match": page.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))

    def test_judges_are_asked_on_demand(self):
        mcp, service = self.mcp(), self.service()
        deep = service.done({"url": mcp.url, "deep": True})
        for path in (f"/api/v1/scans/{deep['scan_id']}/consensus", f"/scan/{deep['scan_id']}/consensus"):
            consensus = service.get(path).json["data"]
            self.assertEqual(len(consensus["judges"]), 5)
        plain = service.done({"url": mcp.url})
        self.assertNotEqual(plain["scan_id"], deep["scan_id"])
        self.assertEqual(service.get(f"/api/v1/scans/{plain['scan_id']}/consensus").json["data"]["judges"], [])

    def test_history_diff_and_feed_show_a_change(self):
        mcp, service = self.mcp(), self.service(self.settings + "  cooldown: 0\n")
        first = service.done({"url": mcp.url})
        mcp.tools.append(POISONED)
        second = service.done({"url": mcp.url})
        key = second["server"]
        rows = service.get(f"/api/v1/servers/{key}/history").json["data"]
        self.assertEqual([row["changed"] for row in rows], [True, False])
        diff = service.get(f"/api/v1/servers/{key}/diff?from={first['stored_scan']}&to={second['stored_scan']}").json["data"]
        self.assertTrue(diff["server"]["new"])
        self.assertIn("not_known", diff["method"])
        self.assertEqual([(change["change"], change["tool"]) for change in diff["tools"]["tools"]], [("added", "add")])
        self.assertEqual(service.get(f"/api/v1/servers/{key}/diff?from=1").status, 400)
        self.assertEqual(service.get(f"/api/v1/servers/{key}/diff?from=1&to=999").status, 404)
        feed = xml.fromstring(service.get(f"/servers/{key}/feed.atom").body)
        entries = feed.findall("{http://www.w3.org/2005/Atom}entry")
        self.assertEqual(len(entries), 2)
        self.assertIn("changed", entries[0].find("{http://www.w3.org/2005/Atom}title").text)

    def test_the_directory_has_filters_and_pages(self):
        service = self.service()
        for number in range(5):
            mcp = self.mcp(POISONED if number % 2 else TOOL, name=f"server-{number}")
            service.done({"url": mcp.url})
        seen, cursor = [], ""
        while cursor is not None:
            page = service.get("/api/v1/servers?limit=2" + (f"&cursor={cursor}" if cursor else "")).json
            seen += [item["name"] for item in page["data"]]
            cursor = page["meta"]["next_cursor"]
        self.assertEqual(sorted(seen), [f"server-{number}" for number in range(5)])
        self.assertEqual([item["name"] for item in service.get("/api/v1/servers?q=server-3").json["data"]], ["server-3"])
        bad = service.get("/api/v1/servers?kind=malice").json["data"]
        self.assertEqual(sorted(item["name"] for item in bad), ["server-1", "server-3"])
        self.assertEqual(service.get("/api/v1/servers/counts?kind=malice").json["data"]["servers"], 2)
        stopped = service.get("/api/v1/servers?verdict=stop&limit=1").json
        names = [item["name"] for item in stopped["data"]]
        rest = service.get(f"/api/v1/servers?verdict=stop&limit=1&cursor={stopped['meta']['next_cursor']}").json
        names += [item["name"] for item in rest["data"]]
        self.assertEqual((sorted(names), rest["meta"]["next_cursor"]), (["server-1", "server-3"], None))
        self.assertTrue(all(item["verdict"] == "stop" for item in bad))
        counts = service.get("/api/v1/servers/counts").json["data"]["verdicts"]
        self.assertEqual((counts["stop"], sum(counts.values()), set(counts)), (2, 5, {"stop", "caution", "allow", "unknown"}))
        page = service.get("/directory?verdict=stop&limit=1", Accept="text/html").body.decode()
        self.assertIn('<option value="stop" selected>', page)
        self.assertIn("/directory?verdict=stop&amp;cursor=", page)
        for wrong in ("verdict=x", "verdict=Stop", "limit=0", "limit=101", "limit=x", "kind=x", "methodology=x", "since=x", "cursor=x", "unknown=1", "q=a&q=b"):
            self.assertEqual(service.get("/api/v1/servers?" + wrong).status, 400, wrong)
        self.assertIn(b"server-3", service.get("/directory", Accept="text/html").body)

    def test_an_old_scan_is_called_stale(self):
        mcp, service = self.mcp(POISONED), self.service(self.settings + "  stale_days: 7\n")
        young = service.done({"url": mcp.url})
        self.assertEqual((young["stale"], young["age_days"]), (False, 0))
        badge = service.get(f"/badge/{young['server']}.json").json
        self.assertNotIn("stale", badge["message"])
        self.assertEqual(badge["color"], "red")
        record = service.get(f"/api/v1/scans/{young['scan_id']}/evidence").json["data"]
        record["target"] = {"kind": "tool_list", "display": "old.json", "id": "0" * 64}
        record["observed_at"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 10.5 * 86400))
        old = service.done({"record": record, "private": False})
        self.assertEqual((old["stale"], old["age_days"]), (True, 10))
        listed = {item["server"]: item["stale"] for item in service.get("/api/v1/servers").json["data"]}
        self.assertEqual(listed, {young["server"]: False, old["server"]: True})
        for path in (f"/scans/{old['stored_scan']}", f"/servers/{old['server']}"):
            self.assertIn(b"this scan is 10 days old", service.get(path, Accept="text/html").body, path)
        self.assertNotIn(b"days old", service.get(f"/scans/{young['stored_scan']}", Accept="text/html").body)
        badge = service.get(f"/badge/{old['server']}.json").json
        self.assertEqual(badge["color"], "lightgrey")
        self.assertRegex(badge["message"], r"^stale, 10 days old \u00b7 stop ")
        svg = service.get(f"/badge/{old['server']}.svg").body.decode()
        self.assertIn("stale, 10 days old", svg)
        self.assertNotIn("#b3261e", svg)
        one = service.get(f"/badge/{old['server']}.json?methodology=tooltrust").json
        self.assertEqual((one["color"], one["message"][:5]), ("lightgrey", "stale"))
        service.stop()
        service.config.write_text(service.config.read_text().replace("stale_days: 7", "stale_days: 0"))
        service.start()
        self.assertEqual(service.get(f"/badge/{old['server']}.json").json["color"], "red")

    def test_uploads_are_unlisted(self):
        service = self.service()
        data = service.done({"tools": [POISONED], "server": {"name": "uploaded", "version": "1"}})
        self.assertTrue(data["private"])
        self.assertIsNone(data["stored_scan"])
        self.assertTrue(data["report"]["findings"])
        self.assertEqual(service.get("/api/v1/servers").json["data"], [])
        evidence = service.get(f"/api/v1/scans/{data['scan_id']}/evidence").json["data"]
        record = service.done({"record": evidence})
        self.assertEqual(len(record["report"]["findings"]), len(data["report"]["findings"]))
        public = service.done({"tools": [TOOL], "server": {"name": "mine", "version": "1"}, "private": False})
        self.assertEqual(service.get("/api/v1/servers").json["data"][0]["scan_id"], public["stored_scan"])

    def test_events_tell_how_it_goes(self):
        mcp, service = self.mcp(), self.service()
        mcp.gate.clear()
        scan_id = service.scan({"url": mcp.url})
        connection = service.connection()
        connection.request("GET", f"/api/v1/scans/{scan_id}/events")
        answer = connection.getresponse()
        self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
        first = answer.readline() + answer.readline()
        self.assertIn(b"event: progress", first)
        mcp.gate.set()
        rest = answer.read().decode()
        connection.close()
        self.assertIn('"stage":"judging"', rest)
        self.assertTrue(rest.rstrip().endswith('data: {"scan_id":"%s","status":"done"}' % scan_id), rest)
        late = service.get(f"/api/v1/scans/{scan_id}/events")
        self.assertIn(b"event: done", late.body)
        gone = service.wait(service.scan({"url": "http://127.0.0.1:9/mcp"}))
        self.assertEqual((gone["status"], gone["error"]["code"]), ("failed", "not_reached"))

    def test_the_same_question_is_asked_once(self):
        mcp, service = self.mcp(), self.service()
        mcp.gate.clear()
        first = service.scan({"url": mcp.url})
        self.assertEqual(service.scan({"url": mcp.url}), first)
        self.assertNotEqual(service.scan({"url": mcp.url, "private": True}), first)
        mcp.gate.set()
        service.wait(first)
        cached = service.ask("POST", "/api/v1/scans", {"url": mcp.url})
        self.assertEqual((cached.status, cached.json["data"]["cached"], cached.json["data"]["scan_id"]), (200, True, first))
        forced = service.ask("POST", "/api/v1/scans", {"url": mcp.url, "force": True})
        self.assertEqual((forced.status, forced.code), (429, "cooling_down"))
        self.assertTrue(int(forced.headers["Retry-After"]) > 0)

    def test_idempotency(self):
        mcp, service = self.mcp(), self.service()
        body, key = {"url": mcp.url, "private": True}, {"Idempotency-Key": "a b c"}
        first = service.scan(body, key)
        self.assertEqual(service.scan(body, key), first)
        service.wait(first)
        self.assertEqual(service.scan(body, key), first)
        other = service.ask("POST", "/api/v1/scans", {"url": mcp.url}, key)
        self.assertEqual((other.status, other.code), (409, "conflict"))

    def test_the_catalogue(self):
        service = self.service()
        methodologies = service.get("/api/v1/methodologies").json["data"]
        self.assertEqual({entry["id"] for entry in methodologies}, {"agentreserve", "ampel", "aivss", "mcpbundles", "tooltrust"})
        one = service.get("/api/v1/methodologies/agentreserve").json["data"]
        self.assertTrue(one["changelog"] and one["limits"] and one["versions"])
        for version in one["versions"]:
            self.assertEqual(service.get(f"/api/v1/methodologies/agentreserve?version={version}").json["data"]["version"], version)
        rules = service.get("/api/v1/rules").json["data"]
        self.assertIn("AS-001", {rule["id"] for rule in rules})
        self.assertTrue(service.get("/api/v1/rules/AS-001").json["data"]["detectors"])
        detector = service.get("/api/v1/detectors").json["data"][0]["id"]
        self.assertTrue(service.get(f"/api/v1/detectors/{detector}").json["data"]["fires"])
        self.assertEqual(len(service.get("/api/v1/engines").json["data"]), 16)

    def test_feedback(self):
        mcp, service = self.mcp(POISONED), self.service()
        data = service.done({"url": mcp.url})
        finding = data["report"]["findings"][0]
        path = f"/api/v1/feedback/rule-result/{finding['fingerprint']}"
        given = service.ask("POST", path, {"kind": "confirmed", "note": "seen"})
        self.assertEqual((given.status, given.json["data"]["detector"]), (201, finding["detector"]))
        counts = service.get("/api/v1/feedback").json["data"]
        self.assertEqual([(row["detector"], row["confirmed"]) for row in counts], [(finding["detector"], 1)])
        self.assertEqual(service.ask("POST", path, {"kind": "great"}).status, 400)
        self.assertEqual(service.ask("POST", "/api/v1/feedback/rule-result/" + "0" * 64, {"kind": "confirmed"}).status, 404)

    def test_health_and_metrics(self):
        service = self.service()
        self.assertEqual(service.get("/healthz").json["data"]["status"], "ok")
        self.assertEqual(service.get("/readyz").json["data"]["status"], "ready")
        text = service.get("/metrics").body.decode()
        self.assertIn('mcpjury_http_requests_total{route="GET /healthz",status="2xx"} 1', text)
        for line in text.splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) mcpjury_\w+ .+|mcpjury_\w+(\{[^}]*\})? [0-9.e+-]+)$")

    def test_answers_are_compressed_when_asked(self):
        import gzip
        mcp, service = self.mcp(), self.service()
        data = service.done({"url": mcp.url})
        path = f"/api/v1/scans/{data['scan_id']}/report.html"
        packed = service.get(path, Accept_Encoding="br, gzip;q=0.8")
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.body), service.get(path).body)
        self.assertIsNone(service.get(path, Accept_Encoding="gzip;q=0").headers["Content-Encoding"])
        head = service.ask("HEAD", path)
        self.assertEqual((head.status, head.body), (200, b""))

    def test_webhooks_tell_of_changes(self):
        import hashlib
        import hmac
        import http.server
        import threading
        got, refuse = [], [True]

        class Hook(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = 503 if refuse else 204
                if refuse:
                    refuse.pop()
                else:
                    got.append((dict(self.headers), body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass
        hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        self.addCleanup(hook.server_close)
        self.addCleanup(hook.shutdown)
        mcp = self.mcp()
        service = self.service(
            self.settings + f"  cooldown: 0\n  webhooks:\n    - url: http://127.0.0.1:{hook.server_port}/hook\n      secret_env: HOOK\n",
            env={"HOOK": "s3cret"})
        service.done({"url": mcp.url})
        service.done({"url": mcp.url, "private": True})
        mcp.tools.append(POISONED)
        service.done({"url": mcp.url, "private": True})
        second = service.done({"url": mcp.url})
        end = time.monotonic() + 30
        while not got and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(len(got), 1)    # the first try was refused; private and first scans are no news
        headers, body = got[0]
        event = json.loads(body)
        self.assertEqual((event["event"], event["scan_id"], event["surface_changed"]), ("server.changed", second["stored_scan"], True))
        at, signature = headers["X-Mcpjury-Signature"].split(",")
        wanted = hmac.new(b"s3cret", at[2:].encode() + b"." + body, hashlib.sha256).hexdigest()
        self.assertEqual(signature, "v1=" + wanted)
        self.assertIn("mcpjury_webhooks_delivered_total 1", service.get("/metrics").body.decode())

    def test_a_restart_loses_no_accepted_job(self):
        import signal
        mcp, service = self.mcp(), self.service()
        mcp.gate.clear()
        jobs = [service.scan({"url": mcp.url, "private": True}) for _ in range(3)]
        jobs.append(service.scan({"tools": [TOOL]}))
        service.stop(signal.SIGKILL)
        mcp.gate.set()
        service.start()
        for job in jobs:
            self.assertEqual(service.wait(job)["status"], "done")

    def test_stop_lets_running_scans_finish(self):
        import threading
        mcp, service = self.mcp(), self.service()
        mcp.gate.clear()
        job = service.scan({"url": mcp.url})
        while not mcp.seen:
            pass
        threading.Timer(0.5, mcp.gate.set).start()
        self.assertEqual(service.stop(), 0)
        service.start()
        data = json.loads(service.get(f"/api/v1/scans/{job}").body)["data"]
        self.assertEqual(data["status"], "done")


if __name__ == "__main__":
    main()
