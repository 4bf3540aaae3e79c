"""Package targets of a fleet: fetched from a registry of our own on loopback, looked at without running anything, kept
like any other; one that is not there is a dead letter, a changed release is noticed in the next round."""
import base64
import hashlib
import http.server
import io
import json
import tarfile
import threading

import fleet_case
from fleet_case import FleetCase, Population, main


def archive(description):
    """An npm package whose file lists one tool."""
    files = {
        "package/package.json": json.dumps({"name": "notes", "version": "1.0.0"}),
        "package/index.js": "console.log(1)\n",
        "package/tools.json": json.dumps({"tools": [{"name": "read_note", "description": description,
                                                     "inputSchema": {"type": "object"}}]}),
    }
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            packed.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


class Registry:
    """Answers as npm's registry does, for two names; counts who is being answered at once."""

    def __init__(self):
        registry, self.files, self.asked = self, {}, []
        self.lock, self.at_once, self.most = threading.Lock(), 0, 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                with registry.lock:
                    registry.at_once += 1
                    registry.most = max(registry.most, registry.at_once)
                registry.asked.append(self.path)
                body = registry.files.get(self.path)
                self.send_response(200 if body else 404)
                self.send_header("Content-Length", str(len(body or b"{}")))
                self.end_headers()
                self.wfile.write(body or b"{}")
                with registry.lock:
                    registry.at_once -= 1

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def publish(self, name, version, packed):
        digest = "sha512-" + base64.b64encode(hashlib.sha512(packed).digest()).decode()
        self.files[f"/{name}"] = json.dumps(
            {"name": name, "dist-tags": {"latest": version}, "time": {version: "2026-01-02T03:04:05.000Z"},
             "versions": {version: {"name": name, "version": version, "dist": {
                 "tarball": f"{self.url}/{name}-{version}.tgz", "integrity": digest}}}}).encode()
        self.files[f"/{name}-{version}.tgz"] = packed


class Packages(FleetCase):
    def test_packages_are_fetched_and_kept(self):
        with Population() as population, Registry() as registry:
            self.settings(population, due_least_hours=0, due_most_hours=0)
            fleet_case.ENVIRONMENT["npm_config_registry"] = registry.url
            self.addCleanup(fleet_case.ENVIRONMENT.pop, "npm_config_registry")
            names = [f"notes{number}" for number in range(8)]
            for name in names:
                registry.publish(name, "1.0.0", archive(f"Reads a note of {name}."))
            self.write("list", "\n".join([*(f"npm:{name}" for name in names), "npm:not-there", population.url(1)]))
            self.run_fleet("fleet", "submit", "--list", self.folder / "list", "--round", "one")
            self.run_fleet("worker", "--until-ended", "-q")
            status = self.status()
            self.assertEqual(status["outcomes"], {"new": 9, "dead": 1})
            kept = {scan["target_key"]: scan for scan in self.scans()}
            self.assertEqual(sum(1 for key in kept if key.startswith("npm:notes")), 8, list(kept))
            self.assertTrue(all(int(scan["tool_count"]) >= 1 for scan in kept.values()), kept)
            self.assertNotIn("npm:not-there", "".join(kept))
            dead = json.loads(self.run_fleet("fleet", "dead", "--json").stdout)
            self.assertIn("not-there", json.dumps(dead))
            # All packages of one registry are one host.
            self.assertLessEqual(registry.most, 2)
            # Nothing new: looked at, not kept again. One release more: kept as changed.
            registry.publish("notes3", "1.0.1", archive("Reads another note."))
            self.run_fleet("fleet", "submit", "--list", self.folder / "list", "--round", "two", "--all")
            self.run_fleet("worker", "--until-ended", "-q")
            outcomes = self.status()["outcomes"]
            self.assertEqual((outcomes.get("unchanged"), outcomes.get("changed")), (8, 1), outcomes)


if __name__ == "__main__":
    main()
