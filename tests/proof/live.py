"""Records of live servers, graded by the program: pointers lead somewhere, and nothing unseen is passed."""
import copy
import json

from proof import Case, STRICTNESSES, main, run
from replay import resolve

TOOL = {"name": "list_notes", "description": "Lists the notes of a notebook.",
        "annotations": {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
        "inputSchema": {"type": "object", "additionalProperties": False, "properties": {
            "notebook": {"type": "string", "pattern": "^[a-z]{1,40}$", "description": "Which notebook."}}}}
URL = "https://mcp.acme.example/mcp"
AUTH = "https://auth.acme.example"
FACETS = {
    "definition": {"server": {"name": "acme-notes", "version": "1.4.0"}, "handshake": True,
                   "protocol_version": "2025-11-25", "tools": [TOOL]},
    "protocol": {"era": "legacy", "wire": "streamable_http", "capabilities": {"tools": {}}, "proof": ["initialize"],
                 "lists": {"tools": {"state": "ok", "pages": 1, "items": 1, "cap_hit": False}}, "duration_ms": 600},
    "transport": {"url": URL, "url_credentials": [], "final_url": URL, "scheme": "https", "host": "mcp.acme.example",
                  "plain_get": {"status": 405}, "mcp_post": {"status": 200},
                  "hsts": {"present": True, "max_age": 31536000},
                  "origin_probe": {"status": 403, "outcome": "pass"}, "redirects": [], "limits_met": []},
    "tls": {"version": "TLSv1.3", "chain_valid": True, "host_matches": True, "common_name": "mcp.acme.example",
            "names": ["mcp.acme.example"], "not_before": "2026-10-01T00:00:00Z", "not_after": "2027-01-01T00:00:00Z"},
    "auth": {"required": False, "credential": {"label": "none"}},
}
BROKEN = {
    "transport": {"url": "http://127.0.0.1:3000/mcp", "scheme": "http", "host": "127.0.0.1", "plain_get": {"status": 200},
                  "url_credentials": ["query:token"], "origin_probe": {"origin": "https://x.invalid", "status": 200},
                  "host_probe": {"host": "x.invalid", "outcome": "fail"}, "limits_met": ["timeout"]},
    "tls": {"handshake_error": "wrong version number"},
    "protocol": {"wire": "http_sse", "session": {"given": True, "bits": 20, "visible_ascii": True}, "duration_ms": 16000,
                 "resource_samples": [{"uri": URL, "text": "[x](javascript:alert(1))"}]},
    "auth": {"required": True, "trigger": {"method": "tools/list", "status": 403}, "issuers": [
        {"issuer": "http://auth.acme.example", "issuer_match": "different",
         "document": {"issuer": AUTH, "jwks_uri": "http://10.0.0.1/jwks", "grant_types_supported": ["implicit"]}}]},
}


def record(facets):
    return {"schema_version": 1, "record": "mcpjury-evidence", "observed_at": "2026-11-15T00:00:00Z",
            "target": {"kind": "remote", "id": URL, "display": URL},
            "facets": {name: {"state": "seen", "data": data} for name, data in facets.items()}}


class Live(Case):
    def grade(self, evidence, strictness="precise"):
        path = self.write("record.json", json.dumps(evidence))
        done = run("grade", path, "-o", "json", "--strictness", strictness)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        return json.loads(done.stdout)

    def test_a_clean_server(self):
        report = self.grade(record(FACETS))
        reserve = report["assessments"]["agentreserve"]
        self.assertEqual([rule["id"] for rule in reserve["rules"] if rule["state"] == "fail"], [])
        self.assertEqual((reserve["verdict"], reserve["tier"], reserve["level"]), ("allow", "public_handshake", "full"))
        self.assertEqual((reserve["exposure"], reserve["risk_level"], reserve["confidence"], reserve["grade_qualified"],
                          reserve["label"], reserve["era"], reserve["active_probe"]),
                         ("public", "low", "high", "A", "Public passive scan", "legacy", False))

    def test_every_pointer_leads_somewhere(self):
        evidence = record({**FACETS, **BROKEN})
        places = 0
        for strictness in STRICTNESSES:
            for finding in self.grade(evidence, strictness)["findings"]:
                pointer = finding["location"].get("pointer", "")
                if pointer.startswith("/facets/"):
                    places += 1
                    resolve(evidence, pointer)
        self.assertGreater(places, 20)

    def test_without_a_facet_nothing_more_passes(self):
        def passed(report):
            reserve = report["assessments"]["agentreserve"]
            return {rule["id"] for rule in reserve["rules"] + reserve["ours"]["rules"] if rule["state"] == "pass"}
        whole = passed(self.grade(record(FACETS)))
        for facet in ("protocol", "transport", "tls", "auth"):
            for state in ("absent", "not_looked", "could_not_see"):
                evidence = copy.deepcopy(record(FACETS))
                evidence["facets"][facet]["state"] = state
                self.assertLessEqual(passed(self.grade(evidence)), whole, (facet, state))
            left = {name: data for name, data in FACETS.items() if name != facet}
            self.assertLessEqual(passed(self.grade(record(left))), whole, facet)


if __name__ == "__main__":
    main()
