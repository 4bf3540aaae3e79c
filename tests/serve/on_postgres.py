"""The service with PostgreSQL as its store and job store: a real server of its own, killed together with the service."""
import pathlib
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "store"))
from postgres import Cluster    # noqa: E402
from serving import POISONED, TOOL, Case, main    # noqa: E402


class OnPostgres(Case):
    def test_from_the_accepted_job_to_the_directory(self):
        cluster = Cluster("jury")
        cluster.__enter__()
        self.addCleanup(cluster.__exit__)
        mcp, other = self.mcp(), self.mcp(POISONED, name="poisoned")
        service = self.service(self.settings + "  cooldown: 0\n", store=cluster.url("jury"))
        mcp.gate.clear()
        jobs = [service.scan({"url": mcp.url}), service.scan({"url": mcp.url, "private": True}), service.scan({"tools": [TOOL]})]
        lost = service.scan({"url": mcp.url, "credentials": {"bearer": "never-written"}})
        service.stop(signal.SIGKILL)
        mcp.gate.set()
        service.start()
        done = [service.wait(job) for job in jobs]
        self.assertEqual([data["status"] for data in done], ["done"] * 3)
        cut = service.wait(lost)
        self.assertEqual((cut["status"], cut["error"]["code"]), ("failed", "restarted"))
        self.assertEqual([data["stored_scan"] is None for data in done], [False, True, True])
        self.assertFalse(list(pathlib.Path(self.folder).rglob("*.sqlite*")))

        mcp.tools.append(POISONED)
        second = service.done({"url": mcp.url})
        service.done({"url": other.url})
        listed = service.get("/api/v1/servers?limit=1").json
        names = [item["name"] for item in listed["data"]]
        rest = service.get(f"/api/v1/servers?limit=1&cursor={listed['meta']['next_cursor']}").json
        self.assertEqual(names + [item["name"] for item in rest["data"]], ["poisoned", "notes"])
        self.assertEqual(len(service.get("/api/v1/servers?verdict=stop").json["data"]), 2)
        self.assertEqual(service.get("/api/v1/servers/counts?kind=malice").json["data"]["verdicts"]["stop"], 2)
        self.assertEqual(service.get("/api/v1/servers?q=%27;drop%20table%20latest;--").json["data"], [])

        key = second["server"]
        rows = service.get(f"/api/v1/servers/{key}/history").json["data"]
        self.assertEqual([row["changed"] for row in rows], [True, False])
        diff = service.get(f"/api/v1/servers/{key}/diff?from={rows[1]['scan_id']}&to={rows[0]['scan_id']}").json["data"]
        self.assertEqual([change["tool"] for change in diff["tools"]["tools"]], ["add"])
        for path in (f"/scans/{second['scan_id']}", f"/servers/{key}", "/directory", f"/badge/{key}.svg", f"/servers/{key}/feed.atom",
                     f"/api/v1/scans/{second['stored_scan']}/report.sarif", f"/api/v1/scans/{second['scan_id']}/evidence"):
            self.assertEqual(service.get(path, Accept="text/html").status, 200, path)
        finding = second["report"]["findings"][0]["fingerprint"]
        self.assertEqual(service.ask("POST", f"/api/v1/feedback/rule-result/{finding}", {"kind": "confirmed"}).status, 201)

        # The database goes away: the service says so, promises nothing it cannot keep, and goes on when it is back.
        cluster.control("stop", "-m", "immediate")
        self.assertEqual(service.get("/healthz").status, 200)
        for method, path, body in (("GET", "/readyz", None), ("GET", "/api/v1/servers", None), ("GET", f"/api/v1/servers/{key}", None),
                                   ("POST", "/api/v1/scans", {"url": mcp.url})):
            answer = service.ask(method, path, body, timeout=120)
            self.assertEqual((answer.status, answer.code), (503, "busy"), path)
            self.assertNotIn(b"postgres", answer.body.lower(), path)
        cluster.control("start")
        again = service.done({"url": mcp.url})
        self.assertEqual(again["status"], "done")
        self.assertEqual(len(service.get(f"/api/v1/servers/{key}/history").json["data"]), 3)
        self.assertEqual(service.get("/readyz").json["data"]["status"], "ready")


if __name__ == "__main__":
    main()
