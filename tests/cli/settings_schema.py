"""The schema of mcpjury.yaml for editors says the same as the program does."""
import json
import re

import jsonschema
from program import Case, ROOT, main, run

SCHEMA = json.loads((ROOT / "docs" / "schema" / "mcpjury.schema.json").read_text())
GOOD = {"rule": "runs-code", "subject": "*", "reason": "r", "expires": "2027-06-30"}


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


RIGHT = [
    {}, {"scan": None}, {"scan": {}}, {"suppressions": None}, {"suppressions": []}, {"suppressions": [GOOD]},
    {"scan": {"fail_on": "high", "methodology": ["tooltrust"], "strictness": "precise", "timeout": 1.5, "jobs": 2,
              "offline": True, "strict_clean": False, "lock": "a", "baseline": "b"}},
    {"suppressions": [{**without("subject"), "fingerprint": "0" * 32, "owner": "me"}]},
    {"serve": {"listen": "127.0.0.1:8080", "anonymous": "read", "keep_days": 30, "stale_days": 0, "tls": {"certificate": "a", "key": "b"},
               "keys": [{"name": "ci", "sha256": "0" * 64, "scopes": ["scan"]}]}, "fleet": {"jobs": 4, "timeout": 20}},
    {"suppressions": [{**without("subject"), "pointer": "/tools/*"}, {**without("subject"), "target": "https://*"}]},
]
WRONG = [
    [], "text", {"scn": {}}, {"scan": []}, {"scan": {"fail": "high"}}, {"scan": {"strictness": "soft"}},
    {"scan": {"timeout": 0}}, {"scan": {"timeout": "soon"}}, {"scan": {"jobs": 0}}, {"scan": {"jobs": 1.5}},
    {"scan": {"offline": "true"}}, {"scan": {"lock": ""}}, {"scan": {"lock": ["a"]}}, {"scan": {"fail_on": [""]}},
    {"serve": {"anonymous": "all"}}, {"serve": {"tls": {"key": "b"}}}, {"serve": {"keys": [{"name": "a", "sha256": "b"}]}},
    {"serve": {"keep_days": 0}}, {"serve": {"stale_days": -1}}, {"fleet": {"jobs": 0}}, {"fleet": {"per_host": 3}},
    {"suppressions": {}}, {"suppressions": ["runs-code"]}, {"suppressions": [without("rule")]},
    {"suppressions": [without("subject")]}, {"suppressions": [without("reason")]}, {"suppressions": [without("expires")]},
    {"suppressions": [{**GOOD, "reason": " "}]}, {"suppressions": [{**GOOD, "expires": "2027-13-01"}]},
    {"suppressions": [{**GOOD, "fingerprint": "abc"}]}, {"suppressions": [{**GOOD, "until": "x"}]},
]


class SettingsSchema(Case):
    def check(self, document):
        done = run("config", "--config", self.write("s.yaml", json.dumps(document)))
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.returncode == 0, jsonschema.Draft202012Validator(SCHEMA).is_valid(document), done.stderr

    def test_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_samples(self):
        for document in RIGHT:
            self.assertEqual(self.check(document)[:2], (True, True), document)
        for document in WRONG:
            self.assertEqual(self.check(document)[:2], (False, False), document)

    def test_every_section_and_key_is_in_both(self):
        def known(document):
            listed = re.search(rb"known here: ([a-z_, ]+)", self.check(document)[2])
            return sorted(listed.group(1).decode().split(", "))
        self.assertEqual(known({"qqqqqqqqqqqqqqq": 1}), sorted(SCHEMA["properties"]))
        for section, schema in SCHEMA["properties"].items():
            if "properties" in schema:
                self.assertEqual(known({section: {"qqqqqqqqqqqqqqq": 1}}), sorted(schema["properties"]), section)
        self.assertEqual(known({"suppressions": [{**GOOD, "qqqqqqqqqqqqqqq": 1}]}),
                         sorted(SCHEMA["properties"]["suppressions"]["items"]["properties"]))


if __name__ == "__main__":
    main()
