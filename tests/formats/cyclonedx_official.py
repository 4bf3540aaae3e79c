"""Our bills of materials against the official schema of CycloneDX 1.6, which an npm package of tests/package.json
carries.

    cyclonedx_official.py MCPJURY

A machine without npm goes without the schema, and is told so; formats.hostile reads the JSON everywhere.
"""
import json

from formats import Case, ROOT, SERVERS, main, run

SCHEMAS = ROOT / "tests" / "node_modules" / "@cyclonedx" / "cyclonedx-library" / "res" / "schema"
HOSTILE = ["\x1b[31m\u202e</script>", "a b\"c", "", "https://user@host/a b?x#y", "\u65e5\u672c", "pkg:npm/../x@1"]


def validator():
    """None after saying that the schema is absent."""
    if not SCHEMAS.is_dir():
        print("data absent: the official CycloneDX schema; install npm and run make setup")
        return None
    import jsonschema  # Debian's python3-jsonschema  # pylint: disable=import-outside-toplevel
    store = {}
    for path in SCHEMAS.glob("*.schema.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        store[schema["$id"]] = schema
        store["http://cyclonedx.org/schema/" + path.name] = schema
    schema = store["http://cyclonedx.org/schema/bom-1.6.SNAPSHOT.schema.json"]
    kind = jsonschema.validators.validator_for(schema)
    return kind(schema, resolver=jsonschema.RefResolver(schema["$id"], schema, store=store),
                format_checker=jsonschema.FormatChecker())


class Official(Case):
    def test_every_server(self):
        check = validator()
        if check is None:
            return
        inputs = sorted(SERVERS.glob("*.json"))
        for i, text in enumerate(HOSTILE):
            document = {"server": {"name": text, "version": text}, "tools": [{"name": text, "description": text}]}
            inputs.append(self.write(f"hostile{i}.json", json.dumps(document)))
        flawed = json.loads((SERVERS / "source-flawed.json").read_text(encoding="utf-8"))
        for package in flawed["facets"]["dependencies"]["data"]["packages"]:
            package["name"], package["version"] = HOSTILE[0], HOSTILE[1]
        inputs.append(self.write("flawed.json", json.dumps(flawed)))
        mistakes = []
        for targets in [[path] for path in inputs] + [inputs]:
            done = run("scan", *targets, "-o", "cyclonedx")
            self.assertIn(done.returncode, (0, 4), done.stderr)
            document = json.loads(done.stdout)
            mistakes += [f"{targets[0].name}: {error.json_path}: {error.message[:200]}" for error in check.iter_errors(document)]
            refs = [part["bom-ref"] for key in ("services", "components", "vulnerabilities") for part in document[key]]
            self.assertEqual(len(refs), len(set(refs)), targets)
            used = [ref for entry in document["dependencies"] for ref in [entry["ref"], *entry["dependsOn"]]]
            self.assertEqual(set(used) - set(refs), set(), targets)
        self.assertEqual(mistakes, [], "\n" + "\n".join(mistakes[:20]))

    def test_packages_and_advisories(self):
        document = json.loads(run("scan", SERVERS / "source-flawed.json", "-o", "cyclonedx").stdout)
        purls = [component["purl"] for component in document["components"]]
        self.assertIn("pkg:npm/lodash@4.17.11", purls)
        self.assertIn("pkg:npm/acme-git@0.3.0", purls)
        found = {v["id"]: v["affects"][0]["ref"] for v in document["vulnerabilities"]}
        self.assertEqual(found["GHSA-jf85-cpcp-j695"], "pkg:npm/lodash@4.17.11")
        self.assertEqual(document["compositions"][0]["aggregate"], "complete")
        saved = self.write("r.json", run("scan", SERVERS / "source-flawed.json", "-o", "json").stdout)
        again = json.loads(run("convert", saved, "-o", "cyclonedx").stdout)
        self.assertEqual(again["compositions"][0]["aggregate"], "incomplete")
        self.assertIn("pkg:npm/lodash@4.17.11", [component["purl"] for component in again["components"]])

    def test_a_wrong_file_is_refused(self):
        check = validator()
        if check is None:
            return
        good = json.loads(run("scan", SERVERS / "mail.json", "-o", "cyclonedx").stdout)
        self.assertTrue(check.is_valid(good))
        for change in ({"specVersion": 1}, {"services": [{}]}, {"serialNumber": "x"}, {"components": [{"name": "a"}]}):
            self.assertFalse(check.is_valid({**good, **change}), change)


if __name__ == "__main__":
    main()
