"""The OpenAPI document and the running server say the same: every route is called, every answer fits its schema."""
import json

import jsonschema

from serving import POISONED, TOOL, Case, main


def resolved(schema, document):
    """A schema that carries its references with it."""
    return {**schema, "components": document["components"]}


class OpenApi(Case):
    def check(self, document, operation, answer):
        responses = operation["responses"]
        response = responses.get(str(answer.status)) or responses["default"]
        content = response.get("content", {})
        kind = answer.headers["Content-Type"].split(";")[0]
        known = {name.split(";")[0]: entry for name, entry in content.items()}
        self.assertTrue(kind in known or "*/*" in known, (kind, known))
        schema = known.get(kind, {}).get("schema")
        if schema:
            jsonschema.Draft202012Validator(resolved(schema, document)).validate(answer.json)

    def test_every_route_answers_as_it_says(self):
        service, mcp = self.service(self.settings + "  cooldown: 0\n"), self.mcp(POISONED)
        document = service.get("/api/v1/openapi.json").json
        self.assertEqual(document["openapi"], "3.1.0")
        jsonschema.Draft202012Validator.check_schema({"components": document["components"], "$defs": document["components"]["schemas"]})
        first = service.done({"url": mcp.url})
        mcp.tools.append(TOOL)
        second = service.done({"url": mcp.url})
        print_of = second["report"]["findings"][0]["fingerprint"]
        detector = second["report"]["findings"][0]["detector"]
        words = {"get_rule": {"id": "AS-001"}, "get_detector": {"id": detector}, "get_methodology": {"id": "ampel"},
                 "post_feedback": {"id": print_of}}
        queries = {"get_diff": f"?from={first['stored_scan']}&to={second['stored_scan']}"}
        bodies = {"post_scan": {"url": mcp.url}, "post_feedback": {"kind": "confirmed"}}
        called = 0
        for path, item in document["paths"].items():
            for method, operation in item.items():
                name = operation["operationId"]
                values = {"id": second["scan_id"], "server": second["server"], "format": "sarif", **words.get(name, {})}
                for parameter in operation["parameters"]:
                    self.assertIn("schema", parameter, (path, parameter["name"]))
                right = service.ask(method.upper(), path.format(**values) + queries.get(name, ""), bodies.get(name))
                self.assertIn(right.status, (200, 201, 202), (path, right.body[:300]))
                self.assertIn(str(right.status), operation["responses"], path)
                self.check(document, operation, right)
                called += 1
                if "{" in path:
                    unknown = service.ask(method.upper(), path.format(id="nonsense", server="bm9uc2Vuc2U", format="json"),
                                          bodies.get(name))
                    self.assertIn(unknown.status, (400, 404), path)
                    self.assertIn(str(unknown.status), operation["responses"], path)
                    self.check(document, operation, unknown)
                wrong = service.ask("DELETE", path.format(**values))
                self.assertEqual(wrong.status, 405, path)
                self.check(document, operation, wrong)
                if operation.get("requestBody"):
                    jsonschema.Draft202012Validator(resolved(operation["requestBody"]["content"]["application/json"]["schema"], document)
                                                    ).validate(bodies[name])
                    broken = service.ask(method.upper(), path.format(**values), b"{")
                    self.assertEqual((broken.status, broken.code), (400, "not_json"))
        self.assertGreaterEqual(called, 26)

    def test_nothing_is_answered_that_is_not_in_the_document_or_the_pages(self):
        service = self.service()
        document = service.get("/api/v1/openapi.json").json
        metrics = service.get("/metrics").body.decode()
        self.assertIn("/api/v1/openapi.json", metrics)
        for path in ("/api/v1", "/api/v1/", "/api/v2/scans", "/api/v1/scans/", "/api/v1/scans/1/", "//", "/../etc/passwd",
                     "/assets/../x", "/.git/config", "/admin"):
            answer = service.get(path)
            self.assertEqual((answer.status, answer.code), (404, "not_found"), path)
            jsonschema.Draft202012Validator(resolved({"$ref": "#/components/schemas/Error"}, document)).validate(answer.json)


if __name__ == "__main__":
    main()
